import Timeline

/// A month of a year.
public struct Month: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let year: Int
  /// 1 … 12.
  public let number: Int

  /// The month that holds `day`.
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

  /// `2026-11`.
  public var description: String { "\(year.padded(4))-\(number.padded(2))" }
  public static func < (a: Month, b: Month) -> Bool { (a.year, a.number) < (b.year, b.number) }
}
