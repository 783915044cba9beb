import StoryScript
import Timeline

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

/// One of some words.
extension ScriptValue where Self: CaseIterable & RawRepresentable<String> {
  static var kind: StateField.Kind { .choice(allCases.map(\.rawValue)) }
  var value: Value { .text(rawValue) }
}
