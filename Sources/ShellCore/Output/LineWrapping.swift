import SessionState
import StoryScript
import TerminalText
import Timeline

/// Wraps a line at spaces for a narrow window, but not between a number and its unit.
enum LineWrapping {
  /// Returns a line in rows of at most `width` cells, broken at spaces; all rows but the first are indented.
  /// - Parameters:
  ///   - line: text with escape sequences of colours, which take no cells and continue in the next row.
  ///   - indent: cells before the rows after the first; at most a quarter of the width is used.
  /// - Complexity: O(length).
  static func wrap(_ line: ArraySlice<UInt8>, width: Int, indent: Int) -> [UInt8] {
    let indent = min(indent, width / 4)
    var rows: [UInt8] = []
    var row: [UInt8] = []
    /// The cells of the row so far, and those up to its last space.
    var cells = 0
    var space: (place: Int, cells: Int)?
    var rest = Substring(String(decoding: line, as: UTF8.self))
    var last: Character?
    while let first = rest.first {
      if let sequence = escapeSequence(at: rest) {
        row += sequence.utf8
        rest = rest[sequence.endIndex...]
        continue
      }
      let size = DisplayWidth.of(first)
      // A space that just does not fit is the best place for a break.
      let joins = first == " " && space != nil && UnitSpace.joins(last, rest.dropFirst())
      last = first
      if first == " ", cells > indent, !joins { space = (row.count, cells) }
      if cells + size > width, let last = space {
        rows += row[..<last.place]
        rows.append(UInt8(ascii: "\n"))
        rows += repeatElement(UInt8(ascii: " "), count: indent)
        row = Array(row.dropFirst(last.place + 1))
        cells += indent - last.cells - 1
        space = nil
        if first == " ", row.isEmpty {
          cells = indent
          rest.removeFirst()
          continue
        }
      }
      row += first.utf8
      cells += size
      rest.removeFirst()
    }
    return rows + row
  }

  /// Returns the number of rows in which a terminal shows lines; `most` if there are more.
  static func rowCount(of bytes: UnsafeBufferPointer<UInt8>, columns: Int, atMost most: Int) -> Int {
    var (rows, start) = (0, 0)
    while rows < most, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      rows += rowCount(of: bytes[start..<end], columns: columns)
      start = end + 1
    }
    return min(rows, most)
  }

  /// Returns the end of the first lines that fit into a number of rows.
  static func end(of bytes: UnsafeBufferPointer<UInt8>, columns: Int, rows: Int) -> Int {
    var (left, start) = (rows, 0)
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      left -= rowCount(of: bytes[start..<end], columns: columns)
      if left < 0 { return start }
      start = end + 1
    }
    return bytes.count
  }

  private static func rowCount(of line: Slice<UnsafeBufferPointer<UInt8>>, columns: Int) -> Int {
    // No character has fewer bytes than cells.
    if line.count <= columns || columns < 2 { return 1 }
    var (rows, column) = (1, 0)
    var rest = Substring(String(decoding: line, as: UTF8.self))
    while let first = rest.first {
      if let sequence = escapeSequence(at: rest) {
        rest = rest[sequence.endIndex...]
        continue
      }
      let cells = DisplayWidth.of(first)
      if column + cells > columns { (rows, column) = (rows + 1, 0) }
      column += cells
      rest.removeFirst()
    }
    return rows
  }

  /// Returns the escape sequence at the beginning of `text`, such as `ESC [ 2 m`, or a link's address up to `ESC \`.
  private static func escapeSequence(at text: Substring) -> Substring? {
    guard text.first == "\u{1B}" else { return nil }
    let rest = text.dropFirst()
    if rest.first == "]" {
      guard let end = rest.firstIndex(of: "\u{1B}") else { return nil }
      let last = text.index(after: end)
      return last < text.endIndex ? text[...last] : text
    }
    return text.firstIndex { $0.isLetter }.map { text[...$0] }
  }
}

extension Instant {
  /// The instant rounded down to the second, as people read the time of day.
  package var toSecond: Instant { self - Duration(microseconds: (microseconds % 1_000_000 + 1_000_000) % 1_000_000) }
}

extension Value {
  /// The value rounded for display, also in lists and records: instants down to the second, lengths up to the second.
  package var toSeconds: Value {
    switch self {
    case .date(let instant): .date(instant.toSecond)
    case .duration(let length): .duration(.seconds((length + .milliseconds(999)).microseconds / 1_000_000))
    case .list(let items): .list(items.map { $0.toSeconds })
    case .record(let record):
      .record(zip(record.names, record.values).reduce(into: record) { $0[$1.0] = $1.1.toSeconds })
    default: self
    }
  }
}

/// Text in a style.
package struct Styled: LinePart {
  private let text: String
  private let style: Style

  package init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }

  /// Paints a user's name.
  package init(author: String) { self.init("@" + author, .mention) }
  /// Paints a position in a playing story.
  package init(position: Duration) { self.init(TimeText.position(position), .duration) }

  /// Paints remaining time.
  package init(left: Duration) { self.init(TimeText.left(left), .duration) }

  package func write(to line: inout LineWriter) { line.add(text: text, style) }
}
