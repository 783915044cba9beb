import JSON
import RichText
import Timeline

/// Takes values out of an answer of the network, where anything may be of another kind than it should.
///
/// A value that is missing is none; one that cannot be used is none as well, and counted. Nothing stops.
struct AnswerReader {
  /// How many values could not be used.
  private(set) var omitted = 0
  /// The greatest count that is believed: beyond it, not every number can be told from the next.
  private static let countLimit: Int64 = 1 << 53

  /// Counts something as unusable.
  mutating func omit() { omitted += 1 }

  mutating func text(_ json: JSON, _ name: String) -> String? { take(json, name, \.stringValue) }
  mutating func flag(_ json: JSON, _ name: String) -> Bool { take(json, name, \.boolValue) ?? false }
  mutating func list(_ json: JSON, _ name: String) -> [JSON] { take(json, name, \.arrayValue) ?? [] }
  mutating func object(_ json: JSON, _ name: String) -> JSON? {
    // A bare `nil` would be JSON's null here.
    take(json, name) { $0.isObject ? Optional($0) : Optional.none }
  }
  mutating func address(_ json: JSON, _ name: String) -> RecordAddress? {
    take(json, name) { $0.stringValue.flatMap { RecordAddress($0) } }
  }
  mutating func instant(_ json: JSON, _ name: String) -> Instant? {
    take(json, name) { $0.stringValue.flatMap { NetworkDate.instant($0) } }
  }

  /// How many there are of something; `nil` where nobody says so.
  mutating func count(_ json: JSON, _ name: String) -> Int? {
    take(json, name) { value in
      value.integerValue.flatMap { (0...Self.countLimit).contains($0) ? Int($0) : nil }
    }
  }

  /// The texts of a list.
  mutating func texts(_ json: JSON, _ name: String) -> [String] {
    each(list(json, name)) { value, _ in value.stringValue }
  }

  /// What can be made of the items of a list.
  mutating func each<Item>(_ items: [JSON], _ make: (JSON, inout AnswerReader) -> Item?) -> [Item] {
    var made: [Item] = []
    made.reserveCapacity(items.count)
    for item in items {
      if let item = make(item, &self) { made.append(item) } else { omitted += 1 }
    }
    return made
  }

  private mutating func take<Read>(_ json: JSON, _ name: String, _ read: (JSON) -> Read?) -> Read? {
    guard let value = json[name], value != .null else { return nil }
    let made = read(value)
    if made == nil { omitted += 1 }
    return made
  }
}

extension JSON {
  var isObject: Bool { if case .object = self { true } else { false } }
  /// What kind of a union's members it is: `app.bsky.embed.images#view`.
  var type: String? { self["$type"]?.stringValue }
}

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
