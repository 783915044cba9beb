/// The date in a file's name, as written by phones, messengers and screenshot tools.
///
/// `IMG_20190521_101112`, `PXL_20210523_123456789` (which is UTC), `IMG-20200101-WA0001` (only a day), `Screenshot
/// 2019-05-21 at 10.11.12 AM`, `WhatsApp Image 2020-01-01 at 10.11.12`, `2019-05-21 10.11.12`.
enum NameDate {
  /// - Parameter name: The name with or without its extension; folders are ignored.
  /// - Returns: `nil` if there is no valid date of the years 1990 to 2099.
  static func find(in name: some StringProtocol) -> CaptureTime? {
    let bytes = Array(name.utf8)
    return bytes.withUnsafeBytes { bytes in
      for start in bytes.indices where isStart(bytes, start) {
        var cursor = DateText.Cursor(bytes: bytes, index: start)
        guard let day = cursor.nameDay() else { continue }
        guard let time = cursor.parseTime() else {
          if bytes.byte(cursor.index).isLetterOrDigit { continue }
          return CaptureTime(local: day, source: .nameDay)
        }
        let isUTC = bytes.has("PXL_")
        return CaptureTime(
          local: LocalTime(microseconds: day.microseconds + time), source: isUTC ? .nameUTC : .name,
          offset: isUTC ? UTCOffset(minutes: 0, source: .name) : nil)
      }
      return nil
    }
  }

  /// `true` if a number begins here that is not part of a longer one, nor of hexadecimal digits.
  private static func isStart(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "1") || bytes[start] == UInt8(ascii: "2") else { return false }
    guard start > 0 else { return true }
    let before = bytes[start - 1]
    // Accepts `IMG20200101`, but not `3f20200101`.
    return !before.isLetterOrDigit || (UInt8(ascii: "g")...UInt8(ascii: "z")).contains(before | 0x20)
  }
}

extension DateText.Cursor {
  /// Parses `20190521` or `2019-05-21`, with the same separator between all parts.
  fileprivate mutating func nameDay() -> LocalTime? {
    guard let year = number(digits: 4...4), (1990...2099).contains(year) else { return nil }
    let mark = bytes.byte(index)
    let isMarked = skip(oneOf: "-_.")
    guard let month = number(digits: 2...2) else { return nil }
    if isMarked {
      guard bytes.byte(index) == mark else { return nil }
      index += 1
    }
    guard let day = number(digits: 2...2) else { return nil }
    return LocalTime(year: year, month: month, day: day)
  }

  /// Parses the time after the day, in microseconds; advances only if there is a time.
  fileprivate mutating func parseTime() -> Int64? {
    var probe = self
    if probe.bytes.has(" at ", at: index) {
      probe.index += 4
    } else if probe.bytes.has("-at-", at: index) || probe.bytes.has("_at_", at: index) {
      probe.index += 4
    } else {
      _ = probe.skip(oneOf: " _-T")
    }
    guard var hour = probe.number(digits: 2...2) ?? (probe.index > index ? probe.number(digits: 1...2) : nil) else {
      return nil
    }
    let mark = probe.bytes.byte(probe.index)
    let isMarked = probe.skip(oneOf: ".-_:")
    guard let minute = probe.number(digits: 2...2) else { return nil }
    if isMarked {
      guard probe.bytes.byte(probe.index) == mark else { return nil }
      probe.index += 1
    }
    guard let second = probe.number(digits: 2...2), minute < 60, second < 60 else { return nil }
    if probe.skip(oneOf: " "), let isAfternoon = probe.half() {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    // `PXL_20210523_123456789` continues with milliseconds.
    let fraction = isMarked ? 0 : probe.number(digits: 3...3) ?? 0
    guard hour < 24, !probe.bytes.byte(probe.index).isDigit else { return nil }
    self = probe
    return Int64(hour * 3_600 + minute * 60 + second) * 1_000_000 + Int64(fraction) * 1_000
  }

  /// Returns `true` for `PM`, `false` for `AM` and `nil` for neither.
  private func half() -> Bool? {
    let (letter, m) = (bytes.byte(index) | 0x20, bytes.byte(index + 1) | 0x20)
    guard m == UInt8(ascii: "m") else { return nil }
    return letter == UInt8(ascii: "p") ? true : letter == UInt8(ascii: "a") ? false : nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
