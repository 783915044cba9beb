import StoryScript
import Timeline

/// A readable field of the state together with how it is read. What moves by itself is a function of the instant.
struct StateEntry: Sendable {
  let field: StateField
  let read: @Sendable (Session, Instant) -> Value

  /// - Parameter read: what it is at an instant.
  init<Read: ScriptValue>(
    _ root: String, _ name: String, _ summary: String, neverRepeats: Bool = false,
    _ read: @escaping @Sendable (Session, Instant) -> Read
  ) {
    field = StateField(root, name, Read.kind, summary, neverRepeats: neverRepeats)
    self.read = { read($0, $1).value }
  }

  /// - Parameter read: what it is as long as nothing happens.
  init<Read: ScriptValue>(
    _ root: String, _ name: String, _ summary: String, neverRepeats: Bool = false,
    _ read: @escaping @Sendable (Session) -> Read
  ) {
    self.init(root, name, summary, neverRepeats: neverRepeats) { session, _ in read(session) }
  }
}

extension Session {
  /// What these fields are now.
  func record(of states: [StateEntry]) -> Record {
    var record = Record()
    for entry in states { record[entry.field.name] = entry.read(self, now) }
    return record
  }
}
