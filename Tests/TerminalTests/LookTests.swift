import Testing

@testable import TerminalText

@Suite struct LookTests {
  @Test(arguments: [
    ("red", "31", "31", "31"), ("grey", "90", "90", "90"), ("bright-blue", "94", "94", "94"), ("bold", "1", "1", "1"),
    ("bold underline green", "1;4;32", "1;4;32", "1;4;32"), ("plain", "", "", ""), ("reverse", "7", "7", "7"),
    ("208", "31", "38;5;208", "38;5;208"), ("9", "91", "91", "91"), ("244", "90", "38;5;244", "38;5;244"),
    ("#ff0000", "31", "38;5;196", "38;2;255;0;0"), ("faint #808080", "2;90", "2;38;5;102", "2;38;2;128;128;128"),
  ])
  func hasParameters(_ text: String, _ basic: String, _ indexed: String, _ full: String) throws {
    let look = try #require(Look(text))
    #expect([Palette.Depth.basic, .indexed, .full].map { look.parameters($0) } == [basic, indexed, full])
    #expect(look.text == text)
  }

  @Test(arguments: ["", "redd", "red green", "plain bold", "#fff", "#gggggg", "1000", "٣"])
  func invalidLooksAreRejected(_ text: String) { #expect(Look(text) == nil) }
}
