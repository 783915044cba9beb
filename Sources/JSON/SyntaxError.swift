extension JSON {
  /// The reason why a text is not JSON: the expected text, and the position.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text expected at the position, such as `',' or '}'`.
    public let expected: String
    /// The position in bytes from the start of the text.
    public let offset: Int
    /// `true` if the text may be valid JSON, but with more levels than are supported.
    public var isTooDeep: Bool { expected == Self.deepest }
    static let deepest = "no more than \(JSONReader.deepest) levels"

    public init(expected: String, offset: Int) {
      self.expected = expected
      self.offset = offset
    }

    public var description: String { "not JSON: expected \(expected) at byte \(offset)" }
  }

  /// Returns the line and the column of a byte, both from 1; columns count Unicode scalars, and lines end with a line
  /// feed.
  /// - Complexity: O(offset).
  public static func position(of offset: Int, in text: some Collection<UInt8>) -> (line: Int, column: Int) {
    var position = (line: 1, column: 1)
    for byte in text.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        position = (position.line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }
}
