/// The assessment of a session by a parent or the child, and its stars.
public enum Rating: String, Hashable, Sendable, CaseIterable {
  case amazing, good, needsWork

  /// The stars before the multiplier: 15, 10 or 5.
  public var baseStars: Int {
    switch self {
    case .amazing: return 15
    case .good: return 10
    case .needsWork: return 5
    }
  }

  /// Parses a rating that a user has written: `needs work`, `needsWork`, `Needs-work`; `nil` for anything else.
  public init?(spelled text: String) {
    func plain(_ text: String) -> String { text.lowercased().filter { !" -_".contains($0) } }
    guard let rating = Self.allCases.first(where: { plain($0.rawValue) == plain(text) }) else { return nil }
    self = rating
  }

  /// Returns the stars of one session: `baseStars` × multiplier, rounded down for each session.
  public func stars(_ multiplier: Multiplier) -> Int { baseStars * multiplier.halves / 2 }
}

/// The factor that a streak applies to stars: ×1.5 from 3 days, ×2 from 7.
public enum Multiplier: Int, Hashable, Sendable, CaseIterable, Comparable {
  case one = 2
  case oneAndAHalf = 3
  case two = 4

  /// The factor in halves, for rounding in integers: 2, 3 or 4.
  public var halves: Int { rawValue }
  /// The factor: 1, 1.5 or 2.
  public var factor: Double { Double(rawValue) / 2 }

  /// The minimum length of the streak, in days.
  public var fromDays: Int {
    switch self {
    case .one: return 0
    case .oneAndAHalf: return 3
    case .two: return 7
    }
  }

  /// The length in days beyond which a streak no longer changes the multiplier or the stars.
  static let lastEffectiveLength = Multiplier.two.fromDays

  /// - Parameter days: the length of a streak, 0 or more.
  public init(streak days: Int) {
    self = days >= Self.two.fromDays ? .two : days >= Self.oneAndAHalf.fromDays ? .oneAndAHalf : .one
  }

  public static func < (a: Multiplier, b: Multiplier) -> Bool { a.rawValue < b.rawValue }
}
