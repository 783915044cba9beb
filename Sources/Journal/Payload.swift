import JSON

extension Journal {
  /// The content of an event besides its type: a JSON object, kept as text and parsed only on demand.
  ///
  /// Opening a journal of a million events parses none of the payloads.
  public struct Payload: Hashable, Sendable, CustomStringConvertible, ExpressibleByDictionaryLiteral {
    /// The compact JSON text of an object, on one line.
    public let text: String
    public static let empty = Payload(verbatim: "{}")

    /// Creates the payload with these fields, in this order.
    public init(_ fields: [JSON.Field]) { text = JSON.object(fields).text }

    public init(dictionaryLiteral fields: (String, JSON)...) {
      self.init(fields.map { JSON.Field($0.0, $0.1) })
    }

    /// Reads and compacts the text of a JSON object.
    /// - Throws: `JSON.SyntaxError` if the text is not a JSON object.
    public init(parsing text: String) throws(JSON.SyntaxError) {
      let json = try JSON(parsing: text)
      guard case .object = json else { throw JSON.SyntaxError(expected: "an object", offset: 0) }
      self.text = json.text
    }

    /// Creates a payload from the text of a line whose checksum was valid.
    init(verbatim text: String) { self.text = text }

    public var description: String { text }

    /// The whole payload as a value.
    /// - Throws: `JSON.SyntaxError`, which only a journal written by another program can cause.
    public var json: JSON {
      get throws(JSON.SyntaxError) { try JSON(parsing: text) }
    }

    /// The value of one field, read without parsing the other fields; `nil` if the field is missing or the text is
    /// broken.
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
