import TerminalText
import Testing

@Suite struct PictureTests {
  @Test func progressIsFullOnlyAtTheEnd() {
    #expect(Picture.progress(0.5, width: 8) == "▰▰▰▰▱▱▱▱")
    #expect(Picture.progress(0.999, width: 8) == "▰▰▰▰▰▰▰▱")
    #expect(Picture.progress(0.001, width: 8) == "▰▱▱▱▱▱▱▱")
    #expect(Picture.progress(1, width: 3, glyphs: .ascii) == "###")
    #expect(Picture.progress(.nan, width: 3, glyphs: .ascii) == "---")
    #expect(Picture.progress(7, width: 0) == "")
    #expect(Picture.progress(0.7, width: 1) == "▱")
  }

  @Test func segmentsShowPastCurrentAndToCome() {
    #expect(Picture.segments(count: 3, current: 1, fraction: 0.5, width: 14) == "▰▰▰▰ ▰▰▱▱ ▱▱▱▱")
    #expect(Picture.segments(count: 3, current: 3, fraction: 0, width: 11, glyphs: .ascii) == "### ### ###")
    #expect(Picture.segments(count: 10, current: 5, fraction: 0, width: 10, glyphs: .ascii) == "#####-----")
    #expect(Picture.segments(count: 3, current: 0, fraction: 1, width: 10, glyphs: .ascii) == "### --- --")
    #expect(Picture.segments(count: 0, current: 0, fraction: 0, width: 10) == "")
  }

  @Test func barsAndSparklinesScaleToTheLargest() {
    #expect(Picture.bar(42, of: 42, width: 8) == "▇▇▇▇▇▇▇▇")
    #expect(Picture.bar(1, of: 1000, width: 8, glyphs: .ascii) == "#")
    #expect(Picture.bar(0, of: 5, width: 8) == "")
    #expect(Picture.bar(5, of: 0, width: 8) == "")
    #expect(Picture.sparkline([0, 1, 2, 4, 8]) == " ▁▂▄█")
    #expect(Picture.sparkline([]) == "")
    #expect(Picture.sparkline([.nan, .infinity, 3], glyphs: .ascii) == " ##")
  }
}
