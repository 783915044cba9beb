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
