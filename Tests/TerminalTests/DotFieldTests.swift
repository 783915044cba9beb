import Testing

@testable import TerminalText

@Suite struct DotFieldTests {
  @Test func eightPointsToACell() {
    let corners = [(x: 0.0, y: 0.0), (x: 1.0, y: 1.0), (x: 0.26, y: 0.0), (x: 2.0, y: 0.5), (x: .nan, y: 0)]
    #expect(Picture.dots(corners, columns: 2, rows: 2) == ["⠉ ", "  "])
    #expect(Picture.dots([(x: 0.99, y: 0.99)], columns: 2, rows: 1) == [" \u{2880}"])
    #expect(Picture.dots([(x: 0.1, y: 0.6)], columns: 2, rows: 2, glyphs: .ascii) == ["  ", ". "])
    #expect(Picture.dots([(x: 0.1, y: 0.6)], columns: 0, rows: 2).isEmpty)
  }
}
