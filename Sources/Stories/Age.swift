import Timeline

/// How long ago something was posted, in the one unit people would use: 45 s, 12 m, 3 h, 2 d.
public struct Age: Hashable, Sendable {
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case seconds = "s"
    case minutes = "m"
    case hours = "h"
    case days = "d"

    fileprivate var microseconds: Int64 {
      switch self {
      case .seconds: return 1_000_000
      case .minutes: return 60_000_000
      case .hours: return 3_600_000_000
      case .days: return 86_400_000_000
      }
    }
  }

  /// Whole units, rounded down.
  public let count: Int64
  public let unit: Unit

  /// The largest unit of which `length` has at least one; below a second, and for the future, 0 s.
  public init(_ length: Duration) {
    let unit = Unit.allCases.last { $0.microseconds <= length.microseconds } ?? .seconds
    self.unit = unit
    count = Swift.max(0, length.microseconds) / unit.microseconds
  }
}
