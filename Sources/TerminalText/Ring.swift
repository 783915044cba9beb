import System

extension Picture {
  /// Returns a ring that empties clockwise from the top, with a label in its middle; the emptied part stays as a
  /// dotted line.
  /// - Parameters:
  ///   - fraction: the remaining share, 0…1.
  ///   - label: clipped to the room inside.
  ///   - rows: 3 or more. The ring is about twice as many cells wide, so that it looks round.
  ///   - columns: cells; by default wide enough for a round ring and for the label.
  ///   - markers: shares marked by a dot inside the ring, such as quarters on a clock.
  /// - Returns: one string a row, each exactly as wide as the others. In ASCII a single line: `(####----) label`.
  public static func ring(
    _ fraction: Double, label: String, rows: Int = 3, columns: Int? = nil, markers: [Double] = [],
    glyphs: GlyphSet = .unicode
  ) -> [String] {
    let share = share(fraction)
    if glyphs == .ascii { return ["(" + progress(share, width: 8, glyphs: .ascii) + ") " + label] }

    let rows = max(3, rows)
    let columns = max(5, columns ?? max(2 * rows, DisplayWidth.of(label) + 6))
    var dots = BrailleCanvas(columns: columns, rows: rows)
    let (centreX, centreY) = (Double(dots.width - 1) / 2, Double(dots.height - 1) / 2)
    let steps = 8 * (dots.width + dots.height)
    for step in 0..<steps {
      let turn = Double(step) / Double(steps)
      // The emptied part begins at the top; only every fourth of its dots stays.
      let isLeft = turn >= 1 - share
      if !isLeft && step % 32 >= 6 { continue }
      let angle = turn * 2 * Double.pi
      dots.set(x: centreX + centreX * sin(angle), y: centreY - centreY * cos(angle))
    }
    for marker in markers {
      let angle = (1 - Picture.share(marker)) * 2 * Double.pi
      dots.set(x: centreX + (centreX - 2) * sin(angle), y: centreY - (centreY - 2) * cos(angle))
    }

    var lines = dots.lines
    let room = max(0, columns - 4)
    let text = StyledText(label).clipped(to: room).plain
    let width = DisplayWidth.of(text)
    if width > 0 {
      let start = (columns - width) / 2
      var middle = Array(lines[rows / 2])
      middle.replaceSubrange(start..<(start + width), with: Array(text))
      lines[rows / 2] = middle
    }
    return lines.map { String($0.map { $0 == "\u{2800}" ? " " : $0 }) }
  }
}

/// A canvas of dots, two per cell across and four down, drawn with braille patterns.
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

  /// Sets the nearest dot; ignores positions outside the canvas.
  mutating func set(x: Double, y: Double) {
    let (column, row) = (Int(x.rounded()), Int(y.rounded()))
    guard column >= 0, row >= 0, column < width, row < height else { return }
    // Bits count down the left column, then the right one; Unicode added the fourth row later.
    let bit = row % 4 == 3 ? 6 + column % 2 : row % 4 + 3 * (column % 2)
    cells[row / 4 * columns + column / 2] |= 1 << UInt8(bit)
  }

  var lines: [[Character]] {
    (0..<rows).map { row in
      cells[(row * columns)..<((row + 1) * columns)].map { Character(Unicode.Scalar(0x2800 + UInt32($0))!) }
    }
  }
}

extension Picture {
  /// Returns many points as a field of dots, eight per cell; in ASCII a full stop for each cell with at least one
  /// point.
  /// - Parameter points: shares of the width from the left and of the height from the top; points outside 0…1 are
  ///   left out.
  /// - Returns: one string per row, each of `columns` cells.
  public static func dots(
    _ points: some Sequence<(x: Double, y: Double)>, columns: Int, rows: Int, glyphs: GlyphSet = .unicode
  ) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    var canvas = BrailleCanvas(columns: columns, rows: rows)
    for point in points where (0...1).contains(point.x) && (0...1).contains(point.y) {
      canvas.set(
        x: (point.x * Double(canvas.width)).rounded(.down), y: (point.y * Double(canvas.height)).rounded(.down))
    }
    return canvas.lines.map { line in
      String(line.map { $0 == "\u{2800}" ? " " : glyphs == .unicode ? $0 : "." })
    }
  }
}
