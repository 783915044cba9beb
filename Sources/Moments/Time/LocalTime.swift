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

/// How far a wall clock was ahead of UTC, and who says so.
public struct UTCOffset: Hashable, Sendable {
  /// Where an offset comes from, the most direct first.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// EXIF's own tag for the date that was chosen, or `OffsetTime` when only that exists.
    case exif
    /// Written with the date in XMP.
    case xmp
    /// Written with the time in IPTC.
    case iptc
    /// Written with a video's date, or the UTC of its header.
    case movie
    /// The UTC of Google's file beside the photo.
    case takeout
    /// The camera's clock less the satellites' time, which is UTC.
    case gps
    /// The time zone of the place where the photo was taken.
    case place
    /// The UTC of a name that a phone gave.
    case name
    /// The zone in which the caller wants file dates to be shown.
    case file
  }

  /// Minutes ahead of UTC (east is positive), -720...840.
  public var minutes: Int { Int(shortMinutes) }
  public var source: Source
  /// Libraries hold millions of them.
  private let shortMinutes: Int16

  /// `nil` when no place on Earth has that offset: the dateline's two sides are -12:00 and +14:00.
  public init?(minutes: Int, source: Source) {
    guard (-720...840).contains(minutes) else { return nil }
    shortMinutes = Int16(minutes)
    self.source = source
  }

  /// The offset that explains why a wall showed `local` while satellites said `utc`: their difference rounded to 15
  /// minutes.
  ///
  /// `nil` when no zone has such an offset. A receiver may repeat an old fix for hours, and then the difference means
  /// nothing; real fixes with a stale time (such as 22 hours off) are refused by this rule.
  public init?(local: LocalTime, gps utc: LocalTime) {
    let quarter: Int64 = 900_000_000
    let (difference, overflow) = local.microseconds.subtractingReportingOverflow(utc.microseconds)
    guard !overflow, difference.magnitude < 86_400_000_000 else { return nil }
    let minutes = Int((difference + quarter / 2).flooredDivision(by: quarter)) * 15
    guard minutes % 60 == 0 || Self.oddOffsets.contains(minutes) else { return nil }
    self.init(minutes: minutes, source: .gps)
  }

  /// Offsets in use since 1970 that are no whole hour (IANA time zone database): Marquesas, Newfoundland, Iran,
  /// Afghanistan, India, Nepal, Myanmar, Eucla, North Korea, Adelaide, Lord Howe, Chatham.
  private static let oddOffsets: Set<Int> = [
    -570, -210, -150, 210, 270, 330, 345, 390, 510, 525, 570, 630, 690, 765, 825,
  ]
}

extension UTCOffset: CustomStringConvertible {
  /// `+02:00`, `-03:30`.
  public var description: String {
    "\(minutes < 0 ? "-" : "+")\((abs(minutes) / 60).padded(2)):\((abs(minutes) % 60).padded(2))"
  }
}
