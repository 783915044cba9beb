import System

/// The whole lines of a file one by one, for those who go through two files at once.
///
///     var walk = LineWalk(file, from: 0)
///     while try walk.next() { walk.withLine { line in … } }
struct LineWalk {
  private let file: any JournalFile
  /// The offset of the line that `next` went to.
  private(set) var offset: Int64
  /// The offset behind that line.
  private(set) var end: Int64
  private var buffer: [UInt8] = []
  /// The offset in the file of the buffer's first byte.
  private var base: Int64
  private var line = 0..<0

  /// Where it stops, however far the file goes on.
  private let limit: Int64

  /// - Parameters:
  ///   - start: where a line begins.
  ///   - limit: the offset where it stops.
  init(_ file: any JournalFile, from start: Int64, to limit: Int64 = .max) {
    (self.file, self.limit) = (file, limit)
    (offset, end, base) = (start, start, start)
  }

  /// Goes to the next whole line.
  /// - Returns: `false` when there is no more.
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
        // As `LineScanner` does: a line that is too long is an empty one, which no checksum fits.
        line = isTooLong ? found..<found : Int(start - base)..<found
        (offset, end) = (start, base + Int64(found) + 1)
        return true
      }
      if isTooLong {
        // Nothing is kept of it.
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
      if !isTooLong, buffer.count > Format.longestLine {
        isTooLong = buffer.withUnsafeBytes { memchr($0.baseAddress!, 0x0A, Format.longestLine) == nil }
      }
    }
  }

  /// Gives `body` the line that `next` went to, without its line end.
  func withLine<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withUnsafeBytes { body(Line.trimmed(UnsafeRawBufferPointer(rebasing: $0[line]))) }
  }

  /// Whether the line ends in CR LF.
  var endsInReturn: Bool { !line.isEmpty && buffer[line.upperBound - 1] == UInt8(ascii: "\r") }
}

extension [UInt8] {
  /// Whether all bytes are 0.
  var isZero: Bool {
    // Each byte is the one before it, and the first is 0.
    withUnsafeBytes { $0.isEmpty || $0[0] == 0 && memcmp($0.baseAddress!, $0.baseAddress! + 1, $0.count - 1) == 0 }
  }
}

extension JournalFile {
  /// The offset behind the last line feed before `end`: where the line that `end` lies in begins.
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
