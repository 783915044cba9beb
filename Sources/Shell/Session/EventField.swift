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
