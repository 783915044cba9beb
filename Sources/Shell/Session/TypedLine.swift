import Timeline

/// A line that was typed at a prompt and has run, for whoever answers it.
struct TypedLine {
  let text: String
  /// The instant at which it began.
  let began: Instant
  /// How many inputs it has given the session.
  var inputs = 0
  /// Whether a value stands in it as a statement: something that was worked out, or foretold.
  var hasValue = false
  /// The names of the commands in it.
  var commands: Set<String>
  /// Whether it could be read and run to its end.
  var isFine = true
  /// Whether it could be read, so that it has run.
  var isRead = true
  /// Why it could not be run to its end; `nil` where it could, was stopped, or could not be read.
  var failure: String?
  /// How long after its beginning ^C has stopped it; `nil` unless it has.
  var stopped: Duration?
  /// The answers that were given to its questions, `…` for what is a secret; `nil` for one that nobody answered.
  var answers: [String?] = []

  /// Takes in what a key did after it, which is refused without failing.
  mutating func add(key line: TypedLine) {
    inputs += line.inputs
    commands.formUnion(line.commands)
  }

  /// Takes in another part of the same line.
  mutating func add(part line: TypedLine) {
    add(key: line)
    hasValue = hasValue || line.hasValue
    isFine = isFine && line.isFine
    answers += line.answers
  }
}
