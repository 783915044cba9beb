/// A JSON value as defined by RFC 8259, with the fields of an object in the order of the text.
///
///     let post = try JSON(parsing: #"{"text": "hi", "likes": 3}"#)
///     let likes = post["likes"]?.integerValue           // 3
///     let reply: JSON = ["text": "hello", "parent": post]
///     print(reply.text)                                 // {"text":"hello","parent":{"text":"hi","likes":3}}
///
/// Whole numbers of 64 bits stay exact; microseconds would not survive a `Double`. All fields with the same name are
/// kept.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number with a fraction or an exponent, or one too large for `integer`; always finite if it was parsed.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Field])

  /// A name and a value of an object.
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Parses the single value that fills the whole text.
  /// - Throws: `SyntaxError` at the first byte that RFC 8259 does not allow, and if arrays and objects are nested
  ///   deeper than `JSONReader.deepest`.
  /// - Complexity: O(text).
  public init(parsing text: some StringProtocol) throws(SyntaxError) { try self.init(parsing: text.utf8) }

  /// Parses the single value that fills all of these bytes, which must be UTF-8; see `init(parsing:)` of a text.
  public init(parsing bytes: some Collection<UInt8>) throws(SyntaxError) {
    self = try JSONReader.reading(bytes) { (reader) throws(SyntaxError) in
      let value = try reader.value()
      try reader.end()
      return value
    }
  }

  /// The compact text: no spaces, no line ends, fields in their order; see `JSONWriter`.
  /// - Complexity: O(text).
  public var text: String {
    var writer = JSONWriter()
    writer.add(self)
    return writer.text
  }

  /// The value of the first field with that name; `nil` if there is none or this is not an object.
  /// - Complexity: O(fields).
  public subscript(name: String) -> JSON? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }

  public var stringValue: String? { if case .string(let text) = self { text } else { nil } }
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The whole number; `nil` for a number with a fraction and for any other value.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The number, rounded to the nearest `Double` if it is a whole number above 2^53.
  public var numberValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  public var arrayValue: [JSON]? { if case .array(let values) = self { values } else { nil } }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral values: JSON...) { self = .array(values) }
  public init(dictionaryLiteral fields: (String, JSON)...) { self = .object(fields.map { Field($0.0, $0.1) }) }
}
