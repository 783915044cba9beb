import Testing

@testable import TerminalText

@Suite struct RenderedTextTests {
  static let palettes = [Palette.Depth.none, .basic, .indexed, .full].map { Palette(depth: $0) }

  @Test(arguments: palettes) func renderedTextRoundTrips(_ palette: Palette) {
    let text =
      StyledText("0:03 ", .dim) + StyledText("@ana") + StyledText("x", .mention) + StyledText("7.2 s", .duration)
      + StyledText("‖", .held) + StyledText("日", .error)
    let wanted = palette.hasColour ? text : StyledText(text.plain)
    #expect(StyledText(rendered: text.rendered(palette), palette) == wanted)
  }

  @Test func coloursOfItsOwnOnlyWithAllOfThem() {
    let text = StyledText("ring", .shade(red: 1, green: 2, blue: 3))
    #expect(StyledText(rendered: text.rendered(Palette(depth: .full)), Palette(depth: .full)) == text)
    #expect(StyledText(rendered: text.rendered(Palette(depth: .indexed)), Palette(depth: .indexed)) == "ring")
  }

  @Test func pixelsComeBack() {
    let text = StyledText("▀", .pixels(upper: .init(1, 2, 3), lower: .init(4, 5, 6))) + StyledText("x")
    #expect(StyledText(rendered: text.rendered(Palette(depth: .full)), Palette(depth: .full)) == text)
  }

  @Test func otherSequencesAreLeftOut() {
    let palette = Palette(depth: .full)
    #expect(StyledText(rendered: "a\u{1B}[2Jb\u{1B}[38;2;9m?\u{1B}[", palette).plain == "ab?")
    #expect(StyledText(rendered: "", palette).isEmpty)
  }
}
