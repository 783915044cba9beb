import System

extension Line {
  /// Returns the whole lines within a damaged one: two lines that lost the line end between them, or a line after
  /// zeros.
  ///
  /// A line begins with eight digits, a space and a brace, and ends with a brace before the next beginning.
  /// - Returns: the ranges of the lines with a valid checksum, without their line ends.
  /// - Complexity: O(bytes).
  static func pieces(of line: UnsafeRawBufferPointer, _ checksum: Checksum) -> [Range<Int>] {
    let starts = beginnings(in: line)
    guard !starts.isEmpty else { return [] }
    var found: [Range<Int>] = []
    for (number, start) in starts.enumerated() {
      // A text within a line may look like the beginning of a line: the line then ends after it.
      for next in starts[(number + 1)...].prefix(startLimit).map({ $0 }) + [line.count] {
        if let end = end(of: line, from: start, before: next, checksum) {
          if start >= found.last?.upperBound ?? 0 { found.append(start..<end) }
          break
        }
        if next == line.count { break }
      }
    }
    return found
  }

  /// The number of further beginnings that are tried as part of the line's own text.
  private static let startLimit = 8
  /// The number of last braces that are tried: the bytes in place of a line end may include some themselves.
  private static let endLimit = 3

  private static func beginnings(in line: UnsafeRawBufferPointer) -> [Int] {
    guard let address = line.baseAddress, line.count > Format.prefixLength + 1 else { return [] }
    var starts: [Int] = []
    var position = 8
    while position + 1 < line.count, let space = memchr(address + position, 0x20, line.count - position - 1) {
      let place = UnsafeRawPointer(space) - address
      if line[place + 1] == UInt8(ascii: "{"),
        line[(place - 8)..<place].allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
      {
        starts.append(place - 8)
      }
      position = place + 1
    }
    return starts
  }

  private static func end(
    of line: UnsafeRawBufferPointer, from start: Int, before next: Int, _ checksum: Checksum
  ) -> Int? {
    var tried = 0
    var end = next
    while end > start + Format.prefixLength, tried < endLimit {
      if line[end - 1] == UInt8(ascii: "}") {
        tried += 1
        if json(of: UnsafeRawBufferPointer(rebasing: line[start..<end]), checksum) != nil { return end }
      }
      end -= 1
    }
    return nil
  }

  /// `true` if the bytes look like a line that this program wrote and that was partly damaged later, for example
  /// overwritten with zeros.
  static func isLikely(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = trimmed(line)
    guard line.count > Format.prefixLength + 1 else { return false }
    if line.contains(0) { return line.allSatisfy { $0 == 0 || $0 >= 0x20 || $0 == 0x09 } }
    let digits = line.prefix(8).count { (48...57).contains($0) || (97...102).contains($0) }
    let signs =
      (line[8] == UInt8(ascii: " ") ? 1 : 0) + (line[9] == UInt8(ascii: "{") ? 1 : 0)
      + (line[10] == UInt8(ascii: "\"") ? 1 : 0) + (line[line.count - 1] == UInt8(ascii: "}") ? 1 : 0)
    return digits + signs >= 10
  }
}
