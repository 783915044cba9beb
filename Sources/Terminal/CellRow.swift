/// A row of a screen as cells.
enum CellRow {
  /// The text's cells: exactly `columns`, cut or filled with blanks at the right.
  ///
  /// A wide character that only half fits becomes a blank. Marks join the character before them; control characters and
  /// whatever else has no width is left out, so nothing in a text can command the terminal. Linear.
  static func cells(of text: StyledText, columns: Int, palette: Palette) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(columns)
    for run in text.runs {
      if cells.count == columns { break }
      // Styles that look alike are the same.
      add(run.text, palette.parameters(run.style).isEmpty ? .plain : run.style, to: &cells, columns)
    }
    for _ in cells.count..<columns { cells.append(.blank) }
    return cells
  }

  private static func add(_ text: String, _ style: Style, to cells: inout [Cell], _ columns: Int) {
    for character in text {
      switch DisplayWidth.of(character) {
      case 0: join(character, to: &cells)
      case 1 where cells.count < columns: cells.append(Cell(text: String(character), style: style))
      case 2 where cells.count + 1 < columns:
        cells.append(Cell(text: String(character), style: style))
        cells.append(Cell(text: "", style: style))
      default:
        // What comes after it must not take its place.
        while cells.count < columns { cells.append(.blank) }
        return
      }
    }
  }

  /// A mark at the beginning of a run belongs to the last character of the run before.
  private static func join(_ mark: Character, to cells: inout [Cell]) {
    guard let last = cells.lastIndex(where: { !$0.text.isEmpty }) else { return }
    for scalar in mark.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: cells[last].text.unicodeScalars.append(scalar)
      default: break
      }
    }
  }
}
