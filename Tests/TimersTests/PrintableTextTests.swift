import Testing
import Timers

@Suite struct PrintableTextTests {
  @Test(arguments: ["a", "Ana Sofía", "日本", "नमस्ते", "می‌خواهم", "👧🏽", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u{301}", "-"])
  func whatPeopleWriteCanBePrinted(text: String) { #expect(PrintableText.isPrintable(text)) }

  @Test(arguments: [
    "", " ", "\u{200B}", "\u{301}", "a\nb", "a\tb", "\u{1B}[2J", "a\u{7F}", "a\u{9B}31m", "a\u{202E}b", "a\u{2066}b",
    "a\u{2028}b", "\u{FEFF}a", "\u{3164}", "a" + String(repeating: "\u{301}", count: 16),
  ])
  func whatCommandsHidesOrPilesUpCannot(text: String) {
    #expect(!PrintableText.isPrintable(text), "\(text.debugDescription)")
  }

  @Test func anIconIsOneCharacterThatCanBeSeen() {
    for icon in ["🎻", "x", "⏱", "👩‍🚀", "🇵🇹", "é", "日"] { #expect(PrintableText.isIcon(icon), "\(icon)") }
    for icon in ["", " ", "ab", "\u{200B}", "\u{301}", "\u{1B}", "\n", "\u{200D}", "\u{FE0F}", "\u{3164}"] {
      #expect(!PrintableText.isIcon(icon), "\(icon.debugDescription)")
    }
  }

  @Test func whiteSpaceAroundIsDropped() {
    #expect(PrintableText.trimmed(" \t a b\u{A0}\n") == "a b")
    #expect(PrintableText.trimmed(" \n").isEmpty)
  }
}
