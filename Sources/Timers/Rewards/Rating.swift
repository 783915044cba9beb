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

/// The factor of stars by the streak: ×1.5 from 3 days, ×2 from 7.
public enum Multiplier: Int, Hashable, Sendable, CaseIterable, Comparable {
  case one = 2
  case oneAndAHalf = 3
  case two = 4

  /// The factor in halves, so that rounding stays in whole numbers: 2, 3 or 4.
  public var halves: Int { rawValue }
  /// 1, 1.5 or 2.
  public var factor: Double { Double(rawValue) / 2 }

  /// The days of streak from which it holds.
  public var fromDays: Int {
    switch self {
    case .one: return 0
    case .oneAndAHalf: return 3
    case .two: return 7
    }
  }

  /// Days of streak beyond these change no multiplier, and so no stars.
  static let longestThatMatters = Multiplier.two.fromDays

  /// - Parameter days: the length of a streak, 0 or more.
  public init(streak days: Int) {
    self = days >= Self.two.fromDays ? .two : days >= Self.oneAndAHalf.fromDays ? .oneAndAHalf : .one
  }

  public static func < (a: Multiplier, b: Multiplier) -> Bool { a.rawValue < b.rawValue }
}
