import TerminalTesting
import Testing

@testable import Terminal

/// The bytes that the buffer sends, judged by the screen that they produce.
@Suite struct CellBufferTests {
  let palette = Palette(depth: .full)

  /// A buffer and the screen that shows it.
  struct Shown {
    var buffer: CellBuffer
    var screen: ScreenModel

    init(columns: Int, rows: Int, palette: Palette) {
      buffer = CellBuffer(columns: columns, rows: rows, palette: palette)
      screen = ScreenModel(columns: columns, rows: rows)
    }

    /// Shows the picture and returns the number of bytes sent.
    mutating func show(_ picture: [StyledText]) -> Int {
      let bytes = buffer.frame(picture)
      screen.feed(bytes)
      return bytes.count
    }
  }

  @Test func theFirstFrameIsDrawnFromNothing() {
    var shown = Shown(columns: 10, rows: 3, palette: palette)
    shown.screen.feed(Array("rubbish\r\nmore".utf8))
    _ = shown.show([StyledText("one", .error), "two"])
    #expect(shown.screen.lines == ["one", "two"])
    #expect(shown.screen.style(of: "one") == "31")
    #expect(shown.screen.style(of: "two") == "")
  }

  @Test func onlyWhatChangedIsSent() {
    var shown = Shown(columns: 80, rows: 24, palette: palette)
    let rows = (0..<24).map { StyledText("row \($0) ", .dim) + StyledText("7.2 s", .duration) }
    _ = shown.show(rows)
    #expect(shown.show(rows) == 0)
    var next = rows
    next[12] = StyledText("row 12 ", .dim) + StyledText("7.3 s", .duration)
    #expect(shown.show(next) <= 16)
    next[12] = StyledText("row 12 ", .dim) + StyledText("7.4 s", .duration)
    #expect(shown.show(next) <= 8, "a digit in the place of the last one: a move to the left and the digit")
    #expect(shown.screen.line(12) == "row 12 7.4 s")
    next[3] = ""
    #expect(shown.show(next) <= 16, "the rest of a row is erased, not overwritten")
    #expect(shown.screen.line(3) == "")
  }

  /// The cursor crosses a few unchanged cells in the shortest way: a wide character is written again, an emoji never.
  @Test(arguments: [("a日b", "x日y", "日"), ("a日本b", "x日本y", "\u{1B}[4C"), ("a😀b", "x😀y", "\u{1B}[2C")])
  func unchangedCellsAreSkipped(before: String, after: String, way: String) {
    var buffer = CellBuffer(columns: 10, rows: 1, palette: palette)
    _ = buffer.frame([StyledText(before)])
    let bytes = buffer.frame([StyledText(after)])
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("x\(way)y"))
  }

  /// The rest of the row is erased from its first empty cell.
  @Test func theRestOfARowIsErased() {
    var buffer = CellBuffer(columns: 10, rows: 1, palette: palette)
    _ = buffer.frame(["abcdefgh"])
    #expect(String(decoding: buffer.frame(["abc"]), as: UTF8.self) == "\u{1B}[4G\u{1B}[K")
    _ = buffer.frame(["abcdef"])
    #expect(String(decoding: buffer.frame(["abc"]), as: UTF8.self) == "\u{1B}[4G   ", "spaces are as short")
  }

  @Test func resizingAndInvalidatingRedraw() {
    var shown = Shown(columns: 20, rows: 4, palette: palette)
    _ = shown.show(["one", "two", "three", "four"])
    shown.buffer.resize(columns: 3, rows: 2)
    shown.screen = ScreenModel(columns: 3, rows: 2)
    _ = shown.show(["one", "two", "three", "four"])
    #expect(shown.screen.lines == ["one", "two"])
    shown.screen.feed(Array("\u{1B}[Hxxx".utf8))
    shown.buffer.forget()
    _ = shown.show(["one", "two"])
    #expect(shown.screen.lines == ["one", "two"])
    shown.buffer.resize(columns: 0, rows: -1)
    #expect((shown.buffer.columns, shown.buffer.rows) == (1, 1))
  }

  @Test(arguments: 0..<60) func anyPictureAfterAnyOther(_ seed: Int) {
    var chance = Chance(state: UInt64(seed))
    let columns = Int.random(in: 1...30, using: &chance)
    let rows = Int.random(in: 1...8, using: &chance)
    var shown = Shown(columns: columns, rows: rows, palette: palette)
    var picture: [StyledText] = []
    for _ in 0..<40 {
      // Usually a few rows change, sometimes all.
      let count = Int.random(in: 0...(rows + 1), using: &chance)
      if Bool.random(using: &chance) {
        picture = (0..<count).map { _ in text(&chance) }
      } else if let row = picture.indices.randomElement(using: &chance) {
        picture[row] = text(&chance)
      }
      _ = shown.show(picture)
      for row in 0..<rows {
        let wanted = CellRow.cells(
          of: row < picture.count ? picture[row] : "", columns: columns, palette: palette)
        #expect(shown.screen.cells[row].map(\.text) == wanted.map(\.text), "row \(row) of \(picture)")
        let styles = zip(shown.screen.cells[row], wanted).filter { !$1.text.allSatisfy { $0 == " " } }
        #expect(styles.allSatisfy { $0.style == palette.parameters($1.style) }, "row \(row) of \(picture)")
      }
      #expect(shown.screen.unknown == [])
      #expect(shown.screen.scrolledOff == [])
    }
  }

  private func text(_ chance: inout Chance) -> StyledText {
    let pieces = ["a", "bc", "   ", "日本", "é", "e\u{301}", "▰▱", "1234567", "…", "\t", "\u{1B}[31m", "語"]
    let styles: [Style] = [.plain, .dim, .error, .duration, .shade(red: 1, green: 2, blue: 3)]
    return (0..<Int.random(in: 0...7, using: &chance)).reduce(into: StyledText()) { text, _ in
      text.append(pieces.randomElement(using: &chance)!, styles.randomElement(using: &chance)!)
    }
  }
}
