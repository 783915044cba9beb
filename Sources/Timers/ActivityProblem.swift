import Timeline

/// Why a list of activities could not be changed or asked as wanted.
public enum ActivityProblem: Error, Hashable, Sendable {
  /// No activity of that name; all there are come along for a suggestion.
  case unknown(String, all: [Activity])
  /// Several activities begin so.
  case ambiguous(String, candidates: [Activity])
  case minutesOutOfRange(Int, allowed: ClosedRange<Int>)
  case minutesNotInSteps(Int, step: Int)
  /// A name needs a letter to be found by, can be printed, and has 30 characters at most.
  case badName(String)
  /// An icon is one character that can be seen.
  case badIcon(String)
  case nameTaken(Activity)
  /// A preset or the custom timer cannot be removed.
  case stays(Activity)
  /// The custom timer's length is given at each start instead.
  case notEditable(Activity)
  /// A preset keeps its name, by which everybody knows it.
  case keepsName(Activity)
}
