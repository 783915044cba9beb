/// The result of a question.
public enum Answer: Hashable, Sendable {
  case text(String)
  /// ^C, ^D, or the terminal is gone: there is no answer.
  case none
}
