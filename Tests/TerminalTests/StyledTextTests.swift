import TerminalText
import Testing

@Suite struct StyledTextTests {
  @Test func rangesAreBytesAndTheLaterOneWins() {
    let text = StyledText("né #tag", ranges: [StyledRange(0..<9, .dim), StyledRange(4..<8, .tag)])
    #expect(text.runs.map(\.text) == ["né ", "#tag"])
    #expect(text.runs.map(\.style) == [.dim, .tag])
    #expect(StyledText("é", ranges: [StyledRange(1..<2, .tag)]).runs.map(\.style) == [.plain])
    #expect(text.rendered(.plain) == "né #tag")
  }

  @Test func clippingCountsCells() {
    #expect(StyledText("日本語").clipped(to: 6).plain == "日本語")
    #expect(StyledText("日本語").clipped(to: 5).plain == "日本…")
    #expect(StyledText("日本語").clipped(to: 4).plain == "日…")
    #expect(StyledText("日本語").clipped(to: 0).plain == "")
  }

  @Test func wrappingBreaksAtSpaces() {
    func wrap(_ text: String, _ width: Int) -> [String] { StyledText(text).wrapped(to: width).map(\.plain) }
    #expect(wrap("", 5) == [""])
    #expect(wrap("one two three", 7) == ["one two", "three"])
    #expect(wrap("one two three", 8) == ["one two", "three"])
    #expect(wrap("abcdefgh ij", 4) == ["abcd", "efgh", "ij"])
    #expect(wrap("日本語 ab", 5) == ["日本", "語 ab"])
    #expect(wrap("a     b", 3) == ["a", "b"])
    let wide = "the quick brown fox jumps over the lazy dog, 日本語のテキスト and more"
    for width in 2..<60 { #expect(wrap(wide, width).allSatisfy { DisplayWidth.of($0) <= width }) }
  }

  @Test func paddingAligns() {
    #expect(StyledText("日").padded(to: 4).plain == "日  ")
    #expect(StyledText("7").padded(to: 3, alignment: .right).plain == "  7")
  }
}
