import System

/// A scanner of a file's lines that works in pieces, however large the file is.
enum LineScanner {
  /// The number of bytes read at once: small enough to stay in a processor's second-level cache while they are
  /// scanned.
  static let piece = 1 << 18

  /// Calls `body` with each whole line (without its line feed) and its offset.
  ///
  /// A line longer than `Format.lineLengthLimit` is passed as an empty one, which has no valid checksum.
  /// - Returns: the offset after the last whole line; the rest has no line feed yet.
  static func scan(
    _ file: any JournalFile, from start: Int64, size: Int64,
    _ body: (UnsafeRawBufferPointer, Int64) throws(FileError) -> Void
  ) throws(FileError) -> Int64 {
    var capacity = min(max(Int(clamping: size - start), 1), piece)
    var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    /// The offsets in the file of the buffer's first byte, and of the line that begins at or before that byte.
    var (base, line) = (start, start)
    var (filled, isTooLong) = (0, false)
    while true {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try file.read(into: room, at: base + Int64(filled))
      guard count > 0 else { return line }
      var (position, searched) = (0, filled)
      filled += count
      let address = UnsafeRawPointer(buffer.baseAddress!)
      while let found = memchr(address + searched, 0x0A, filled - searched) {
        let end = UnsafeRawPointer(found) - address
        let bytes = UnsafeRawBufferPointer(start: address + position, count: isTooLong ? 0 : end - position)
        try body(bytes, line)
        isTooLong = false
        position = end + 1
        searched = position
        line = base + Int64(position)
      }
      if position > 0 || isTooLong {
        // The start of the last line moves to the front; a line that is too long is discarded.
        let rest = isTooLong && position == 0 ? 0 : filled - position
        if rest > 0 { memmove(buffer.baseAddress!, address + (filled - rest), rest) }
        base += Int64(filled - rest)
        filled = rest
      }
      guard filled == capacity else { continue }
      if capacity >= Format.lineLengthLimit {
        isTooLong = true
        base += Int64(filled)
        filled = 0
      } else {
        let larger = UnsafeMutableRawBufferPointer.allocate(
          byteCount: min(capacity * 4, Format.lineLengthLimit), alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
        buffer.deallocate()
        (buffer, capacity) = (larger, larger.count)
      }
    }
  }
}
