/// The end of reading a line.
public enum LineOutcome: Hashable, Sendable {
  /// A complete input, which may have several lines.
  case line(String)
  /// ^C: what was typed is dropped.
  case interrupted
  /// ^D on an empty line.
  case endOfInput
  /// The terminal has gone, or the input ended.
  case terminalLost
}
