import Testing

@testable import Terminal

@Suite struct LineFrameTests {
  func frame(_ text: String, _ cursor: Int? = nil, columns: Int = 10, rows: Int? = nil, top: Int = 0) -> LineFrame {
    var content = LineContent()
    content.prompt = "> "
    content.text = [Grapheme](text)
    content.cursor = cursor ?? content.text.count
    return LineFrame(content, columns: columns, rows: rows, top: top)
  }

  func lines(_ frame: LineFrame) -> [String] { frame.rows.map { $0.map(\.text).joined() } }

  @Test(
    arguments: [
      ("", 0, (0, 2), ["> "]), ("abc", 1, (0, 3), ["> abc"]),
      // A full row continues in the next row; a line end then leaves an empty row.
      ("12345678", 8, (1, 0), ["> 12345678", ""]), ("12345678\nx", 10, (2, 1), ["> 12345678", "", "x"]),
      ("1234567\nx", 8, (1, 0), ["> 1234567", "x"]), ("12345678", 7, (0, 9), ["> 12345678"]),
      // A wide character that does not fit wraps, and so does a cursor before it.
      ("1234567日", 7, (1, 0), ["> 1234567", "日"]), ("日本語日", 4, (1, 0), ["> 日本語日", ""]),
      ("\tx", 1, (0, 8), [">       x"]), ("\u{1B}", 1, (0, 4), ["> ^["]), ("a\n", 2, (1, 0), ["> a", ""]),
      ("e\u{301}x", 1, (0, 3), ["> e\u{301}x"]), ("👨‍👩‍👧!", 1, (0, 4), ["> 👨‍👩‍👧!"]),
      // Invisible characters are made visible.
      ("a\u{200B}b", 2, (1, 1), ["> a<U+200B", ">b"]), ("\u{301}", 1, (0, 3), ["> \u{25CC}\u{301}"]),
      ("\u{202E}", 0, (0, 2), ["> <U+202E>", ""]),
    ] as [(String, Int, (Int, Int), [String])])
  func cells(_ text: String, _ cursor: Int, _ at: (Int, Int), _ rows: [String]) {
    let frame = frame(text, cursor)
    #expect((frame.cursor.row, frame.cursor.column) == at)
    var shown = lines(frame)
    // An empty row at the end is there only for the cursor.
    if rows.last == "", cursor < [Grapheme](text).count { shown.append("") }
    #expect(shown == rows)
  }

  /// The rows between those that have scrolled out in another width and the window's first row.
  @Test(
    arguments: [
      ("aa\nbb\ncc\ndd", ["> aa"], 2, ["bb"]), ("aa\nbb\ncc\ndd", ["> aa"], 1, []),
      ("aa\nbb\ncc\ndd", ["> aa", "bb"], 1, []), ("aa\n\ncc\ndd", ["> aa"], 3, ["", "cc"]),
      ("aa\nbb\ncc\ndd", ["> a"], 2, ["a", "bb"]), ("aa\nbb\ncc\ndd", ["> xx"], 2, nil),
      // In rows of ten cells, behind a row of eight.
      ("12345678abcdefghijABCDE\nend", ["> 123456"], 2, ["78abcdefgh", "ij"]),
      ("12345678abcdefghijABCDE\nend", ["> 123456"], 3, ["78abcdefgh", "ijABCDE"]),
      ("日本語日本語日本語\nend", ["> 日本"], 2, ["語日本語日", "本語"]),
    ] as [(String, [String], Int, [String]?)])
  func rowsBehindThoseAboveTheScreen(_ text: String, _ scrolled: [String], _ top: Int, _ rows: [String]?) {
    let whole = frame(text)
    let above = scrolled.map { CellRow.unpadded(StyledText($0), columns: 100) }
    #expect(whole.rows(behind: above, upTo: top)?.map { $0.map(\.text).joined() } == rows)
  }

  @Test func aHighTextShowsTheRowsAroundTheCursor() {
    let text = (1...9).map(String.init).joined(separator: "\n")
    #expect(lines(frame(text, 0, rows: 5)) == ["> 1", "2", "3", "4", "⋮ 5 more…"])
    let end = frame(text, columns: 20, rows: 5)
    #expect(lines(end) == ["⋮ 5 more lines", "6", "7", "8", "9"])
    #expect((end.cursor.row, end.cursor.column, end.top) == (4, 1, 5))
    // It moves only as far as the cursor requires.
    let middle = frame(text, 12, columns: 20, rows: 5, top: 5)
    #expect(lines(middle) == ["⋮ 5 more lines", "6", "7", "8", "9"])
    let above = frame(text, 6, columns: 20, rows: 5, top: 5)
    #expect(lines(above) == ["⋮ 3 more lines", "4", "5", "6", "⋮ 3 more lines"])
    #expect((above.cursor.row, above.cursor.column) == (1, 0))
    // A mark never takes the place of a single row.
    #expect(lines(frame(text, 2, columns: 20, rows: 5, top: 1)) == ["> 1", "2", "3", "4", "⋮ 5 more lines"])
    #expect(lines(frame(text, 2, columns: 20, rows: 3, top: 8)) == ["2", "3", "4"])
    #expect(lines(frame(text, 2, columns: 20, rows: 1, top: 8)) == ["2"])
  }

  /// The window, of any size, shows the row of the cursor and counts all rows.
  @Test func theCursorIsAlwaysInTheWindow() {
    for total in 1...12 {
      let text = Array(repeating: "x", count: total).joined(separator: "\n")
      for height in 1...9 {
        for cursor in 0..<total {
          for top in 0..<total {
            let frame = frame(text, 2 * cursor, columns: 20, rows: height, top: top)
            let shown = lines(frame)
            #expect(shown.count == min(total, height))
            let marked = shown.compactMap { $0.hasPrefix("⋮") ? Int($0.split(separator: " ")[1]) : nil }
            if height > 3 { #expect(marked.reduce(shown.count - marked.count, +) == total) }
            #expect(!marked.contains(1))
            #expect(!shown[frame.cursor.row].hasPrefix("⋮"))
            #expect(frame.cursor.column == (cursor == 0 ? 2 : 0))
          }
        }
      }
    }
  }
}
