import Testing
import Timers

@Suite struct PrintableTextTests {
  @Test(arguments: ["a", "Ana Sofía", "日本", "नमस्ते", "می‌خواهم", "👧🏽", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u{301}", "-"])
  func ordinaryTextIsPrintable(text: String) { #expect(PrintableText.isPrintable(text)) }

  @Test(arguments: [
    "", " ", "\u{200B}", "\u{301}", "a\nb", "a\tb", "\u{1B}[2J", "a\u{7F}", "a\u{9B}31m", "a\u{202E}b", "a\u{2066}b",
    "a\u{2028}b", "\u{FEFF}a", "\u{3164}", "a" + String(repeating: "\u{301}", count: 16),
    // These characters would be drawn into the preceding character.
    "\u{200D}\u{94D}\u{20E3}a", "\u{301}a", "\u{903}a", "🏽a", "\u{1161}a",
  ])
  func controlAndInvisibleCharactersAreNotPrintable(text: String) {
    #expect(!PrintableText.isPrintable(text), "\(text.debugDescription)")
  }

  @Test func anIconIsOneCharacterThatCanBeSeen() {
    for icon in ["🎻", "x", "⏱", "👩‍🚀", "🇵🇹", "é", "日"] { #expect(PrintableText.isIcon(icon), "\(icon)") }
    for icon in ["", " ", "ab", "\u{200B}", "\u{301}", "\u{1B}", "\n", "\u{200D}", "\u{FE0F}", "\u{3164}"] {
      #expect(!PrintableText.isIcon(icon), "\(icon.debugDescription)")
    }
  }

  /// A character may hold several that are drawn beside one another, or be drawn only as part of another.
  @Test func anIconTakesOneOrTwoCells() {
    for icon in ["ᄀᄀ각", "ᄀᄀᄀᄀᄀᄀ", "\u{1161}", "\u{D7B0}", "กำ", "क्षि", "a🏽", "日\u{302E}", ":\u{302E}"] {
      #expect(icon.count == 1 && !PrintableText.isIcon(icon), "\(icon)")
    }
    for icon in ["각", "각", "कि", "1️⃣", "☎️", "👍🏽", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️‍🔥"] {
      #expect(PrintableText.isIcon(icon), "\(icon)")
    }
  }

  @Test func whiteSpaceAroundIsDropped() {
    #expect(PrintableText.trimmed(" \t a b\u{A0}\n") == "a b")
    #expect(PrintableText.trimmed(" \n").isEmpty)
  }
}
