import StoryScript

/// A way to call the program, declared once: for `--help`, the manual page, the completions and the tools' error
/// messages.
public enum ToolUsage: Hashable, Sendable, CaseIterable {
  case prompt, file, text, standardInput
  case tool(Tool)

  /// A tool, which processes scripts instead of only running them.
  public enum Tool: String, Hashable, Sendable, CaseIterable {
    case check, fmt, test, lesson
    case classroom = "class"
    case render, state, lsp, dap, man, completions, grammar, help

    /// An option of a tool, as typed.
    public enum Flag: String, Hashable, Sendable {
      case check = "--check"
      case fix = "--fix"
      case update = "--update"
      case tap = "--tap"
      case trust = "--trust"
      case replace = "--replace"
      case cast = "--cast"
      case from = "--from"
      case to = "--to"
      case frame = "--frame"
      case animate = "--animate"
      case json = "--json"
      case sarif = "--sarif"
      case stdio = "--stdio"
      case port = "--port"
      case folder = "--folder"
      case page = "--page"
      case local = "--local"

      var summary: String {
        switch self {
        case .check: "lists the files that would change, without changing them"
        case .fix: "applies unambiguous corrections, then checks the rest"
        case .update: "replaces the expected output with the actual output"
        case .tap: "prints the results in the Test Anything Protocol (TAP)"
        case .trust: "allows access to files and removes the limits; only for files that you wrote or have read"
        case .replace: "overwrites the file if it exists"
        case .cast: "the asciicast version: 3 (default), or 2 for older players"
        case .from: "starts at a step of a lesson, a line (12) or a time (1m30s)"
        case .to: "ends after a step or a line, or at a time"
        case .frame: "draws a window frame around the picture"
        case .animate: "animates the picture: commands are typed, and their output appears"
        case .json: "prints JSON: one object per problem, or per recording"
        case .sarif: "prints SARIF 2.1.0, for code review tools"
        case .stdio: "uses standard input and output (the default)"
        case .port: "the port of the class's address (default: 8080)"
        case .folder: "the folder for what learners hand in (default: class)"
        case .page: "the page that learners get (default: storyline.html beside the program)"
        case .local: "takes connections from this machine only, as behind a proxy that adds TLS"
        }
      }

      /// The values of the option; empty if it has none.
      var values: [String] { self == .cast ? ["2", "3"] : [] }

      /// The option with the name of its value.
      var typed: String { rawValue + (value.map { " " + $0 } ?? "") }

      /// The name of the option's value; `nil` if it has none.
      var value: String? {
        switch self {
        case .cast: "N"
        case .from, .to: "PLACE"
        case .port: "N"
        case .folder: "FOLDER"
        case .page: "FILE"
        default: nil
        }
      }
    }

    /// The kind of an argument, for the completions.
    enum Operand: Hashable {
      /// A script, or a folder with scripts.
      case script
      /// A script or a Markdown document, or a folder with them.
      case document
      case folder
      /// The name of a new file, or a text.
      case free
      /// A tool's or a command's name.
      case topic
    }

    /// A word that can follow the tool: `lesson check`.
    public struct Choice: Hashable {
      public var word: String
      var summary: String
      var operand: Operand?
    }

    /// The tool's usage, as typed.
    public var usage: String { ToolUsage.tool(self).text }
    /// The options of the tool.
    public var flags: [Flag] { description.flags }
    fileprivate var words: String {
      let options =
        flags.count > 2
        ? " [OPTION…]" : flags.map { " [\($0.typed)]" }.joined()
      return " " + rawValue + options + description.operands
    }
    var meaning: String { description.meaning }

    /// The words that the tool expects first; empty if it expects an operand.
    public var choices: [Choice] {
      switch self {
      case .lesson:
        [
          Choice(word: "check", summary: "checks that the solutions of a lesson reach its goals", operand: .script),
          Choice(word: "new", summary: "writes a template for a new lesson", operand: .free),
          Choice(word: "notes", summary: "prints the teacher's sheet", operand: .script),
          Choice(word: "grade", summary: "shows the progress of learners", operand: .script),
        ]
      case .state:
        [
          Choice(word: "check", summary: "lists the problems in a state folder and how to fix them", operand: .folder),
          Choice(word: "name", summary: "selects this device's journal in a state folder", operand: .free),
        ]
      case .completions:
        ShellCompletions.Shell.allCases.map { Choice(word: $0.rawValue, summary: "completions for \($0.rawValue)") }
      case .grammar:
        [
          Choice(word: "vim", summary: "syntax file for Vim and Neovim"),
          Choice(word: "textmate", summary: "TextMate grammar, for Visual Studio Code and others"),
        ]
      default: []
      }
    }

    /// The words that the tool expects first, for messages: "check, new, notes or grade".
    public var choicesPhrase: String {
      choices.map { $0.word }.listed("or")
    }

    /// The kind of the tool's arguments; `nil` if it has none, or if they depend on the choice.
    var operand: Operand? {
      switch self {
      case .check, .fmt, .render: .script
      case .test: .document
      case .help: .topic
      default: nil
      }
    }

    private var description: (flags: [Flag], operands: String, meaning: String) {
      switch self {
      case .check: ([.fix, .json, .sarif], " PATH…|-", "reports all errors without running anything")
      case .fmt: ([.check], " PATH…|-", "formats scripts")
      case .test:
        (
          [.update, .tap, .trust], " PATH…",
          "runs scripts and Markdown as tests, which may read only files in their folder"
        )
      case .lesson:
        (
          [.json, .trust], " check|new|notes|grade FILE…",
          "checks and creates lessons, prints the teacher's sheet, grades recordings"
        )
      case .classroom:
        (
          [.port, .folder, .page, .local], " [LESSON]",
          "teaches a class in browsers: serves the page in this network, and collects"
        )
      case .render:
        (
          [.replace, .from, .to, .frame, .animate, .cast, .trust], " FILE.story to FILE.html|cast|md|svg",
          "makes a web page, asciicast, picture or document from a recording or script"
        )
      case .state: ([], " check [FOLDER]|name NAME [FOLDER]", "checks a state folder, or selects this device's journal")
      case .lsp: ([.stdio], "", "runs a language server for editors")
      case .dap: ([.stdio], "", "runs a debugger for editors; it can also step backwards")
      case .man: ([], "", "prints the manual page")
      case .completions: ([], " bash|zsh|fish", "prints completions for a shell")
      case .grammar: ([], " vim|textmate", "prints a syntax grammar for an editor")
      case .help: ([], " [all|TOOL|WORD…]", "explains a tool, an option or a command")
      }
    }
  }

  public static var allCases: [ToolUsage] {
    [.prompt, .file, .text, .standardInput] + Tool.allCases.map { .tool($0) }
  }

  /// The usage, as typed.
  var text: String { "storyline" + description.words }
  var meaning: String { description.meaning }

  private var description: (words: String, meaning: String) {
    switch self {
    case .prompt: ("", "opens the prompt")
    case .file: (" FILE [ARGUMENT…]", "runs a script; $1, $2, … and $args hold the arguments")
    case .text: (" -c SCRIPT [ARGUMENT…]", "runs SCRIPT, given as text")
    case .standardInput: (" -", "runs a script from standard input; with a pipe, - is optional")
    case .tool(let tool): (tool.words, tool.meaning)
    }
  }
}

/// The program's own help texts. None is wider than 80 columns.
public enum ToolHelp {
  static let headline = "storyline: stories, activity timers, photo moments and posts, on one exact clock\n\n"

  /// The text of `--help`, which fits a window of 80 × 24.
  public static var short: String {
    let options: [ToolOption] = [
      .practice, .real, .state, .speed, .zone, .json, .quiet, .version, .licenses,
    ]
    let calls = [
      ("storyline", "opens the prompt; type tutorial, learn or help"),
      ("storyline FILE [ARGUMENT…]", "runs a script"),
      ("storyline -c SCRIPT", "runs SCRIPT: storyline -c 'story play 4 for 15s'"),
      ("storyline TOOL …", ToolUsage.Tool.allCases.map { $0.rawValue }.joined(separator: ", ")),
    ]
    return headline + rows(calls, 28) + "\n" + rows(options.map { ($0.name, $0.summary) }, 18)
      + """

        storyline help WORD…        explains a tool or command: help timer start
        storyline --help all        lists all tools, options and exit codes
        storyline man | man -l -    shows the manual

      """
  }

  /// The text of `--help all`.
  public static var all: String {
    headline + rows(ToolUsage.allCases.map { ($0.text, $0.meaning) }, 36) + "\n"
      + rows(ToolOption.allCases.map { ($0.name, $0.summary) }, 18)
      + "\nExit codes:\n" + rows(ExitCodeTable.rows.map { ("\($0.code)", $0.meaning) }, 6)
      + "\nstoryline help TOOL explains a tool; storyline -c help lists the commands.\n"
  }

  /// Returns the help of a tool: `storyline help render`.
  public static func text(of tool: ToolUsage.Tool) -> String {
    var text = "\(tool.usage)\n  \(tool.meaning)\n"
    if !tool.choices.isEmpty { text += "\n" + rows(tool.choices.map { ($0.word, $0.summary) }, 14) }
    if !tool.flags.isEmpty {
      text += "\n" + rows(tool.flags.map { ($0.typed, $0.summary) }, 14)
    }
    return text
  }

  /// Returns the help of an option: `storyline help --zone`.
  public static func text(of option: ToolOption) -> String { rows([(option.name, option.summary)], 18) }

  /// Lays out a table of two columns. The second is wrapped at 80 columns.
  static func rows(_ pairs: [(String, String)], _ width: Int) -> String {
    pairs.map { name, meaning in
      let indentation = String(repeating: " ", count: 2 + width)
      var lines: [String] = [""]
      for word in meaning.split(separator: " ") {
        if lines[lines.count - 1].count + 1 + word.count > 78 - width { lines.append("") }
        lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      }
      let text = lines.joined(separator: "\n" + indentation)
      return name.count < width
        ? "  \(name)\(String(repeating: " ", count: width - name.count))\(text)\n"
        : "  \(name)\n\(indentation)\(text)\n"
    }.joined()
  }
}

/// The program's exit codes and their meanings.
enum ExitCodeTable {
  static let rows: [(code: Int, meaning: String)] = [
    (0, "success"),
    (1, "an error while running, or a failed expectation"),
    (2, "wrong syntax or usage; nothing ran"),
    (130, "interrupted"),
    (141, "the reader of the output closed the pipe"),
  ]
}
