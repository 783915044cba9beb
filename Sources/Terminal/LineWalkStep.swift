/// What follows a key in a `LineWalk`.
public enum LineWalkStep: Hashable, Sendable {
  case goesOn
  /// There is nothing further in that direction.
  case rings
  /// The line is there again; a key that is not the walk's own does its work on it.
  case ends(keyIsOwn: Bool)
  /// This line runs, in place of the one that waits, which ^Y puts back.
  case runs(String)
}
