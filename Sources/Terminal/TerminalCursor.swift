/// The terminal's cursor while painting: its cell, relative to the line's first cell, and its style.
struct TerminalCursor {
  private(set) var row: Int
  /// `nil` if terminals may disagree, as after the last column or an emoji.
  private(set) var column: Int?
  private var style = Style.plain

  init(at position: LineFrame.Position) { (row, column) = (position.row, position.column) }

  /// Moves without wrapping, scrolling or drawing: the rows in between must exist.
  mutating func move(to target: LineFrame.Position, in out: inout String) {
    if row == target.row, column == target.column { return }
    // A carriage return also ends the state of a terminal that has written its last column but not wrapped yet.
    if column == nil || target.column == 0 {
      out += "\r"
      column = 0
    }
    if target.row < row { out += Self.sequence(row - target.row, "A") }
    if target.row == row + 1 { out += column == 0 ? "\n" : "\u{1B}[B" }
    if target.row > row + 1 { out += Self.sequence(target.row - row, "B") }
    row = target.row
    let from = column ?? 0
    if target.column > from {
      out += Self.sequence(target.column - from, "C")
    } else if from - target.column > 4 {
      out += Self.sequence(from - target.column, "D")
    } else {
      out += String(repeating: "\u{08}", count: from - target.column)
    }
    column = target.column
  }

  /// Writes a cell's text; the cursor moves behind it.
  mutating func write(_ cell: Cell, width: Int, columns: Int, _ palette: Palette, in out: inout String) {
    set(cell.style, palette, in: &out)
    out += cell.text
    column = column.flatMap { $0 + width >= columns || cell.isDisputed ? nil : $0 + width }
  }

  /// Begins a row below the last one, where there may be none yet.
  mutating func beginRow(in out: inout String) {
    out += "\r\n"
    row += 1
    column = 0
  }

  /// Notes that the terminal itself has wrapped.
  mutating func wrapped() { (row, column) = (row + 1, 0) }

  mutating func set(_ new: Style, _ palette: Palette, in out: inout String) {
    if new == style { return }
    let start = palette.start(new)
    if palette.start(style) == start {
      style = new
      return
    }
    if style != .plain { out += Palette.reset }
    out += start
    style = new
  }

  private static func sequence(_ count: Int, _ final: Character) -> String {
    count == 1 ? "\u{1B}[\(final)" : "\u{1B}[\(count)\(final)"
  }
}
