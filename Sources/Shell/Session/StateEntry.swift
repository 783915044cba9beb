import StoryScript
import Timeline

/// A readable field of the state together with the way to read it. A value that changes by itself is a function of
/// the instant.
struct StateEntry: Sendable {
  let field: StateField
  let read: @Sendable (Session, Instant) -> Value

  /// - Parameter read: returns the value at an instant.
  init<Read: ScriptValue>(
    _ root: String, _ name: String, _ summary: String, neverRepeats: Bool = false, mark: NameMark? = nil,
    _ read: @escaping @Sendable (Session, Instant) -> Read
  ) {
    field = StateField(root, name, Read.kind, summary, neverRepeats: neverRepeats, mark: mark)
    self.read = { read($0, $1).value }
  }

  /// - Parameter read: returns the value, which only events change.
  init<Read: ScriptValue>(
    _ root: String, _ name: String, _ summary: String, neverRepeats: Bool = false, mark: NameMark? = nil,
    _ read: @escaping @Sendable (Session) -> Read
  ) {
    self.init(root, name, summary, neverRepeats: neverRepeats, mark: mark) { session, _ in read(session) }
  }
}

extension Session {
  /// Returns the current values of these fields.
  func record(of states: [StateEntry]) -> Record {
    var record = Record()
    for entry in states { record[entry.field.name] = entry.read(self, now) }
    return record
  }
}

/// A Swift value as scripts see it.
protocol ScriptValue: Sendable {
  static var kind: StateField.Kind { get }
  var value: Value { get }
}

extension Int: ScriptValue {
  static var kind: StateField.Kind { .number }
  var value: Value { .number(Double(self)) }
}

extension Double: ScriptValue {
  static var kind: StateField.Kind { .number }
  var value: Value { .number(self) }
}

extension Bool: ScriptValue {
  static var kind: StateField.Kind { .bool }
  var value: Value { .bool(self) }
}

extension String: ScriptValue {
  static var kind: StateField.Kind { .text }
  var value: Value { .text(self) }
}

extension Duration: ScriptValue {
  static var kind: StateField.Kind { .duration }
  var value: Value { .duration(self) }
}

extension Instant: ScriptValue {
  static var kind: StateField.Kind { .date }
  var value: Value { .date(self) }
}

extension [Value]: ScriptValue {
  static var kind: StateField.Kind { .list }
  var value: Value { .list(self) }
}

extension Optional: ScriptValue where Wrapped: ScriptValue {
  static var kind: StateField.Kind { Wrapped.kind }
  var value: Value { self?.value ?? .none }
}

/// One of several words.
extension ScriptValue where Self: CaseIterable & RawRepresentable<String> {
  static var kind: StateField.Kind { .choice(allCases.map { $0.rawValue }) }
  var value: Value { .text(rawValue) }
}
