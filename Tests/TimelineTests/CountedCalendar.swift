/// The Gregorian calendar counted day by day from 1 January 1, a Monday: the simplest model, which shares no formula
/// with `CivilTime`.
struct CountedCalendar {
  private(set) var year = 1
  private(set) var month = 1
  private(set) var day = 1
  /// 1 for Monday to 7 for Sunday.
  private(set) var weekday = 1
  /// Days since 1970-01-01, negative before. The count starts 719,162 days earlier: 1,969 years, 477 of them leap
  /// years.
  private(set) var daysSince1970: Int64 = -719_162

  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  static func isLeap(_ year: Int) -> Bool {
    if year.isMultiple(of: 400) { return true }
    if year.isMultiple(of: 100) { return false }
    return year.isMultiple(of: 4)
  }

  static func length(ofMonth month: Int, in year: Int) -> Int {
    lengths[month - 1] + (month == 2 && isLeap(year) ? 1 : 0)
  }

  mutating func proceed() {
    daysSince1970 += 1
    weekday = weekday == 7 ? 1 : weekday + 1
    day += 1
    if day > Self.length(ofMonth: month, in: year) { (day, month) = (1, month + 1) }
    if month > 12 { (month, year) = (1, year + 1) }
  }
}
