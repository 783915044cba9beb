import StoryScript
import Timeline

/// A Swift value as scripts see it.
package protocol ScriptValue: Sendable {
  static var kind: StateField.Kind { get }
  var value: Value { get }
}

extension Int: ScriptValue {
  package static var kind: StateField.Kind { .number }
  package var value: Value { .number(Double(self)) }
}

extension Double: ScriptValue {
  package static var kind: StateField.Kind { .number }
  package var value: Value { .number(self) }
}

extension Bool: ScriptValue {
  package static var kind: StateField.Kind { .bool }
  package var value: Value { .bool(self) }
}

extension String: ScriptValue {
  package static var kind: StateField.Kind { .text }
  package var value: Value { .text(self) }
}

extension Duration: ScriptValue {
  package static var kind: StateField.Kind { .duration }
  package var value: Value { .duration(self) }
}

extension Instant: ScriptValue {
  package static var kind: StateField.Kind { .date }
  package var value: Value { .date(self) }
}

extension [Value]: ScriptValue {
  package static var kind: StateField.Kind { .list }
  package var value: Value { .list(self) }
}

extension Optional: ScriptValue where Wrapped: ScriptValue {
  package static var kind: StateField.Kind { Wrapped.kind }
  package var value: Value { self?.value ?? .none }
}

/// One of several words.
extension ScriptValue where Self: CaseIterable & RawRepresentable<String> {
  package static var kind: StateField.Kind { .choice(allCases.map { $0.rawValue }) }
  package var value: Value { .text(rawValue) }
}
