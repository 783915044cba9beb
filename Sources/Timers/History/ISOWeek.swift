import Timeline

/// A week as ISO 8601 counts them: from Monday to Sunday, in the year that has its Thursday.
///
/// So 2027-01-01, a Friday, lies in week 53 of 2026.
public struct ISOWeek: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The year that has the week's Thursday; not always the year of the day.
  public let year: Int
  /// 1 … 53.
  public let number: Int
  /// The week's Monday.
  public let monday: LocalDay

  /// The week that holds `day`.
  public init(_ day: LocalDay) {
    monday = day.adding(1 - day.date.weekday)
    let thursday = monday.adding(3)
    year = thursday.date.year
    let newYear = CivilTime(year: year, month: 1, day: 1).map { LocalDay($0) } ?? .first
    number = Int(thursday.daysSince1970 - newYear.daysSince1970) / 7 + 1
  }

  /// `2026-W53`.
  public var description: String { "\(year.padded(4))-W\(number.padded(2))" }
  public static func < (a: ISOWeek, b: ISOWeek) -> Bool { a.monday < b.monday }
}
