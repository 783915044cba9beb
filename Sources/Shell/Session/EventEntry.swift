import StoryScript
import Terminal
import Timeline

/// What an event tells: the name of a field, what it means, and its value.
struct EventField<Payload>: Sendable {
  let name: String
  let summary: String
  let value: @Sendable (Payload) -> Value

  init(_ name: String, _ summary: String, _ value: @escaping @Sendable (Payload) -> Value) {
    self.name = name
    self.summary = summary
    self.value = value
  }

  init<Read: ScriptValue>(_ name: String, _ summary: String, _ value: @escaping @Sendable (Payload) -> Read) {
    self.init(name, summary) { value($0).value }
  }

  /// What the log has kept of it, as text.
  func text(in fields: Record) -> String { fields[name]?.text ?? "" }
}

/// What is known of a kind of event without a payload: by the catalog, and by the log long after it happened.
final class EventRow: Sendable, Equatable {
  /// Sentences that `explain` makes of what the log has kept.
  typealias Reason = @Sendable (Record, Reasoning) -> [String]

  let kind: EventKind
  let reason: Reason?
  /// Whether it writes a line.
  let isSaid: Bool

  init(_ kind: EventKind, _ reason: Reason?, isSaid: Bool) {
    self.kind = kind
    self.reason = reason
    self.isSaid = isSaid
  }

  static func == (a: EventRow, b: EventRow) -> Bool { a === b }
}

/// A kind of event, declared once: its name, what it tells of a payload, and how it says so.
///
/// Each wing declares its own in a table, beside its commands; `Catalog` joins the tables. Fields are made when
/// somebody asks for them, which nobody does for most events.
struct EventEntry<Payload>: Sendable {
  let row: EventRow
  /// Whether it says that something is kept: then it is told when that would survive a loss of power.
  let lasts: Bool
  private let makeFields: @Sendable () -> [EventField<Payload>]
  /// The line it writes; `nil` where a line would only be noise.
  let says: (@Sendable (inout LineWriter, Payload, Session) -> Void)?
  /// What `explain` says of it, where the log keeps the payload itself.
  let why: (@Sendable (Payload, Reasoning) -> [String])?

  /// - Parameters:
  ///   - lasts: whether it says that something is kept.
  ///   - because: `why` in one sentence.
  ///   - reason: what `explain` says, where the log keeps the fields; without one, what it says is `summary`.
  init(
    _ name: String, _ summary: String, lasts: Bool = false,
    fields: @autoclosure @escaping @Sendable () -> [EventField<Payload>] = [],
    says: (@Sendable (inout LineWriter, Payload, Session) -> Void)? = nil,
    why: (@Sendable (Payload, Reasoning) -> [String])? = nil, because: (@Sendable (Payload) -> String)? = nil,
    reason: EventRow.Reason? = nil
  ) {
    let kind = EventKind(name, summary) { fields().map { .init($0.name, $0.summary) } }
    row = EventRow(kind, reason, isSaid: says != nil)
    self.lasts = lasts
    makeFields = fields
    self.says = says
    self.why = why ?? because.map { sentence in { @Sendable payload, _ in [sentence(payload)] } }
  }

  var name: String { row.kind.name }
  var fields: [EventField<Payload>] { makeFields() }

  func values(_ payload: Payload) -> [Value] { fields.map { $0.value(payload) } }

  /// The fields with their names, as scripts see them.
  func record(_ payload: Payload) -> Record {
    let fields = fields
    return Record(Record.Shape(fields.map(\.name)), fields.map { $0.value(payload) })
  }
}
