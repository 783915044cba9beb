/// The text of one line: `checksum SPACE json LF`. `LineWriter` writes those of events.
enum Line {
  /// A whole line with this JSON.
  static func framing(_ json: [UInt8]) -> [UInt8] {
    var buffer = LineBuffer(capacity: json.count + 16)
    let start = buffer.beginLine()
    json.withUnsafeBytes { buffer.append($0) }
    buffer.endLine(from: start, Checksum())
    return Array(buffer.bytes)
  }

  /// The JSON of a line without its line feed, when the checksum holds.
  @inline(__always)
  static func json(of line: UnsafeRawBufferPointer, _ checksum: Checksum) -> UnsafeRawBufferPointer? {
    guard line.count > Format.prefixLength, line[8] == UInt8(ascii: " ") else { return nil }
    var expected: UInt32 = 0
    for index in 0..<8 {
      // Lower case only: one content, one text.
      let byte = line[index]
      switch byte {
      case 48...57: expected = expected << 4 | UInt32(byte - 48)
      case 97...102: expected = expected << 4 | UInt32(byte - 87)
      default: return nil
      }
    }
    let json = UnsafeRawBufferPointer(rebasing: line[Format.prefixLength...])
    return checksum(json) == expected ? json : nil
  }
}
