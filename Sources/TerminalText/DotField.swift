extension Picture {
  /// Many points as a field of dots, eight to a cell; in ASCII a full stop for each cell that has any.
  /// - Parameter points: as shares of the width from the left and of the height from the top; those outside 0…1 are left
  ///   out.
  /// - Returns: one string a row, each of `columns` cells.
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
