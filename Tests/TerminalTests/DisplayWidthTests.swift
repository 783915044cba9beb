import TerminalText
import Testing

@Suite struct DisplayWidthTests {
  @Test(
    "cells",
    arguments: [
      ("", 0), ("hold 2s", 7), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("가", 2),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇵🇹", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2),
      ("▰▱", 2), ("⏭", 1), ("⣠⠴", 2), ("क्षि", 3), ("\u{200B}", 0), ("a\u{1B}b", 2), ("\u{9B}", 0), ("﷽", 1), ("🀄", 2),
      ("e\u{300}", 1), ("1\u{FE0F}", 1), ("\u{1100}", 2), ("\u{10FF}", 1), ("\u{3FFFD}", 2), ("\u{10FFFD}", 1),
    ])
  func cells(_ text: String, _ width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test func aSubstringCountsAsItsString() {
    #expect(DisplayWidth.of("日本 hi".dropFirst()) == 5)
  }

  @Test func wholeTextsCountAsTheirCharacters() {
    let scalars = (UInt32(0x20)..<0x2A00).compactMap(Unicode.Scalar.init)
    for (first, second) in zip(scalars, scalars.dropFirst(97)) {
      let text = String(String.UnicodeScalarView([first, second, "x"]))
      #expect(DisplayWidth.of(text) == text.reduce(0) { $0 + DisplayWidth.of($1) }, "\(first.value) \(second.value)")
    }
  }
}
