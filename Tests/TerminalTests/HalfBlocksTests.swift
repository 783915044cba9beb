import Testing

@testable import TerminalText

@Suite struct HalfBlocksTests {
  @Test func aCellShowsTwoPixels() {
    let rows = HalfBlocks.rows(width: 2, height: 3) { x, y in .init(UInt8(x * 255), UInt8(y * 100), 7) }
    #expect(rows.map(\.plain) == ["▀▀", "▀▀"])
    #expect(
      rows[0].rendered(Palette(depth: .full))
        == "\u{1B}[38;2;0;0;7;48;2;0;100;7m▀\u{1B}[0m\u{1B}[38;2;255;0;7;48;2;255;100;7m▀\u{1B}[0m")
    #expect(rows[1].rendered(Palette(depth: .indexed)).hasPrefix("\u{1B}[38;5;40;48;5;16m▀"))
    #expect(rows[0].rendered(.plain) == "▀▀")
    let even = HalfBlocks.rows(width: 1, height: 4) { _, y in .init(UInt8(y), 0, 0) }
    #expect(even[1].runs.map(\.style) == [.pixels(upper: .init(2, 0, 0), lower: .init(3, 0, 0))])
  }

  @Test func cellsOfOneColourAreOneRun() {
    let rows = HalfBlocks.rows(width: 50, height: 2) { _, _ in .init(1, 2, 3) }
    #expect(rows[0].runs.count == 1)
  }

  @Test func notEveryTerminalHasThem() {
    #expect(HalfBlocks.arePossible(.full, .unicode) && HalfBlocks.arePossible(.indexed, .unicode))
    #expect(!HalfBlocks.arePossible(.basic, .unicode) && !HalfBlocks.arePossible(.full, .ascii))
  }
}
