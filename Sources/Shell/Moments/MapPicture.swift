import Moments
import Terminal

/// A map in cells: towns as dots, and over them the pins' numbers, each within its own field so that none hides another.
struct MapPicture {
  let map: PhotoMap
  let glyphs: GlyphSet

  /// The least room in which 64 pins have one for each.
  static let leastColumns = 4 * MapPins.fields
  static let leastRows = MapPins.fields

  /// As wide as high on the ground, as far as the room goes; nothing where it is too small.
  func rows(columns: Int, rows: Int) -> [StyledText] {
    guard columns >= Self.leastColumns, rows >= Self.leastRows else { return [] }
    let towns = Places.towns(in: map.pins.region)
    let lines = Picture.dots(towns, columns: columns, rows: rows, glyphs: glyphs).map { Array($0) }
    var labels: [Int: [(column: Int, text: String, isLeaf: Bool)]] = [:]
    for (index, pin) in map.pins.pins.enumerated() {
      let text = String(index + 1)
      let (row, column) = place(of: pin, text.count, columns, rows)
      labels[row, default: []].append((column, text, pin.isLeaf))
    }
    return lines.indices.map { row in
      var (line, column) = (StyledText(), 0)
      for label in (labels[row] ?? []).sorted(by: { $0.column < $1.column }) {
        line.append(String(lines[row][column..<label.column]), .dim)
        line.append(label.text, label.isLeaf ? .command : .held)
        column = label.column + label.text.count
      }
      line.append(String(lines[row][column...]), .dim)
      return line
    }
  }

  private func place(of pin: MapPins.Pin, _ width: Int, _ columns: Int, _ rows: Int) -> (row: Int, column: Int) {
    let (firstRow, lastRow) = Self.cells(pin.row, of: rows)
    let (firstColumn, lastColumn) = Self.cells(pin.column, of: columns)
    let (row, column) = (Int(pin.y * Double(rows)), Int(pin.x * Double(columns)) - (width - 1) / 2)
    return (
      min(lastRow, max(firstRow, row)), max(firstColumn, min(lastColumn - width + 1, column))
    )
  }

  /// The first and the last cell of a field.
  private static func cells(_ field: Int, of count: Int) -> (first: Int, last: Int) {
    (field * count / MapPins.fields, (field + 1) * count / MapPins.fields - 1)
  }
}
