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
