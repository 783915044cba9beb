import Timeline

/// A line that was typed at a prompt and has run, for whoever answers it.
struct TypedLine {
  let text: String
  /// The instant at which it began.
  let began: Instant
  /// How many inputs it has given the session.
  let inputs: Int
  /// Whether a value stands in it as a statement: something that was worked out, or foretold.
  let hasValue: Bool
  /// The names of the commands in it.
  let commands: Set<String>
  /// Whether it could be read and run to its end.
  let isFine: Bool
}
