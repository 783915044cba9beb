import TerminalText
import Testing

@Suite struct GlyphSetTests {
  private func glyphs(_ environment: [String: String]) -> GlyphSet { GlyphSet { environment[$0] } }

  @Test func theLocaleDecides() {
    #expect(glyphs(["LANG": "pt_PT.UTF-8"]) == .unicode)
    #expect(glyphs(["LC_ALL": "C", "LANG": "en_US.utf8"]) == .ascii)
    #expect(glyphs(["LC_ALL": "", "LC_CTYPE": "C.utf8"]) == .unicode)
    #expect(glyphs([:]) == .ascii)
  }

  @Test func everyMarkTakesOneCellInBothSets() {
    for mark in Mark.allCases {
      #expect(DisplayWidth.of(mark.text(.unicode)) == 1)
      #expect(mark.text(.ascii).utf8.count == 1)
    }
    #expect(Set(Mark.allCases.map { $0.text(.ascii) }).count == Mark.allCases.count)
  }
}
