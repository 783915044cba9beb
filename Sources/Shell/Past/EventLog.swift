import Stories
import StoryScript
import Timeline

/// What happened in a session, in the order in which it did: inputs, and the events that they or time brought.
///
/// Only ever appended to, and outside the world: `undo` and `rewind` add to it and take nothing away. The last 100,000
/// entries are kept.
struct EventLog {
  struct Entry {
    let at: Instant
    /// The number of the input that brought it; `nil` for what time brought.
    let cause: Int?
    let what: What
  }

  enum What {
    /// A command and its arguments.
    case input(command: Int, [Value])
    /// The input `cause` could not be taken.
    indirect case refusal(Failure)
    /// An event of the player, as it is: making its fields costs more than keeping it.
    case story(Player.Event.Kind, author: String)
    case event(EventID, [Value])
  }

  static let limit = 100_000
  /// How much of a text is kept.
  static let textLimit = 300

  private(set) var entries = RecentItems<Entry>()
  /// The number of the last input that was a command of the session's own story, which `explain` is about.
  private(set) var lastInput: Int?
  private(set) var inputCount = 0

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    if entries.count > Self.limit + RecentItems<Entry>.pieceSize { entries.dropOldest() }
  }

  /// - Returns: the input's number.
  mutating func addInput(_ command: Int, _ arguments: Arguments, at instant: Instant) -> Int {
    let number = entries.end
    let parameters = Catalog.parameters[command]
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for index in 0..<arguments.count {
      values.append(
        parameters[index].isSecret && arguments.has(index) ? .text(SecretText.mask) : Self.kept(arguments[index]))
    }
    append(Entry(at: instant, cause: nil, what: .input(command: command, values)))
    lastInput = number
    inputCount += 1
    return number
  }

  mutating func add(_ failure: Failure, at instant: Instant, cause: Int) {
    append(Entry(at: instant, cause: cause, what: .refusal(failure)))
  }

  mutating func add(_ event: Player.Event, cause: Int?, deck: Deck) {
    if case .entered = event.kind { return }
    var author = ""
    // The name alone: a log of decks would keep them all.
    if case .storyStarted(let index, _, _) = event.kind { author = deck.author(at: index) }
    append(Entry(at: event.at, cause: cause, what: .story(event.kind, author: author)))
  }

  mutating func add(_ id: EventID, at instant: Instant, cause: Int?, _ fields: [Value]) {
    append(Entry(at: instant, cause: cause, what: .event(id, fields.map(Self.kept))))
  }

  /// A value small enough to be kept: of a list or record only how much there was.
  private static func kept(_ value: Value) -> Value {
    switch value {
    case .text(let text) where text.utf8.count > textLimit: .text(String(text.prefix(textLimit)) + "…")
    case .list(let items): .text("[\(TimeText.count(items.count, "item"))]")
    case .record(let record): .text("{\(TimeText.count(record.count, "field"))}")
    default: value
    }
  }

  /// The input of that number as it is typed: `tap right`; `nil` when it is no longer kept.
  func text(ofInput number: Int) -> String? {
    guard entries.indices.contains(number), case .input(let command, let values) = entries[number].what else {
      return nil
    }
    return CommandText.make(command, values)
  }

  /// The entries that an input brought, in their order.
  func entries(causedBy input: Int) -> [Entry] {
    guard entries.indices.contains(input) else { return [] }
    return (input + 1..<entries.end).lazy.map { entries[$0] }.filter { $0.cause == input }
  }
}

/// Commands as people type them, made from their arguments.
enum CommandText {
  static func make(_ command: Int, _ values: [Value]) -> String {
    let command = Catalog.schema.vocabulary.commands.commands[command]
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
    return parts.joined(separator: " ")
  }

  private static func isText(_ type: ParameterType) -> Bool { if case .text = type { true } else { false } }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "/"), UInt8(ascii: "."):
          true
        default: byte >= 0x80
        }
      }
  }
}
