/// Everything that the line shows.
struct LineContent {
  /// The last line of the prompt.
  var prompt = StyledText()
  var text: [Grapheme] = []
  /// One style for each grapheme of the text; empty for a plain text.
  var styles: [Style] = []
  /// An index into `text`.
  var cursor = 0
  /// The suggestion; shown only with the cursor at the text's end, clipped to its row.
  var ghost = ""
  /// Shown at the right edge of the first row if two cells before it stay free, else left out.
  var status: StyledText?
  /// Shown if there is no room for the status.
  var shorterStatus: StyledText?
  /// The lines below the text, each in one row.
  var panel: [StyledText] = []
  var glyphs = GlyphSet.unicode
}

/// The rows of cells that show the line, and the cell of the cursor: computed from the line and the window's size
/// alone.
///
///     var content = LineContent()
///     content.text = [Grapheme]("tap right")
///     LineFrame(content, columns: 80, rows: 24).rows
///
/// A full row continues in the next one at once, so that the cursor has a cell behind each character. A wide character
/// that does not fit its row begins the next one. A text higher than the window shows the rows around the cursor, and
/// says how many there are above and below.
struct LineFrame {
  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  let columns: Int
  /// Only the cells that are used: a row ends with its last character.
  private(set) var rows: [[Cell]] = []
  private(set) var cursor = Position(row: 0, column: 0)
  /// For each row, `true` if its line of text continues in the next row.
  private(set) var isWrapped: [Bool] = []
  /// The number of the text's rows above the window.
  private(set) var top = 0
  /// The number of rows that belong to the text, including rows that only say how many more there are.
  private(set) var textRows = 0
  /// `true` if the first row only says how many rows of the text are above the window.
  private(set) var hasMarkAbove = false
  /// `true` if there was room for the status.
  private(set) var hasStatus = false
  /// `true` if everything after the cursor is an addition to the text.
  private(set) var hasExtrasBehindCursor = false

  /// - Parameters:
  ///   - rows: the height of the window; `nil` for no limit.
  ///   - top: the first row of the text in the last frame; the window scrolls only to keep the cursor visible.
  init(_ content: LineContent, columns: Int, rows height: Int?, top: Int = 0) {
    self.columns = max(2, columns)
    let height = height ?? Int.max
    let extent = Extent(content, columns: self.columns)
    let panel = content.panel.prefix(max(0, height - 1))
    let window = Window(extent, height: height - panel.count, top: top)
    self.top = window.rows.lowerBound
    fill(content, window)
    hasMarkAbove = window.marksAbove
    if hasMarkAbove { addMark(window.rows.lowerBound, content.glyphs, at: 0) }
    let below = extent.rows - window.rows.upperBound
    if window.marksBelow { addMark(below, content.glyphs, at: rows.count) }
    cursor = extent.cursor
    cursor.row -= window.rows.lowerBound - (window.marksAbove ? 1 : 0)
    textRows = rows.count

    let isAtEnd = content.cursor >= content.text.count
    if isAtEnd { addGhost(content.ghost) }
    let hasGhost = rows[cursor.row].count > cursor.column
    hasStatus = addStatus(content.status) || addStatus(content.shorterStatus)
    for line in panel {
      rows.append(CellRow.unpadded(line, columns: self.columns - 1))
      isWrapped.append(false)
    }
    hasExtrasBehindCursor = isAtEnd && (hasGhost || !panel.isEmpty || hasStatus && cursor.row == 0)
  }

  // MARK: The text

  /// The size of the whole text, and the cell of the cursor in it.
  private struct Extent {
    var rows = 1
    var cursor = Position(row: 0, column: 0)

    init(_ content: LineContent, columns: Int) {
      var flow = Flow(columns: columns)
      var last = 0
      for run in content.prompt.runs {
        for grapheme in [Grapheme](run.text) { flow.place(grapheme) { at, _, _ in last = at.row } }
      }
      for (index, grapheme) in content.text.enumerated() {
        if index == content.cursor { cursor = flow.start(of: grapheme) }
        if grapheme == "\n" { last = flow.end.row + 1 }
        flow.place(grapheme) { at, _, _ in last = at.row }
      }
      if content.cursor >= content.text.count { cursor = flow.end }
      rows = max(last, cursor.row) + 1
    }
  }

  private mutating func fill(_ content: LineContent, _ window: Window) {
    rows = Array(repeating: [], count: window.rows.count)
    isWrapped = Array(repeating: false, count: window.rows.count)
    var flow = Flow(columns: columns)
    var lastRow = 0
    func add(_ grapheme: Grapheme, _ style: Style) {
      if grapheme == "\n" { lastRow = flow.end.row + 1 }
      flow.place(grapheme) { at, text, width in
        let row = at.row - window.rows.lowerBound
        if at.row > lastRow, row > 0, row <= rows.count { isWrapped[row - 1] = true }
        lastRow = at.row
        guard rows.indices.contains(row) else { return }
        rows[row].append(Cell(text: text, style: style))
        for _ in 1..<max(1, width) { rows[row].append(Cell(text: "", style: style)) }
      }
    }
    for run in content.prompt.runs {
      for grapheme in [Grapheme](run.text) { add(grapheme, run.style) }
    }
    for (index, grapheme) in content.text.enumerated() {
      if flow.end.row >= window.rows.upperBound { break }
      add(grapheme, content.styles.isEmpty ? .plain : content.styles[index])
    }
  }

  // MARK: Additions

  private mutating func addMark(_ count: Int, _ glyphs: GlyphSet, at row: Int) {
    let text = "\(glyphs == .unicode ? "⋮" : ":") \(count) more line\(count == 1 ? "" : "s")"
    rows.insert(
      CellRow.unpadded(StyledText(text, .dim).clipped(to: columns - 1, mark: glyphs.cut), columns: columns), at: row)
    isWrapped.insert(false, at: row)
  }

  /// Adds as much of the suggestion's first line as fits, with `…` if something is missing.
  private mutating func addGhost(_ ghost: String) {
    let room = columns - 1 - cursor.column
    if ghost.isEmpty || room <= 0 { return }
    let line = ghost.prefix { !$0.isNewline }
    let shown = sanitized(String(line)) + (line.endIndex == ghost.endIndex ? "" : " …")
    rows[cursor.row] += CellRow.unpadded(StyledText(shown, .ghost).clipped(to: room), columns: columns)
  }

  /// - Returns: `true` if there is room for it.
  private mutating func addStatus(_ status: StyledText?) -> Bool {
    guard let status, !status.isEmpty else { return false }
    // The last column stays free: some terminals wrap when it is written.
    let start = columns - 1 - status.width
    guard start >= rows[0].count + 2 else { return false }
    rows[0] += Array(repeating: .blank, count: start - rows[0].count)
    rows[0] += CellRow.unpadded(status, columns: columns)
    return true
  }

  // MARK: Rows above the screen

  /// A cell of the text: a line, and the number of cells before it in this line.
  private typealias Place = (line: Int, column: Int)

  /// The lines of the text, each with all its cells.
  private var lines: [[Cell]] {
    var lines: [[Cell]] = []
    for (row, cells) in rows.enumerated() {
      if row > 0, isWrapped[row - 1] { lines[lines.count - 1] += cells } else { lines.append(cells) }
    }
    return lines
  }

  /// Returns the place behind the text's first rows, which the terminal has moved out of its screen as rows of earlier
  /// frames of any width; `nil` if the text does not begin with them.
  private func end(of scrolled: [[Cell]], in lines: [[Cell]]) -> Place? {
    var (line, column) = (0, 0)
    for row in scrolled {
      guard line < lines.count else { return nil }
      let cells = lines[line][column...]
      guard !row.isEmpty || cells.isEmpty, zip(row, cells).allSatisfy({ $0.text == $1.text }) else { return nil }
      // Only the status may follow the text in a row.
      guard
        row.count <= cells.count || line == 0 && row[(row.startIndex + cells.count)...].prefix(2) == [.blank, .blank]
      else { return nil }
      column += row.count
      if column >= lines[line].count { (line, column) = (line + 1, 0) }
    }
    return (line, column)
  }

  /// Returns a part of a line in rows.
  private func wrapped(_ cells: ArraySlice<Cell>) -> [[Cell]] {
    var (rows, row): ([[Cell]], [Cell]) = ([], [])
    for (place, cell) in zip(cells.indices, cells) {
      let isWide = place + 1 < cells.endIndex && cells[place + 1].text.isEmpty
      if row.count + (isWide ? 2 : 1) > columns, !cell.text.isEmpty {
        rows.append(row)
        row = []
      }
      row.append(cell)
    }
    return rows + [row]
  }

  /// Returns the rest of the text behind its first rows, which are above the screen; `nil` if the text does not begin
  /// with them, or they are all of it.
  func rest(behind scrolled: [[Cell]]) -> LineFrame? {
    let lines = lines
    guard let (line, column) = end(of: scrolled, in: lines), line < lines.count else { return nil }
    var rest = self
    (rest.rows, rest.isWrapped) = ([], [])
    for cells in [lines[line][column...]] + lines[(line + 1)...].map({ $0[...] }) {
      let rows = wrapped(cells)
      rest.rows += rows
      rest.isWrapped += Array(repeating: true, count: rows.count - 1) + [false]
    }
    rest.textRows = rest.rows.count
    rest.cursor = Position(row: rest.rows.count - 1, column: min(rest.rows[rest.rows.count - 1].count, columns - 1))
    return rest
  }

  /// Returns the rows between the text's first rows, which are above the screen, and a later row; none if they reach it,
  /// and `nil` if the text does not begin with them.
  func rows(behind scrolled: [[Cell]], upTo top: Int) -> [[Cell]]? {
    let lines = lines
    guard let start = end(of: scrolled, in: lines) else { return nil }
    var end: Place = (0, 0)
    for row in 0..<min(top, rows.count) {
      end = isWrapped[row] ? (end.line, end.column + rows[row].count) : (end.line + 1, 0)
    }
    guard start < end else { return [] }
    return (start.line...end.line).flatMap { line -> [[Cell]] in
      if line == end.line, end.column == 0 { return [] }
      let first = line == start.line ? start.column : 0
      return wrapped(line == end.line ? lines[line][first..<end.column] : lines[line][first...])
    }
  }

  // MARK: The window

  /// The rows of the text that are shown.
  private struct Window {
    let rows: Range<Int>
    let marksAbove: Bool
    let marksBelow: Bool
    /// The smallest height at which the window says how many rows it leaves out.
    private static let minimumMarkedHeight = 4

    init(_ extent: Extent, height: Int, top: Int) {
      let (total, cursor) = (extent.rows, extent.cursor.row)
      let height = max(1, height)
      let canMark = height >= Self.minimumMarkedHeight
      if total <= height {
        (rows, marksAbove, marksBelow) = (0..<total, false, false)
        return
      }
      /// Returns the end of the rows that fit from a first row on.
      func end(from first: Int) -> Int {
        let room = height - (canMark && first > 0 ? 1 : 0)
        return first + room >= total ? total : first + room - (canMark ? 1 : 0)
      }
      var first = max(0, min(top, total - 1, cursor))
      // A mark takes the row of the only one above it.
      if canMark, first == 1 { first = 0 }
      while end(from: first) <= cursor { first += first == 0 && canMark ? 2 : 1 }
      while first > 0, end(from: first) == total, end(from: first == 2 && canMark ? 0 : first - 1) == total {
        first -= first == 2 && canMark ? 2 : 1
      }
      rows = first..<end(from: first)
      marksAbove = canMark && first > 0
      marksBelow = canMark && rows.upperBound < total
    }
  }
}

/// The cell at which each character of a line is drawn.
private struct Flow {
  let columns: Int
  /// The cell behind the last character.
  private(set) var end = LineFrame.Position(row: 0, column: 0)

  init(columns: Int) { self.columns = columns }

  /// The characters of ASCII as texts.
  private static let texts = (UInt8(0x20)..<0x7F).map { String(Character(Unicode.Scalar($0))) }

  /// Returns the cell at which a grapheme would begin.
  func start(of grapheme: Grapheme) -> LineFrame.Position {
    guard case .cells(let width) = Drawing(grapheme), end.column + width > columns else { return end }
    return LineFrame.Position(row: end.row + 1, column: 0)
  }

  /// Draws a grapheme.
  /// - Parameter draw: called for each of its characters with the first cell, the text and the width.
  mutating func place(_ grapheme: Grapheme, _ draw: (LineFrame.Position, String, Int) -> Void) {
    // Most characters by far, at every key.
    if (0x20..<0x7F).contains(grapheme.scalar.value), grapheme.joined.isEmpty {
      draw(end, Self.texts[Int(grapheme.scalar.value) - 0x20], 1)
      end.column += 1
      if end.column >= columns { end = LineFrame.Position(row: end.row + 1, column: 0) }
      return
    }
    switch Drawing(grapheme) {
    case .lineEnd: end = LineFrame.Position(row: end.row + 1, column: 0)
    case .tab: repeat { put(" ", 1, draw) } while end.column % 8 != 0
    case .cells(let width):
      put(grapheme.joined.isEmpty ? String(Character(grapheme.scalar)) : String([grapheme]), width, draw)
    case .signs(let text):
      for character in text { put(String(character), max(1, DisplayWidth.of(character)), draw) }
    }
  }

  private mutating func put(_ text: String, _ width: Int, _ draw: (LineFrame.Position, String, Int) -> Void) {
    let width = min(width, columns)
    if end.column + width > columns { end = LineFrame.Position(row: end.row + 1, column: 0) }
    draw(end, text, width)
    end.column += width
    if end.column >= columns { end = LineFrame.Position(row: end.row + 1, column: 0) }
  }
}

/// The way in which a grapheme is drawn.
private enum Drawing {
  case lineEnd, tab
  /// As itself, in this many cells.
  case cells(Int)
  /// As other characters, because it would be invisible or would control the terminal.
  case signs(String)

  init(_ grapheme: Grapheme) {
    let value = grapheme.scalar.value
    if grapheme.joined.isEmpty {
      switch value {
      case 0x20..<0x7F, 0xA1..<0x300:
        self = .cells(1)
        return
      case 0x0A:
        self = .lineEnd
        return
      case 0x09:
        self = .tab
        return
      case 0..<0x20, 0x7F:
        self = .signs("^" + String(Character(Unicode.Scalar(UInt8(value ^ 0x40)))))
        return
      case 0x3041...0x3096, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
        self = .cells(2)
        return
      default: break
      }
    }
    let text = String([grapheme])
    let shown = sanitized(text)
    let width = DisplayWidth.of(Character(text))
    if shown.utf8.count != text.utf8.count {
      self = .signs(shown)
    } else if width > 0 {
      self = .cells(width)
    } else if grapheme.scalar.properties.generalCategory == .nonspacingMark {
      self = .signs("\u{25CC}" + text)
    } else {
      self = .signs("<U+\(String(value, radix: 16, uppercase: true))>")
    }
  }
}
