import Testing

@testable import RichText

@Suite("Bluesky mode: the reference client's rules")
struct BlueskyScannerTests {
  let detector = Detector(.bluesky)

  @Test(
    "The reference client's own suites and its rewrite's, without a difference",
    .enabled(if: SharedVectors.isPresent, Comment(rawValue: SharedVectors.missing)))
  func suite() throws {
    let vectors = try SharedVectors.suite()
    #expect(vectors.count == 217)
    for vector in vectors { #expect(detector.facets(in: vector.text) == vector.facets.map(\.facet)) }
  }

  @Test(
    "1,000 generated texts, without a difference",
    .enabled(if: SharedVectors.isPresent, Comment(rawValue: SharedVectors.missing)))
  func fuzz() throws {
    let vectors = try SharedVectors.fuzz()
    #expect(vectors.count == 1_000)
    for vector in vectors { #expect(detector.facets(in: vector.text) == vector.facets.map(\.facet)) }
  }

  @Test(
    "Mentions",
    arguments: [
      ("hi @ana.bsky.social!", "3-19 mention ana.bsky.social"),
      ("(@ana.test)", "1-10 mention ana.test"),
      ("\u{3000}@ana.com", "3-11 mention ana.com"),
      ("@ana.com-", "0-8 mention ana.com"),
      ("@ana.com.", "0-8 mention ana.com"),
      ("@.com", "0-5 mention .com"),
      ("@ana.com_", ""),
      ("@ana.COM", ""),
      ("@ana.TEST", ""),
      ("@ana", ""),
      ("x@ana.com", ""),
      ("[@ana.com]", ""),
      ("\u{85}@ana.com", ""),
      ("@", ""),
    ])
  func mentions(_ text: String, _ expected: String) { #expect(detector.shorthand(text) == expected) }

  @Test(
    "Links",
    arguments: [
      ("see https://a.b/c?d=e#f now", "4-23 link https://a.b/c?d=e#f"),
      ("foo.com", "0-7 link https://foo.com"),
      ("(foo.com)", "1-8 link https://foo.com"),
      ("(foo.com/a_(b))", "1-15 link https://foo.com/a_(b))"),
      ("foo.com.,", "0-8 link https://foo.com."),
      ("foo.com).", "0-7 link https://foo.com"),
      ("https://", ""),
      ("https://?", "0-8 link https://"),
      ("HTTPS://foo.com", ""),
      ("httpS://foo", "0-11 link httpS://foo"),
      // Any text that starts with `http` counts as an address with a scheme.
      ("http.nonsense", "0-13 link http.nonsense"),
      ("Http.com", "0-8 link https://Http.com"),
      ("foo.COM", ""),
      ("1.org", ""),
      ("foo.nonsense(https://a.com", ""),
      ("a..b(foo.com", "5-12 link https://foo.com"),
      ("-a.b(foo.com", "5-12 link https://foo.com"),
      ("my-foo.com", ""),
    ])
  func links(_ text: String, _ expected: String) { #expect(detector.shorthand(text) == expected) }

  @Test(
    "Tags",
    arguments: [
      ("#tag", "0-4 tag tag"),
      ("a #1 #1a", "5-8 tag 1a"),
      ("＃tag", "0-6 tag tag"),
      ("#tag!?)", "0-4 tag tag"),
      ("#+", "0-2 tag +"),
      ("#\u{FE0F}\u{20E3}x", ""),
      ("#a\u{200B}b", "0-2 tag a"),
      ("(#tag)", ""),
      ("##a", "0-3 tag #a"),
      ("#日本。", "0-7 tag 日本"),
      ("#a(foo.com", "0-10 tag a(foo.com, 3-10 link https://foo.com"),
    ])
  func tags(_ text: String, _ expected: String) { #expect(detector.shorthand(text) == expected) }

  @Test(
    "Cashtags",
    arguments: [
      ("$aapl", "0-5 tag $AAPL"), ("($BTC)", "1-5 tag $BTC"), ("$A12B3,", "0-6 tag $A12B3"),
      ("$BTC\u{2019}s", "0-4 tag $BTC"),
      ("$GOOGLE", ""), ("$1A", ""), ("x$A", ""), ("$A。", ""), ("$A/", ""), ("$", ""),
    ])
  func cashtags(_ text: String, _ expected: String) { #expect(detector.shorthand(text) == expected) }

  @Test("A tag has 64 graphemes at most, whatever their bytes")
  func tagLimit() {
    for unit in ["a", "é", "e\u{301}", "🦋", "👩‍👩‍👧", "क्षि"] where unit != "👩‍👩‍👧" {
      #expect(detector.facets(in: "#" + String(repeating: unit, count: 64)).count == 1)
      #expect(detector.facets(in: "#" + String(repeating: unit, count: 65)).isEmpty)
      #expect(detector.facets(in: "#" + String(repeating: unit, count: 64) + "!!!").count == 1)
    }
    // A zero-width joiner ends the tag.
    #expect(detector.shorthand("#👩‍👩") == "0-5 tag 👩")
  }
}
