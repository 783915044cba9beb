import JSON
import RichText
import Timeline

/// A reader of the network's answers, in which any value may have the wrong type.
///
/// A missing value is read as `nil`; an unusable one is also read as `nil`, and counted. Nothing fails.
struct AnswerReader {
  /// The number of unusable values.
  private(set) var omitted = 0
  /// The greatest count that is accepted: beyond it, a double no longer represents every integer.
  private static let countLimit: Int64 = 1 << 53

  /// Counts a value as unusable.
  mutating func omit() { omitted += 1 }

  mutating func text(_ json: JSON, _ name: String) -> String? { field(json, name) { $0.stringValue } }
  mutating func flag(_ json: JSON, _ name: String) -> Bool { field(json, name) { $0.boolValue } ?? false }
  mutating func list(_ json: JSON, _ name: String) -> [JSON] { field(json, name) { $0.arrayValue } ?? [] }
  mutating func object(_ json: JSON, _ name: String) -> JSON? {
    // A bare `nil` would be JSON's null here.
    field(json, name) { $0.isObject ? Optional($0) : Optional.none }
  }
  mutating func address(_ json: JSON, _ name: String) -> RecordAddress? {
    field(json, name) { $0.stringValue.flatMap { RecordAddress($0) } }
  }
  mutating func instant(_ json: JSON, _ name: String) -> Instant? {
    field(json, name) { $0.stringValue.flatMap { NetworkDate.instant($0) } }
  }

  /// Reads a count; `nil` if there is none.
  mutating func count(_ json: JSON, _ name: String) -> Int? {
    field(json, name) { value in
      value.integerValue.flatMap { (0...Self.countLimit).contains($0) ? Int($0) : nil }
    }
  }

  /// Reads a list of texts.
  mutating func texts(_ json: JSON, _ name: String) -> [String] {
    each(list(json, name)) { value, _ in value.stringValue }
  }

  /// Converts the items of a list; items that cannot be converted are counted.
  mutating func each<Item>(_ items: [JSON], _ make: (JSON, inout AnswerReader) -> Item?) -> [Item] {
    var made: [Item] = []
    made.reserveCapacity(items.count)
    for item in items {
      if let item = make(item, &self) { made.append(item) } else { omitted += 1 }
    }
    return made
  }

  private mutating func field<Read>(_ json: JSON, _ name: String, _ read: (JSON) -> Read?) -> Read? {
    guard let value = json[name], value != .null else { return nil }
    let made = read(value)
    if made == nil { omitted += 1 }
    return made
  }
}

extension JSON {
  var isObject: Bool { if case .object = self { true } else { false } }
  /// The type of a union's member: `app.bsky.embed.images#view`.
  var type: String? { self["$type"]?.stringValue }
}

/// The format of dates in records and answers: RFC 3339 with `T` and a zone.
///
/// Source: the lexicons' `datetime`, and the forms that servers accept.
enum NetworkDate {
  /// The number of fractional digits that an instant can hold.
  private static let fractionDigits = 6

  /// - Returns: `nil` for an invalid date, and for a year before 1: RFC 3339 has a year 0, the calendar does not.
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

  /// Returns an instant as a record writes it.
  static func text(_ instant: Instant) -> String { CivilTime(utc: instant).dateTimeText + "Z" }

  /// Returns the position of the zone, and its offset from UTC.
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
