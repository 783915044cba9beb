import Testing

@testable import Terminal

@Suite struct CellRowTests {
  func row(_ text: StyledText, _ columns: Int) -> [String] {
    CellRow.cells(of: text, columns: columns, palette: Palette(depth: .basic)).map(\.text)
  }

  @Test func rowsAreAsWideAsTheScreen() {
    #expect(row("ab", 4) == ["a", "b", " ", " "])
    #expect(row("abcdef", 4) == ["a", "b", "c", "d"])
    #expect(row("", 2) == [" ", " "])
  }

  @Test func wideCharactersTakeTwoCellsOrNone() {
    #expect(row("日本", 4) == ["日", "", "本", ""])
    #expect(row("日本x", 3) == ["日", "", " "])
    #expect(row("a日b", 2) == ["a", " "])
    #expect(row("日", 1) == [" "])
    #expect(row("👩‍👩‍👧x", 4) == ["👩‍👩‍👧", "", "x", " "])
  }

  @Test func marksJoinTheCharacterBeforeThem() {
    #expect(row("e\u{301}x", 3) == ["e\u{301}", "x", " "])
    #expect(row(StyledText("e", .dim) + StyledText("\u{301}x", .error), 2) == ["e\u{301}", "x"])
    #expect(row("\u{301}x", 2) == ["x", " "], "no character is before it")
  }

  @Test func nothingCommandsTheTerminal() {
    #expect(row("a\u{1B}[2Jb", 6) == ["a", "[", "2", "J", "b", " "])
    #expect(row("a\r\nb\u{202E}c\u{9B}d\u{200B}\u{7F}", 5) == ["a", "b", "c", "d", " "])
  }

  @Test func stylesThatLookAlikeAreTheSame() {
    let text = StyledText("a", .dim) + StyledText("b", .error)
    #expect(CellRow.cells(of: text, columns: 2, palette: .plain).map(\.style) == [.plain, .plain])
    #expect(CellRow.cells(of: text, columns: 2, palette: Palette(depth: .basic)).map(\.style) == [.dim, .error])
  }
}
