/// The reason why `wait until` gave up.
public enum NeverReason: Hashable, Sendable {
  case nothingPending
  case repeats
  /// An `every` that nothing cancels, or a command that nothing ends, so that something always waits.
  case goesOn(String)
  case tooLong(days: Int)
  case tooMuch(count: Int)
}
