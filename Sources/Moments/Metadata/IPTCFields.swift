/// The creation date and the caption that news agencies write: IPTC-IIM datasets 2:55, 2:60 and 2:120, mostly in one of Photoshop's resources.
struct IPTCFields {
  /// Date and time; both must be there.
  private(set) var created: (local: LocalTime, offset: Int?)?
  /// Midnight of a date without a time.
  private(set) var day: LocalTime?
  /// What the picture shows (2:120).
  private(set) var caption: String?

  /// - Parameter records: the datasets, one behind the other.
  init(_ records: UnsafeRawBufferPointer) {
    var time: (microseconds: Int64, offset: Int?)?
    var index = 0
    // Each dataset: 0x1C, record, number, a 15-bit size.
    while records.byte(index) == 0x1C, index + 5 <= records.count {
      let size = records.bigEndian16(index + 3)
      guard size < 0x8000 else { break }
      let value = records.slice(index + 5, index + 5 + size)
      if records.byte(index + 1) == 2, records.byte(index + 2) == 55 { day = Self.day(value) }
      if records.byte(index + 1) == 2, records.byte(index + 2) == 120 { caption = caption ?? value.words }
      if records.byte(index + 1) == 2, records.byte(index + 2) == 60 { time = Self.time(value) }
      index += 5 + size
    }
    if let day, let time { created = (LocalTime(microseconds: day.microseconds + time.microseconds), time.offset) }
  }

  /// `20181211`
  private static func day(_ bytes: UnsafeRawBufferPointer) -> LocalTime? {
    var cursor = DateText.Cursor(bytes: bytes)
    guard let year = cursor.number(digits: 4...4), let month = cursor.number(digits: 2...2),
      let day = cursor.number(digits: 2...2)
    else { return nil }
    return LocalTime(year: year, month: month, day: day)
  }

  /// `100051+0000`; the offset may be missing.
  private static func time(_ bytes: UnsafeRawBufferPointer) -> (microseconds: Int64, offset: Int?)? {
    var cursor = DateText.Cursor(bytes: bytes)
    guard let hour = cursor.number(digits: 2...2), hour < 24, let minute = cursor.number(digits: 2...2), minute < 60,
      let second = cursor.number(digits: 2...2), second <= 60
    else { return nil }
    return (Int64(hour * 3_600 + minute * 60 + second) * 1_000_000, cursor.offset())
  }
}
