/// The yearly clock changes of a zone: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2017, 8.3, "TZ", with the hours from −167 to 167 of RFC 9636, 3.3.1. Summer time without its
/// rules, whose days POSIX leaves to the system, is not supported.
struct YearlyZoneRule: Sendable {
  private enum Day: Sendable {
    /// The weekday (0 is Sunday) in a week (5 is the last) of a month.
    case weekday(month: Int, week: Int, day: Int)
    /// A day of the year, from 1; 29 February is never counted.
    case withoutLeapDay(Int)
    /// A day of the year, from 0; 29 February is counted.
    case ofYear(Int)

    /// Returns the day in a year, in days since 1970.
    func days(in year: Int) -> Int64 {
      let first = Self.days(year, 1)
      switch self {
      case .weekday(let month, let week, let day):
        let start = Self.days(year, month)
        // 1 January 1970 was a Thursday.
        let weekday = (start + 4) - (start + 4).flooredDivision(by: 7) * 7
        var days = start + (Int64(day) - weekday + 7) % 7 + Int64(week - 1) * 7
        let end = month == 12 ? first + (Self.isLeap(year) ? 366 : 365) : Self.days(year, month + 1)
        while days >= end { days -= 7 }
        return days
      case .withoutLeapDay(let day): return first + Int64(day - 1) + (day >= 60 && Self.isLeap(year) ? 1 : 0)
      case .ofYear(let day): return first + Int64(day)
      }
    }

    private static func days(_ year: Int, _ month: Int) -> Int64 {
      CivilTime(year: year, month: month, day: 1)?.daysSince1970 ?? 0
    }

    private static func isLeap(_ year: Int) -> Bool { days(year, 3) - days(year, 2) == 29 }
  }

  private struct Change: Sendable {
    let day: Day
    /// Seconds after midnight, by the clock before the change.
    let time: Int64
    func second(in year: Int, _ offset: Int32) -> Int64 { day.days(in: year) * 86_400 + time - Int64(offset) }
  }

  /// The greatest distance from UTC in seconds: a day, as POSIX has it.
  static let offsetLimit: Int64 = 86_400

  private let standard: Int32
  private let summer: (offset: Int32, start: Change, end: Change)?

  /// - Returns: `nil` if the text is not such a rule.
  init?(parsing text: [UInt8]) {
    var reader = Reader(rest: text[...])
    guard reader.name(), let standard = reader.offset(), abs(Int64(standard)) <= Self.offsetLimit else { return nil }
    // In this format, offsets west of Greenwich are positive.
    self.standard = -standard
    if reader.rest.isEmpty {
      summer = nil
      return
    }
    guard reader.name() else { return nil }
    let isGiven = reader.rest.first != UInt8(ascii: ",")
    guard let offset = isGiven ? reader.offset().map({ -$0 }) : 3_600 - standard, let start = reader.change(),
      let end = reader.change(), reader.rest.isEmpty, abs(Int64(offset)) <= Self.offsetLimit
    else { return nil }
    summer = (offset, start, end)
  }

  /// Returns the seconds ahead of UTC at a second since 1970.
  func offset(at second: Int64) -> Int32 {
    guard let summer else { return standard }
    let year = CivilTime(utc: Instant(secondsSince1970: second.addingReportingOverflow(Int64(standard)).partialValue))
      .year
    let start = summer.start.second(in: year, standard)
    let end = summer.end.second(in: year, summer.offset)
    let isSummer = start < end ? (start..<end).contains(second) : !(end..<start).contains(second)
    return isSummer ? summer.offset : standard
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    /// Reads a name of at least three letters: `CET` or `<+01>`.
    mutating func name() -> Bool {
      let isQuoted = consume("<")
      let letters = rest.prefix {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
        default: false
        }
      }
      rest = rest.dropFirst(letters.count)
      return letters.count >= 3 && (!isQuoted || consume(">"))
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard (1...3).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      return range.contains(number) ? number : nil
    }

    /// Reads an offset in seconds: `-1`, `5:45`, `-167:59:59`.
    mutating func offset() -> Int32? {
      let isNegative = consume("-")
      if !isNegative { _ = consume("+") }
      guard let hours = number(0...167) else { return nil }
      var seconds = hours * 3_600
      for unit in [60, 1] where consume(":") {
        guard let part = number(0...59) else { return nil }
        seconds += part * unit
      }
      return Int32(isNegative ? -seconds : seconds)
    }

    /// Reads a change: `,M3.5.0/2`.
    mutating func change() -> Change? {
      guard consume(","), let day = day() else { return nil }
      guard consume("/") else { return Change(day: day, time: 7_200) }
      return offset().map { Change(day: day, time: Int64($0)) }
    }

    private mutating func day() -> Day? {
      if consume("J") { return number(1...365).map { .withoutLeapDay($0) } }
      guard consume("M") else { return number(0...365).map { .ofYear($0) } }
      guard let month = number(1...12), consume("."), let week = number(1...5), consume("."), let day = number(0...6)
      else {
        return nil
      }
      return .weekday(month: month, week: week, day: day)
    }
  }
}
