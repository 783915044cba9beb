import SessionState
import StoryScript
import Timeline

/// A readable field of the state together with the way to read it. A value that changes by itself is a function of
/// the instant.
package struct StateEntry: Sendable {
  package let field: StateField
  package let read: @Sendable (Session, Instant) -> Value

  /// - Parameter read: returns the value at an instant.
  package init<Read: ScriptValue>(
    _ root: String, _ name: String, _ summary: String, neverRepeats: Bool = false, mark: NameMark? = nil,
    _ read: @escaping @Sendable (Session, Instant) -> Read
  ) {
    field = StateField(root, name, Read.kind, summary, neverRepeats: neverRepeats, mark: mark)
    self.read = { read($0, $1).value }
  }

  /// - Parameter read: returns the value, which only events change.
  package init<Read: ScriptValue>(
    _ root: String, _ name: String, _ summary: String, neverRepeats: Bool = false, mark: NameMark? = nil,
    _ read: @escaping @Sendable (Session) -> Read
  ) {
    self.init(root, name, summary, neverRepeats: neverRepeats, mark: mark) { session, _ in read(session) }
  }
}

extension Session {
  /// Returns the current values of these fields.
  package func record(of states: [StateEntry]) -> Record {
    var record = Record()
    for entry in states { record[entry.field.name] = entry.read(self, now) }
    return record
  }
}
