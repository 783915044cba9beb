import Timeline

/// What a command did.
public enum CommandOutcome {
  case value(Value)
  /// Time must pass first; then the rest runs.
  case wait(Duration, then: () throws(Failure) -> CommandOutcome)
}
