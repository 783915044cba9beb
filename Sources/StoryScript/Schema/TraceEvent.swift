/// What `--trace` shows.
public enum TraceEvent {
  case begins(SourceRange, Source)
  /// What a statement gave, and the command that did so.
  case gives(Value, command: Int?)
}
