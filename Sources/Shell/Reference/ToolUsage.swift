/// A way to call the program, declared once: for `--help`, the manual page, the completions and the tools' error
/// messages.
public enum ToolUsage: Hashable, Sendable, CaseIterable {
  case prompt, file, text, standardInput
  case tool(Tool)

  /// A tool, which processes scripts instead of only running them.
  public enum Tool: String, Hashable, Sendable, CaseIterable {
    case check, fmt, test, lesson, render, state, man, completions, grammar

    /// An option of a tool, as typed.
    public enum Flag: String, Hashable, Sendable {
      case check = "--check"
      case fix = "--fix"
      case update = "--update"
      case tap = "--tap"
      case trust = "--trust"
      case replace = "--replace"
      case cast = "--cast"

      var summary: String {
        switch self {
        case .check: "changes nothing, and says which files it would change"
        case .fix: "takes what errors suggest, and checks what is left"
        case .update: "writes what came out as what is expected"
        case .tap: "the lines of the Test Anything Protocol"
        case .trust: "plays what may reach files, too, and renders without limits"
        case .replace: "writes the file anew if it is there"
        case .cast: "2 for an asciicast of version 2, which older players want"
        }
      }
    }

    /// The tool's usage, as typed.
    public var usage: String { ToolUsage.tool(self).text }
    /// The options of the tool.
    public var flags: [Flag] { description.flags }
    fileprivate var words: String {
      " " + rawValue + flags.map { " [\($0.rawValue)]" }.joined() + description.operands
    }
    var meaning: String { description.meaning }

    private var description: (flags: [Flag], operands: String, meaning: String) {
      switch self {
      case .check: ([.fix], " PATH…", "finds all errors and runs nothing")
      case .fmt: ([.check], " PATH…|-", "rewrites scripts in canonical form")
      case .test: ([.update, .tap], " PATH…", "runs scripts and Markdown with story blocks as tests")
      case .lesson:
        (
          [.trust], " check|new|notes|grade FILE…",
          "proves lessons, begins one, prints the teacher's sheet, or says how far learners came"
        )
      case .render:
        (
          [.replace, .cast, .trust], " FILE.story to FILE.html|FILE.cast|FILE.md|FILE.svg",
          "makes something of a recording"
        )
      case .state:
        (
          [], " check [FOLDER]|name NAME [FOLDER]",
          "names what is wrong with a state folder and what mends it, or says which journal in it is this device's"
        )
      case .man: ([], "", "prints the manual page")
      case .completions: ([], " bash|zsh|fish", "prints completions for a shell")
      case .grammar: ([], " vim|textmate", "prints the colours of scripts for an editor")
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
    case .prompt: ("", "the prompt")
    case .file: (" FILE [ARGUMENT…]", "runs a script; $1, $2, … and $args hold the arguments")
    case .text: (" -c SCRIPT [ARGUMENT…]", "runs a text")
    case .standardInput: (" -", "runs a script from standard input, as does a pipe")
    case .tool(let tool): (tool.words, tool.meaning)
    }
  }

  /// The text of `--help`.
  public static var help: String {
    func rows(_ pairs: [(String, String)], _ width: Int) -> String {
      pairs.map { name, meaning in
        let pad = String(repeating: " ", count: max(1, width - name.count))
        return name.count < width
          ? "  \(name)\(pad)\(meaning)\n" : "  \(name)\n  \(String(repeating: " ", count: width))\(meaning)\n"
      }.joined()
    }
    return "storyline: stories, activity timers, photo moments and posts, on one exact clock\n\n"
      + rows(allCases.map { ($0.text, $0.meaning) }, 36) + "\n"
      + rows(ToolOption.allCases.map { ($0.name, $0.summary) }, 18)
        + """

        Exit codes: 0 fine, 1 an error or a failed expectation, 2 wrong syntax or usage, 130 interrupted,
        141 nobody reads the output any more.
        `storyline -c help` lists the commands.

        """
  }
}
