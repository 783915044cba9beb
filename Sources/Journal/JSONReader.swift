extension Journal.JSON {
  /// Why a text is no JSON: what was expected, and at which byte.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    public let expected: String
    /// Bytes from the start of the text.
    public let offset: Int

    public var description: String { "not JSON: expected \(expected) at byte \(offset)" }
  }

  /// Reads one JSON value that fills the whole text, as strictly as RFC 8259 says.
  /// - Throws: `SyntaxError`; arrays and objects nested deeper than 64 are refused, so that no text can exhaust the stack.
  /// - Complexity: O(text).
  public init(parsing text: String) throws(SyntaxError) {
    self = try Self.parse(Array(text.utf8))
  }

  static func parse(_ bytes: [UInt8]) throws(SyntaxError) -> Journal.JSON {
    // A closure given to withUnsafeBytes cannot carry a typed error, hence the Result.
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(SyntaxError) in
        var reader = JSONReader(bytes: buffer)
        let value = try reader.value(depth: 0)
        reader.skipSpaces()
        guard reader.isAtEnd else { throw reader.error("nothing more") }
        return value
      }
    }
    return try result.get()
  }
}

/// Reads JSON from bytes, one value at a time; `skipValue` passes over one without building it.
struct JSONReader {
  typealias JSON = Journal.JSON
  static let deepest = 64

  let bytes: UnsafeRawBufferPointer
  var position = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }
  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func error(_ expected: String) -> JSON.SyntaxError { JSON.SyntaxError(expected: expected, offset: position) }

  mutating func skipSpaces() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  mutating func value(depth: Int) throws(JSON.SyntaxError) -> JSON {
    skipSpaces()
    guard depth <= Self.deepest else { throw error("no more than \(Self.deepest) levels") }
    switch next {
    case UInt8(ascii: "{"): return .object(try fields(depth: depth))
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  /// Calls `body` at each field of an object with the reader on the value; `body` must read or skip it.
  /// `body` returns `false` to stop early.
  mutating func forEachField(
    _ body: (inout JSONReader, String) throws(JSON.SyntaxError) -> Bool
  ) throws(JSON.SyntaxError) {
    skipSpaces()
    guard take(UInt8(ascii: "{")) else { throw error("'{'") }
    skipSpaces()
    if take(UInt8(ascii: "}")) { return }
    repeat {
      skipSpaces()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes") }
      let name = try string()
      skipSpaces()
      guard take(UInt8(ascii: ":")) else { throw error("':'") }
      guard try body(&self, name) else { return }
      skipSpaces()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw error("',' or '}'") }
  }

  private mutating func fields(depth: Int) throws(JSON.SyntaxError) -> [JSON.Field] {
    var fields: [JSON.Field] = []
    try forEachField { (reader, name) throws(JSON.SyntaxError) in
      fields.append(JSON.Field(name, try reader.value(depth: depth + 1)))
      return true
    }
    return fields
  }

  private mutating func elements(depth: Int) throws(JSON.SyntaxError) -> [JSON] {
    position += 1
    var values: [JSON] = []
    skipSpaces()
    if take(UInt8(ascii: "]")) { return [] }
    repeat {
      values.append(try value(depth: depth + 1))
      skipSpaces()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw error("',' or ']'") }
    return values
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSON.SyntaxError) -> JSON {
    let count = word.utf8CodeUnitCount
    for index in 0..<count {
      guard position + index < bytes.count, bytes[position + index] == word.utf8Start[index] else {
        throw error("'\(word)'")
      }
    }
    position += count
    return value
  }

  private mutating func number() throws(JSON.SyntaxError) -> JSON {
    let start = position
    var isWhole = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      position = start
      throw error("a number that a Double can hold")
    }
    return .number(value)
  }

  private mutating func digits() throws(JSON.SyntaxError) {
    guard let first = next, (48...57).contains(first) else { throw error("a value or a digit") }
    while let byte = next, (48...57).contains(byte) { position += 1 }
  }
}
