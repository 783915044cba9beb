import System

/// Reads single lines, and cheaply those that follow one another.
struct LineReader {
  let file: any JournalFile
  private var window: [UInt8] = []
  private var base: Int64 = 0
  /// Bytes that the first read takes: little for a look at one line, more for a walk through the file.
  private let stride: Int

  init(_ file: any JournalFile, stride: Int = 1 << 16) { (self.file, self.stride) = (file, stride) }

  /// Gives `body` the line at `offset`, without its line feed.
  /// - Throws: `FileError` of the file; a line that has gone is given as an empty one.
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

  /// Moves the window to `offset`, or makes it larger when it is there; `false` when there is nothing more to read.
  private mutating func fill(from offset: Int64) throws(FileError) -> Bool {
    let held = base == offset ? window.count : 0
    guard held <= Format.longestLine else { return false }
    let wanted = held == 0 ? stride : held * 4
    let bytes = try file.bytes(at: offset, count: wanted)
    guard bytes.count > held else { return false }
    // Of thousands of short files each would keep the room of a long one.
    window = bytes.count * 2 < wanted ? Array(bytes[...]) : bytes
    base = offset
    return true
  }
}
