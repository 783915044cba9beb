import Timeline

/// The values that a parameter accepts.
public enum ParameterType: Sendable {
  case number(ClosedRange<Double>, whole: Bool)
  case duration(ClosedRange<Duration>)
  /// A number of minutes, or a duration: `20` or `20m`.
  case minutes(ClosedRange<Duration>)
  case date
  /// A date, a duration from now, or a time of day as `DayTime` reads it: `18:00`, `tomorrow 9:00`.
  case time
  case text
  /// Text in quotes, or in braces with an item on each line: `{ dress for 5m; teeth for 3m }`. An item may begin with
  /// the name of one of these things.
  case lines(of: String)
  /// The name of a file or folder; `~` is the home folder.
  case path
  /// The name of an item that completion can list: an activity, a user.
  case name(of: String)
  /// A name of several words, as typed: `tap bar`.
  case words(of: String)
  /// One of a list of words, or else a number in a range.
  case choice([String], orNumber: ClosedRange<Double>?)
  /// A record of a given kind, such as a moment.
  case record(of: String)
  /// A value that one of several types accepts.
  indirect case either([ParameterType])
  case flag
  case any

  /// `true` if any bare word is read as text.
  public var acceptsText: Bool {
    switch self {
    case .text, .lines, .path, .name, .words: true
    // A record is never a bare word.
    case .either(let types):
      types.contains { $0.acceptsText }
        && types.allSatisfy { if case .record = $0 { true } else { $0.acceptsText } }
    default: false
    }
  }

  /// `true` if the type may accept a duration.
  var takesDuration: Bool {
    switch self {
    case .duration, .minutes, .time: true
    case .either(let types): types.contains { $0.takesDuration }
    default: false
    }
  }

  /// `true` if the type accepts a number of minutes.
  var takesMinutes: Bool { if case .minutes = self { true } else { false } }

  /// `true` if the type may accept the path of a file or a folder.
  public var isPath: Bool {
    switch self {
    case .path: true
    case .either(let types): types.contains { $0.isPath }
    default: false
    }
  }

  /// `true` if the type may accept a name that is not a file's.
  public var takesNames: Bool {
    switch self {
    case .name: true
    case .either(let types): types.contains { $0.takesNames }
    default: false
    }
  }

  /// Returns `true` if more words may follow a bare word: `tap bar`, `needs work`.
  func continues(after word: String) -> Bool {
    switch self {
    case .words: true
    case .time: DayTime(word + " 0:00") != nil
    case .choice(let words, _): words.contains { $0.hasPrefix(word.lowercased() + " ") }
    default: false
    }
  }

  /// `true` if the value is free text, of one or more words.
  var isText: Bool {
    switch self {
    case .text, .lines: true
    default: false
    }
  }

  /// `true` if the text may be in braces instead of quotes.
  var takesLines: Bool { if case .lines = self { true } else { false } }

  /// The accepted values, as the end of "expects …".
  public var phrase: String {
    switch self {
    case .number(let range, let whole):
      let kind = whole ? "a whole number" : "a number"
      if range.upperBound == .infinity || range.upperBound >= 9e15 {
        return range.lowerBound == -.infinity ? kind : "\(kind) of at least \(NumberText.plain(range.lowerBound))"
      }
      // A share can be written as a percentage.
      if range == 0...1, !whole { return "a share from 0% to 100%, or from 0 to 1" }
      return "\(kind) from \(NumberText.plain(range.lowerBound)) to \(NumberText.plain(range.upperBound))"
    case .duration: return "a duration such as 15s"
    case .minutes: return "a number of minutes or a duration such as 20m"
    case .date: return "a date such as 2026-11-20"
    case .time: return "a date, or a time such as 18:00 or tomorrow 9:00"
    case .text: return "text"
    case .lines: return "text in quotes, or lines in '{ … }'"
    case .path: return "a file or folder"
    case .name(let what), .words(let what): return "the name of \(what)"
    case .choice(let words, let number):
      let numbers = number.map {
        "a number from \(NumberText.plain($0.lowerBound)) to \(NumberText.plain($0.upperBound))"
      }
      return (words.map { "'\($0)'" } + (numbers.map { [$0] } ?? [])).listed("or")
    case .record(let what): return "the record of \(what)"
    case .either(let types): return types.map { $0.phrase }.joined(separator: ", or ")
    case .flag: return "nothing after it"
    case .any: return "a value"
    }
  }

  /// Returns the problem with `value` for this parameter; `nil` if the value is valid.
  package func problem(
    with value: ArgumentValue, of parameter: Parameter, in command: Command, written: @autoclosure () -> String?
  )
    -> Problem?
  {
    func wrong(_ suggestion: String? = nil) -> Problem {
      .wrongArgument(
        command: command.name, parameter: parameter.word(in: command), needs: phrase,
        found: written().map { "'\($0)'" } ?? value.kind.phrase, suggestion: suggestion)
    }
    switch (self, value) {
    case (.either(let types), _):
      let problems = types.map { $0.problem(with: value, of: parameter, in: command, written: written()) }
      return problems.contains { $0 == nil } ? nil : wrong()
    case (.any, _), (.flag, _), (.date, .date), (.time, .date), (.time, .constant(.duration)),
      (.text, .constant(.text)), (.lines, .constant(.text)), (.path, .constant(.text)),
      (.name, .constant(.text)), (.words, .constant(.text)), (.record, .record):
      return nil
    case (.number(let range, let whole), .constant(.number(let number))):
      guard range.contains(number), !whole || number == number.rounded() else { return wrong() }
      return nil
    case (.time, .constant(.text(let text))): return DayTime(text) == nil ? wrong() : nil
    case (.text, .list(let texts)), (.lines, .list(let texts)):
      // Suggest one text with all items: `tags ["swift", "shell"]`.
      let texts = texts() ?? []
      return wrong(texts.isEmpty ? nil : Literal.quoted(texts.joined(separator: " ")))
    case (.number(let range, _), .constant(.whole(let number))):
      return range.contains(Double(number)) ? nil : wrong()
    case (.number, .constant(.duration)): return wrong()
    case (.duration(let range), .constant(.duration(let duration))),
      (.minutes(let range), .constant(.duration(let duration))):
      return Self.durationProblem(duration, range, parameter, command)
    case (.minutes(let range), .constant(.number(let number))):
      guard let length = Duration(seconds: number * 60) else { return .durationTooLong }
      // Shows minutes as written: a user who types a million minutes does not think in days.
      return Self.durationProblem(length, range, parameter, command, written: NumberText.plain(number) + "m")
    case (.duration, .constant(.number(let number))): return wrong(NumberText.plain(number) + "s")
    case (.choice(let words, _), .constant(.text(let text))):
      if Self.isChoice(text, of: words) { return nil }
      let meant = parameter.synonyms[text.lowercased()] ?? closest(to: text, among: words)
      // Too many words to list.
      if words.count > Self.manyWords {
        return .refused(
          "'\(parameter.word(in: command))' does not accept '\(text)'",
          suggestion: meant.map { Problem.question(about: $0) } ?? "try: help \(command.name)")
      }
      return wrong(meant.map { $0.contains(" ") ? "\"\($0)\"" : $0 })
    case (.choice(_, let range?), .constant(.number(let number))): return range.contains(number) ? nil : wrong()
    default: return wrong()
    }
  }

  /// The maximum number of words of a choice that a message lists.
  private static let manyWords = 8

  /// Returns `true` if the text is one of the words. If any of the words contains a space, case and separators are
  /// ignored, as in values from a table: `needsWork`, `needs-work`, `Amazing`.
  static func isChoice(_ text: String, of words: [String]) -> Bool {
    func joined(_ text: String) -> String { text.lowercased().filter { !" -_".contains($0) } }
    guard words.contains(where: { $0.contains(" ") }) else { return words.contains(text) }
    return words.contains { joined($0) == joined(text) }
  }

  private static func durationProblem(
    _ duration: Duration, _ range: ClosedRange<Duration>, _ parameter: Parameter, _ command: Command,
    written: String? = nil
  ) -> Problem? {
    guard !range.contains(duration) else { return nil }
    return .durationOutOfRange(
      command: command.name, parameter: parameter.word(in: command), found: written ?? duration.literal,
      minimum: range.lowerBound.literal, maximum: range.upperBound.literal)
  }
}
