import SessionState
import StoryScript
import TerminalText
import Timeline

/// A field of an event: its name, its meaning, and its value.
@usableFromInline
package struct EventField<Payload>: Sendable {
  @usableFromInline
  package let name: String
  let summary: String
  /// The mark that views show before the value.
  let mark: NameMark?
  @usableFromInline
  package let value: @Sendable (Payload) -> Value

  package init(
    _ name: String, _ summary: String, mark: NameMark? = nil, _ value: @escaping @Sendable (Payload) -> Value
  ) {
    self.name = name
    self.summary = summary
    self.mark = mark
    self.value = value
  }

  package init<Read: ScriptValue>(
    _ name: String, _ summary: String, mark: NameMark? = nil, _ value: @escaping @Sendable (Payload) -> Read
  ) {
    self.init(name, summary, mark: mark) { value($0).value }
  }

  /// Returns the field's value in the log, as text.
  package func text(in fields: Record) -> String { fields[name]?.text ?? "" }
}

/// Passes each field of an event, its name and its value, to a function.
@usableFromInline
package typealias EventFieldList = (_ add: (String, Value) -> Void) -> Void

/// A kind of event without its payload, as the catalog knows it, and the log long after the event happened.
@usableFromInline
package final class EventRow: Sendable, Equatable {
  /// Returns the sentences with which `explain` describes a logged event.
  package typealias Reason = @Sendable (Record, Reasoning) -> [String]

  let kind: EventKind
  let reason: Reason?
  /// `true` if the event writes a line.
  let isSaid: Bool
  /// Returns why an input that caused the event changed nothing: "the name is already Mia"; `nil` if the event cannot
  /// happen without a change.
  let already: (@Sendable (Record) -> String)?
  /// `true` if `explain` describes the event however many others its input has caused.
  let isAlwaysExplained: Bool

  init(
    _ kind: EventKind, _ reason: Reason?, isSaid: Bool, already: (@Sendable (Record) -> String)? = nil,
    isAlwaysExplained: Bool = false
  ) {
    self.kind = kind
    self.reason = reason
    self.isSaid = isSaid
    self.already = already
    self.isAlwaysExplained = isAlwaysExplained
  }

  @usableFromInline
  package static func == (a: EventRow, b: EventRow) -> Bool { a === b }
}

/// A kind of event, declared once: its name, the fields of its payload, and its line.
///
///     let skipped = EventEntry<(routine: String, step: String)>(
///       "routine.skipped", "a step was skipped", fields: [.init("step", "the step's name") { $0.step }],
///       says: { line, event, _ in line.say(.failed, event.step, " skipped") },
///       because: { "\($0.step) was skipped, so it earns no stars." })
///     session.emit(skipped, (routine: "morning", step: "teeth"), at: session.now)
///
/// Each wing declares its own kinds in a table, beside its commands; `Catalog` joins the tables. Fields are created
/// on demand, which is rare.
@usableFromInline
package struct EventEntry<Payload>: Sendable {
  @usableFromInline
  package let row: EventRow
  /// `true` if the event says that something is saved: the event is reported only once the saved data would survive a
  /// power loss.
  @usableFromInline
  package let lasts: Bool
  /// `true` if such events follow each other for as long as something plays: at a prompt, the line of the next one
  /// replaces the line of the last one.
  @usableFromInline
  package let repeats: Bool
  @usableFromInline
  package let makeFields: @Sendable () -> [EventField<Payload>]
  /// Writes the event's line; `nil` if a line would only be noise.
  @usableFromInline
  package let says: (@Sendable (inout LineWriter, Payload, Session) -> Void)?
  /// Returns what `explain` says about the event, if the log keeps the payload itself.
  package let why: (@Sendable (Payload, Reasoning) -> [String])?
  /// Returns the payload of an event that is reported late, because it could not be saved: a number may have changed.
  @usableFromInline
  package let renewed: (@Sendable (Payload, Session) -> Payload)?

  /// - Parameters:
  ///   - lasts: whether the event says that something is saved.
  ///   - repeats: whether such events follow each other for as long as something plays.
  ///   - because: `why` in one sentence.
  ///   - renewed: returns the payload of an event that is reported late.
  ///   - reason: what `explain` says if the log keeps the fields (default: `summary`).
  ///   - already: what `explain` says if the input changed nothing (default for an event that lasts: that it was so).
  ///   - isAlwaysExplained: whether `explain` describes the event however many others its input has caused.
  package init(
    _ name: String, _ summary: String, lasts: Bool = false, repeats: Bool = false,
    fields: @autoclosure @escaping @Sendable () -> [EventField<Payload>] = [],
    says: (@Sendable (inout LineWriter, Payload, Session) -> Void)? = nil,
    why: (@Sendable (Payload, Reasoning) -> [String])? = nil, because: (@Sendable (Payload) -> String)? = nil,
    reason: EventRow.Reason? = nil, already: (@Sendable (Record) -> String)? = nil, isAlwaysExplained: Bool = false,
    renewed: (@Sendable (Payload, Session) -> Payload)? = nil
  ) {
    let kind = EventKind(name, summary) { fields().map { .init($0.name, $0.summary, mark: $0.mark) } }
    var already = already
    if already == nil, lasts { already = { _ in "that was already so" } }
    row = EventRow(kind, reason, isSaid: says != nil, already: already, isAlwaysExplained: isAlwaysExplained)
    self.lasts = lasts
    self.repeats = repeats
    makeFields = fields
    self.says = says
    self.renewed = renewed
    self.why = why ?? because.map { sentence in { @Sendable payload, _ in [sentence(payload)] } }
  }

  package var name: String { row.kind.name }
  @usableFromInline
  package var fields: [EventField<Payload>] {
    @inlinable get { makeFields() }
  }

  /// Returns the named fields, as scripts see them.
  @inlinable
  package func record(_ payload: Payload) -> Record {
    let fields = fields
    return Record(Record.Shape(fields.map { $0.name }), fields.map { $0.value(payload) })
  }
}
