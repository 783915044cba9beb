import System

extension Picture {
  /// A ring that empties clockwise from the top, with a label in its middle; what has gone stays as a dotted line.
  /// - Parameters:
  ///   - fraction: the share that is left, 0…1.
  ///   - label: clipped to the room inside.
  ///   - rows: 3 or more. The ring is about twice as many cells wide, so that it looks round.
  ///   - columns: cells; by default wide enough for a round ring and for the label.
  ///   - markers: shares that a dot inside the ring marks, as quarters on a clock.
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
      // The gone part begins at the top; of its dots only every fourth stays.
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
