import Testing

@testable import RichText

@Suite("Numbered hosts in brackets")
struct IPv6Tests {
  @Test(
    "Addresses",
    arguments: [
      "[::]", "[::1]", "[1::]", "[1:2:3:4:5:6:7:8]", "[2001:DB8::ff00:42:8329]", "[1:2:3:4:5:6:7::]",
      "[::2:3:4:5:6:7:8]",
    ])
  func addresses(_ text: String) { #expect(range(of: text) == 0..<text.utf8.count) }

  @Test(
    "Others",
    arguments: [
      "[]", "[:]", "[:::]", "[1]", "[1:2]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[12345::]",
      "[:1::2]",
      "[1::2:]", "[::g]", "[::1", "::1]", "[1:2:3:4:5:6:7:8::]",
    ])
  func others(_ text: String) { #expect(range(of: text) == nil) }

  private func range(of text: String) -> Range<Int>? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.baseAddress.flatMap { IPv6.bracketed(ByteView(base: $0, count: bytes.count), at: 0) }
    }
  }
}
