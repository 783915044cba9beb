import Timeline

/// What a clock on the wall showed: a date and a time of day, without saying where on Earth.
///
/// Cameras write this and often nothing else, so it is kept as it is; only an offset turns it into an `Instant`.
/// The calendar is the Gregorian one, also before 1582, as EXIF and ISO 8601 have it. Resolution: a microsecond.
public struct LocalTime: Hashable, Sendable, Comparable {
  /// Microseconds since 1970-01-01 00:00 on the same wall.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The given date and time, or `nil` when no calendar has it: month 13, 30 February, 24:00.
  ///
  /// A second of 60 is a leap second and counts as the first of the next minute. Years 1...9999.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
  ) {
    guard
      let civil = CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59),
        microsecond: microsecond), (0...60).contains(second)
    else { return nil }
    microseconds = civil.instant().microseconds + (second == 60 ? 1_000_000 : 0)
  }

  public static func < (a: LocalTime, b: LocalTime) -> Bool { a.microseconds < b.microseconds }
  /// Whole days since 1970-01-01; the day's number is what a streak or an anniversary compares.
  public var dayNumber: Int { Int(microseconds.flooredDivision(by: 86_400_000_000)) }
  /// Microseconds since this day's midnight.
  public var microsecondsOfDay: Int64 { microseconds - Int64(dayNumber) * 86_400_000_000 }
  public var hour: Int { Int(microsecondsOfDay / 3_600_000_000) }
  public var minute: Int { Int(microsecondsOfDay / 60_000_000 % 60) }
  public var second: Int { Int(microsecondsOfDay / 1_000_000 % 60) }
  /// The fraction of the second, 0..<1,000,000.
  public var microsecond: Int { Int(microsecondsOfDay % 1_000_000) }
  public var year: Int { civil.year }
  /// 1 for January.
  public var month: Int { civil.month }
  /// 1...31.
  public var day: Int { civil.day }
  /// 0 for Monday … 6 for Sunday, as ISO 8601 orders them. 1970-01-01 was a Thursday.
  public var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 }
  /// The same as a calendar's fields.
  public var civil: CivilTime { CivilTime(utc: Instant(microseconds: microseconds)) }
}

extension LocalTime: CustomStringConvertible {
  /// `2025-10-02T14:05:09`, with `.123456` (trailing zeros left out) when there is a fraction.
  public var description: String {
    let date = civil
    let text =
      "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))"
      + "T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))"
    return microsecond > 0 ? text + "." + microsecond.fraction(6) : text
  }
}
