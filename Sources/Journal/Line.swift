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
    guard line.count > Format.prefixLength + 1, line[8] == UInt8(ascii: " ") else { return nil }
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
    let json = content(of: line)
    return checksum(json) == expected ? json : nil
  }

  /// What comes behind the checksum of a line without its line feed. No line of this program ends in a carriage return:
  /// that is left by programs that turn each LF into CR LF, and is no part of what was written.
  @inline(__always)
  static func content(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: trimmed(line)[Format.prefixLength...])
  }

  /// The event of a whole line whose checksum held when it was first read; `nil` when there is none.
  static func savedEvent(of line: UnsafeRawBufferPointer) -> Journal.SavedEvent? {
    guard line.count > Format.prefixLength + 1 else { return nil }
    let json = content(of: line)
    return LineFields(json)?.savedEvent(in: json)
  }

  /// A line without the carriage return that a line end of CR LF leaves.
  @inline(__always)
  static func trimmed(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    endsInReturn(line) ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
  }

  @inline(__always)
  static func endsInReturn(_ line: UnsafeRawBufferPointer) -> Bool {
    !line.isEmpty && line[line.count - 1] == UInt8(ascii: "\r")
  }
}
