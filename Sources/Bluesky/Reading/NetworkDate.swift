import Timeline

/// Dates as records and answers write them: RFC 3339 with `T` and a zone.
///
/// Source: the lexicons' `datetime`, and what servers accept of it.
enum NetworkDate {
  /// As many digits of a fraction as an instant holds.
  private static let fractionDigits = 6

  /// - Returns: `nil` for what is no date, and for a year before 1: RFC 3339 has a year 0, the calendar has none.
  static func instant(_ text: String) -> Instant? {
    let bytes = Array(text.utf8)
    guard bytes.count <= 64, bytes.count > 19, bytes[10] == UInt8(ascii: "T"),
      let (end, offset) = zone(bytes), end >= 19
    else { return nil }
    var local = Array(bytes[..<end])
    if end > 20, bytes[19] == UInt8(ascii: ".") {
      guard local[20...].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      if local.count > 20 + fractionDigits { local.removeSubrange((20 + fractionDigits)...) }
    }
    return CivilTime(parsing: local)?.instant(offset: offset)
  }

  /// As a record writes it.
  static func text(_ instant: Instant) -> String { CivilTime(utc: instant).dateTimeText + "Z" }

  /// Where the zone begins, and how far it is ahead of Greenwich.
  private static func zone(_ bytes: [UInt8]) -> (start: Int, offset: Duration)? {
    if bytes.last == UInt8(ascii: "Z") { return (bytes.count - 1, .zero) }
    let start = bytes.count - 6
    guard start >= 19, bytes[start + 3] == UInt8(ascii: ":"), let hours = number(bytes[(start + 1)..<(start + 3)]),
      let minutes = number(bytes[(start + 4)...]), hours < 24, minutes < 60
    else { return nil }
    let length = Duration.minutes(Int64(hours * 60 + minutes))
    switch bytes[start] {
    case UInt8(ascii: "+"): return (start, length)
    case UInt8(ascii: "-"): return (start, .zero - length)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0 as Int?) { number, digit in
      guard let number, (0x30...0x39).contains(digit) else { return nil }
      return number * 10 + Int(digit - 0x30)
    }
  }
}
