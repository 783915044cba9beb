import Timeline

/// One command of the shell, as plain data.
///
/// Parser, highlighting, completion, `help`, the man page and Grammar.md's list all come from these; nothing about a
/// command is written down twice.
public struct Command: Sendable {
  /// What it starts with: `["story", "play"]`.
  public var words: [String]
  public var parameters: [Parameter]
  /// One line without a full stop, for lists and completion.
  public var summary: String
  /// Some sentences for `help`.
  public var details: String { makeDetails() }
  // Only `help` asks for them; some are put together of many parts.
  private let makeDetails: @Sendable () -> String
  public var examples: [Example]
  /// Words under which `help search` finds it.
  public var searchWords: [String]
  /// Whether it can pass time on the session's clock.
  public var takesTime: Bool
  public var effect: Effect

  /// What `undo` has to do about it.
  public enum Effect: String, Sendable {
    /// Only the session changes: its saved copy comes back.
    case none
    /// Something was written to the journal: a voiding event is added.
    case saved
    /// Something left this machine and cannot be undone.
    case outside
  }

  /// A script that shows the command at work; it runs as a test.
  public struct Example: Sendable {
    public var script: String
    public var meaning: String

    public init(_ script: String, _ meaning: String) {
      self.script = script
      self.meaning = meaning
    }
  }

  public init(
    _ words: String, _ parameters: [Parameter] = [], summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "", examples: [Example],
    searchWords: [String] = [], takesTime: Bool = false, effect: Effect = .none
  ) {
    self.words = words.split(separator: " ").map(String.init)
    self.parameters = parameters
    self.summary = summary
    makeDetails = details
    self.examples = examples
    self.searchWords = searchWords
    self.takesTime = takesTime
    self.effect = effect
  }

  /// The words as one text: `story play`.
  public var name: String { words.joined(separator: " ") }

  /// How it is written: `story play STORY [for DURATION]`.
  public var usage: String {
    var parts = [name]
    var index = 0
    while index < parameters.count {
      let parameter = parameters[index]
      var alternatives = [parameter.usage]
      if let group = parameter.group {
        while index + 1 < parameters.count, parameters[index + 1].group == group {
          index += 1
          alternatives.append(parameters[index].usage)
        }
      }
      // What has alternatives itself stands apart from the others.
      let joined = alternatives.joined(separator: alternatives.contains { $0.contains("|") } ? " | " : "|")
      parts.append(parameter.isRequired ? joined : "[\(joined)]")
      index += 1
    }
    return parts.joined(separator: " ")
  }
}

/// One value that a command takes.
public struct Parameter: Sendable {
  /// What it is called in usage lines and messages.
  public var name: String
  /// The word before it (`for` in `for 15s`); without one it is known by its place. A flag is its own preposition.
  public var preposition: String?
  public var type: ParameterType
  public var isRequired: Bool
  /// Never shown, logged or kept in a history.
  public var isSecret: Bool
  /// Parameters of one group exclude each other: `smart` or `fixed 3h`.
  public var group: String?
  public var summary: String

  public init(
    _ name: String, after preposition: String? = nil, _ type: ParameterType, optional: Bool = false,
    secret: Bool = false, group: String? = nil, _ summary: String
  ) {
    self.name = name
    self.preposition = preposition
    self.type = type
    self.isRequired = !optional
    self.isSecret = secret
    self.group = group
    self.summary = summary
  }

  /// A word that is there or not.
  public static func flag(_ word: String, group: String? = nil, _ summary: String) -> Parameter {
    Parameter(word, after: word, .flag, optional: true, group: group, summary)
  }

  var usage: String {
    switch type {
    case .flag: return name
    case .choice(let words, let number):
      let all = words.map { $0.contains(" ") ? "\"\($0)\"" : $0 } + (number == nil ? [] : [name])
      return (preposition.map { $0 + " " } ?? "") + all.joined(separator: "|")
    default: return (preposition.map { $0 + " " } ?? "") + name
    }
  }
}

/// What a parameter accepts.
public enum ParameterType: Sendable {
  case number(ClosedRange<Double>, whole: Bool)
  case duration(ClosedRange<Duration>)
  /// A number of minutes, or a duration: `20` or `20m`.
  case minutes(ClosedRange<Duration>)
  case date
  case text
  /// The name of a file or folder; `~` is the home folder.
  case path
  /// The name of something that completion can list: an activity, a user.
  case name(of: String)
  /// One of some words, or else a number of a range.
  case choice([String], orNumber: ClosedRange<Double>?)
  /// A record of some kind, such as a moment.
  case record(of: String)
  /// Whatever one of several types accepts.
  indirect case either([ParameterType])
  case flag
  case any

  /// Whether a bare word, whatever it looks like, is taken as text.
  public var takesText: Bool {
    switch self {
    case .text, .path, .name: true
    default: false
    }
  }

  /// Whether it is a text that people write, of one word or many.
  var isText: Bool { if case .text = self { true } else { false } }

  /// What it accepts, as the end of "needs …".
  public var phrase: String {
    switch self {
    case .number(let range, let whole):
      let kind = whole ? "a whole number" : "a number"
      if range.upperBound == .infinity || range.upperBound >= 9e15 {
        return range.lowerBound == -.infinity ? kind : "\(kind) from \(NumberText.plain(range.lowerBound))"
      }
      return "\(kind) from \(NumberText.plain(range.lowerBound)) to \(NumberText.plain(range.upperBound))"
    case .duration: return "a duration such as 15s"
    case .minutes: return "a number of minutes or a duration such as 20m"
    case .date: return "a date such as 2026-11-20"
    case .text: return "a text"
    case .path: return "a file or folder"
    case .name(let what): return "the name of \(what)"
    case .choice(let words, let number):
      let all =
        words.map { "'\($0)'" }
        + (number.map { ["a number from \(NumberText.plain($0.lowerBound)) to \(NumberText.plain($0.upperBound))"] }
          ?? [])
      return all.dropLast().joined(separator: ", ") + (all.count > 1 ? " or " : "") + (all.last ?? "")
    case .record(let what): return "the record of \(what)"
    case .either(let types): return types.map(\.phrase).joined(separator: ", or ")
    case .flag: return "nothing after it"
    case .any: return "a value"
    }
  }

  /// Says what is wrong with `value` for this parameter, or nothing.
  func problem(with value: Value, of parameter: Parameter, in command: Command, written: @autoclosure () -> String?)
    -> Problem?
  {
    func wrong(_ suggestion: String? = nil) -> Problem {
      .wrongArgument(
        command: command.name, parameter: parameter.name, needs: phrase,
        found: written().map { "'\($0)'" } ?? value.kind.phrase, suggestion: suggestion)
    }
    switch (self, value) {
    case (.either(let types), _):
      let problems = types.map { $0.problem(with: value, of: parameter, in: command, written: written()) }
      return problems.contains { $0 == nil } ? nil : wrong()
    case (.any, _), (.flag, _), (.date, .date), (.text, .text), (.path, .text), (.name, .text),
      (.record, .record):
      return nil
    case (.number(let range, let whole), .number(let number)):
      guard range.contains(number), !whole || number == number.rounded() else { return wrong() }
      return nil
    case (.number, .duration): return wrong()
    case (.duration(let range), .duration(let duration)), (.minutes(let range), .duration(let duration)):
      return Self.durationProblem(duration, range, parameter, command)
    case (.minutes(let range), .number(let number)):
      guard let length = Duration(seconds: number * 60) else { return .durationTooLong }
      // As it was written: nobody who says a million minutes thinks of days.
      return Self.durationProblem(length, range, parameter, command, written: NumberText.plain(number) + "m")
    case (.duration, .number(let number)): return wrong(NumberText.plain(number) + "s")
    case (.choice(let words, _), .text(let text)):
      if words.contains(text) { return nil }
      return wrong(closest(to: text, among: words).map { $0.contains(" ") ? "\"\($0)\"" : $0 })
    case (.choice(_, let range?), .number(let number)): return range.contains(number) ? nil : wrong()
    default: return wrong()
    }
  }

  private static func durationProblem(
    _ duration: Duration, _ range: ClosedRange<Duration>, _ parameter: Parameter, _ command: Command,
    written: String? = nil
  ) -> Problem? {
    guard !range.contains(duration) else { return nil }
    return .durationOutOfRange(
      command: command.name, parameter: parameter.name, found: written ?? duration.literal,
      least: range.lowerBound.literal, most: range.upperBound.literal)
  }
}

/// All commands, found by their words. Building one costs microseconds; looking one up O(words).
public struct CommandTable: Sendable {
  public let commands: [Command]
  // A dictionary of plain numbers: the type of one with values of its own takes the runtime longer to make than all else
  // here, whenever the program starts.
  private let byFirstWord: [String: Int]
  private let entries: [Entry]

  /// The commands that begin with one word.
  private struct Entry {
    var indices: [Int] = []
    /// Whether one of them takes a secret: `true` when it cannot do without.
    var secret: Bool?
  }

  public init(_ commands: [Command]) {
    self.commands = commands
    var byFirstWord: [String: Int] = [:]
    var entries: [Entry] = []
    for (index, command) in commands.enumerated() {
      let number = byFirstWord[command.words[0]] ?? entries.count
      if number == entries.count {
        byFirstWord[command.words[0]] = number
        entries.append(Entry())
      }
      entries[number].indices.append(index)
      for parameter in command.parameters where parameter.isSecret {
        entries[number].secret = entries[number].secret == true || parameter.isRequired
      }
    }
    // The longest run of words wins: `tap bar` before `tap`.
    for number in entries.indices where entries[number].indices.count > 1 {
      entries[number].indices.sort { commands[$0].words.count > commands[$1].words.count }
    }
    self.byFirstWord = byFirstWord
    self.entries = entries
  }

  private func entry(_ word: String) -> Entry? { byFirstWord[word].map { entries[$0] } }

  /// Whether some command starts with this word.
  public func hasFirstWord(_ word: String) -> Bool { byFirstWord[word] != nil }

  /// The commands that start with this word, those with more words first.
  public func starting(with word: String) -> [Int] { entry(word)?.indices ?? [] }

  /// Whether a command that starts with this word takes a secret: `true` when it cannot do without.
  func secret(after word: String) -> Bool? { entry(word)?.secret }

  /// O(first words).
  var hasSecrets: Bool { entries.contains { $0.secret != nil } }

  public var firstWords: [String] { byFirstWord.keys.sorted() }
}
