import Timeline

/// The result of a command.
public enum CommandOutcome {
  case value(Value)
  /// Time must pass first; then the rest runs.
  case wait(Duration, then: () throws(Failure) -> CommandOutcome)
}
