/// A writer of JSON, directly into bytes: compact, with commas where needed.
///
/// Its text parses to the same value. A number has the fewest digits that identify its `Double`; a number that is not
/// finite cannot be written in JSON and becomes `null`. The caller must end every object and array that it begins.
public struct JSONWriter {
  /// The characters that are escaped in strings in addition to the required ones: `"`, `\` and those below U+0020.
  public enum Escapes: Sendable {
    case required
    /// Characters that a terminal showing the text might execute, or that reorder or hide text: DEL, the C1 controls,
    /// line separators, bidirectional marks, embeddings, overrides and isolates, byte order marks and other invisible
    /// characters, and tags (including those of a flag).
    case controls
  }

  public private(set) var bytes: [UInt8] = []
  private let escapes: Escapes
  /// `true` if the next value follows another one in the same array or object.
  private var isBehindValue = false
  public init(escaping escapes: Escapes = .required) { self.escapes = escapes }
  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Starts again with an empty text. The memory is kept, unless it is larger than lines need.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
    isBehindValue = false
  }

  /// Writes the name of a field; its value must follow.
  public mutating func add(name: String) {
    add(name)
    bytes.append(UInt8(ascii: ":"))
    isBehindValue = false
  }

  /// Ends the line after an outermost value; the next value begins a new text.
  public mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    isBehindValue = false
  }

  private mutating func begin(_ bracket: UInt8) {
    beginValue()
    bytes.append(bracket)
    isBehindValue = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    isBehindValue = true
  }

  private mutating func beginValue() {
    if isBehindValue { bytes.append(UInt8(ascii: ",")) }
    isBehindValue = true
  }

  public mutating func addNull() { add(verbatim: "null") }
  public mutating func add(_ value: Bool) { add(verbatim: value ? "true" : "false") }
  public mutating func add(_ value: Int64) {
    beginValue()
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, start) = (value.magnitude, digits.count)
      repeat {
        start -= 1
        let (tens, unit) = rest.quotientAndRemainder(dividingBy: 10)
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: unit)
        rest = tens
      } while rest > 0
      if value < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  public mutating func add(_ value: Double) { add(verbatim: value.isFinite ? value.description : "null") }

  /// Writes a value that is JSON already, such as a number that must keep every digit.
  public mutating func add(verbatim json: String) {
    beginValue()
    bytes.append(contentsOf: json.utf8)
  }

  public mutating func add(_ value: JSON) {
    switch value {
    case .null: addNull()
    case .bool(let value): add(value)
    case .integer(let value): add(value)
    case .number(let value): add(value)
    case .string(let text): add(text)
    case .array(let values):
      beginArray()
      for value in values { add(value) }
      endArray()
    case .object(let fields):
      beginObject()
      for field in fields {
        add(name: field.name)
        add(field.value)
      }
      endObject()
    }
  }

  /// Writes a string.
  /// - Complexity: O(text); parts without escapes are copied in one piece.
  public mutating func add(_ text: String) {
    beginValue()
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ addContent($0) }) == nil {
      // Only texts bridged from Foundation on Darwin.
      Array(text.utf8).withUnsafeBufferPointer { addContent($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func addContent(_ text: UnsafeBufferPointer<UInt8>) {
    var (start, index) = (0, 0)
    while index < text.count {
      if index + 8 <= text.count, isPlain(text, index) {
        index += 8
      } else if needsEscape(text, index) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        index += addEscape(text, index)
        start = index
      } else {
        index += 1
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// Returns `true` if the next eight bytes certainly need no escape; examines them as one number.
  @inline(__always)
  private func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let word = UnsafeRawPointer(text.baseAddress!).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    /// Marks the bytes that are below a number, provided that they are below 0x80; nonzero if there are any.
    func below(_ word: UInt64, _ number: UInt64) -> UInt64 { (word &- ones &* number) & ~word & tops }
    let found =
      below(word, 0x20) | below(word ^ (ones &* 0x22), 1) | below(word ^ (ones &* 0x5C), 1)
      | (escapes == .controls ? below(word ^ (ones &* 0x7F), 1) | word & tops : 0)
    return found == 0
  }

  /// Returns whether a character that needs an escape begins here.
  @inline(__always)
  private func needsEscape(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let byte = text[index]
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
    guard byte >= 0x7F, escapes == .controls else { return false }
    switch byte {
    case 0x7F: return true
    case 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: return Self.isHarmful(Self.scalar(text, index))
    default: return false
    }
  }

  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80..<0xA0, 0x061C, 0x180E, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// Returns the scalar that begins at a byte; the text is UTF-8.
  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
    let (lead, count) = length(text[index])
    return text[(index + 1)..<(index + count)].reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }
  }

  /// Returns the bits of a scalar in its first byte, and the scalar's length in bytes.
  private static func length(_ byte: UInt8) -> (bits: UInt32, count: Int) {
    switch byte {
    case ..<0x80: (UInt32(byte), 1)
    case ..<0xE0: (UInt32(byte & 0x1F), 2)
    case ..<0xF0: (UInt32(byte & 0x0F), 3)
    default: (UInt32(byte & 0x07), 4)
    }
  }

  /// - Returns: the number of bytes of the text that the escape replaces.
  private mutating func addEscape(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    switch text[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), text[index]]
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    default:
      let scalar = Self.scalar(text, index)
      if scalar < 0x10000 {
        addEscape(scalar)
      } else {
        addEscape(0xD800 + (scalar - 0x10000) >> 10)
        addEscape(0xDC00 + (scalar - 0x10000) & 0x3FF)
      }
      return Self.length(text[index]).count
    }
    return 1
  }

  private mutating func addEscape(_ unit: UInt32) {
    bytes.append(contentsOf: "\\u".utf8)
    for shift in [12, 8, 4, 0] as [UInt32] {
      let half = UInt8(unit >> shift & 15)
      bytes.append(half < 10 ? 48 + half : 87 + half)
    }
  }
}
