/// How a stint went, as a parent or the child rates it, and the stars that brings.
public enum Rating: String, Hashable, Sendable, CaseIterable {
  case amazing, good, needsWork

  /// Stars before the multiplier: 15, 10 or 5.
  public var baseStars: Int {
    switch self {
    case .amazing: return 15
    case .good: return 10
    case .needsWork: return 5
    }
  }

  /// Stars of one stint: `baseStars` × multiplier, rounded down stint by stint.
  public func stars(_ multiplier: Multiplier) -> Int { baseStars * multiplier.halves / 2 }
}
