extension JSONReader {
  /// Reads a string with the reader on its opening quote; escapes are resolved, broken UTF-8 is refused.
  mutating func string() throws(JSON.SyntaxError) -> String {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let raw = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        guard let text = String(validating: raw, as: UTF8.self) else { throw error("UTF-8") }
        position += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw error("no bare control character")
      default: position += 1
      }
    }
    throw error("a closing quote")
  }

  private mutating func escapedString(from start: Int) throws(JSON.SyntaxError) -> String {
    var text = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw error("UTF-8") }
        return string
      case UInt8(ascii: "\\"): text.append(contentsOf: try escape().utf8)
      case 0..<0x20: throw error("no bare control character")
      default: text.append(byte)
      }
    }
    throw error("a closing quote")
  }

  private mutating func escape() throws(JSON.SyntaxError) -> String {
    guard position < bytes.count else { throw error("an escape") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
    case UInt8(ascii: "u"): return String(try unicodeEscape())
    default: throw error("an escape")
    }
  }

  private mutating func unicodeEscape() throws(JSON.SyntaxError) -> UnicodeScalar {
    let high = try fourHexDigits()
    if let scalar = UnicodeScalar(high) { return scalar }
    guard (0xD800..<0xDC00).contains(high), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw error("the second half of a surrogate pair")
    }
    let low = try fourHexDigits()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = UnicodeScalar(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    else { throw error("the second half of a surrogate pair") }
    return scalar
  }

  private mutating func fourHexDigits() throws(JSON.SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count, let digit = Self.hexValue(bytes[position]) else { throw error("four hex digits") }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  /// The value of a hexadecimal digit of either case.
  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 48...57: UInt32(byte - 48)
    case 97...102: UInt32(byte - 87)
    case 65...70: UInt32(byte - 55)
    default: nil
    }
  }
}
