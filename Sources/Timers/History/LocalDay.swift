import Timeline

/// A calendar day in local time, stored with a session and never computed again.
///
/// A session's day is the day on which it ended, by the UTC offset that its device had then. Streaks and statistics
/// count only stored days, so summer time, travel, a clock that is set back and leap days can neither double a day
/// nor lose one. Years 1 to 9999.
public struct LocalDay: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The limits 0001-01-01 and 9999-12-31, as in `CivilTime`.
  public static let first = LocalDay(unchecked: -719_162)
  public static let last = LocalDay(unchecked: 2_932_896)
  /// The number of whole days since 1970-01-01, `first` … `last`.
  public let daysSince1970: Int32

  /// - Returns: `nil` for a number of days outside the years 1 to 9999.
  public init?(daysSince1970 days: Int) {
    guard (Int(Self.first.daysSince1970)...Int(Self.last.daysSince1970)).contains(days) else { return nil }
    daysSince1970 = Int32(days)
  }

  /// The day at `instant` for a clock with this UTC offset, clamped to the years 1 to 9999.
  public init(at instant: Instant, offset: Duration) { self.init(CivilTime(utc: instant + offset)) }
  /// The day at `instant` for a family whose day ends at this time after midnight: at 01:30 it is still the day before.
  public init(at instant: Instant, offset: Duration, dayEnd: Duration) {
    self.init(at: instant - dayEnd, offset: offset)
  }
  /// The possible ends of a day, after midnight.
  public static let ends = Duration.zero ... .hours(6)
  /// The day of `date`, ignoring its time of day.
  public init(_ date: CivilTime) { daysSince1970 = Int32(date.daysSince1970) }

  private init(unchecked days: Int32) { daysSince1970 = days }

  /// The midnight at which the day begins.
  public var date: CivilTime { CivilTime(utc: Instant(secondsSince1970: Int64(daysSince1970) * 86_400)) }

  /// Returns the day this many days later, clamped to `first` … `last`.
  public func adding(_ days: Int) -> LocalDay {
    let sum = Int(daysSince1970).addingReportingOverflow(days)
    let whole = sum.overflow ? (days < 0 ? Int.min : Int.max) : sum.partialValue
    return LocalDay(unchecked: Int32(min(max(whole, Int(Self.first.daysSince1970)), Int(Self.last.daysSince1970))))
  }

  /// The ISO 8601 week that contains the day.
  public var week: ISOWeek { ISOWeek(self) }
  /// The month that contains the day.
  public var month: Month { Month(self) }
  /// The day in the form `2026-11-20`.
  public var description: String { date.description }
  public static func < (a: LocalDay, b: LocalDay) -> Bool { a.daysSince1970 < b.daysSince1970 }
}

/// A week as defined by ISO 8601: from Monday to Sunday, in the year that contains its Thursday.
///
/// For example, 2027-01-01, a Friday, is in week 53 of 2026.
public struct ISOWeek: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The year that contains the week's Thursday, which is not always the year of the day.
  public let year: Int
  /// The number of the week, 1 … 53.
  public let number: Int
  /// The week's Monday.
  public let monday: LocalDay

  /// The week that contains `day`.
  public init(_ day: LocalDay) {
    monday = day.adding(1 - day.date.weekday)
    let thursday = monday.adding(3)
    year = thursday.date.year
    let newYear = CivilTime(year: year, month: 1, day: 1).map { LocalDay($0) } ?? .first
    number = Int(thursday.daysSince1970 - newYear.daysSince1970) / 7 + 1
  }

  /// The week in the form `2026-W53`.
  public var description: String { "\(year.padded(4))-W\(number.padded(2))" }
  public static func < (a: ISOWeek, b: ISOWeek) -> Bool { a.monday < b.monday }
}

/// A month of a year.
public struct Month: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let year: Int
  /// The number of the month, 1 … 12.
  public let number: Int

  /// The month that contains `day`.
  public init(_ day: LocalDay) {
    let date = day.date
    (year, number) = (date.year, date.month)
  }

  /// The month's first day.
  public var firstDay: LocalDay { CivilTime(year: year, month: number, day: 1).map { LocalDay($0) } ?? .first }

  /// The month's last day.
  public var lastDay: LocalDay {
    let next = CivilTime(year: number == 12 ? year + 1 : year, month: number % 12 + 1, day: 1)
    return next.map { LocalDay($0).adding(-1) } ?? .last
  }

  /// The month in the form `2026-11`.
  public var description: String { "\(year.padded(4))-\(number.padded(2))" }
  public static func < (a: Month, b: Month) -> Bool { (a.year, a.number) < (b.year, b.number) }
}
