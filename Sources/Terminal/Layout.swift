/// Where libedit puts the prompt and the text on the screen, counted from the prompt's first cell.
///
/// It repeats libedit's rules exactly, since painting has to meet the cells libedit has drawn: a row that is filled goes
/// on in the next one at once, a newline after it leaves an empty row; a tab goes to a multiple of eight; a wide
/// character that does not fit wraps first; a control character is `^X`.
struct Layout {
  /// Something drawn: a scalar, or one cell of its picture.
  struct Glyph: Equatable {
    var row: Int
    var column: Int
    var width: Int
    var scalar: Unicode.Scalar
    /// Index into prompt + text.
    var index: Int
  }

  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  let columns: Int
  private(set) var glyphs: [Glyph] = []
  private(set) var cursor = Position(row: 0, column: 0)
  /// Just behind the text.
  private(set) var end = Position(row: 0, column: 0)
  /// False when libedit's own picture cannot be trusted: a scalar without width, or one that it draws as a code.
  private(set) var isPaintable = true

  /// Whether any character takes two cells.
  var hasWide: Bool { glyphs.contains { $0.width > 1 } }

  /// The row of the last thing that can be seen. Rows below it may not exist on the screen yet.
  var lastVisibleRow: Int { glyphs.last?.row ?? 0 }

  /// The column behind the last glyph of the first row.
  var firstRowEnd: Int {
    guard let last = glyphs.last(where: { $0.row == 0 }) else { return 0 }
    return last.column + last.width
  }

  /// - Parameters:
  ///   - cursor: index into `text`.
  ///   - columns: the terminal's width, at least 2.
  ///   - width: cells of a scalar as libedit sees them: negative for what it does not print as itself.
  init(
    prompt: [Unicode.Scalar], text: [Unicode.Scalar], cursor: Int, columns: Int, width: (Unicode.Scalar) -> Int
  ) {
    self.columns = max(2, columns)
    glyphs.reserveCapacity(prompt.count + text.count)
    for (index, scalar) in prompt.enumerated() { add(scalar, index, width) }
    for (index, scalar) in text.enumerated() {
      if index == cursor { markCursor(before: scalar, width) }
      add(scalar, prompt.count + index, width)
    }
    if cursor >= text.count { self.cursor = end }
  }

  private mutating func markCursor(before scalar: Unicode.Scalar, _ width: (Unicode.Scalar) -> Int) {
    cursor = end
    let cells = width(scalar)
    if cells > 1 && end.column + cells > columns { cursor = Position(row: end.row + 1, column: 0) }
  }

  private mutating func add(_ scalar: Unicode.Scalar, _ index: Int, _ width: (Unicode.Scalar) -> Int) {
    switch scalar.value {
    case 0x20..<0x7F: put(scalar, 1, index)
    case 0x0A: end = Position(row: end.row + 1, column: 0)
    case 0x09:
      let row = end.row
      repeat { put(" ", 1, index) } while end.column % 8 != 0
      // At the edge libedit draws a tab in one way and counts it in another.
      if end.row != row { isPaintable = false }
    case 0..<0x20, 0x7F:
      put("^", 1, index)
      put(Unicode.Scalar(UInt8(scalar.value ^ 0x40)), 1, index)
    default:
      let cells = width(scalar)
      if cells > 0 {
        put(scalar, cells, index)
      } else {
        isPaintable = false
        // libedit shows \U+1234 for what it takes as unprintable, and lets a zero-width scalar vanish.
        if cells < 0 { for _ in 0..<(scalar.value > 0xFFFF ? 8 : 7) { put("?", 1, index) } }
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar, _ width: Int, _ index: Int) {
    if end.column + width > columns { end = Position(row: end.row + 1, column: 0) }
    glyphs.append(Glyph(row: end.row, column: end.column, width: width, scalar: scalar, index: index))
    end.column += width
    if end.column >= columns { end = Position(row: end.row + 1, column: 0) }
  }
}
