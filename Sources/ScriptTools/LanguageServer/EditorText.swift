import ShellCore

/// The units in which an editor counts columns.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Returns the units of the character that begins with this byte; 0 for a continuation byte.
  fileprivate func units(of byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }
}

/// A position as an editor counts it: from 0, the column in units of the encoding.
struct EditorPosition: Equatable {
  var line: Int
  var column: Int
}

/// The text of an open document, with the places of its lines.
///
/// Lines end with a line feed, a carriage return, or both, as the protocol defines it. Positions outside the text or
/// inside a character are moved to the nearest valid place before them.
struct EditorText {
  private(set) var bytes: [UInt8]
  private var lineStarts: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    lineStarts = []
    findLines(from: 0)
  }

  /// The length of a byte order mark, which a script's source lacks.
  var markLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
  var string: String { String(decoding: bytes, as: UTF8.self) }
  var end: Int { bytes.count }
  var lineCount: Int { lineStarts.count }

  /// Finds the lines that begin after an offset. O(rest of the text).
  private mutating func findLines(from offset: Int) {
    // A carriage return before the offset may now be part of a pair.
    let safe = max(0, offset - 1)
    var low = 0
    var high = lineStarts.count
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= safe { low = middle + 1 } else { high = middle }
    }
    lineStarts.removeSubrange(low...)
    var starts = lineStarts
    if starts.isEmpty { starts = [0] }
    bytes.withUnsafeBufferPointer { bytes in
      var index = starts[starts.count - 1]
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == 0x0A || byte == 0x0D {
          if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
          starts.append(index)
        }
      }
    }
    lineStarts = starts
  }

  /// Replaces a range of bytes that begins and ends at characters.
  mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: text.utf8)
    findLines(from: range.lowerBound)
  }

  private func lineEnd(_ line: Int) -> Int {
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    guard line + 1 < lineStarts.count else { return end }
    end -= 1
    if bytes[end] == 0x0A, end > lineStarts[line], bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// Returns the range of a line without its end; the line must exist.
  func line(_ line: Int) -> Range<Int> { lineStarts[line]..<lineEnd(line) }

  /// Returns the range of the lines that contain a range, without the end of the last one.
  func lines(around range: Range<Int>) -> Range<Int> {
    let first = line(position(of: range.lowerBound, .utf8).line)
    return first.lowerBound..<max(first.upperBound, line(position(of: range.upperBound, .utf8).line).upperBound)
  }

  func offset(of position: EditorPosition, _ encoding: PositionEncoding) -> Int {
    if position.line < 0 { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    let (start, end) = (lineStarts[position.line], lineEnd(position.line))
    var (offset, left) = (start, position.column)
    while offset < end {
      var next = offset + 1
      while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
      let units = encoding == .utf8 ? next - offset : encoding.units(of: bytes[offset])
      if left < units { break }
      (offset, left) = (next, left - units)
    }
    return offset
  }

  func position(of offset: Int, _ encoding: PositionEncoding) -> EditorPosition {
    let offset = min(max(0, offset), bytes.count)
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let end = min(offset, lineEnd(low))
    var column = 0
    for byte in bytes[lineStarts[low]..<max(end, lineStarts[low])] { column += encoding.units(of: byte) }
    return EditorPosition(line: low, column: column)
  }
}
