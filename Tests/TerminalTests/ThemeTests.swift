import Testing

@testable import TerminalText

@Suite struct ThemeTests {
  @Test(arguments: [
    ("usual", "usual"), ("dark", "dark"), ("light", "light"), ("dark, ghost #777777", "dark, ghost #777777"),
    ("error bold red", "error bold red"), (" Light ,  error  BOLD red,ghost grey", "light, error bold red, ghost grey"),
    ("usual, dim plain", "dim plain"), ("tag 208", "tag 208"), ("auto", "auto"), ("auto, dim plain", "auto, dim plain"),
  ])
  func isReadAndWritten(_ text: String, _ written: String) throws {
    let theme = try #require(Theme(text))
    #expect(theme.text == written)
    #expect(Theme(theme.text) == theme)
  }

  @Test(arguments: [
    "", "pink", "dark light", "dark,", "ghost", "ghosts red", "error red blue", "error #12345", "tag 256", "tag -1",
    "dark, light", "error plain red", "error \u{1B}[31m",
  ])
  func invalidLooksAreRejected(_ text: String) { #expect(Theme(text) == nil) }

  @Test func autoFollowsTheBackground() throws {
    let theme = try #require(Theme("auto, dim plain"))
    #expect(theme.fitting(isLight: true).text == "light, dim plain")
    #expect(theme.fitting(isLight: false).text == "dark, dim plain")
    #expect(theme.fitting(isLight: nil).text == "dim plain")
    #expect(try #require(Theme("dark")).fitting(isLight: true).text == "dark", "only auto changes")
    #expect(
      [("15;0", false), ("0;15", true), ("0;default;15", true), ("0;7", true), ("0;8", false)].allSatisfy {
        TerminalName.hasLightBackground($0.0) == $0.1
      })
    #expect(["", "x", "0;99", "0;default"].allSatisfy { TerminalName.hasLightBackground($0) == nil })
  }

  @Test func themeLooksArePainted() throws {
    var palette = Palette(depth: .full)
    palette.theme = try #require(Theme("dark, error bold red, ghost 208, mention italic #010203, dim plain"))
    #expect(palette.start(.error) == "\u{1B}[1;31m")
    #expect(palette.start(.ghost) == "\u{1B}[38;5;208m")
    #expect(palette.start(.mention) == "\u{1B}[3;38;2;1;2;3m")
    #expect(palette.start(.partialMention) == "\u{1B}[2;3;38;2;1;2;3m")
    #expect(palette.start(.string) == "\u{1B}[38;2;126;231;135m", "the base's")
    #expect(palette.start(.command) == "\u{1B}[1m", "as usual")
    #expect(palette.start(.dim) == "" && palette.start(.plain) == "")
    palette.depth = .none
    #expect(palette.start(.error) == "")
  }

  /// The themes fall back to those of the terminal's sixteen colours that have the same meaning, whatever their
  /// values are.
  @Test(arguments: ["dark", "light"]) func fewColoursKeepTheirMeaning(_ name: String) throws {
    var palette = Palette(depth: .basic)
    palette.theme = try #require(Theme(name))
    let colours: [(Style, String)] = [
      (.tag, "36"), (.mention, "35"), (.duration, "33"), (.string, "32"), (.error, "31"), (.held, "33"), (.dim, "90"),
      (.ghost, "90"),
    ]
    for (style, parameters) in colours { #expect(palette.parameters(style) == parameters, "\(name) \(style)") }
  }

  /// Checks the contrast ratio of the Web Content Accessibility Guidelines.
  @Test(arguments: [(Theme.Base.dark, 0.0), (.light, 1.0)])
  func eachIsReadOnItsBackground(_ base: Theme.Base, _ background: Double) {
    for element in Theme.Element.allCases {
      guard let (red, green, blue) = base.looks[element]?.components else { continue }
      func linear(_ component: UInt8) -> Double {
        let share = Double(component) / 255
        return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
      }
      let light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
      let ratio = (max(light, background) + 0.05) / (min(light, background) + 0.05)
      #expect(ratio >= (element == .ghost ? 3 : 4.5), "\(base) \(element): \(ratio)")
    }
  }

  /// Returns `x` to the power of 2.4, from squares and a fifth root.
  private func power(_ x: Double) -> Double {
    var root = x
    for _ in 0..<200 { root -= (root * root * root * root * root - x * x) / (5 * root * root * root * root) }
    return x * x * root
  }
}
