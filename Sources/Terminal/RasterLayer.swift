/// The pictures in pixels on a screen, over its cells.
struct RasterLayer {
  private struct Placed: Hashable {
    let row, column: Int
    let raster: Raster
  }

  private var shown: [Placed] = []

  /// What must be sent so that these are shown and no others; nothing while they stay.
  struct Change {
    /// Before the cells.
    var before: [UInt8] = []
    /// Whether all cells must be drawn anew, since what was over them goes with them.
    var redrawsCells = false
    /// Behind the cells; the cursor is then where it was.
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

  /// The screen was cleared.
  mutating func forget() { shown = [] }

  /// Those that are whole on the screen: below its last row a sixel would move everything.
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
