import Testing

@testable import Terminal

@Suite struct PainterTests {
  /// Draws the text as libedit would, then lets the painter update it.
  func screen(
    _ text: String, cursor: Int, ghost: String = "", status: StyledText? = nil, columns: Int = 20,
    _ body: (inout Painter, Layout, inout String) -> Void = { _, _, _ in }
  ) -> ScreenModel {
    let scalars = Array(text.unicodeScalars)
    let layout = Layout(
      prompt: Array("> ".unicodeScalars), text: scalars, cursor: cursor, columns: columns,
      width: { DisplayWidth.of($0) })
    var screen = ScreenModel(columns: columns, rows: 6)
    screen.feed("> \(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))".utf8)
    var out = ""
    var cursor = TerminalCursor(at: layout.end)
    cursor.move(to: layout.cursor, in: &out)
    var painter = Painter(palette: Palette(depth: .basic))
    let styles = [Style](repeating: .dim, count: 2) + [Style](repeating: .tag, count: scalars.count)
    painter.paint(layout, styles: styles, ghost: ghost, status: status, into: &out)
    body(&painter, layout, &out)
    screen.feed(out.utf8)
    #expect((screen.row, screen.column) == (layout.cursor.row, layout.cursor.column))
    #expect(screen.unknown.isEmpty && screen.scrolledOff.isEmpty)
    return screen
  }

  @Test func paintingKeepsCharactersAndCursor() {
    let plain = screen("one\ntwo three four five six", cursor: 2)
    #expect(plain.lines == ["> one", "two three four five", "six"])
    #expect(plain.style(of: "five") == "36")
  }

  @Test func extrasAreErasedAgain() {
    let shown = screen("ab", cursor: 2, ghost: "cdef", status: "[1]")
    #expect(shown.lines == ["> abcdef        [1]"])
    #expect(shown.style(of: "cdef") == "90")
    let gone = screen("ab", cursor: 2, ghost: "cdef", status: "[1]") { $0.unpaint($1, into: &$2) }
    #expect(gone.lines == ["> ab"])
    let below = screen("ab\ncd", cursor: 4, status: "[1]") { $0.unpaint($1, into: &$2) }
    #expect(below.lines == ["> ab", "cd"])
    let both = screen("ab\ncd", cursor: 5, ghost: "ef", status: "[1]") { $0.unpaint($1, into: &$2) }
    #expect(both.lines == ["> ab", "cd"])
  }

  /// A suggestion or status after the cursor must be erased before a signal; no status follows a cursor in a lower
  /// row.
  @Test(arguments: [("", "[1]", 0, true), ("ef", nil, 0, true), ("", nil, 0, false), ("", "[1]", 1, false)])
  func whatStandsBehindTheCursor(_ ghost: String, _ status: String?, _ row: Int, _ isThere: Bool) {
    let text = String(repeating: "\n", count: row) + "ab"
    _ = screen(text, cursor: text.count, ghost: ghost, status: status.map { StyledText($0) }) { painter, layout, _ in
      #expect(painter.hasExtrasBehindCursor(layout) == isThere)
    }
  }

  @Test func theStatusShrinksInPlace() {
    let screen = screen("ab", cursor: 1, status: "[long]") { $0.repaintStatus("[s]", $1, into: &$2) }
    #expect(screen.lines == ["> ab            [s]"])
    let none = self.screen("ab", cursor: 1, status: "[long]") { $0.repaintStatus(nil, $1, into: &$2) }
    #expect(none.lines == ["> ab"])
    let tight = self.screen("123456789012", cursor: 1, status: "[123]")
    #expect(tight.lines == ["> 123456789012"])
  }

  @Test func suggestionsStayInTheirRow() {
    #expect(screen("ab", cursor: 2, ghost: "01234567890123456789").lines == ["> ab01234567890123…"])
    #expect(screen("ab", cursor: 2, ghost: " {\nx\n}").lines == ["> ab { …"])
    #expect(screen("ab", cursor: 1, ghost: "cd").lines == ["> ab"])
    #expect(screen("ab", cursor: 2, ghost: "\u{1B}[2J").lines == ["> ab␛[2J"])
  }
}
