/// The reason why `wait until` gave up.
public enum NeverReason: Hashable, Sendable {
  case nothingPending
  case repeats
  case tooLong(days: Int)
  case tooMuch(count: Int)
}
