/// A reader of JSON that goes through the bytes once, value by value, as strict as RFC 8259.
///
///     var names: [String] = []
///     try JSONReader.reading(#"["ana", "ben"]"#.utf8) { (reader) throws(JSON.SyntaxError) in
///       try reader.forEachItem { (reader) throws(JSON.SyntaxError) in
///         reader.skipSpaces()
///         names.append(try reader.string())
///         return true
///       }
///       try reader.end()
///     }
///
/// `value` builds the value that it reads; `forEachField`, `forEachItem`, `string` and `numberText` build only what
/// the caller asks for, and `skipValue` checks without building. After an error, the reader's position is the place
/// of the error.
public struct JSONReader {
  /// The maximum nesting depth of arrays and objects.
  public static let deepest = 64
  private let bytes: UnsafeRawBufferPointer
  /// The position of the next byte to be read, counted from the start of the text.
  public private(set) var offset: Int
  private var depth = 0

  /// Creates a reader of `bytes` from `offset` on; the bytes must stay in place while the reader is used.
  public init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Passes a reader of `bytes` to `body`, and returns the result.
  public static func reading<T>(
    _ bytes: some Collection<UInt8>, _ body: (inout JSONReader) throws(JSON.SyntaxError) -> T
  ) throws(JSON.SyntaxError) -> T {
    // A closure given to withContiguousStorage cannot carry a typed error, hence the Result.
    func read(_ buffer: UnsafeBufferPointer<UInt8>) -> Result<T, JSON.SyntaxError> {
      Result { () throws(JSON.SyntaxError) in
        var reader = JSONReader(UnsafeRawBufferPointer(buffer))
        return try body(&reader)
      }
    }
    let result = bytes.withContiguousStorageIfAvailable(read) ?? Array(bytes).withUnsafeBufferPointer(read)
    return try result.get()
  }

  /// The next byte to be read; `nil` at the end.
  public var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  /// Returns an error at this position.
  public func error(_ expected: String) -> JSON.SyntaxError { JSON.SyntaxError(expected: expected, offset: offset) }

  public mutating func skipSpaces() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  /// Skips white space and requires the end of the text.
  public mutating func end() throws(JSON.SyntaxError) {
    skipSpaces()
    guard next == nil else { throw error("the end of the text") }
  }

  private mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  // MARK: Values

  /// Reads the next value.
  /// - Complexity: O(length of its text).
  public mutating func value() throws(JSON.SyntaxError) -> JSON {
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"): return .object(try fields())
    case UInt8(ascii: "["): return .array(try items())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  /// Skips the next value, which must be well-formed nevertheless.
  public mutating func skipValue() throws(JSON.SyntaxError) {
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"):
      try forEachField { (reader, _) throws(JSON.SyntaxError) in
        try reader.skipValue()
        return true
      }
    case UInt8(ascii: "["):
      try forEachItem { (reader) throws(JSON.SyntaxError) in
        try reader.skipValue()
        return true
      }
    default: _ = try value()
    }
  }

  /// Calls `body` for each field of an object with the reader at the value, which `body` must read or skip.
  /// - Parameter body: gets the field's name; returns `false` to stop there.
  public mutating func forEachField(
    _ body: (inout JSONReader, String) throws(JSON.SyntaxError) -> Bool
  ) throws(JSON.SyntaxError) {
    try enter(UInt8(ascii: "{"), "'{'")
    if consume(UInt8(ascii: "}")) {
      depth -= 1
      return
    }
    repeat {
      skipSpaces()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes") }
      let name = try string()
      skipSpaces()
      guard consume(UInt8(ascii: ":")) else { throw error("':'") }
      guard try body(&self, name) else { return }
      skipSpaces()
    } while consume(UInt8(ascii: ","))
    guard consume(UInt8(ascii: "}")) else { throw error("',' or '}'") }
    depth -= 1
  }

  /// Calls `body` for each item of an array with the reader before the value, which `body` must read or skip.
  /// - Parameter body: returns `false` to stop there.
  public mutating func forEachItem(
    _ body: (inout JSONReader) throws(JSON.SyntaxError) -> Bool
  ) throws(JSON.SyntaxError) {
    try enter(UInt8(ascii: "["), "'['")
    if consume(UInt8(ascii: "]")) {
      depth -= 1
      return
    }
    repeat {
      guard try body(&self) else { return }
      skipSpaces()
    } while consume(UInt8(ascii: ","))
    guard consume(UInt8(ascii: "]")) else { throw error("',' or ']'") }
    depth -= 1
  }

  private mutating func enter(_ bracket: UInt8, _ expected: String) throws(JSON.SyntaxError) {
    skipSpaces()
    guard next == bracket else { throw error(expected) }
    guard depth < Self.deepest else { throw error(JSON.SyntaxError.deepest) }
    offset += 1
    depth += 1
    skipSpaces()
  }

  private mutating func fields() throws(JSON.SyntaxError) -> [JSON.Field] {
    var fields: [JSON.Field] = []
    try forEachField { (reader, name) throws(JSON.SyntaxError) in
      fields.append(JSON.Field(name, try reader.value()))
      return true
    }
    return fields
  }

  private mutating func items() throws(JSON.SyntaxError) -> [JSON] {
    var items: [JSON] = []
    try forEachItem { (reader) throws(JSON.SyntaxError) in
      items.append(try reader.value())
      return true
    }
    return items
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSON.SyntaxError) -> JSON {
    let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[offset...].starts(with: text) else { throw error("'\(word)'") }
    offset += text.count
    return value
  }

  // MARK: Numbers

  /// Reads a number and returns its text, for callers that need more precision than a `Double` has.
  public mutating func numberText() throws(JSON.SyntaxError) -> String {
    let start = offset
    _ = try skipNumber()
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func number() throws(JSON.SyntaxError) -> JSON {
    let start = offset
    let isWhole = try skipNumber()
    if isWhole, offset - start <= 18 { return .integer(shortInteger(from: start)) }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      offset = start
      throw error("a number up to 1.8e308")
    }
    return .number(value)
  }

  /// Returns the whole number between `start` and the position; 18 bytes cannot overflow.
  private func shortInteger(from start: Int) -> Int64 {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    var magnitude: Int64 = 0
    for index in (isNegative ? start + 1 : start)..<offset { magnitude = magnitude &* 10 &+ Int64(bytes[index] & 0xF) }
    return isNegative ? -magnitude : magnitude
  }

  /// - Returns: `true` if the number has neither a fraction nor an exponent.
  private mutating func skipNumber() throws(JSON.SyntaxError) -> Bool {
    var isWhole = true
    let isNegative = consume(UInt8(ascii: "-"))
    if !consume(UInt8(ascii: "0")) { try skipDigits(isNegative ? "a digit" : "a value") }
    if consume(UInt8(ascii: ".")) {
      isWhole = false
      try skipDigits("a digit")
    }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      isWhole = false
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      try skipDigits("a digit")
    }
    return isWhole
  }

  private mutating func skipDigits(_ expected: String) throws(JSON.SyntaxError) {
    guard let first = next, (48...57).contains(first) else { throw error(expected) }
    while let byte = next, (48...57).contains(byte) { offset += 1 }
  }

  // MARK: Strings

  /// Reads a string, starting at its opening quote; resolves escapes and rejects invalid UTF-8.
  public mutating func string() throws(JSON.SyntaxError) -> String {
    guard consume(UInt8(ascii: "\"")) else { throw error("a string in quotes") }
    let start = offset
    let isASCII = try skipPlain()
    guard bytes[offset] == UInt8(ascii: "\"") else { return try escapedString(from: start) }
    let text = try text(of: bytes[start..<offset], isASCII: isASCII, from: start)
    offset += 1
    return text
  }

  /// Moves to the next quote or backslash of a string.
  /// - Returns: `true` if all bytes on the way are ASCII.
  private mutating func skipPlain() throws(JSON.SyntaxError) -> Bool {
    var union: UInt8 = 0
    while let byte = next {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return union < 0x80 }
      guard byte >= 0x20 else { throw error(byte == 0x0A ? "a closing quote" : "an escaped control character") }
      union |= byte
      offset += 1
    }
    throw error("a closing quote")
  }

  /// Returns the text of bytes read from `start` on. Decoding repairs invalid UTF-8, so the result differs from the
  /// bytes: comparing them takes a fraction of the time of `String(validating:as:)`, which is generic.
  private mutating func text(
    of raw: some Collection<UInt8>, isASCII: Bool, from start: Int
  ) throws(JSON.SyntaxError) -> String {
    let text = String(decoding: raw, as: UTF8.self)
    guard isASCII || text.utf8.elementsEqual(raw) else { throw brokenUTF8(from: start) }
    return text
  }

  /// Returns the error for the text between `start` and the position, at its first byte that is not UTF-8.
  private mutating func brokenUTF8(from start: Int) -> JSON.SyntaxError {
    var (decoder, iterator) = (UTF8(), bytes[start..<offset].makeIterator())
    offset = start
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    return error("UTF-8")
  }

  private mutating func escapedString(from start: Int) throws(JSON.SyntaxError) -> String {
    var resolved = Array(bytes[start..<offset])
    while consume(UInt8(ascii: "\\")) {
      try escape(into: &resolved)
      let plain = offset
      _ = try skipPlain()
      resolved.append(contentsOf: bytes[plain..<offset])
    }
    let text = try text(of: resolved, isASCII: false, from: start)
    offset += 1
    return text
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSON.SyntaxError) {
    guard let byte = next else { throw error("an escape") }
    offset += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try unicodeEscape()).utf8)
    default: throw error("an escape")
    }
  }

  private mutating func unicodeEscape() throws(JSON.SyntaxError) -> Unicode.Scalar {
    let high = try fourHexDigits()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
      throw error("the second half of a surrogate pair")
    }
    let low = try fourHexDigits()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    else { throw error("the second half of a surrogate pair") }
    return scalar
  }

  private mutating func fourHexDigits() throws(JSON.SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw error("four hex digits")
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }
}
