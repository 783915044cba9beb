import StoryScript
import Timeline

/// A readable field of the state together with how it is read. What moves by itself is a function of the instant.
struct StateEntry: Sendable {
  let field: StateField
  let read: @Sendable (Session, Instant) -> Value

  init(_ field: StateField, _ read: @escaping @Sendable (Session, Instant) -> Value) {
    self.field = field
    self.read = read
  }
}
