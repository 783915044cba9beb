import JSON

extension Journal {
  /// The content of an event besides its type: a JSON object, kept as text and read only where it is asked.
  ///
  /// Opening a journal of a million events never looks inside one of these.
  public struct Payload: Hashable, Sendable, CustomStringConvertible, ExpressibleByDictionaryLiteral {
    /// The compact JSON text of an object: one line.
    public let text: String
    /// `{}`.
    public static let empty = Payload(verbatim: "{}")

    /// The payload with these fields, in this order.
    public init(_ fields: [JSON.Field]) { text = JSON.object(fields).text }

    public init(dictionaryLiteral fields: (String, JSON)...) {
      self.init(fields.map { JSON.Field($0.0, $0.1) })
    }

    /// Reads and compacts the text of a JSON object.
    /// - Throws: `JSON.SyntaxError` when the text is no JSON or no object.
    public init(parsing text: String) throws(JSON.SyntaxError) {
      let json = try JSON(parsing: text)
      guard case .object = json else { throw JSON.SyntaxError(expected: "an object", offset: 0) }
      self.text = json.text
    }

    /// Text that came out of a line whose checksum held.
    init(verbatim text: String) { self.text = text }

    public var description: String { text }

    /// The whole payload as a value.
    /// - Throws: `JSON.SyntaxError`, which only a journal that some other program wrote can cause.
    public var json: JSON {
      get throws(JSON.SyntaxError) { try JSON(parsing: text) }
    }

    /// The value of one field; the others are passed over. `nil` when it is not there or the text is broken.
    /// - Complexity: O(text before the end of that field).
    public subscript(name: String) -> JSON? {
      text.withBytes { bytes in
        var reader = JSONReader(bytes)
        var found: JSON?
        try? reader.forEachField { (reader, field) throws(JSON.SyntaxError) in
          if field == name { found = try reader.value() } else { try reader.skipValue() }
          return found == nil
        }
        return found
      }
    }
  }
}
