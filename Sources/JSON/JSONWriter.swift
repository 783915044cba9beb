/// A writer of JSON, straight into bytes: compact, with the commas where they belong.
///
/// Its text reads back as the same value. A number has the fewest digits that name its `Double`; one that is not
/// finite has no JSON and becomes `null`. Whoever begins an object or an array ends it.
public struct JSONWriter {
  /// The characters of a string that are escaped besides those that must be: `"`, `\` and what stands below U+0020.
  public enum Escapes: Sendable {
    case required
    /// DEL and the C1 control characters too: a terminal that shows the text must not obey them.
    case controls
  }

  public private(set) var bytes: [UInt8] = []
  private let escapes: Escapes
  /// Whether a value stands before the next one in the same array or object.
  private var isBehindValue = false
  public init(escaping escapes: Escapes = .required) { self.escapes = escapes }
  /// The text that was written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  /// Writes the name of a field; its value must follow.
  public mutating func add(name: String) {
    add(name)
    bytes.append(UInt8(ascii: ":"))
    isBehindValue = false
  }

  /// Ends a line behind an outermost value; the next one begins a text of its own.
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
  public mutating func add(_ value: Int64) { add(verbatim: value.description) }
  public mutating func add(_ value: Double) { add(verbatim: value.isFinite ? value.description : "null") }

  /// Writes a value that is JSON already, such as a number of which every digit counts.
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
  /// - Complexity: O(text); what needs no escape is copied in one piece.
  public mutating func add(_ text: String) {
    beginValue()
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ addContent($0) }) == nil {
      // Only texts that Foundation on Darwin lends.
      Array(text.utf8).withUnsafeBufferPointer { addContent($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func addContent(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices where needsEscape(text, index) {
      // The first of a C1 character's two bytes goes as well.
      let isSecond = text[index] >= 0x80
      bytes.append(contentsOf: text[start..<(isSecond ? index - 1 : index)])
      addEscape(text[index])
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  @inline(__always)
  private func needsEscape(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let byte = text[index]
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
    guard byte >= 0x7F, byte < 0xA0, escapes == .controls else { return false }
    return byte == 0x7F || index > 0 && text[index - 1] == 0xC2
  }

  private mutating func addEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      for half in [byte >> 4, byte & 15] { bytes.append(half < 10 ? 48 + half : 87 + half) }
    }
  }
}
