import Timeline

/// The name of a record in its repository: a timestamp identifier (TID) of 13 letters and digits that sort by time.
///
/// A post has its key before it is sent for the first time, and keeps it: the host that has it already takes no second one.
/// Source: the AT Protocol's "Record Key" and "TID" specifications.
public struct RecordKey: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 53 bits of microseconds since 1970, then ten bits that tell apart who counts them.
  let value: UInt64

  private static let letters = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
  private static let length = 13
  private static let clockBits: UInt64 = 10
  private static let timeLimit: Int64 = 1 << 53

  /// The key of something made at an instant; before 1970 it is as of then.
  /// - Parameters:
  ///   - device: who counts: two that write in the same microsecond get different keys, but for one chance in 1,024.
  ///   - previous: the last key given there; the new one is later.
  public init(_ instant: Instant, device: String, after previous: RecordKey? = nil) {
    // Its lower bits are well mixed.
    let hash = device.fingerprint
    var time = UInt64(min(max(0, instant.microseconds), Self.timeLimit - 1))
    if let previous { time = max(time, (previous.value >> Self.clockBits) + 1) }
    value = time << Self.clockBits | hash & ((1 << Self.clockBits) - 1)
  }

  /// - Returns: `nil` for what is no such key.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == Self.length else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      guard let digit = Self.letters.firstIndex(of: byte), value >> 59 == 0 else { return nil }
      value = value << 5 | UInt64(digit)
    }
    guard value >> 63 == 0 else { return nil }
    self.value = value
  }

  public var description: String {
    let digits = (0..<Self.length).reversed().map { Self.letters[Int(value >> (5 * UInt64($0)) & 31)] }
    return String(decoding: digits, as: UTF8.self)
  }

  public static func < (a: RecordKey, b: RecordKey) -> Bool { a.value < b.value }
}
