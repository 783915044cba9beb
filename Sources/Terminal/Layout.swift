/// The cells in which libedit draws the prompt and the text, counted from the prompt's first cell.
///
/// The layout repeats libedit's rules exactly, since painting must use the same cells: a full row continues in the
/// next one at once, so a newline after it leaves an empty row; a tab advances to a multiple of eight; a wide
/// character that does not fit wraps first; a control character is `^X`.
struct Layout {
  /// A drawn element: a scalar, or one cell of its representation.
  struct Glyph: Equatable {
    var row: Int
    var column: Int
    var width: Int
    var scalar: Unicode.Scalar
    /// An index into prompt + text.
    var index: Int
  }

  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  let columns: Int
  private(set) var glyphs: [Glyph] = []
  private(set) var cursor = Position(row: 0, column: 0)
  /// The position just after the text.
  private(set) var end = Position(row: 0, column: 0)
  /// The index in `glyphs` of the beginning of each line of the text; the prompt belongs to the first line.
  private(set) var lineStarts = [0]
  /// The index in `glyphs` of the glyph under the cursor, and of its line in `lineStarts`.
  private var cursorGlyph = 0
  private var cursorLine = 0
  /// `false` if libedit's own drawing cannot be trusted: a scalar without width, or one that it draws as a code.
  private(set) var isPaintable = true
  /// `true` if any character takes two cells.
  var hasWide: Bool { glyphs.contains { $0.width > 1 } }
  /// The row of the text's last character, even if it is a space.
  var lastGlyphRow: Int { glyphs.last?.row ?? 0 }

  /// The last row that belongs to the text or its cursor.
  var lastRow: Int { max(end.row, lastGlyphRow) }

  /// The last row that certainly exists on the screen: libedit does not draw spaces at the end of a row, and creates
  /// no row for spaces alone before the cursor reaches it.
  var lastExistingRow: Int { max(cursor.row, glyphs.last { $0.scalar != " " }?.row ?? 0) }

  /// The column after the last glyph of the first row.
  var firstRowEnd: Int {
    guard let last = glyphs.last(where: { $0.row == 0 }) else { return 0 }
    return last.column + last.width
  }

  /// Returns the row of the cursor after the terminal got another width and rewrapped every line. Unlike libedit, the
  /// terminal leaves no empty row after a line that fills its last row.
  /// - Parameters:
  ///   - firstLine: the minimum number of cells in the first line, including the status at its right edge.
  ///   - ghost: the cells of the suggestion's character under the cursor, after the text.
  func cursorRow(reflowedTo columns: Int, firstLine: Int, ghost: Int) -> Int {
    var row = 0
    for line in 0...cursorLine {
      let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : glyphs.count
      let shown = lineStarts[line]..<(line == cursorLine ? cursorGlyph : end)
      var widths = glyphs[shown].map(\.width)
      if line == cursorLine {
        widths.append(cursorGlyph < end ? glyphs[cursorGlyph].width : max(1, ghost))
      } else if line == 0 {
        widths += Array(repeating: 1, count: max(0, firstLine - widths.reduce(0, +)))
      }
      var column = 0
      for width in widths {
        if column + width > columns { (row, column) = (row + 1, 0) }
        column += width
      }
      if line < cursorLine { row += 1 }
    }
    return row
  }

  /// - Parameters:
  ///   - cursor: an index into `text`.
  ///   - columns: the terminal's width, at least 2.
  ///   - width: returns the cells of a scalar as libedit sees them: negative for a scalar that it does not print as
  ///     itself.
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
    if cursor >= text.count { markCursor() }
  }

  private mutating func markCursor() {
    (cursor, cursorGlyph, cursorLine) = (end, glyphs.count, lineStarts.count - 1)
  }

  private mutating func markCursor(before scalar: Unicode.Scalar, _ width: (Unicode.Scalar) -> Int) {
    markCursor()
    if end.column + width(scalar) > columns { cursor = Position(row: end.row + 1, column: 0) }
  }

  private mutating func add(_ scalar: Unicode.Scalar, _ index: Int, _ width: (Unicode.Scalar) -> Int) {
    switch scalar.value {
    case 0x20..<0x7F: put(scalar, 1, index)
    case 0x0A:
      end = Position(row: end.row + 1, column: 0)
      lineStarts.append(glyphs.count)
    case 0x09:
      let row = end.row
      repeat { put(" ", 1, index) } while end.column % 8 != 0
      // At the edge, libedit's drawing of a tab differs from its count.
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
        // libedit shows \U+1234 for scalars that it considers unprintable, and drops zero-width scalars.
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
