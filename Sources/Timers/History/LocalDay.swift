import Timeline

/// A day as the calendar on the wall showed it, stored with a stint and never computed again.
///
/// A stint's day is that on which it ended, by the offset that its device had then. Streaks and statistics count
/// stored days only, so summer time, journeys, a clock that was set back and leap days
/// can neither double a day nor lose one. Years 1 to 9999.
public struct LocalDay: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 0001-01-01 and 9999-12-31, the days that `CivilTime` knows.
  public static let first = LocalDay(unchecked: -719_162)
  public static let last = LocalDay(unchecked: 2_932_896)
  /// Whole days since 1970-01-01, `first` … `last`.
  public let daysSince1970: Int32

  /// - Returns: `nil` for a number of days outside the years 1 to 9999.
  public init?(daysSince1970 days: Int) {
    guard (Int(Self.first.daysSince1970)...Int(Self.last.daysSince1970)).contains(days) else { return nil }
    daysSince1970 = Int32(days)
  }

  /// The day at `instant` for a clock that is `offset` ahead of Greenwich; clamped to the years 1 to 9999.
  public init(at instant: Instant, offset: Duration) { self.init(CivilTime(utc: instant + offset)) }
  /// The day of `date`; its time of day makes no difference.
  public init(_ date: CivilTime) { daysSince1970 = Int32(date.daysSince1970) }

  private init(unchecked days: Int32) { daysSince1970 = days }

  /// The day, at midnight.
  public var date: CivilTime { CivilTime(utc: Instant(secondsSince1970: Int64(daysSince1970) * 86_400)) }

  /// The day so many days later; no further than `first` and `last`.
  public func adding(_ days: Int) -> LocalDay {
    let sum = Int(daysSince1970).addingReportingOverflow(days)
    let whole = sum.overflow ? (days < 0 ? Int.min : Int.max) : sum.partialValue
    return LocalDay(unchecked: Int32(min(max(whole, Int(Self.first.daysSince1970)), Int(Self.last.daysSince1970))))
  }

  /// The ISO 8601 week that holds the day.
  public var week: ISOWeek { ISOWeek(self) }
  /// The month that holds the day.
  public var month: Month { Month(self) }
  /// `2026-11-20`.
  public var description: String { date.description }
  public static func < (a: LocalDay, b: LocalDay) -> Bool { a.daysSince1970 < b.daysSince1970 }
}
