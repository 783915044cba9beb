/// How viewing ends: as it should, or as it once did in the app, where it never got there.
public enum Ending: String, Hashable, Sendable, CaseIterable {
  /// It is over at once.
  case clean
  /// After the last story it is dismissing for ever.
  case stuck

  /// What an input does while viewing is dismissing.
  public enum Cell: Hashable, Sendable {
    /// Nothing: no way was made for it, and no message either.
    case swallowed
    /// The way out: everything begins anew.
    case leaves
  }

  /// The table of `dismissing`: of all inputs only opening another deck leads out of it.
  /// - Complexity: O(1).
  public static func cell(_ input: Player.InputKind) -> Cell { input == .open ? .leaves : .swallowed }
}
