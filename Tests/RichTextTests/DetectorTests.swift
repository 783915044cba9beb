import Testing

@testable import RichText

@Suite("Detector: entry points and promises of both modes")
struct DetectorTests {
  @Test("Strings, bytes and buffers give the same facets")
  func entryPoints() {
    let text = "hé @ana.com #tag foo.com"
    for mode in [Detector.Mode.bluesky, .shell] {
      let detector = Detector(mode)
      let facets = detector.facets(in: text)
      #expect(facets.count == 3)
      #expect(detector.facets(in: Array(text.utf8)) == facets)
      #expect(Array(text.utf8).withUnsafeBufferPointer { detector.facets(in: $0) } == facets)
      var spans: [Range<Int>] = []
      Array(text.utf8).withUnsafeBufferPointer { detector.forEachSpan(in: $0) { spans.append($0.range) } }
      #expect(spans == facets.map(\.range))
    }
  }

  @Test("An empty text has no facets")
  func empty() {
    #expect(Detector(.bluesky).facets(in: "").isEmpty)
    #expect(Detector(.shell).facets(in: [UInt8]()).isEmpty)
    #expect(Detector(.shell).facets(in: UnsafeBufferPointer(start: nil, count: 0)).isEmpty)
  }

  @Test("Facets are sorted, in bounds and on scalar borders; at a command line they never overlap")
  func order() {
    var texts = AdversarialTexts(seed: 1)
    for _ in 0..<2_000 {
      let text = texts.next()
      let bytes = Array(text.utf8)
      for mode in [Detector.Mode.bluesky, .shell] {
        let ranges = Detector(mode).facets(in: bytes).map(\.range)
        let isSound = ranges.allSatisfy { range in
          let isOnBorders = [range.lowerBound, range.upperBound].allSatisfy {
            $0 == bytes.count || bytes[$0] & 0xC0 != 0x80
          }
          return !range.isEmpty && range.upperBound <= bytes.count && isOnBorders
        }
        let isSorted = zip(ranges, ranges.dropFirst()).allSatisfy { first, second in
          mode == .shell ? first.upperBound <= second.lowerBound : first.lowerBound < second.lowerBound
        }
        if !isSound || !isSorted { Issue.record("\(text.debugDescription) \(mode) \(ranges)") }
      }
    }
  }

  @Test("Bytes that are not UTF-8 are survived")
  func invalidUTF8() {
    var random = AdversarialTexts(seed: 2)
    for _ in 0..<1_000 {
      var bytes = Array(random.next().utf8)
      for _ in 0..<3 where !bytes.isEmpty { bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256)) }
      for mode in [Detector.Mode.bluesky, .shell] {
        for facet in Detector(mode).facets(in: bytes) {
          if facet.range.upperBound > bytes.count { Issue.record("\(bytes)") }
        }
        bytes.withUnsafeBufferPointer { _ = Detector(mode).why(at: random.next(below: $0.count + 1), in: $0) }
      }
    }
  }

  @Test(
    "Time is linear for texts made to be slow", .timeLimit(.minutes(2)),
    arguments: [
      "@a.", "a.", "(", "#", " #1", "(a.b", "(@a", "#1(", "$A", "http://", "(http://a", "'\"", "[1:", "＃", "foo.com(",
      "…",
      "\u{301}", "🇩🇪", "क्", "!", "1", "-", "(@a_", "(https://a", "=http://a",
    ])
  func linear(_ unit: String) {
    // Quadratic time would take minutes for one of these texts.
    let body = String(repeating: unit, count: 50_000 / unit.utf8.count)
    for mode in [Detector.Mode.bluesky, .shell] {
      for start in ["", "@", "#", "#a", "https://a", "a.b"] { _ = Detector(mode).facets(in: start + body) }
    }
  }
}
