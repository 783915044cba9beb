import Timeline

/// A condition of `wait until`.
struct ConditionSite {
  /// A function that yields the condition; -1 for `idle`.
  var function: Int
  /// Functions that yield both sides of each comparison in which state is read, as a list of two.
  var comparisons: [Int]
  /// Whether something in it is true or false that is no comparison, such as a call.
  var hasAnswers = false
  /// How closely it has to be looked at between two deadlines, where its answer may come and go there; `nil` where its
  /// comparisons say when it changes.
  var rhythm: Duration?
  var captureCount: Int
  /// Whether it reads, also through definitions, what no repetition of the session's state repeats, such as the clock.
  var neverRepeats: Bool
  var place: Place
}
