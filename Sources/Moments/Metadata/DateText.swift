/// Dates and offsets in the forms that cameras and editors write.
enum DateText {
  /// Parses `2024:05:06 07:08:09` and common variants: `-`, `.` or `/` between date parts, `T` before the time, a
  /// fraction, missing seconds, a trailing zone (as in XMP).
  ///
  /// Returns `nil` for zeros, spaces and dates that do not exist, and for a date without a time: assuming midnight
  /// would put the photo into the wrong moment.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> (local: LocalTime, offset: Int?)? {
    var cursor = Cursor(bytes: bytes)
    cursor.skipSpaces()
    guard let (year, month, day) = cursor.date(), cursor.skip(oneOf: " T"),
      let hour = cursor.number(digits: 1...2), cursor.skip(oneOf: ":."),
      let minute = cursor.number(digits: 1...2)
    else { return nil }
    var second = 0
    if cursor.skip(oneOf: ":.") { second = cursor.number(digits: 1...2) ?? 0 }
    let fraction = cursor.skip(oneOf: ".,") ? cursor.fraction() ?? 0 : 0
    guard
      let local = LocalTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: fraction)
    else { return nil }
    return (local, cursor.offset())
  }

  /// Parses a time zone such as `+02:00`, `-0800`, `+5` or `Z`, in minutes; `nil` for spaces (`   :  `) and invalid
  /// text.
  static func offset(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var cursor = Cursor(bytes: bytes)
    return cursor.offset()
  }

  /// Parses EXIF's SubSec: the digits after the decimal point, so `05` is 50,000 microseconds. Digits from the
  /// seventh on are dropped.
  static func subsecond(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var cursor = Cursor(bytes: bytes)
    cursor.skipSpaces()
    return cursor.fraction()
  }

  /// Parses a date alone, as in GPSDateStamp: `2024:05:06`, at midnight.
  static func day(_ bytes: UnsafeRawBufferPointer) -> LocalTime? {
    var cursor = Cursor(bytes: bytes)
    cursor.skipSpaces()
    return cursor.date().flatMap { LocalTime(year: $0.year, month: $0.month, day: $0.day) }
  }

  /// A position in the text; each step either succeeds and moves on, or fails and stays.
  struct Cursor {
    let bytes: UnsafeRawBufferPointer
    var index = 0

    mutating func skipSpaces() {
      while bytes.byte(index) == UInt8(ascii: " ") { index += 1 }
    }

    mutating func skip(oneOf characters: StaticString) -> Bool {
      let byte = bytes.byte(index)
      for position in 0..<characters.utf8CodeUnitCount where byte == characters.utf8Start[position] {
        index += 1
        return true
      }
      return false
    }

    mutating func number(digits: ClosedRange<Int>) -> Int? {
      var (value, count) = (0, 0)
      while count < digits.upperBound, let digit = digit(at: index + count) {
        value = value * 10 + digit
        count += 1
      }
      guard count >= digits.lowerBound else { return nil }
      index += count
      return value
    }

    mutating func date() -> (year: Int, month: Int, day: Int)? {
      guard let year = number(digits: 4...4), skip(oneOf: ":-./"), let month = number(digits: 1...2),
        skip(oneOf: ":-./"), let day = number(digits: 1...2)
      else { return nil }
      return (year, month, day)
    }

    mutating func fraction() -> Int? {
      var (value, scale) = (0, 1_000_000)
      guard digit(at: index) != nil else { return nil }
      while let digit = digit(at: index) {
        if scale > 1 {
          scale /= 10
          value += digit * scale
        }
        index += 1
      }
      return value
    }

    mutating func offset() -> Int? {
      skipSpaces()
      if skip(oneOf: "Z") { return 0 }
      let negative = bytes.byte(index) == UInt8(ascii: "-")
      guard skip(oneOf: "+-"), let hours = number(digits: 1...2) else { return nil }
      _ = skip(oneOf: ":")
      let minutes = number(digits: 2...2) ?? 0
      guard minutes < 60 else { return nil }
      let total = hours * 60 + minutes
      return negative ? -total : total
    }

    private func digit(at position: Int) -> Int? {
      let byte = bytes.byte(position)
      return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }
  }
}
