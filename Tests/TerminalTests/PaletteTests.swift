import Testing

@testable import TerminalText

@Suite struct PaletteTests {
  @Test func coloursAreDefinedInOnePlace() {
    let palette = Palette(depth: .basic)
    #expect(palette.paint("#tag", .tag) == "\u{1B}[36m#tag\u{1B}[0m")
    #expect(palette.paint("x", .plain) == "x")
    #expect(palette.paint("", .tag) == "")
    #expect(palette.start(.held) == "\u{1B}[93m")
    #expect(Palette(depth: .indexed).start(.held) == "\u{1B}[38;5;214m")
    #expect(Palette.plain.paint("#tag", .tag) == "#tag")
  }

  @Test func anAddressIsALinkWhereTheTerminalOpensThem() {
    var palette = Palette(depth: .basic)
    let text =
      StyledText("see ")
      + { () -> StyledText in
        var link = StyledText()
        link.append("example.org", .link, target: "https://example.org/a")
        return link
      }()
    #expect(text.rendered(palette) == "see \u{1B}[4;34mexample.org\u{1B}[0m")
    palette.hasLinks = true
    let whole = "\u{1B}]8;;https://example.org/a\u{1B}\\\u{1B}[4;34mexample.org\u{1B}[0m\u{1B}]8;;\u{1B}\\"
    #expect(text.rendered(palette) == "see " + whole)
    // Each row of a wrapped link has the full target, and text that is read back has no trace of the link.
    #expect(
      text.wrapped(to: 8).map { $0.rendered(palette).contains("]8;;https://example.org/a\u{1B}") } == [
        false, true, true,
      ])
    #expect(StyledText(rendered: text.rendered(palette), palette).plain == "see example.org")
  }

  @Test(arguments: ["javascript:x", "file:///etc/passwd", "https://a\u{1B}]0;x\u{07}", "https://é.org", ""])
  func nothingElseIsALink(_ target: String) {
    var (palette, text) = (Palette(depth: .basic), StyledText())
    palette.hasLinks = true
    text.append("x", .link, target: target)
    #expect(text.rendered(palette) == "\u{1B}[4;34mx\u{1B}[0m")
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
