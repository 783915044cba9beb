/// The line on a terminal that can only write, ring, return to a row's start and step back: one row, without colours or
/// additions. A line of several lines shows the one with the cursor; a longer one than the row, the part around it.
struct DumbTerminalLine {
  private var shown: [Cell] = []
  private var column = 0
  /// The number of line ends before the shown line of the text.
  private var index = 0
  /// The lines of the text as they were shown last, by their places.
  private var seen: [Int: [Cell]] = [:]

  /// Notes that the row is empty.
  mutating func forget() { self = DumbTerminalLine() }

  mutating func show(_ content: LineContent, columns: Int, into out: inout String) {
    let before = content.text[..<content.cursor]
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let end = content.text[content.cursor...].firstIndex(of: "\n") ?? content.text.count
    var line = LineContent()
    line.text = Array(content.text[start..<end])
    line.cursor = content.cursor - start
    if start == 0 { line.prompt = StyledText(content.prompt.plain) }
    let frame = LineFrame(line, columns: Int.max, rows: 1)
    let newIndex = before.count { $0 == "\n" }
    if newIndex != index, !shown.isEmpty {
      out += "\r\n"
      (shown, column) = ([], 0)
    }
    index = newIndex
    let room = max(2, columns - 1)
    seen[index] = frame.rows[0]
    update(to: frame.rows[0], cursor: frame.cursor.column, room: room, into: &out)
  }

  /// Shows the line for the last time, and begins the next row. A text of which only a part was seen is written as a
  /// whole, in as many rows as it needs.
  /// - Parameter mark: written after the text.
  mutating func finish(_ content: LineContent, columns: Int, mark: String, into out: inout String) {
    var content = content
    content.prompt = StyledText(content.prompt.plain)
    content.styles = []
    let whole = LineFrame(content, columns: Int.max, rows: nil).rows
    show(content, columns: columns, into: &out)
    if whole.contains(where: { $0.count > max(2, columns - 1) })
      || whole.indices.contains(where: { seen[$0] != whole[$0] })
    {
      out += "\r" + String(repeating: " ", count: shown.count) + "\r"
      out += whole.map { $0.map(\.text).joined() }.joined(separator: "\r\n")
    }
    out += mark + "\r\n"
    forget()
  }

  private mutating func update(to cells: [Cell], cursor: Int, room: Int, into out: inout String) {
    // The part moves by half a row, so that it seldom moves.
    let step = max(1, room / 2)
    let first = cursor < room ? 0 : ((cursor - room) / step + 1) * step
    var part = Array(cells.dropFirst(first).prefix(room))
    if part.first?.text == "" { part[0] = .blank }
    if part.count == room, first + room < cells.count, cells[first + room].text == "" { part[room - 1] = .blank }
    let same = zip(shown, part).prefix { $0 == $1 }.count
    if same < max(shown.count, part.count) {
      move(
        to: part[..<same].last?.text == "" || same == part.count || part[same].text != "" ? same : same - 1, into: &out)
      for cell in part[column...] { out += cell.text }
      let rest = max(0, shown.count - part.count)
      out += String(repeating: " ", count: rest) + String(repeating: "\u{08}", count: rest)
      column = part.count
      shown = part
    }
    move(to: cursor - first, into: &out)
  }

  /// Moves back by steps, and forward by writing the existing text again.
  private mutating func move(to target: Int, into out: inout String) {
    if target < column { out += String(repeating: "\u{08}", count: column - target) }
    if target > column { for cell in shown[column..<min(target, shown.count)] { out += cell.text } }
    column = target
  }

  /// Erases the row; the cursor moves to its start.
  mutating func erase(into out: inout String) {
    if !shown.isEmpty { out += "\r" + String(repeating: " ", count: shown.count) + "\r" }
    forget()
  }
}
