import Bluesky
import RichText
import Testing
import Timeline

/// The official client's changes to a text before publishing.
@Suite struct PublishedTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("end  \n\t\u{3000}\u{FEFF}", "end"),
    ("  start stays", "  start stays"),
    ("a\n\nb", "a\n\nb"),
    ("a\n\n\nb", "a\n\nb"),
    ("a\r\nb", "a\r\nb"),
    ("a\r\n\r\nb", "a\n\nb"),
    ("a\n \u{200B}\n\t\nb", "a\n\nb"),
    ("a\n\n\n  b\n\n\n\nc", "a\n\n  b\n\nc"),
    ("a\nb\nc", "a\nb\nc"),
    ("\u{AD}\n\n\nx", "\u{AD}\n\nx"),
    ("", ""),
    (" \n ", ""),
  ])
  func spaceAndLines(written: String, published: String) { #expect(PublishedText(written).text == published) }

  @Test(arguments: [
    ("https://example.com", "example.com"),
    ("https://example.com/", "example.com"),
    ("http://example.com/", "example.com"),
    ("https://Example.COM/Path", "example.com/Path"),
    ("https://example.com/12345678901234", "example.com/12345678901234"),
    ("https://example.com/123456789012345", "example.com/123456789012..."),
    ("https://example.com?a=b#c", "example.com?a=b#c"),
    ("https://example.com/a?b=cdefghijklmnopq", "example.com/a?b=cdefghij..."),
    ("https://example.com:443/x", "example.com/x"),
    ("https://example.com/?q=1", "example.com?q=1"), ("https://example.com/#x", "example.com#x"),
    ("https://example.com?q=/", "example.com?q=/"),
    ("https://example.com:8443/x", "example.com:8443/x"),
    ("https://bücher.example/ü", "xn--bcher-kva.example/%C3%BC"),
    // Without a scheme there is nothing to remove.
    ("example.com/123456789012345678", "example.com/123456789012345678"),
  ])
  func linksAreShort(written: String, shown: String) throws {
    let published = PublishedText("see \(written) ok")
    #expect(published.text == "see \(shown) ok")
    let facet = try #require(published.facets.first)
    #expect(published.facets.count == 1)
    #expect(facet.range == 4..<4 + shown.utf8.count)
    #expect(facet.feature == .link(uri: written.contains("://") ? written : "https://" + written))
  }

  @Test func facetsMoveWithTheText() {
    let published = PublishedText(
      "#a https://example.com/1234567890123456 @bob.bsky.social\n\n\n\nhttps://b.example/ #c")
    #expect(published.text == "#a example.com/123456789012... @bob.bsky.social\n\nb.example #c")
    let bytes = Array(published.text.utf8)
    #expect(
      published.facets.map { String(decoding: bytes[$0.range], as: UTF8.self) } == [
        "#a", "example.com/123456789012...", "@bob.bsky.social", "b.example", "#c",
      ])
    #expect(published.facets[1].feature == .link(uri: "https://example.com/1234567890123456"))
  }

  /// For any input, facets lie inside the text, on scalar boundaries, in order.
  @Test func facetsFitAnyText() {
    var generator = SeededGenerator(seed: 16)
    let words = [
      "https://example.com/a/long/path/to/x?y=z#é", "@ana.example", "#täg", "\n\n\n", " ", "\r\n",
      "(https://a.example/)", "é",
      "👩‍💻", "$AAPL", "https://b.example:8080", ".", "\u{200B}", "http://",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 1...8, using: &generator)).map { _ in words.randomElement(using: &generator)! }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
      let published = PublishedText(text)
      let bytes = Array(published.text.utf8)
      for facet in published.facets {
        #expect(facet.range.upperBound <= bytes.count, "\(text)")
        for end in [facet.range.lowerBound, facet.range.upperBound] where end < bytes.count {
          #expect(bytes[end] & 0xC0 != 0x80, "\(text)")
        }
      }
    }
  }
}
