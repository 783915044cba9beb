import Terminal
import Testing

@Suite struct PaletteTests {
  @Test func onePlaceKnowsTheColours() {
    let palette = Palette(depth: .basic)
    #expect(palette.paint("#tag", .tag) == "\u{1B}[36m#tag\u{1B}[0m")
    #expect(palette.paint("x", .plain) == "x")
    #expect(palette.paint("", .tag) == "")
    #expect(palette.start(.held) == "\u{1B}[93m")
    #expect(Palette(depth: .indexed).start(.held) == "\u{1B}[38;5;214m")
    #expect(Palette.plain.paint("#tag", .tag) == "#tag")
  }

  @Test func shadesFallBackToWhatIsThere() {
    let coral = Style.shade(red: 255, green: 127, blue: 80)
    #expect(Palette(depth: .full).start(coral) == "\u{1B}[38;2;255;127;80m")
    #expect(Palette(depth: .indexed).start(coral) == "\u{1B}[38;5;209m")
    #expect(Palette(depth: .basic).start(coral) == "\u{1B}[31m")
    #expect(Palette(depth: .basic).start(.shade(red: 0, green: 0, blue: 0)) == "\u{1B}[30m")
    #expect(Palette(depth: .basic).start(.shade(red: 47, green: 0, blue: 0)) == "\u{1B}[30m")
    #expect(Palette(depth: .basic).start(.shade(red: 48, green: 0, blue: 0)) == "\u{1B}[31m")
  }
}
