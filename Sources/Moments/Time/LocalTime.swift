import Timeline

/// A date and a time of day on a wall clock, without a time zone.
///
/// Cameras often write only this, so it is kept unchanged; only an offset turns it into an `Instant`. The calendar is
/// the Gregorian one, also before 1582, as in EXIF and ISO 8601. Resolution: a microsecond.
public struct LocalTime: Hashable, Sendable, Comparable {
  /// The number of microseconds since 1970-01-01 00:00 on the same clock.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The given date and time, or `nil` if it does not exist: month 13, 30 February, 24:00.
  ///
  /// A second of 60 is a leap second and counts as the first second of the next minute. Years 1...9999.
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
  /// The number of whole days since 1970-01-01, used to compare days for streaks and anniversaries.
  public var dayNumber: Int { Int(microseconds.flooredDivision(by: 86_400_000_000)) }
  /// The number of microseconds since midnight.
  public var microsecondsOfDay: Int64 { microseconds - Int64(dayNumber) * 86_400_000_000 }
  public var hour: Int { Int(microsecondsOfDay / 3_600_000_000) }
  public var minute: Int { Int(microsecondsOfDay / 60_000_000 % 60) }
  public var second: Int { Int(microsecondsOfDay / 1_000_000 % 60) }
  /// The fraction of the second, 0..<1,000,000.
  public var microsecond: Int { Int(microsecondsOfDay % 1_000_000) }
  public var year: Int { civil.year }
  /// The month, 1 for January.
  public var month: Int { civil.month }
  /// The day of the month, 1...31.
  public var day: Int { civil.day }
  /// The day of the week, 0 for Monday … 6 for Sunday, as in ISO 8601. 1970-01-01 was a Thursday.
  public var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 }
  /// The date and time as calendar fields.
  public var civil: CivilTime { CivilTime(utc: Instant(microseconds: microseconds)) }
}

extension LocalTime: CustomStringConvertible {
  /// `2025-10-02T14:05:09`, followed by `.123456` (without trailing zeros) if there is a fraction.
  public var description: String {
    let date = civil
    let text =
      "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))"
      + "T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))"
    return microsecond > 0 ? text + "." + microsecond.fraction(6) : text
  }
}

/// A wall clock's offset from UTC, and its source.
public struct UTCOffset: Hashable, Sendable {
  /// The source of an offset, the most direct first.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// EXIF's own tag for the chosen date, or `OffsetTime` if only that exists.
    case exif
    /// Written with the date in XMP.
    case xmp
    /// Written with the time in IPTC.
    case iptc
    /// Written with a video's date, or the UTC of its header.
    case movie
    /// The UTC of Google's sidecar.
    case takeout
    /// The difference between the camera's clock and the GPS time, which is UTC.
    case gps
    /// The time zone of the place where the photo was taken.
    case place
    /// The UTC of a file name that a phone made.
    case name
    /// The offset of the photo nearest in time, for a date that is written in UTC.
    case neighbour
    /// The caller's own zone, for a date that is written in UTC and has no neighbour.
    case session
    /// The zone in which the caller wants file dates.
    case file
  }

  /// The offset in minutes (east is positive), -720...840.
  public var minutes: Int { Int(shortMinutes) }
  public var source: Source
  /// Compact, since libraries hold millions of them.
  private let shortMinutes: Int16

  /// Returns `nil` if no place on Earth has that offset: the two sides of the date line are at -12:00 and +14:00.
  public init?(minutes: Int, source: Source) {
    guard (-720...840).contains(minutes) else { return nil }
    shortMinutes = Int16(minutes)
    self.source = source
  }

  /// Derives the offset of a clock that showed `local` when the GPS time was `utc`: their difference rounded to 15
  /// minutes.
  ///
  /// Returns `nil` if no zone has such an offset. A receiver may repeat an old fix for hours, and then the difference
  /// is meaningless; this rule refuses fixes with a stale time (such as 22 hours off).
  public init?(local: LocalTime, gps utc: LocalTime) {
    let quarter: Int64 = 900_000_000
    let (difference, overflow) = local.microseconds.subtractingReportingOverflow(utc.microseconds)
    guard !overflow, difference.magnitude < 86_400_000_000 else { return nil }
    let minutes = Int((difference + quarter / 2).flooredDivision(by: quarter)) * 15
    guard minutes % 60 == 0 || Self.oddOffsets.contains(minutes) else { return nil }
    self.init(minutes: minutes, source: .gps)
  }

  /// The offsets in use since 1970 that are not whole hours (IANA time zone database): Marquesas, Newfoundland, Iran,
  /// Afghanistan, India, Nepal, Myanmar, Eucla, North Korea, Adelaide, Lord Howe, Chatham.
  private static let oddOffsets: Set<Int> = [
    -570, -210, -150, 210, 270, 330, 345, 390, 510, 525, 570, 630, 690, 765, 825,
  ]
}

extension UTCOffset: CustomStringConvertible {
  /// The offset in the form `+02:00` or `-03:30`.
  public var description: String {
    "\(minutes < 0 ? "-" : "+")\((abs(minutes) / 60).padded(2)):\((abs(minutes) % 60).padded(2))"
  }
}
