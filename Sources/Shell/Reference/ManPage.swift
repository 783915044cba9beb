import StoryScript

/// The manual page, made from the same tables as everything else: `storyline man | man -l -`.
public enum ManPage {
  public static func text(version: String, _ schema: Schema) -> String {
    var page = """
      .TH STORYLINE 1 "" "storyline \(version)" "User Commands"
      .SH NAME
      storyline \\- stories, activity timers, photo moments and posts, on one exact clock
      .SH SYNOPSIS
      .nf

      """
    page += ToolOptions.usages.map { ".B \(escaped($0))\n" }.joined()
    page += ".fi\n.SH DESCRIPTION\n"
    page += escaped(
      "A scriptable shell. Time is virtual in scripts, so an hour takes a microsecond and the same script always writes the same bytes."
    )
    page += "\n.SH OPTIONS\n"
    for option in ToolOptions.all {
      page += ".TP\n.B \(escaped(option.name))\n\(escaped(option.summary))\n"
    }
    page += ".SH COMMANDS\n"
    for command in schema.vocabulary.commands.commands {
      page += ".TP\n.B \(escaped(command.usage))\n\(escaped(sentence(command.summary)))\n"
      for parameter in command.parameters {
        page +=
          ".br\n\\(bu \(escaped(parameter.preposition.map { $0 == parameter.name ? $0 : "\($0) \(parameter.name)" } ?? parameter.name)): \(escaped(parameter.summary))\n"
      }
    }
    page += ".SH LANGUAGE\n"
    for keyword in Keyword.allCases where keyword != .else && keyword != .catch {
      page += ".TP\n.B \(escaped(keyword.usage))\n\(escaped(sentence(keyword.summary)))\n"
    }
    page += ".SH EXIT STATUS\n"
    page += ".TP\n.B 0\nfine\n.TP\n.B 1\nan error while running, or an expectation that did not hold\n"
    page += ".TP\n.B 2\nwrong syntax or usage: nothing ran\n.TP\n.B 130\ninterrupted\n"
    return page
  }

  private static func sentence(_ text: String) -> String {
    (text.first.map { String($0).uppercased() } ?? "") + text.dropFirst() + "."
  }

  /// Backslashes, hyphens that are meant as such, and dots at a line's start are roff's own.
  private static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\n": result += " "
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }
}

/// The program's options, declared once: `--help`, the man page and the shells' completions are made from them.
public enum ToolOptions {
  public struct Option: Sendable {
    /// With its value: `--speed SPEED`.
    public var name: String
    public var summary: String
    /// What its value can be, for completion.
    public var values: [String] = []

    /// Without its value.
    public var word: String { String(name.prefix { $0 != " " }) }
    var takesValue: Bool { name.contains(" ") }
  }

  public static let usages = [
    "storyline", "storyline FILE [ARGUMENT…]", "storyline -c SCRIPT [ARGUMENT…]", "storyline -",
    "storyline check PATH…", "storyline fmt [--check] PATH…|-", "storyline test [--update] [--tap] PATH…",
    "storyline man",
    "storyline completions bash|zsh|fish",
  ]

  public static let all = [
    Option(name: "-c SCRIPT", summary: "runs the text as a script"),
    Option(name: "--json", summary: "one JSON object a line instead of sentences"),
    Option(
      name: "--speed SPEED", summary: "instant (scripts), 1 for real time, 10 for ten times as fast",
      values: ["instant", "1", "10"]),
    Option(name: "--now DATE", summary: "when a practice session begins: 2026-01-05T09:00 unless said"),
    Option(name: "--zone ZONE", summary: "its time zone: UTC unless said", values: ["UTC", "Europe/Lisbon"]),
    Option(name: "--state FOLDER", summary: "keeps likes and posts there; real sessions keep them anyway"),
    Option(name: "--seed N", summary: "what chance starts from: 0 unless said"),
    Option(name: "--trace", summary: "shows each statement as it runs, and what it gives"),
    Option(name: "--practice", summary: "a prompt on a virtual clock"),
    Option(name: "--private", summary: "a prompt whose lines are not kept"),
    Option(name: "--no-config", summary: "a prompt that does not run your config.story"),
    Option(name: "--no-suggestions", summary: "a prompt that shows no suggestions behind the line"),
    Option(name: "--no-welcome", summary: "a prompt that does not ask whose timers these are"),
    Option(name: "--real", summary: "the wall clock and the local time zone instead of practice"),
    Option(name: "--version", summary: "prints the version"),
    Option(name: "--help", summary: "prints this"),
  ]

  /// What `--help` prints.
  public static var help: String {
    let meanings = [
      "the prompt", "runs a script; $1, $2, … and $args hold the arguments", "runs a text",
      "runs a script from standard input, as does a pipe", "finds all errors and runs nothing",
      "rewrites scripts in canonical form",
      "runs scripts and Markdown with story blocks as tests", "prints the manual page",
      "prints completions for a shell",
    ]
    func rows(_ pairs: [(String, String)], _ width: Int) -> String {
      pairs.map { name, meaning in
        let pad = String(repeating: " ", count: max(1, width - name.count))
        return name.count < width
          ? "  \(name)\(pad)\(meaning)\n" : "  \(name)\n  \(String(repeating: " ", count: width))\(meaning)\n"
      }.joined()
    }
    return "storyline: stories, activity timers, photo moments and posts, on one exact clock\n\n"
      + rows(Array(zip(usages, meanings)), 36) + "\n" + rows(all.map { ($0.name, $0.summary) }, 18)
        + """

        Exit codes: 0 fine, 1 an error or a failed expectation, 2 wrong syntax or usage, 130 interrupted.
        `storyline -c help` lists the commands.

        """
  }
}
