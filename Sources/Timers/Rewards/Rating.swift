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

  /// The rating that a person has written: `needs work`, `needsWork`, `Needs-work`; `nil` for anything else.
  public init?(spelled text: String) {
    func plain(_ text: String) -> String { text.lowercased().filter { !" -_".contains($0) } }
    guard let rating = Self.allCases.first(where: { plain($0.rawValue) == plain(text) }) else { return nil }
    self = rating
  }

  /// Stars of one stint: `baseStars` × multiplier, rounded down stint by stint.
  public func stars(_ multiplier: Multiplier) -> Int { baseStars * multiplier.halves / 2 }
}
