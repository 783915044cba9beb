/// The pictures in pixels on a screen, above its cells.
struct RasterLayer {
  private struct Placed: Hashable {
    let row, column: Int
    let raster: Raster
  }

  private var shown: [Placed] = []

  /// The output that shows these pictures and no others; empty if they have not changed.
  struct Change {
    /// Sent before the cells.
    var before: [UInt8] = []
    /// `true` if all cells must be drawn again, because removing the pictures erases them.
    var redrawsCells = false
    /// Sent after the cells; the cursor's position does not change.
    var after: [UInt8] = []
  }

  /// - Parameter picture: the rows of the screen, some with a raster's upper edge.
  mutating func change(to picture: [StyledText], _ graphics: Graphics, columns: Int, rows: Int) -> Change {
    let placed = Self.placed(picture, columns: columns, rows: rows)
    var change = Change()
    if placed == shown { return change }
    if !shown.isEmpty {
      change.before = Array(graphics.removal.utf8)
      change.redrawsCells = change.before.isEmpty
    }
    for place in placed {
      change.after += Array("\u{1B}7\u{1B}[\(place.row + 1);\(place.column + 1)H".utf8)
      change.after += graphics.drawing(place.raster) + Array("\u{1B}8".utf8)
    }
    shown = placed
    return change
  }

  /// Notes that the screen was cleared.
  mutating func forget() { shown = [] }

  /// Returns the pictures that fit completely on the screen: below its last row a sixel would scroll everything.
  private static func placed(_ picture: [StyledText], columns: Int, rows: Int) -> [Placed] {
    var placed: [Placed] = []
    for (row, text) in picture.prefix(rows).enumerated() {
      var column = 0
      for run in text.runs {
        if let raster = run.raster, row + raster.rows < rows, column + raster.columns <= columns {
          placed.append(Placed(row: row, column: column, raster: raster))
        }
        column += DisplayWidth.of(run.text)
      }
    }
    return placed
  }
}
