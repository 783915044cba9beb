import Shell
import StoryScript
import Timeline

/// What the command line asks for.
struct CommandLineOptions {
  enum Mode {
    case file(String)
    case text(String)
    case standardInput
    case version
    case help
  }

  /// A usage error: exit code 2.
  struct Problem: Error {
    var message: String
    var suggestion: String?
  }

  var mode: Mode?
  var session = Session.Options()
  var json = false
  /// The folder for what lasts.
  var state: String?
  /// Whether the prompt is to be a practice session too.
  var isPracticeAsked = false
  /// Whether the prompt runs the user's config script.
  var runsConfig = true
  /// Whether what is typed is forgotten at the end.
  var isPrivate = false
  var suggests = true
  /// Whether the first prompt asks whose timers these are.
  var welcomes = true
  var arguments: [String] = []

  init(_ words: [String]) throws(Problem) {
    var index = 0
    var start: CivilTime?
    func value(of option: String, _ needs: String) throws(Problem) -> String {
      index += 1
      guard index < words.count else { throw Problem(message: "\(option) needs \(needs) after it") }
      return words[index]
    }
    while index < words.count, mode == nil || isRunnable == false {
      var word = words[index]
      var attached: String?
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        attached = String(word[word.index(after: equals)...])
        word = String(word[..<equals])
      }
      func text(_ needs: String) throws(Problem) -> String {
        if let attached { return attached }
        return try value(of: word, needs)
      }
      switch ToolOption(rawValue: word == "-h" ? ToolOption.help.word : word) {
      case .script: mode = .text(try value(of: word, "a script"))
      case .json: json = true
      case .trace: session.traces = true
      case .practice: isPracticeAsked = true
      case .isPrivate: isPrivate = true
      case .noConfig: runsConfig = false
      case .noSuggestions: suggests = false
      case .noWelcome: welcomes = false
      case .real: session.kind = .real
      case .speed: session.speed = try Self.speed(try text("instant, 1, 10 or another number"))
      case .now: start = try Self.civil(try text("a date such as 2026-01-05T09:00"))
      case .zone: session.zone = try Self.zone(try text("a time zone such as Europe/Lisbon"))
      case .state: state = try text("a folder")
      case .seed: session.seed = try Self.seed(try text("a whole number"))
      case .version: mode = .version
      case .help: mode = .help
      case nil where word == "-": mode = .standardInput
      case nil where word == "--":
        // What follows is a file whatever it is called, and its arguments.
        index += 1
        if index < words.count { mode = .file(words[index]) }
      case nil where word.hasPrefix("-"):
        let meant = closest(to: word, among: ToolOption.allCases.map(\.word))
        throw Problem(
          message: "there is no option '\(word)'",
          suggestion: meant.map { "did you mean '\($0)'?" } ?? "storyline --help")
      case nil: mode = .file(word)
      }
      index += 1
    }
    arguments = Array(words[min(index, words.count)...])
    // In the session's zone, whichever of the two was said first.
    if let start { session.start = start.instant(offset: session.zone.offset(atLocal: start)) }
    if session.kind == .real, session.speed != nil {
      throw Problem(message: "--speed belongs to practice sessions; a real one follows the wall clock")
    }
  }

  private var isRunnable: Bool {
    switch mode {
    case .file, .text, .standardInput: true
    default: false
    }
  }

  private static func speed(_ text: String) throws(Problem) -> Double? {
    if text == "instant" { return nil }
    guard let speed = Double(text), speed.isFinite, speed > 0 else {
      throw Problem(
        message: "--speed needs instant or a number above 0, not '\(text)'", suggestion: "such as: --speed 10")
    }
    return speed
  }

  private static func seed(_ text: String) throws(Problem) -> UInt64 {
    guard let number = UInt64(text) else {
      throw Problem(message: "--seed needs a whole number from 0, not '\(text)'")
    }
    return number
  }

  private static func civil(_ text: String) throws(Problem) -> CivilTime {
    guard let civil = CivilTime(parsing: text.utf8) else {
      throw Problem(message: "--now needs a date such as 2026-01-05T09:00, not '\(text)'")
    }
    // Time goes on from there, and what happens must have a date in every zone.
    guard (2...9_000).contains(civil.year) else {
      throw Problem(message: "--now needs a year from 2 to 9000, not \(civil.year)")
    }
    return civil
  }

  private static func zone(_ text: String) throws(Problem) -> Zone {
    guard let zone = Zone(text) else {
      throw Problem(message: "there is no time zone '\(text)'", suggestion: "such as: --zone Europe/Lisbon")
    }
    return zone
  }
}
