/// The cells that were painted last, updated with what libedit has written over them since, so that a key costs only
/// the cells that it changed, not the whole line.
///
/// It understands what libedit writes for nearly every key. For anything else the answer is `nil`, and everything is
/// painted.
struct PaintedCells {
  private let columns: Int
  /// The number of rows that certainly exist on the screen.
  private let rows: Int
  private let cursor: Layout.Position
  /// The cells, row by row.
  private var cells: [Cell]

  private struct Cell {
    var scalar: Unicode.Scalar = " "
    var style = Style.plain
  }

  /// Returns `nil` for a text that libedit draws in its own way, see `LinePicture.handOver`.
  /// - Parameter styles: one for each glyph.
  init?(_ layout: Layout, _ styles: [Style]) {
    if !layout.isPaintable || layout.hasWide { return nil }
    (columns, rows, cursor) = (layout.columns, layout.lastExistingRow + 1, layout.cursor)
    cells = Array(repeating: Cell(), count: columns * rows)
    for (glyph, style) in zip(layout.glyphs, styles) where glyph.row < rows {
      cells[glyph.row * columns + glyph.column] = Cell(scalar: glyph.scalar, style: style)
    }
  }

  /// Returns the style in which each glyph of another text already appears; `nil` if this is unknown.
  /// - Parameter bytes: libedit's output since the cells were painted.
  /// - Complexity: O(*cells*).
  func styles(after bytes: [UInt8], of layout: Layout) -> [Style]? {
    if layout.columns != columns || layout.lastExistingRow + 1 != rows || layout.hasWide { return nil }
    var after = self
    guard after.apply(bytes) == layout.cursor else { return nil }
    var styles: [Style] = []
    styles.reserveCapacity(layout.glyphs.count)
    for glyph in layout.glyphs {
      // Spaces after the last existing row.
      if glyph.row >= rows { return nil }
      let cell = after.cells[glyph.row * columns + glyph.column]
      if cell.scalar != glyph.scalar { return nil }
      styles.append(cell.style)
    }
    return styles
  }

  /// Applies libedit's output.
  /// - Returns: the resulting cursor position; `nil` for output that is not understood.
  private mutating func apply(_ bytes: [UInt8]) -> Layout.Position? {
    var place = cursor
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x08 where place.column > 0: place.column -= 1
      case 0x0A where place.row + 1 < rows: place.row += 1
      case 0x0D: place.column = 0
      case 0x1B: if !applySequence(&rest, &place) { return nil }
      // After the last column, the terminal's and libedit's positions may differ.
      case 0x20..<0x7F where place.column < columns - 1:
        cells[place.row * columns + place.column] = Cell(scalar: Unicode.Scalar(byte))
        place.column += 1
      default: return nil
      }
    }
    return place
  }

  private mutating func applySequence(_ rest: inout ArraySlice<UInt8>, _ place: inout Layout.Position) -> Bool {
    guard rest.popFirst() == 0x5B else { return false }
    var number = 0
    while let digit = rest.first, (0x30...0x39).contains(digit), number < columns + rows {
      number = number * 10 + Int(digit - 0x30)
      rest.removeFirst()
    }
    let count = max(1, number)
    let start = place.row * columns
    switch rest.popFirst() {
    case UInt8(ascii: "A") where count <= place.row: place.row -= count
    case UInt8(ascii: "B") where place.row + count < rows: place.row += count
    case UInt8(ascii: "C") where place.column + count < columns: place.column += count
    case UInt8(ascii: "D") where count <= place.column: place.column -= count
    case UInt8(ascii: "G") where count <= columns: place.column = count - 1
    case UInt8(ascii: "K") where number == 0:
      for column in place.column..<columns { cells[start + column] = Cell() }
    case UInt8(ascii: "@") where place.column + count <= columns:
      for column in (place.column..<columns).reversed() {
        cells[start + column] = column - count >= place.column ? cells[start + column - count] : Cell()
      }
    case UInt8(ascii: "P") where place.column + count <= columns:
      for column in place.column..<columns {
        cells[start + column] = column + count < columns ? cells[start + column + count] : Cell()
      }
    default: return false
    }
    return true
  }
}
