import Testing

@testable import RichText

@Suite("Post measure")
struct PostMeasureTests {
  @Test(
    "Graphemes and bytes",
    arguments: [
      ("", 0, 0), ("abc", 3, 3), ("é", 1, 2), ("e\u{301}", 1, 3), ("\r\n", 1, 2), ("👩‍👩‍👧", 1, 18), ("🇵🇹🇵🇹", 2, 16),
      ("हिन्दी", 2, 18),
    ])
  func counts(_ text: String, _ graphemes: Int, _ bytes: Int) {
    let measure = PostMeasure(text)
    #expect(measure.graphemes == graphemes)
    #expect(measure.bytes == bytes)
  }

  @Test("The warning starts at 250, the end is at 300 graphemes or 3,000 bytes")
  func levels() {
    #expect(PostMeasure(String(repeating: "a", count: 249)).level == .fine)
    #expect(PostMeasure(String(repeating: "a", count: 250)).level == .warning)
    #expect(PostMeasure(String(repeating: "a", count: 300)).level == .warning)
    #expect(PostMeasure(String(repeating: "a", count: 301)).level == .tooLong)
    #expect(PostMeasure(String(repeating: "👩‍👩‍👧", count: 138)).level == .fine)
    #expect(PostMeasure(String(repeating: "👩‍👩‍👧", count: 139)).level == .warning)
    #expect(PostMeasure(String(repeating: "👩‍👩‍👧", count: 167)).level == .tooLong)
  }

  @Test("What is left may be less than nothing")
  func remaining() {
    let measure = PostMeasure(String(repeating: "é", count: 310))
    #expect(measure.remainingGraphemes == -10)
    #expect(measure.remainingBytes == 2_380)
  }
}
