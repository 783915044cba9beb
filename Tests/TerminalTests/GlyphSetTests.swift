import Terminal
import Testing

@Suite struct GlyphSetTests {
  @Test func theLocaleDecides() {
    #expect(GlyphSet(environment: ["LANG": "pt_PT.UTF-8"]) == .unicode)
    #expect(GlyphSet(environment: ["LC_ALL": "C", "LANG": "en_US.utf8"]) == .ascii)
    #expect(GlyphSet(environment: ["LC_ALL": "", "LC_CTYPE": "C.utf8"]) == .unicode)
    #expect(GlyphSet(environment: [:]) == .ascii)
  }

  @Test func everyMarkTakesOneCellInBothSets() {
    for mark in Mark.allCases {
      #expect(DisplayWidth.of(mark.text(.unicode)) == 1)
      #expect(mark.text(.ascii).utf8.count == 1)
    }
    #expect(Set(Mark.allCases.map { $0.text(.ascii) }).count == Mark.allCases.count)
  }
}
