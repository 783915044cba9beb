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

  static let prompt: [(character: Character, style: String)] = [("›", "2"), (" ", "2")]

  static func line(_ model: EditingModel, columns: Int) -> Picture {
    line(model.line, columns: columns)
  }

  /// Returns prompt and text alone. Unlike output, a full row continues in the next row at once.
  /// - Parameter match: the characters that a search has found.
  static func line(
    _ model: EditingModel.Line, columns: Int,
    prompt: [(character: Character, style: String)] = prompt,
    match: Range<Int>? = nil
  ) -> Picture {
    var picture = Picture()
    var styles = EditingModel.styles(model.text)
    if let match { for index in match { styles[index] = "1;4" } }
    styles = prompt.map(\.style) + styles
    for (index, character) in (prompt.map(\.character) + model.text).enumerated() {
      let width = DisplayWidth.of(character)
      let used = picture.rows[picture.rows.count - 1].count
      if index - prompt.count == model.cursor {
        let fits = used + width <= columns
        (picture.row, picture.column) =
          fits ? (picture.rows.count - 1, used) : (picture.rows.count, 0)
      }
      if character == "\n" {
        picture.rows.append([])
        continue
      }
      picture.put([character], styles[index], columns: columns)
      if picture.rows[picture.rows.count - 1].count == columns { picture.rows.append([]) }
    }
    if model.cursor == model.text.count {
      (picture.row, picture.column) = (
        picture.rows.count - 1, picture.rows[picture.rows.count - 1].count
      )
    }
    // The row behind a full one appears only for the cursor.
    if picture.rows.last == [], picture.row < picture.rows.count - 1, model.text.last != "\n" {
      picture.rows.removeLast()
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

  /// Returns the pictures that a screen of this height may show: of a line that is higher than it, each window with
  /// the row of the cursor, which says how many rows it leaves out if there are at least four.
  /// - Parameter panel: a menu or a search, which replaces the prompt and the line.
  func pictures(_ model: EditingModel, status: String, height: Int, panel: EditingPanel? = nil)
    -> [Picture]
  {
    guard let panel else {
      let picture = picture(model, status: status)
      let line = Array(picture.rows.dropFirst(finished.count))
      if line.count <= height { return [picture] }
      let whole = self.picture(model, status: "")
      return windows(
        Picture(
          rows: Array(whole.rows.dropFirst(finished.count)), row: whole.row - finished.count,
          column: whole.column),
        status: status, height: height, below: [])
    }
    let line = EditingPage.line(
      panel.line, columns: columns, prompt: panel.prompt, match: panel.match)
    return panel.rows(columns: columns, rows: height).flatMap { rows in
      let below = Array(rows.prefix(max(0, height - 1)))
      let room = height - below.count
      guard line.rows.count <= room else {
        return windows(line, status: status, height: room, below: below)
      }
      var picture = line
      add(status, to: &picture.rows[0])
      picture.rows = finished + picture.rows + below
      picture.row += finished.count
      return [picture]
    }
  }

  private func windows(_ picture: Picture, status: String, height: Int, below: [[Cell]])
    -> [Picture]
  {
    let (line, cursor) = (picture.rows, picture.row)
    func mark(_ count: Int) -> [Cell] {
      var text = "⋮ \(count) more line\(count == 1 ? "" : "s")"
      if text.count > columns - 1 {
        text = columns < 3 ? "…" : String(text.prefix(columns - 2)) + "…"
      }
      return text.map { Cell(text: String($0), style: "2") }
    }
    return (0...line.count - 1).compactMap { first in
      let marks = height >= 4
      if marks, first == 1 { return nil }
      var rows = marks && first > 0 ? [mark(first)] : []
      let above = rows.count
      var end = min(line.count, first + height - above)
      if marks, end < line.count { end -= 1 }
      guard end - first + above + (marks && end < line.count ? 1 : 0) == height,
        (first..<end).contains(cursor)
      else {
        return nil
      }
      rows += line[first..<end]
      if marks, end < line.count { rows.append(mark(line.count - end)) }
      add(status, to: &rows[0])
      return Picture(
        rows: finished + rows + below, row: finished.count + above + cursor - first,
        column: picture.column)
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
