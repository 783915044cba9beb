/// A date and time of day as a calendar and a wall clock show them, without a time zone.
///
/// Proleptic Gregorian, years 1 to 9999. The conversions are Howard Hinnant's `days_from_civil` and `civil_from_days`
/// ("chrono-Compatible Low-Level Date Algorithms"): exact, O(1).
public struct CivilTime: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var year: Int
  public var month: Int
  public var day: Int
  public var hour: Int
  public var minute: Int
  public var second: Int
  public var microsecond: Int

  /// - Returns: `nil` for a date that does not exist, such as 30 February.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
  ) {
    guard (1...9999).contains(year), (1...12).contains(month), (0...23).contains(hour), (0...59).contains(minute),
      (0...59).contains(second), (0..<1_000_000).contains(microsecond),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second, self.microsecond) = (hour, minute, second, microsecond)
  }

  /// Creates the date and time in UTC at `instant`; instants outside the years 1 to 9999 are clamped to them.
  public init(utc instant: Instant) {
    let clamped = min(max(instant.microseconds, -62_135_596_800_000_000), 253_402_300_799_999_999)
    let days = clamped.flooredDivision(by: 86_400_000_000)
    var rest = clamped - days * 86_400_000_000
    microsecond = Int(rest % 1_000_000)
    rest /= 1_000_000
    (hour, minute, second) = (Int(rest / 3_600), Int(rest / 60 % 60), Int(rest % 60))
    let shifted = days + 719_468
    let era = shifted.flooredDivision(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    month = Int(monthIndex < 10 ? monthIndex + 3 : monthIndex - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  /// Returns the instant at which a clock that is `offset` ahead of UTC shows this date and time.
  public func instant(offset: Duration = .zero) -> Instant {
    let time = Int64(hour * 3_600 + minute * 60 + second)
    return Instant(microseconds: (daysSince1970 * 86_400 + time) * 1_000_000 + Int64(microsecond)) - offset
  }

  /// The number of whole days since 1970-01-01.
  public var daysSince1970: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = shiftedYear.flooredDivision(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The weekday, 1 for Monday to 7 for Sunday, as ISO 8601 counts.
  public var weekday: Int { Int((daysSince1970 + 3) - (daysSince1970 + 3).flooredDivision(by: 7) * 7) + 1 }

  /// Reads `2026-11-20`, `2026-11-20T10:30` and `2026-11-20T10:30:15.25`; `nil` for anything else.
  public init?(parsing text: some Collection<UInt8>) {
    guard let time = Array(text).withUnsafeBytes({ CivilTime(parsing: $0) }) else { return nil }
    self = time
  }

  /// Reads bytes in memory in the same forms. A journal of a million events reads as many dates, and a generic
  /// function in another module takes ten times as long.
  public init?(parsing bytes: UnsafeRawBufferPointer) {
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for index in range {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10)
    else { return nil }
    var (hour, minute, second, microsecond) = (0, 0, 0, 0)
    if bytes.count > 10 {
      guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
        let hours = number(11..<13), let minutes = number(14..<16)
      else { return nil }
      (hour, minute) = (hours, minutes)
      if bytes.count > 16 {
        guard bytes[16] == UInt8(ascii: ":"), let seconds = number(17..<19) else { return nil }
        second = seconds
        if bytes.count > 19 {
          guard bytes[19] == UInt8(ascii: "."), (21...26).contains(bytes.count),
            let fraction = number(20..<bytes.count)
          else { return nil }
          microsecond = fraction
          for _ in 0..<(26 - bytes.count) { microsecond *= 10 }
        }
      }
    }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: microsecond)
  }

  /// `2026-11-20`, or `2026-11-20T10:30:15` if there is a time of day; fractions without trailing zeros.
  public var description: String {
    hour == 0 && minute == 0 && second == 0 && microsecond == 0 ? dateText : dateTimeText
  }

  private var dateText: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

  /// The text with the time of day even at midnight: `2026-11-20T00:00:00`.
  public var dateTimeText: String {
    let text = "\(dateText)T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))"
    return microsecond > 0 ? text + "." + microsecond.fraction(6) : text
  }

  /// Returns the same time of day that many days later; `nil` outside the years 1 to 9999.
  public func adding(days: Int) -> CivilTime? {
    guard days.magnitude <= 4_000_000 else { return nil }
    let instant = instant() + .days(Int64(days))
    let later = CivilTime(utc: instant)
    return later.instant() == instant ? later : nil
  }

  /// The names `January` … `December`.
  public static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  /// The names `Monday` … `Sunday`, in the order of ISO 8601.
  public static let weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// Returns the same day and time of day that many months later, or the last day of a month that has no such day;
  /// `nil` outside the years 1 to 9999.
  public func adding(months: Int) -> CivilTime? {
    guard months.magnitude <= 120_000 else { return nil }
    let count = year * 12 + month - 1 + months
    let (year, month) = (count / 12, count % 12 + 1)
    guard count > 0, (1...9999).contains(year) else { return nil }
    return CivilTime(
      year: year, month: month, day: min(day, Self.days(inMonth: month, of: year)), hour: hour, minute: minute,
      second: second, microsecond: microsecond)
  }

  public static func < (a: CivilTime, b: CivilTime) -> Bool { a.instant() < b.instant() }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  /// Returns the number in decimal, with leading zeros up to `width` digits.
  public func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  /// Returns the digits after the decimal point of this number of units of 10⁻ʷⁱᵈᵗʰ, without trailing zeros.
  public func fraction(_ width: Int) -> String {
    var digits = padded(width)
    while digits.last == "0" { digits.removeLast() }
    return digits
  }
}

extension Int64 {
  /// Divides and rounds down, so that instants before 1970 fall on the right day.
  public func flooredDivision(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
