/// The end of a question.
public enum Answer: Hashable, Sendable {
  case text(String)
  /// ^C, ^D, or the terminal has gone: nobody answered.
  case none
}
