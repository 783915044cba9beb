/// The terminal's cursor while painting: its place, relative to the prompt's first cell, and its style.
struct Pen {
  var position: Layout.Position
  private var style = Style.plain
  init(at position: Layout.Position) { self.position = position }

  /// Moves without wrapping, scrolling or drawing.
  mutating func move(to target: Layout.Position, in out: inout String) {
    if target == position { return }
    // A carriage return also ends the state of a terminal that has written its last column and not wrapped yet.
    if target.row != position.row || target.column < position.column {
      out += "\r"
      position.column = 0
    }
    if target.row < position.row { out += "\u{1B}[\(position.row - target.row)A" }
    if target.row > position.row { out += "\u{1B}[\(target.row - position.row)B" }
    if target.column > position.column { out += "\u{1B}[\(target.column - position.column)C" }
    position = target
  }

  mutating func style(_ new: Style, _ palette: Palette, in out: inout String) {
    if new == style { return }
    if style != .plain { out += Palette.reset }
    out += palette.start(new)
    style = new
  }
}
