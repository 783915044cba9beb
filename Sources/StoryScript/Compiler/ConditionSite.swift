/// A condition of `wait until`.
struct ConditionSite {
  /// A function that yields the condition; -1 for `idle`.
  var function: Int
  /// Functions that yield both sides of each comparison in which state is read, as a list of two.
  var comparisons: [Int]
  var captureCount: Int
  /// Whether it reads, also through definitions, what no repetition of the session's state repeats, such as the clock.
  var neverRepeats: Bool
  var place: Place
}
