/// A line of `--trace`.
public enum TraceEvent {
  case begins(SourceRange, Source)
  /// The value of a statement, and the command that gave it.
  case gives(Value, command: Int?)
}
