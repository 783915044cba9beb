import TerminalText
import Testing

@Suite struct SanitizedTests {
  @Test func cleanTextIsUntouched() {
    for text in [
      "", "hi #tag @bob", "“quoted” … 日本 👨‍👩‍👧", "e\u{301}\u{200D}", "ភាសា\u{200B}ខ្មែរ", "می\u{200C}خواهم",
      "Schiff\u{AD}fahrt", "ᠮᠣᠩᠭᠣᠯ，ﻻ\u{FFFD}",
    ] { #expect(sanitized(text) == text) }
  }

  @Test func controlsBecomeVisible() {
    #expect(sanitized("\u{1B}[31mred\u{7}") == "␛[31mred␇")
    #expect(sanitized("a\nb\tc\r\n\u{7F}") == "a␊b␉c␍␊␡")
    #expect(sanitized("\u{9B}2J") == "<U+009B>2J")
    #expect(sanitized("caf\u{10FFE9}.jpg") == "caf\\xE9.jpg", "a byte of a file's name that is no text")
    #expect(sanitized("abc\u{202E}fdp.exe\u{2066}x\u{2069}") == "abc<U+202E>fdp.exe<U+2066>x<U+2069>")
    #expect(sanitized("\u{1B}]0;x\u{7}\u{7F}", glyphs: .ascii) == "^[]0;x^G^?")
  }

  /// These characters are invisible, and text beside them can be mistaken for other text.
  @Test(arguments: [0x180E, 0x2060, 0x2064, 0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB] as [UInt32])
  func invisibleCharactersAreShown(_ value: UInt32) throws {
    let scalar = String(try #require(Unicode.Scalar(value)))
    let shown = "<U+\(String(value, radix: 16, uppercase: true))>"
    #expect(sanitized("a\(scalar)b") == "a\(shown)b")
    #expect(sanitized(scalar) == shown)
  }

  @Test func linesAreKeptOnRequest() {
    #expect(sanitized("a\r\nb\rc\n", keepingLines: true) == "a\nb␍c\n")
    #expect(sanitized("x\n日\ty", keepingLines: true) == "x\n日      y")
    #expect(sanitized("abc\tde\t\t|\n\tx", keepingLines: true) == "abc     de              |\n        x")
  }

  @Test func aLongTextIsStopped() {
    let text = String(repeating: "a\u{7}", count: 10_000)
    var looks = 0
    let shown = sanitized(text) {
      looks += 1
      return looks == 2
    }
    #expect(looks == 2)
    #expect(shown == String(repeating: "a␇", count: 8_192).prefix(shown.count) && shown.count < 10_000)
  }
}
