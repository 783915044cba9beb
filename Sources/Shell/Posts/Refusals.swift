import StoryScript

/// The posts and reactions that servers have refused in a script, as errors: thrown by the command that sent them,
/// else reported at the end of the script.
struct Refusals {
  private var rows: [(name: String, error: Failure)] = []

  mutating func append(_ name: String, _ error: Failure) { rows.append((name, error)) }

  /// Removes and returns the refusal of a post or reaction, which is then reported by its command.
  mutating func remove(_ name: String) -> Failure? {
    let found = rows.last { $0.name == name }?.error
    rows.removeAll { $0.name == name }
    return found
  }

  mutating func drain() -> [Failure] {
    defer { rows = [] }
    return rows.map(\.error)
  }
}
