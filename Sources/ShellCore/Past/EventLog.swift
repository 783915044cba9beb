import SessionState
import StoryScript
import Timeline

/// The events of a session in order: inputs, and the events that inputs or time caused.
///
/// The log is append-only and outside the world: `undo` and `rewind` add to it and remove nothing. The last 100,000
/// entries are kept.
package struct EventLog {
  package struct Entry {
    package let at: Instant
    /// The number of the input that caused the entry; `nil` if time caused it.
    package var cause: Int? { number < 0 ? nil : number }
    // Not an optional: its tag would cost eight bytes in each of 100,000 entries.
    private let number: Int
    package let what: What

    init(at: Instant, cause: Int?, what: What) {
      self.at = at
      number = cause ?? -1
      self.what = what
    }
  }

  package enum What {
    /// A command and its arguments.
    case input(command: Int, [Value])
    /// The input `cause` was refused.
    indirect case refusal(Failure)
    /// A domain's event as a value, because creating its fields costs more than keeping it.
    case domain(World.Logged)
    case event(EventRow, Record)
  }

  static let limit = 100_000
  /// The maximum stored length of a text.
  static let textLimit = 300
  private let catalog: CommandCatalog
  package private(set) var entries = RecentItems<Entry>()
  /// The number of the last input that was a command in the session's own story, which `explain` describes.
  private(set) var lastInput: Int?
  private(set) var inputCount = 0
  /// The notes that the last input printed: why it changed nothing, if it did not.
  private(set) var notes: [String] = []
  /// `true` if the last input left everything that `undo` could restore as it was.
  private(set) var hasChangedNothing = false
  /// A line after the last input that could not be read, so that nothing of it ran; `nil` if there is none.
  private(set) var unread: (text: String, problem: Problem)?
  init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// Keeps a note that the input with this number printed.
  mutating func note(_ text: String, of input: Int) {
    if input == lastInput, notes.count < 4 { notes.append(String(text.prefix(Self.textLimit))) }
  }

  /// Records that the input with this number changed nothing.
  mutating func noteUnchanged(_ input: Int) { if input == lastInput { hasChangedNothing = true } }

  /// Keeps a line that could not be read, for `explain`: it has no input of its own.
  mutating func noteUnread(_ text: String, _ problem: Problem) {
    unread = (String(text.prefix(Self.textLimit)), problem)
  }

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    if entries.count > Self.limit + RecentItems<Entry>.pieceSize { entries.removeOldest() }
  }

  /// - Returns: the input's number.
  mutating func addInput(_ command: Int, _ arguments: Arguments, at instant: Instant, isSilent: Bool) -> Int {
    let number = entries.end
    let parameters = catalog.entries[command].command.parameters
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for index in 0..<arguments.count {
      if parameters[index].isSecret, arguments.has(index) {
        values.append(.text(SecretText.mask))
      } else if parameters[index].secretBehind != nil, case .text(let text) = arguments[index] {
        values.append(.text(SecretText.handle(in: text)))
      } else {
        values.append(Self.kept(arguments[index]))
      }
    }
    append(Entry(at: instant, cause: nil, what: .input(command: command, values)))
    inputCount += 1
    if isSilent { return number }
    lastInput = number
    (notes, hasChangedNothing, unread) = ([], false, nil)
    return number
  }

  mutating func add(_ failure: Failure, at instant: Instant, cause: Int) {
    append(Entry(at: instant, cause: cause, what: .refusal(failure)))
  }

  mutating func add(_ what: What, at instant: Instant, cause: Int?) {
    var what = what
    if case .event(let row, var fields) = what {
      for (name, value) in zip(fields.names, fields.values) { fields[name] = Self.kept(value) }
      what = .event(row, fields)
    }
    append(Entry(at: instant, cause: cause, what: what))
  }

  /// Returns a value small enough to be kept: for a list or record only its size, or the reference that names it:
  /// `@3`.
  private static func kept(_ value: Value) -> Value {
    switch value {
    case .text(let text) where text.utf8.count > textLimit: .text(String(text.prefix(textLimit)) + "…")
    case .list(let items): .text("[\(TimeText.count(items.count, "item"))]")
    case .record(let record) where record["ref"]?.text != nil: record["ref"] ?? .none
    case .record(let record): .text("{\(TimeText.count(record.count, "field"))}")
    default: value
    }
  }

  /// An input as the session received it.
  package struct Input {
    /// The command's index in the catalog.
    let command: Int
    let values: [Value]
    /// The input as it is typed: `tap right`.
    package let text: String
  }

  /// Returns the input with this number; `nil` if it is no longer kept.
  func input(_ number: Int) -> Input? {
    guard entries.indices.contains(number), case .input(let command, let values) = entries[number].what else {
      return nil
    }
    return Input(
      command: command, values: values, text: CommandText.make(catalog.entries[command].command, values))
  }

  /// Returns the input with this number as it is typed: `tap right`; `nil` if it is no longer kept.
  func text(ofInput number: Int) -> String? { input(number)?.text }

  /// Returns the entries that an input caused, in order.
  func entries(causedBy input: Int) -> [Entry] {
    guard entries.indices.contains(input) else { return [] }
    return (input + 1..<entries.end).lazy.map { entries[$0] }.filter { $0.cause == input }
  }
}

extension EventLog.Entry {
  /// The reason why the entry's input was refused.
  var refusal: Problem? { if case .refusal(let failure) = what { failure.problem } else { nil } }
}

/// A formatter of commands as users type them, without texts that look like a password.
enum CommandText {
  static func make(_ command: Command, _ values: [Value]) -> String {
    var parts = [command.name]
    for (parameter, value) in zip(command.parameters, values) where !value.isNone {
      if let preposition = parameter.preposition { parts.append(preposition) }
      if case .flag = parameter.type { continue }
      switch value {
      case .text(let text) where parameter.isSecret: parts.append(text)
      case .text(let text) where isText(parameter.type):
        parts.append(ValueWriter.quoted(text))
      case .text(let text) where !text.hasPrefix("[") && !text.hasPrefix("{"):
        parts.append(isWord(text) ? text : ValueWriter.quoted(text))
      case .text(let text): parts.append(text)
      default: parts.append(ValueWriter().text(value))
      }
    }
    return SecretText.withoutTokens(parts.joined(separator: " "))
  }

  private static func isText(_ type: ParameterType) -> Bool { if case .text = type { true } else { false } }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        switch $0 {
        case "a"..."z", "A"..."Z", "0"..."9", "@", "-", "_", "/", ".": true
        default: !$0.isASCII
        }
      }
  }
}
