import SessionState
import Shell
import ShellCore
import StoryScript
import System
import Timeline

/// The parsed command line.
struct CommandLineOptions {
  enum Mode {
    case file(String)
    case text(String)
    case standardInput
    case version
    case licenses
    /// The help about `all` or a topic, such as a tool; the short help if there are no words.
    case help([String])
  }

  /// `true` unless the program only prints information about itself.
  var isSession: Bool {
    switch mode {
    case .version, .help: false
    default: true
    }
  }

  /// A usage error: exit code 2.
  struct Problem: Error {
    var message: String
    var suggestion: String?
  }

  var mode: Mode?
  var session = Session.Options()
  var json = false
  /// The state folder.
  var state: String?
  /// `true` if the prompt should be a practice session.
  var isPracticeAsked = false
  /// `true` if the prompt runs the user's config script.
  var runsConfig = true
  /// The file for a recording of the typed lines.
  var record: String?
  /// `true` if the typed lines are forgotten at the end.
  var isPrivate = false
  var suggests = true
  /// `true` if the first prompt asks for the child's name.
  var welcomes = true
  var arguments: [String] = []

  init(_ words: [String]) throws(Problem) {
    var index = 0
    var start: CivilTime?
    while index < words.count, mode == nil || isRunnable == false {
      var word = words[index]
      var attached: String?
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        attached = String(word[word.index(after: equals)...])
        word = String(word[..<equals])
      }
      func text(_ needs: String) throws(Problem) -> String {
        if let attached { return attached }
        index += 1
        guard index < words.count else { throw Problem(message: "\(word) expects \(needs)") }
        return words[index]
      }
      func value<Value>(
        _ needs: String, or exactly: String? = nil, _ suggestion: String? = nil, _ read: (String) -> Value?
      ) throws(Problem) -> Value {
        let text = try text(needs)
        if let value = read(text) { return value }
        throw Problem(message: "\(exactly ?? "\(word) expects \(needs), not") '\(text)'", suggestion: suggestion)
      }
      switch ToolOption(word: word == "-h" ? ToolOption.help.word : word) {
      case .script: mode = .text(try text("a script"))
      case .json: json = true
      case .quiet: session.isQuiet = true
      case .trace: session.traces = true
      case .practice: isPracticeAsked = true
      case .isPrivate: isPrivate = true
      case .noConfig: runsConfig = false
      case .noSuggestions: suggests = false
      case .noWelcome: welcomes = false
      case .real: session.kind = .real
      case .speed:
        session.speed = try value(
          "instant or a number above 0", or: "--speed expects instant or a number above 0, not",
          "try: --speed 10"
        ) { $0 == "instant" ? .some(nil) : Double($0).flatMap { $0.isFinite && $0 > 0 ? .some($0) : nil } }
      case .now:
        let civil = try value("a date such as 2026-01-05T09:00") { CivilTime(parsing: $0.utf8) }
        // Time continues from there, and all events must have a date in every zone.
        guard StartYears.all.contains(civil.year) else {
          throw Problem(message: "--now expects a year from 2 to 9000, not \(civil.year)")
        }
        start = civil
      case .zone:
        let name = try text("a time zone such as Europe/Lisbon")
        guard let zone = Zone(name) else {
          throw Problem(message: "there is no time zone '\(name)'", suggestion: Zone.suggestion(for: name))
        }
        session.zone = zone
      case .state: state = try text("a folder")
      case .record: record = try text("a file")
      case .seed:
        session.seed = try value("a whole number", or: "--seed expects a whole number from 0 to \(UInt64.max), not") {
          UInt64($0)
        }
      case .version: mode = .version
      case .licenses: mode = .licenses
      case .help:
        let topic = words[(index + 1)...].prefix { !$0.hasPrefix("-") }
        index += topic.count
        mode = .help(Array(topic))
      case nil where word == "-": mode = .standardInput
      case nil where word == "--":
        // The next word is a file, even if it begins with `-`; the rest are its arguments.
        index += 1
        if index < words.count { mode = .file(words[index]) }
      case nil where word.hasPrefix("-"):
        let meant = closest(to: word, among: ToolOption.allCases.map(\.word))
        throw Problem(
          message: "there is no option '\(word)'",
          suggestion: meant.map { StoryScript.Problem.question(about: $0) } ?? "try: storyline --help")
      case nil:
        if let problem = Self.slip(words[index...]) { throw problem }
        mode = .file(word)
      }
      index += 1
    }
    arguments = Array(words[min(index, words.count)...])
    // In the session's zone, regardless of the order of the two options.
    if let start { session.start = start.instant(offset: session.zone.offset(atLocal: start)) }
    if record != nil, mode != nil {
      throw Problem(
        message: "--record needs a prompt", suggestion: "try: storyline --practice --record FILE")
    }
    if record != nil, !isPracticeAsked {
      throw Problem(
        message: "a real session cannot be recorded, because it could not be replayed",
        suggestion: "try: storyline --practice --record FILE")
    }
    if session.kind == .real, session.speed != nil {
      throw Problem(message: "--speed needs a practice session: a real one follows the wall clock")
    }
  }

  /// Returns the probable correction of a line with a typo, if the correction can be parsed.
  private static func corrected(_ line: String, _ vocabulary: Vocabulary) -> String? {
    func errors(_ text: String) -> [Diagnostic] {
      do {
        _ = try Parser.parse(try Source(name: "", text: text), vocabulary)
        return []
      } catch { return (error as? Diagnostics)?.all ?? [] }
    }
    return errors(line).first?.corrected.flatMap { errors($0).isEmpty ? $0 : nil }
  }

  /// Returns the error for words that are not a script: a line of the language, or a misspelt tool.
  private static func slip(_ words: ArraySlice<String>) -> Problem? {
    guard let word = words.first, !File.exists(word), !word.contains(where: { $0 == "/" || $0 == "." }) else {
      return nil
    }
    if word == "tutorial" || word == "learn" {
      return Problem(message: "there is no script '\(word)'", suggestion: "try: storyline, then \(word) at its prompt")
    }
    let line = words.joined(separator: " ")
    let vocabulary = Catalog.standard.schema.vocabulary
    let isLine = vocabulary.commands.hasFirstWord(word) || Keyword(rawValue: word) != nil
    if isLine || words.count > 1, let meant = isLine ? line : corrected(line, vocabulary) {
      return Problem(
        message: "there is no script '\(word)'",
        suggestion:
          "to run a single line, try: storyline -c \(ShellWord.quoted(SecretText.masked(meant, vocabulary)))")
    }
    let meant = closest(to: word, among: ToolUsage.Tool.allCases.map(\.rawValue))
    return meant.map {
      Problem(
        message: "there is no script '\(word)'", suggestion: StoryScript.Problem.question(about: "storyline \($0)"))
    }
  }

  /// `true` if the script comes from elsewhere, so that standard input may contain its data.
  var readsNoScriptFromInput: Bool {
    switch mode {
    case .file, .text: true
    default: false
    }
  }

  private var isRunnable: Bool {
    switch mode {
    case .file, .text, .standardInput: true
    default: false
    }
  }
}
