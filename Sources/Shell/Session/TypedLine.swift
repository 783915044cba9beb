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
  /// Whether it could be read, so that it has run.
  let isRead: Bool
  /// How long after its beginning ^C has stopped it; `nil` unless it has.
  let stopped: Duration?
  /// The answers that were given to its questions, `…` for what is a secret; `nil` for one that nobody answered.
  let answers: [String?]
}
