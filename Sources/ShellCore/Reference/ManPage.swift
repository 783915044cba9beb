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
      "A scriptable shell. Scripts run in virtual time: an hour passes in an instant, and the same script always writes the same output."
    )
    page += "\n.SH EXAMPLES\n"
    for (purpose, line) in examples { page += ".TP\n\(escaped(purpose))\n.B \(escaped(line))\n" }
    page += ".SH OPTIONS\n"
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
    page += ".SH FILES\n"
    for (path, meaning) in files { page += ".TP\n.I \(escaped(path))\n\(escaped(meaning))\n" }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in variables { page += ".TP\n.B \(escaped(name))\n\(escaped(meaning))\n" }
    page += ".SH EXIT STATUS\n"
    for row in ExitCodeTable.rows { page += ".TP\n.B \(row.code)\n\(escaped(row.meaning))\n" }
    return page
  }

  private static let examples = [
    ("Open a prompt with a virtual clock; nothing is sent:", "storyline --practice"),
    (
      "Play stories for 15 seconds each, and hold the first for two:",
      "storyline -c 'story play 4 for 15s; wait 3s; hold 2s'"
    ),
    ("Start a 20-minute timer in real time:", "storyline --real -c 'timer start reading 20'"),
    ("Group the photos in a folder into moments:", "storyline -c 'cluster ~/Photos smart'"),
    ("Run a script with an argument, and print JSON:", "storyline --json walk.story 4"),
    ("Check scripts and run them as tests:", "storyline check . && storyline test ."),
    ("Make a web page from a script:", "storyline render walk.story to walk.html"),
  ]

  private static let files = [
    ("~/.config/storyline/config.story", "A script that runs when a prompt opens (XDG_CONFIG_HOME)."),
    (
      "~/.local/share/storyline/",
      "The state folder: one journal per device, and the device's name (XDG_DATA_HOME; --state sets another folder)."
    ),
    ("~/.local/state/storyline/history", "The lines typed at the prompt (XDG_STATE_HOME)."),
    ("~/.local/state/storyline/lessons/", "Your progress in lessons."),
    ("~/.local/state/storyline/libraries", "The list of photo folders that Storyline never changes."),
    ("~/.cache/storyline/sounds/", "Tones for the timers; missing files are created again (XDG_CACHE_HOME)."),
    ("~/.editrc", "Key bindings of libedit; EDITRC sets another file."),
  ]

  private static let variables = [
    ("EDITOR", "Your editor for lines and files (VISUAL takes precedence)."),
    ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR", "Turn colours off or on, as in other programs."),
    ("COLORTERM, TERM", "The terminal's colours: truecolor, 256 colours, or dumb for plain text."),
    ("LC_ALL, LC_CTYPE, LANG", "The terminal's encoding; without UTF-8, symbols are ASCII."),
    ("TZ, TZDIR", "The time zone of real sessions, and the folder of the zone files."),
    ("STORYLINE_PASSWORD", "The password for login in scripts, so that no script has to contain it."),
    ("HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE", "The proxy and the certificates for connections."),
    ("XDG_PICTURES_DIR", "Your pictures folder, which `review` uses if `cluster` has read no photos."),
    ("XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "Replace the folders under FILES."),
  ]

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
      // groff reads bytes beyond ASCII as Latin-1 unless it is told otherwise.
      default:
        for scalar in character.unicodeScalars {
          if scalar.isASCII {
            result.unicodeScalars.append(scalar)
          } else {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
          }
        }
      }
    }
    return result
  }
}
