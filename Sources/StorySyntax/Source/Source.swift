/// The text of one script, with its name for messages.
///
///     let source = try Source(name: "first.story", text: "wait 3s\nhold")
///     let word = source.text(SourceRange(8, 12))        // "hold"
///     let place = source.position(of: 8)                // line 2, column 1
///
/// Sources are checked once, here: later code may rely on valid UTF-8 without NUL and on sizes that fit `Int32`.
public final class Source: Sendable {
  /// The source's name in messages: a path as given, `<command line>` for `-c`, `<stdin>`.
  public let name: String
  public let bytes: [UInt8]
  /// The offset of each line's first byte.
  private let lineStarts: [Int32]

  /// An `include` function that can read no source.
  public static let noFiles: @Sendable (_ path: String, _ base: String) throws(Diagnostic) -> Source = {
    _, _ throws(Diagnostic) in
    throw Diagnostic(.refused("files cannot be read here", suggestion: nil), SourceRange(0, 0), in: nil)
  }

  /// The maximum size of a script, in bytes.
  public static let sizeLimit = 256 << 20

  /// - Throws: `Diagnostic` for invalid UTF-8 (at its first byte), a NUL character, or more than 256 MiB.
  public init(name: String, bytes: [UInt8]) throws(Diagnostic) {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    self.name = name
    self.bytes = bytes
    lineStarts = Self.lineStarts(in: bytes)
    guard bytes.count <= Self.sizeLimit else {
      throw Diagnostic(.sourceTooLarge(limit: Self.sizeLimit), SourceRange(0, 0), in: self)
    }
    if let bad = Self.firstInvalidByte(in: bytes) {
      throw Diagnostic(.notUTF8(byte: bytes[bad]), SourceRange(bad, bad + 1), in: self)
    }
    if let nul = bytes.firstIndex(of: 0) { throw Diagnostic(.nulCharacter, SourceRange(nul, nul + 1), in: self) }
  }

  public convenience init(name: String, text: String) throws(Diagnostic) {
    try self.init(name: name, bytes: Array(text.utf8))
  }

  /// Returns the text of a range; ranges from this module's tokens always lie on character boundaries.
  public func text(_ range: SourceRange) -> String {
    String(decoding: bytes[Int(range.start)..<Int(range.end)], as: UTF8.self)
  }

  /// Returns the line and column of a byte offset, for people: both count from 1, columns in Unicode scalars.
  /// O(length of the line).
  public func position(of offset: Int) -> (line: Int, column: Int) {
    let end = min(max(offset, 0), bytes.count)
    let line = lineIndex(of: end)
    let column = bytes[Int(lineStarts[line])..<end].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return (line + 1, column)
  }

  /// Returns the bytes of the line that contains `offset`, without the line end.
  public func lineRange(of offset: Int) -> SourceRange {
    let line = lineIndex(of: min(max(offset, 0), bytes.count))
    let start = Int(lineStarts[line])
    var end = line + 1 < lineStarts.count ? Int(lineStarts[line + 1]) - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(start, end)
  }

  /// Returns the last line that starts at or before the offset. O(log lines).
  private func lineIndex(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private static func lineStarts(in bytes: [UInt8]) -> [Int32] {
    var starts: [Int32] = [0]
    bytes.withUnsafeBufferPointer { buffer in
      for index in buffer.indices where buffer[index] == UInt8(ascii: "\n") {
        starts.append(Int32(truncatingIfNeeded: index + 1))
      }
    }
    return starts
  }

  private static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      let count = buffer.count
      while index < count {
        let lead = buffer[index]
        if lead < 0x80 {
          index += 1
          continue
        }
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, low) = (3, 0xA0)
        case 0xED: (length, high) = (3, 0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, low) = (4, 0x90)
        case 0xF4: (length, high) = (4, 0x8F)
        case 0xF1...0xF3: length = 4
        default: return index
        }
        guard index + length <= count, (low...high).contains(buffer[index + 1]) else { return index }
        for offset in 2..<max(length, 3) where offset < length {
          guard buffer[index + offset] & 0xC0 == 0x80 else { return index }
        }
        index += length
      }
      return nil
    }
  }
}

/// A range of UTF-8 bytes in one source; the end is exclusive.
///
/// It is half the size of `Range<Int>`, since every node of a tree has one.
public struct SourceRange: Hashable, Sendable {
  public var start: Int32
  public var end: Int32

  public init(_ start: Int, _ end: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
  }

  /// Returns the range from the start of `self` to the end of `other`.
  public func through(_ other: SourceRange) -> SourceRange { SourceRange(Int(start), Int(other.end)) }
  public var isEmpty: Bool { start >= end }
}

/// A comment, stored separately so that the formatter can put it back.
public struct Comment: Sendable {
  /// From `#` to the line's end.
  public let range: SourceRange
  /// `true` if only white space comes before the comment on its line.
  public let isOwnLine: Bool
}
