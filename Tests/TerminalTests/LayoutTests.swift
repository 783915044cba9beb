import Testing

@testable import Terminal

@Suite struct LayoutTests {
  func layout(_ text: String, _ cursor: Int, columns: Int = 10) -> Layout {
    Layout(
      prompt: Array("> ".unicodeScalars), text: Array(text.unicodeScalars), cursor: cursor, columns: columns,
      width: { DisplayWidth.of($0) })
  }

  @Test(
    arguments: [
      ("", 0, (0, 2), (0, 2)), ("abc", 1, (0, 3), (0, 5)),
      // A full row continues in the next row; a newline then leaves an empty row.
      ("12345678", 8, (1, 0), (1, 0)), ("12345678\nx", 10, (2, 1), (2, 1)), ("1234567\nx", 8, (1, 0), (1, 1)),
      // A wide character that does not fit wraps, and so does a cursor before it.
      ("1234567日", 7, (1, 0), (1, 2)), ("日本語日", 4, (1, 0), (1, 0)),
      ("\tx", 1, (0, 8), (0, 9)), ("\u{1B}", 1, (0, 4), (0, 4)),
    ] as [(String, Int, (Int, Int), (Int, Int))])
  func positions(_ text: String, _ cursor: Int, _ at: (Int, Int), _ end: (Int, Int)) {
    let layout = layout(text, cursor)
    #expect((layout.cursor.row, layout.cursor.column) == at)
    #expect((layout.end.row, layout.end.column) == end)
    #expect(layout.isPaintable)
  }

  @Test func whatLibeditMeasuresDifferentlyIsNotPainted() {
    #expect(!layout("e\u{301}", 0).isPaintable)
    #expect(!layout("123456\t", 0).isPaintable, "a tab at the edge")
    #expect(layout("日", 0).hasWide)
    #expect(layout("12345678\n", 0).lastGlyphRow == 0)
    #expect(layout("a\n ", 0).lastGlyphRow == 1)
    #expect(layout("a\n ", 0).lastExistingRow == 0, "libedit leaves blanks at the end out")
    #expect(layout("a\n ", 2).lastExistingRow == 1)
    #expect(layout("ab\ncd", 0).firstRowEnd == 4)
  }
}
