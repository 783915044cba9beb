import Testing

@testable import Terminal

@Suite struct PainterTests {
  private func frame(
    _ text: String, cursor: Int? = nil, ghost: String = "", status: StyledText? = nil, panel: [StyledText] = [],
    columns: Int = 20
  ) -> LineFrame {
    var content = LineContent()
    content.prompt = StyledText("> ", .dim)
    content.text = [Grapheme](text)
    content.styles = content.text.map { _ in .tag }
    content.cursor = cursor ?? content.text.count
    (content.ghost, content.status, content.panel) = (ghost, status, panel)
    return LineFrame(content, columns: columns, rows: 6)
  }

  /// Returns the screen after the frames were painted one after the other, and the bytes of the last one.
  private func screen(_ frames: LineFrame...) -> (ScreenModel, last: String) {
    var painter = Painter(palette: Palette(depth: .basic))
    var screen = ScreenModel(columns: frames[0].columns, rows: 6)
    var out = ""
    for frame in frames {
      out = ""
      painter.show(frame, into: &out)
      screen.feed(out.utf8)
      #expect((screen.row, screen.column) == (frame.cursor.row, frame.cursor.column))
      #expect(screen.unknown.isEmpty && screen.scrolledOff.isEmpty)
    }
    return (screen, out)
  }

  @Test func aLineOfSeveralRows() {
    let (screen, _) = screen(frame("one\ntwo three four five six", cursor: 2))
    #expect(screen.lines == ["> one", "two three four five", "six"])
    #expect(screen.style(of: "five") == "36")
    #expect(screen.style(of: ">") == "2")
  }

  @Test func additionsAreErasedAgain() {
    let (shown, _) = screen(frame("ab", ghost: "cdef", status: "[1]"))
    #expect(shown.lines == ["> abcdef        [1]"])
    #expect(shown.style(of: "cdef") == "90")
    #expect(screen(frame("ab", ghost: "cdef", status: "[1]"), frame("ab")).0.lines == ["> ab"])
    #expect(screen(frame("ab\ncd", status: "[1]"), frame("ab\ncd")).0.lines == ["> ab", "cd"])
    #expect(screen(frame("ab", panel: ["one", "two"]), frame("ab")).0.lines == ["> ab"])
  }

  /// A suggestion or status after the cursor must be erased before a signal; no status follows a cursor in a lower
  /// row.
  @Test(arguments: [("", "[1]", 0, true), ("ef", nil, 0, true), ("", nil, 0, false), ("", "[1]", 1, false)])
  func textAfterTheCursorIsDrawn(_ ghost: String, _ status: String?, _ row: Int, _ isThere: Bool) {
    let text = String(repeating: "\n", count: row) + "ab"
    #expect(frame(text, ghost: ghost, status: status.map { StyledText($0) }).hasExtrasBehindCursor == isThere)
  }

  @Test func theStatusShrinksInPlace() {
    let (shrunk, _) = screen(frame("ab", cursor: 1, status: "[long]"), frame("ab", cursor: 1, status: "[s]"))
    #expect(shrunk.lines == ["> ab            [s]"])
    #expect(screen(frame("123456789012", cursor: 1, status: "[123]")).0.lines == ["> 123456789012"])
  }

  @Test func suggestionsStayInTheirRow() {
    #expect(screen(frame("ab", ghost: "01234567890123456789")).0.lines == ["> ab01234567890123…"])
    #expect(screen(frame("ab", ghost: " {\nx\n}")).0.lines == ["> ab { …"])
    #expect(screen(frame("ab", cursor: 1, ghost: "cd")).0.lines == ["> ab"])
    #expect(screen(frame("ab", ghost: "\u{1B}[2J")).0.lines == ["> ab␛[2J"])
  }

  /// A key costs what it changes: not the row, and not the text.
  @Test func onlyWhatDiffersIsWritten() {
    let text = String(repeating: "word ", count: 14)
    #expect(screen(frame(text, columns: 80), frame(text + "x", columns: 80)).last == "\u{1B}[36mx\u{1B}[0m")
    #expect(screen(frame(text + "x", columns: 80), frame(text, columns: 80)).last == "\u{08}\u{1B}[K")
    let inserted = screen(frame(text, cursor: 10, columns: 80), frame(text + "", cursor: 11, columns: 80)).last
    #expect(inserted == "\u{1B}[C")
    var longer = Array(text)
    longer.insert("x", at: 10)
    let middle = screen(frame(text, cursor: 10, columns: 80), frame(String(longer), cursor: 11, columns: 80)).last
    #expect(middle == "\u{1B}[@\u{1B}[36mx\u{1B}[0m")
    let back = screen(frame(String(longer), cursor: 11, columns: 80), frame(text, cursor: 10, columns: 80)).last
    #expect(back == "\u{08}\u{1B}[P")
  }

  // MARK: Resizing

  private func painter(_ frame: LineFrame) -> Painter {
    var painter = Painter(palette: .plain)
    var out = ""
    painter.show(frame, into: &out)
    return painter
  }

  /// A narrower window wraps the line and moves its first rows out of the screen; a wider or higher one brings them
  /// back, and then they are erased together with the line.
  @Test func rowsAboveTheScreenAreErasedWhenTheyComeBack() {
    let text = String(repeating: "x", count: 30)
    var painter = painter(frame(text, columns: 40))
    // 32 cells and the cursor in rows of 10: the cursor is in the fourth one, which is the screen's first.
    #expect(painter.resize(columns: 10, cursorRow: 0).rows == 0)
    #expect(painter.remains.items.map(\.cells.count) == [30])
    painter.forget(keepsRemains: true)
    var out = ""
    painter.show(frame(text, columns: 10), into: &out)
    // The same rows again, below the three that are gone, of which one has come back.
    #expect(painter.resize(columns: 10, cursorRow: 4).rows == 4)
    #expect(painter.remains.items.map(\.cells.count) == [20])
    painter.forget(keepsRemains: true)
    painter.show(frame(text, columns: 10), into: &out)
    // In a wide window they are one row.
    #expect(painter.resize(columns: 40, cursorRow: 7).rows == 4)
    #expect(painter.remains.isEmpty)
  }

  /// Messages that came since are below the rows that come back: they are printed again.
  @Test func messagesBelowRowsAboveTheScreen() {
    var painter = painter(frame(String(repeating: "x", count: 30), columns: 40))
    painter.note(messages: ["nothing is above the screen yet"])
    #expect(painter.remains.isEmpty)
    _ = painter.resize(columns: 10, cursorRow: 1)
    #expect(painter.remains.items.map(\.cells.count) == [20])
    painter.forget(keepsRemains: true)
    var out = ""
    painter.show(frame("y", columns: 10), into: &out)
    painter.erase(into: &out)
    let coloured = "\u{1B}[31mdone\u{1B}[0m \u{1B}]8;;https://a.test\u{07}日本\u{1B}]8;;\u{07}!"
    painter.note(messages: [coloured, "old"])
    painter.note(messages: ["new"], replacing: 1)
    #expect(painter.remains.items.map(\.cells.count) == [20, 10, 3])
    painter.show(frame("y", columns: 10), into: &out)
    // None of the rows is on the screen.
    var (rows, messages) = painter.resize(columns: 10, cursorRow: 2)
    #expect(rows == 0 && messages.isEmpty)
    #expect(painter.remains.items.count == 3)
    painter.show(frame("y", columns: 10), into: &out)
    // One of the two is back.
    (rows, messages) = painter.resize(columns: 10, cursorRow: 3)
    #expect(rows == 3 && messages == [coloured, "new"])
    #expect(painter.remains.items.map(\.cells.count) == [10, 10, 3])
    painter.show(frame("y", columns: 10), into: &out)
    (rows, messages) = painter.resize(columns: 10, cursorRow: 9)
    #expect(rows == 3 && messages == [coloured, "new"])
    #expect(painter.remains.isEmpty)
  }

  /// Without an answer from the terminal, the line's own rows are erased.
  @Test func terminalsWithoutAnAnswer() {
    var painter = painter(frame(String(repeating: "x", count: 30), columns: 40))
    #expect(painter.resize(columns: 10, cursorRow: nil).rows == 3)
    #expect(painter.remains.isEmpty)
  }
}
