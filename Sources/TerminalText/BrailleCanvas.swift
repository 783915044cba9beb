/// Dots two to a cell across and four down, drawn with braille patterns.
struct BrailleCanvas {
  let columns: Int
  let rows: Int
  private var cells: [UInt8]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [UInt8](repeating: 0, count: columns * rows)
  }

  var width: Int { 2 * columns }
  var height: Int { 4 * rows }

  /// Sets the nearest dot; nothing happens outside.
  mutating func set(x: Double, y: Double) {
    let (column, row) = (Int(x.rounded()), Int(y.rounded()))
    guard column >= 0, row >= 0, column < width, row < height else { return }
    // Bits count down the left column, then the right one; the fourth row was added later.
    let bit = row % 4 == 3 ? 6 + column % 2 : row % 4 + 3 * (column % 2)
    cells[row / 4 * columns + column / 2] |= 1 << UInt8(bit)
  }

  var lines: [[Character]] {
    (0..<rows).map { row in
      cells[(row * columns)..<((row + 1) * columns)].map { Character(Unicode.Scalar(0x2800 + UInt32($0))!) }
    }
  }
}
