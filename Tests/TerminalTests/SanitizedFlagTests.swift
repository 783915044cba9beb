import Terminal
import Testing

/// Tag characters: those of a flag form a picture, and all others hide a text.
@Suite struct SanitizedFlagTests {
  static let scotland = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"

  @Test func flagsStay() {
    for text in ["🏴", Self.scotland, "a\(Self.scotland)b\(Self.scotland)", "🏴‍☠️"] { #expect(sanitized(text) == text) }
  }

  @Test(arguments: [
    ("\u{E0041}", "<U+E0041>"), ("🏴\u{E0067}\u{E0062}", "🏴<U+E0067><U+E0062>"), ("🏴\u{E007F}", "🏴<U+E007F>"),
    ("🏴\u{E0020}\u{E007F}", "🏴<U+E0020><U+E007F>"), ("\u{200E}a\u{200F}", "<U+200E>a<U+200F>"),
    ("\u{61C}", "<U+061C>"),
  ])
  func othersAreShown(_ text: String, _ shown: String) { #expect(sanitized(text) == shown) }

  @Test func aLongTextBehindAFlagIsShown() {
    let tags = String(repeating: "\u{E0061}", count: 7) + "\u{E007F}"
    #expect(!sanitized("🏴" + tags).unicodeScalars.contains { $0.value >= 0xE0000 })
  }
}
