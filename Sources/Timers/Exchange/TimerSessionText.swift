import Timeline

/// The text form of instants and lengths in exports: exact to the microsecond, and read back to the same value.
enum TimerSessionText {
  /// Returns local time with its UTC offset, as in RFC 3339 except for the seconds of an offset that has some.
  static func text(_ instant: Instant, offset: Duration) -> String {
    let time = CivilTime(utc: instant + offset).dateTimeText
    let seconds = offset.microseconds / 1_000_000
    let rest = Int(seconds.magnitude)
    let minutes = "\((rest / 3_600).padded(2)):\((rest / 60 % 60).padded(2))"
    return time + (seconds < 0 ? "-" : "+") + minutes + (rest % 60 == 0 ? "" : ":\((rest % 60).padded(2))")
  }

  /// Parses local time followed by `Z`, `±hh:mm` or `±hh:mm:ss`.
  static func instant(_ text: String) -> (instant: Instant, offset: Duration)? {
    let bytes = Array(text.utf8)
    if bytes.last == UInt8(ascii: "Z") {
      return CivilTime(parsing: bytes.dropLast()).map { ($0.instant(), .zero) }
    }
    // The date contains minus signs as well; the sign of the offset comes after the time.
    let signs = [UInt8(ascii: "+"), UInt8(ascii: "-")]
    guard bytes.count > 16, let sign = bytes.lastIndex(where: signs.contains), sign >= 16,
      let offset = length(bytes[(sign + 1)...]), let local = CivilTime(parsing: bytes[..<sign])
    else { return nil }
    let signed = bytes[sign] == UInt8(ascii: "-") ? -offset : offset
    return (local.instant(offset: signed), signed)
  }

  private static func length(_ bytes: ArraySlice<UInt8>) -> Duration? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds: Int64 = 0
    for (place, part) in parts.enumerated() {
      guard part.count == 2, let number = whole(part), place == 0 || number < 60 else { return nil }
      seconds += number * [3_600, 60, 1][place]
    }
    return .seconds(seconds)
  }

  /// Returns seconds without trailing zeros: `1200`, `725.25`.
  static func seconds(_ duration: Duration) -> String {
    let magnitude = duration.microseconds.magnitude
    let whole = "\(duration.microseconds < 0 ? "-" : "")\(magnitude / 1_000_000)"
    return magnitude % 1_000_000 > 0 ? "\(whole).\(Int(magnitude % 1_000_000).fraction(6))" : whole
  }

  /// Parses the output of `seconds(_:)`, or any other spelling of the same decimal number; `nil` for a negative
  /// number or one finer than a microsecond.
  static func duration(_ text: String) -> Duration? {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts[0].count <= 12, let seconds = whole(parts[0]) else { return nil }
    guard parts.count == 2 else { return .seconds(seconds) }
    var decimals = parts[1]
    while decimals.count > 6, decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    guard decimals.count <= 6, var microseconds = whole(decimals) else { return nil }
    for _ in decimals.count..<6 { microseconds *= 10 }
    return .seconds(seconds) + Duration(microseconds: microseconds)
  }

  private static func whole(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - 48)
    }
    return value
  }
}

/// The lines of a text, ending in CR LF, LF or CR, with their numbers from 1. A byte order mark is skipped.
struct TextLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place: Int
  private var number = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> (number: Int, line: ArraySlice<UInt8>)? {
    guard place < bytes.count else { return nil }
    let start = place
    let end = bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
    let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
    place = end + (isPair ? 2 : 1)
    number += 1
    return (number, bytes[start..<end])
  }
}

/// The columns of an exported session, in order; CSV and JSON share them.
public enum TimerSessionColumn: String, Hashable, Sendable, CaseIterable {
  case id
  /// The stored local day: `2026-11-20`.
  case day
  /// Local time at the stored offset: `2026-11-20T10:00:00.25+01:00`.
  case started, ended
  case activity, icon
  /// Seconds, with up to six decimals.
  case allocated = "allocated_seconds"
  case actual = "actual_seconds"
  case saved = "saved_seconds"
  /// `timeUp` or `early`.
  case ending
  /// `amazing`, `good` or `needsWork`; empty (in JSON `null`) for an unrated session.
  case rating
  case device
  /// The child's name; empty (in JSON `null`) for a child without a name, and in older files for the first child. The
  /// column is missing if a family has one child.
  case child

  /// `true` if a file may lack the column.
  var isOptional: Bool { self == .child }
  /// The columns that every file has.
  public static var required: [TimerSessionColumn] { allCases.filter { !$0.isOptional } }
  /// `true` if the value may be empty.
  var mayBeEmpty: Bool { self == .rating || self == .child }

  /// `true` if the JSON value of the column is a number.
  var isNumber: Bool { self == .allocated || self == .actual || self == .saved }
}
