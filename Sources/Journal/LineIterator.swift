import System

/// An iteration over the whole lines of a file, one by one, for code that walks through two files at once.
///
///     var walk = LineWalk(file, from: 0)
///     while try walk.next() { walk.withLine { line in … } }
struct LineIterator {
  private let file: any JournalFile
  /// The offset of the current line.
  private(set) var offset: Int64
  /// The offset after the current line.
  private(set) var end: Int64
  private var buffer: [UInt8] = []
  /// The offset in the file of the buffer's first byte.
  private var base: Int64
  private var line = 0..<0

  /// The offset at which the walk stops, even if the file is longer.
  private let limit: Int64

  /// - Parameters:
  ///   - start: the beginning of a line.
  ///   - limit: the offset at which the walk stops.
  init(_ file: any JournalFile, from start: Int64, to limit: Int64 = .max) {
    (self.file, self.limit) = (file, limit)
    (offset, end, base) = (start, start, start)
  }

  /// Moves to the next whole line.
  /// - Returns: `false` if there are no more lines.
  mutating func next() throws(FileError) -> Bool {
    var searched = Int(end - base)
    let start = end
    var isTooLong = false
    while true {
      let found: Int? = buffer.withUnsafeBytes { bytes in
        guard searched < bytes.count else { return nil }
        return memchr(bytes.baseAddress! + searched, 0x0A, bytes.count - searched).map {
          UnsafeRawPointer($0) - bytes.baseAddress!
        }
      }
      if let found {
        // As in `LineScanner`, a line that is too long becomes an empty one, which has no valid checksum.
        line = isTooLong ? found..<found : Int(start - base)..<found
        (offset, end) = (start, base + Int64(found) + 1)
        return true
      }
      if isTooLong {
        // The bytes of such a line are discarded.
        base += Int64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
      } else if start > base {
        buffer.removeFirst(Int(start - base))
        base = start
      }
      searched = buffer.count
      let next = base + Int64(buffer.count)
      guard next < limit else { return false }
      let piece = try file.bytes(at: next, count: Int(min(Int64(LineScanner.piece), limit - next)))
      guard !piece.isEmpty else { return false }
      buffer += piece
      if !isTooLong, buffer.count > Format.lineLengthLimit {
        isTooLong = buffer.withUnsafeBytes { memchr($0.baseAddress!, 0x0A, Format.lineLengthLimit) == nil }
      }
    }
  }

  /// Passes the current line, without its line end, to `body`.
  func withLine<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withUnsafeBytes { body(Line.trimmed(UnsafeRawBufferPointer(rebasing: $0[line]))) }
  }

  /// `true` if the line ends in CR LF.
  var endsInReturn: Bool { !line.isEmpty && buffer[line.upperBound - 1] == UInt8(ascii: "\r") }
}

extension [UInt8] {
  /// `true` if all bytes are 0.
  var isZero: Bool {
    // Each byte equals the byte before it, and the first is 0.
    withUnsafeBytes { $0.isEmpty || $0[0] == 0 && memcmp($0.baseAddress!, $0.baseAddress! + 1, $0.count - 1) == 0 }
  }
}

extension JournalFile {
  /// Returns the offset after the last line feed before `end`: the beginning of the line that contains `end`.
  /// - Complexity: O(bytes of that line).
  func lineStart(before end: Int64) throws(FileError) -> Int64 {
    var end = end
    while end > 0 {
      let count = Int(min(end, 1 << 14))
      let piece = try bytes(at: end - Int64(count), count: count)
      if let last = piece.lastIndex(of: 0x0A) { return end - Int64(count) + Int64(last) + 1 }
      end -= Int64(count)
    }
    return 0
  }
}
