import System

/// The text format of one line: `checksum SPACE json LF`. `LineWriter` writes the lines of events.
enum Line {
  /// Returns a whole line with this JSON.
  static func framing(_ json: [UInt8]) -> [UInt8] {
    var buffer = LineBuffer(capacity: json.count + 16)
    let start = buffer.beginLine()
    json.withUnsafeBytes { buffer.append($0) }
    buffer.endLine(from: start, Checksum())
    return Array(buffer.bytes)
  }

  /// Returns the JSON of a line without its line feed, if the checksum is valid.
  @inline(__always)
  static func json(of line: UnsafeRawBufferPointer, _ checksum: Checksum) -> UnsafeRawBufferPointer? {
    guard line.count > Format.prefixLength + 1, line[8] == UInt8(ascii: " ") else { return nil }
    var expected: UInt32 = 0
    for index in 0..<8 {
      // Lower case only: each content has exactly one text.
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

  /// Returns the part after the checksum of a line without its line feed. No line of this program ends in a carriage
  /// return: programs that turn each LF into CR LF add it, and it is not part of the line.
  @inline(__always)
  static func content(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: trimmed(line)[Format.prefixLength...])
  }

  /// Returns the event of a whole line whose checksum was valid when it was first read; `nil` if there is none.
  static func savedEvent(of line: UnsafeRawBufferPointer) -> Journal.SavedEvent? {
    guard line.count > Format.prefixLength + 1 else { return nil }
    let json = content(of: line)
    return LineFields(json)?.savedEvent(in: json)
  }

  /// Returns a line without the carriage return of a CR LF line end.
  @inline(__always)
  static func trimmed(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    endsInReturn(line) ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
  }

  @inline(__always)
  static func endsInReturn(_ line: UnsafeRawBufferPointer) -> Bool {
    !line.isEmpty && line[line.count - 1] == UInt8(ascii: "\r")
  }
}

/// A reader of single lines; reading consecutive lines is cheap.
struct LineReader {
  let file: any JournalFile
  private var window: [UInt8] = []
  private var base: Int64 = 0
  /// The number of bytes of the first read: small for a look at one line, larger for a walk through the file.
  private let stride: Int

  init(_ file: any JournalFile, stride: Int = 1 << 16) { (self.file, self.stride) = (file, stride) }

  /// Passes the line at `offset`, without its line feed, to `body`.
  /// - Throws: the file's `FileError`; a line that no longer exists is passed as an empty one.
  mutating func line<T>(at offset: Int64, _ body: (UnsafeRawBufferPointer) -> T) throws(FileError) -> T {
    while true {
      if offset >= base, offset < base + Int64(window.count) {
        let start = Int(offset - base)
        let result: T? = window.withUnsafeBytes { bytes in
          guard let found = memchr(bytes.baseAddress! + start, 0x0A, bytes.count - start) else { return nil }
          let end = UnsafeRawPointer(found) - bytes.baseAddress!
          return body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
        if let result { return result }
      }
      guard try fill(from: offset) else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }
  }

  /// Moves the window to `offset`, or enlarges it if it is already there; returns `false` if there is nothing more to
  /// read.
  private mutating func fill(from offset: Int64) throws(FileError) -> Bool {
    let held = base == offset ? window.count : 0
    guard held <= Format.lineLengthLimit else { return false }
    let wanted = held == 0 ? stride : held * 4
    let bytes = try file.bytes(at: offset, count: wanted)
    guard bytes.count > held else { return false }
    // With thousands of short files, each would keep a buffer sized for a long one.
    window = bytes.count * 2 < wanted ? Array(bytes[...]) : bytes
    base = offset
    return true
  }
}
