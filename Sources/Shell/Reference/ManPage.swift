import StoryScript

/// The manual page, made from the program's own tables: `storyline man | man -l -`.
public enum ManPage {
  public static func text(version: String, _ schema: Schema) -> String {
    var page = """
      .TH STORYLINE 1 "" "storyline \(version)" "User Commands"
      .SH NAME
      storyline \\- stories, activity timers, photo moments and posts, on one exact clock
      .SH SYNOPSIS
      .nf

      """
    page += ToolUsage.allCases.map { ".B \(escaped($0.text))\n" }.joined()
    page += ".fi\n.SH DESCRIPTION\n"
    page += escaped(
      "A scriptable shell. Time is virtual in scripts, so an hour takes a microsecond and the same script always writes the same bytes."
    )
    page += "\n.SH OPTIONS\n"
    for option in ToolOption.allCases {
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
    page += ".SH KEYS\n"
    for row in KeyTable.rows { page += ".TP\n.B \(escaped(row.keys))\n\(escaped(row.effect))\n" }
    page += ".SH EXIT STATUS\n"
    page += ".TP\n.B 0\nfine\n.TP\n.B 1\nan error while running, or an expectation that did not hold\n"
    page += ".TP\n.B 2\nwrong syntax or usage: nothing ran\n.TP\n.B 130\ninterrupted\n"
    page += ".TP\n.B 141\nnobody reads the output any more\n"
    return page
  }

  private static func sentence(_ text: String) -> String {
    (text.first.map { String($0).uppercased() } ?? "") + text.dropFirst() + "."
  }

  /// Escapes backslashes, hyphens and dots at the beginning of a line, which have a meaning in roff.
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
