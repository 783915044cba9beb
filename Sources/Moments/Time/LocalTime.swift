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
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.daysIn(month, of: year),
      (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second),
      (0..<1_000_000).contains(microsecond)
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    let seconds = days * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    microseconds = seconds * 1_000_000 + Int64(microsecond)
  }

  public static func < (a: LocalTime, b: LocalTime) -> Bool { a.microseconds < b.microseconds }

  /// Whole days since 1970-01-01; the day's number is what a streak or an anniversary compares.
  public var dayNumber: Int { Int(microseconds.flooredQuotient(86_400_000_000)) }

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

  /// Year, month and day from a day number, by Howard Hinnant's `civil_from_days`
  /// (howardhinnant.github.io/date_algorithms.html): no table, no loop.
  public var civil: (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The inverse of `civil`: Hinnant's `days_from_civil`.
  static func days(year: Int, month: Int, day: Int) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  /// How many days `month` (1...12) has in `year`.
  public static func daysIn(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

extension LocalTime: CustomStringConvertible {
  /// `2025-10-02T14:05:09`, with `.123456` (trailing zeros left out) when there is a fraction.
  public var description: String {
    let date = civil
    var text = "\(pad(date.year, 4))-\(pad(date.month, 2))-\(pad(date.day, 2))T"
    text += "\(pad(hour, 2)):\(pad(minute, 2)):\(pad(second, 2))"
    guard microsecond > 0 else { return text }
    var fraction = pad(microsecond, 6)
    while fraction.last == "0" { fraction.removeLast() }
    return text + "." + fraction
  }

  private func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// Division that rounds down, so that moments before 1970 fall on the right day.
  func flooredQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
