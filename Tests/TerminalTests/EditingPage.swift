import Terminal

/// Everything that the screen should have shown since it was last cleared, row by row and cell by cell: the finished
/// rows, and below them the line being typed.
struct EditingPage {
  typealias Cell = ScreenModel.Cell

  var columns: Int
  /// The finished rows, without trailing spaces.
  private(set) var finished: [[Cell]] = []

  /// Rows of cells and a cursor position.
  struct Picture {
    var rows: [[Cell]] = [[]]
    /// The row of the cursor.
    var row = 0
    var column = 0

    /// Appends text as a terminal does: a full row continues in the next row only with the next character.
    mutating func put(_ text: some Sequence<Character>, _ style: String, columns: Int) {
      for character in text {
        let width = DisplayWidth.of(character)
        if rows[rows.count - 1].count + width > columns { rows.append([]) }
        rows[rows.count - 1].append(Cell(text: String(character), style: style))
        if width == 2 { rows[rows.count - 1].append(Cell(text: "", style: style)) }
      }
    }
  }

  /// Returns prompt and text alone. Unlike output, a full row continues in the next row at once.
  static func line(_ model: EditingModel, columns: Int) -> Picture {
    var picture = Picture()
    let styles = ["2", "2"] + model.styles
    for (index, character) in (Array("› ") + model.text).enumerated() {
      let width = DisplayWidth.of(character)
      let used = picture.rows[picture.rows.count - 1].count
      if index - 2 == model.cursor {
        let fits = used + width <= columns
        (picture.row, picture.column) = fits ? (picture.rows.count - 1, used) : (picture.rows.count, 0)
      }
      if character == "\n" {
        picture.rows.append([])
        continue
      }
      picture.put([character], styles[index], columns: columns)
      if picture.rows[picture.rows.count - 1].count == columns { picture.rows.append([]) }
    }
    if model.cursor == model.text.count {
      (picture.row, picture.column) = (picture.rows.count - 1, picture.rows[picture.rows.count - 1].count)
    }
    return picture
  }

  /// Returns all rows, with the line's suggestion and status.
  func picture(_ model: EditingModel, status: String) -> Picture {
    var picture = EditingPage.line(model, columns: columns)
    let room = columns - 1 - picture.column
    var ghost = model.suggestion.prefix { $0 != "\n" }
    if ghost.count < model.suggestion.count { ghost += " …" }
    if !ghost.isEmpty, room > 0 {
      if EditingPage.width(ghost) > room {
        while EditingPage.width(ghost) > room - 1 { ghost.removeLast() }
        ghost.append("…")
      }
      var last = Picture(rows: [picture.rows[picture.row]])
      last.put(ghost, "90", columns: columns)
      picture.rows[picture.row] = last.rows[0]
    }
    add(status, to: &picture.rows[0])
    picture.rows = finished + picture.rows
    picture.row += finished.count
    return picture
  }

  private func add(_ status: String, to row: inout [Cell]) {
    // The last column and two cells before the status stay free.
    let start = columns - 1 - status.count
    if status.isEmpty || start < row.count + 2 { return }
    row += Array(repeating: Cell(), count: start - row.count)
    row += status.map { Cell(text: String($0), style: "93") }
  }

  /// Returns the pictures of all windows that a screen may show of a line that is higher than it: each has the row of
  /// the cursor, and says how many rows it leaves out, if there are at least four.
  func windows(_ model: EditingModel, status: String, height: Int) -> [Picture] {
    let picture = picture(model, status: "")
    let line = Array(picture.rows.dropFirst(finished.count))
    let cursor = picture.row - finished.count
    func mark(_ count: Int) -> [Cell] {
      var text = "⋮ \(count) more lines"
      if text.count > columns - 1 { text = columns < 3 ? "…" : String(text.prefix(columns - 2)) + "…" }
      return text.map { Cell(text: String($0), style: "2") }
    }
    return (0...line.count - 1).compactMap { first in
      let marks = height >= 4
      if marks, first == 1 { return nil }
      var rows = marks && first > 0 ? [mark(first)] : []
      let above = rows.count
      var end = min(line.count, first + height - above)
      if marks, end < line.count { end -= 1 }
      guard end - first + above + (marks && end < line.count ? 1 : 0) == height, (first..<end).contains(cursor) else {
        return nil
      }
      rows += line[first..<end]
      if marks, end < line.count { rows.append(mark(line.count - end)) }
      add(status, to: &rows[0])
      return Picture(rows: finished + rows, row: finished.count + above + cursor - first, column: picture.column)
    }
  }

  private static func width(_ text: some Sequence<Character>) -> Int {
    text.reduce(0) { $0 + DisplayWidth.of($1) }
  }

  // MARK: Changes

  /// Appends output, which begins in a row of its own.
  mutating func print(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var picture = Picture()
      picture.put(line, "", columns: columns)
      finished += picture.rows
    }
  }

  /// Finishes a line that was read or given up: the line stays as it is, and output continues below the last visible
  /// row.
  mutating func finish(_ model: EditingModel, mark: String = "") {
    var picture = EditingPage.line(model, columns: columns)
    let isInside = !picture.rows[picture.rows.count - 1].isEmpty
    while picture.rows.last == [] { picture.rows.removeLast() }
    if !mark.isEmpty, !isInside { picture.rows.append([]) }
    picture.put(mark, "", columns: columns)
    finished += picture.rows
  }

  mutating func clear() { finished = [] }
}
