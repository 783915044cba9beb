import Testing

@testable import RichText

@Suite("Explanations")
struct ExplanationTests {
  @Test(
    "Bluesky mode",
    arguments: [
      ("hi @ana.com", 5, "a mention of ana.com"),
      ("@ana.nonsense", 2, "unknown top-level domain: .nonsense"),
      ("@ana.COM", 8, "top-level domain in capitals: .COM counts only in lower case"),
      ("@bob", 1, "not a full handle: it has no dot, unlike bob.bsky.social"),
      ("x@ana.com", 4, "not at the start of a word: only white space or ( may come before it, not 'x'"),
      ("@", 0, "no handle after the @"),
      ("@ana_", 2, "'_' follows the handle"),
      ("@ana.com_", 2, "'_' follows the handle"),
      ("see foo.jpg", 8, "unknown top-level domain: .jpg"),
      ("my-foo.com", 4, "not a domain: 'my-foo' has an empty label, or characters other than letters and digits"),
      ("1.org", 1, "here, a domain must start with a letter, not with '1'"),
      ("🔗foo.com", 5, "not at the start of a word: only white space or ( may come before it, not '🔗'"),
      ("HTTPS://a.com", 1, "the scheme counts only in lower case, not as HTTPS"),
      ("https:// x", 3, "nothing to link to after https://"),
      ("foo.nonsense(bar.com", 15, "an earlier mention or link in the same word covers it"),
      ("https://a.com", 4, "a link to https://a.com"),
      (
        "see example.com: x", 15,
        "':' is not part of the link to https://example.com: a punctuation mark at the end of a link is left out"
      ),
      (
        "(https://a.b/c)", 14,
        "')' is not part of the link to https://a.b/c: a ) at the end of a link is left out if the link has no ("
      ),
      (
        "(https://a.b/c).", 15,
        "'.' is not part of the link to https://a.b/c: a punctuation mark at the end of a link is left out"
      ),
      ("#tag, x", 4, "',' is not part of the tag tag: punctuation at the end of a tag is left out"),
      ("#tag!?", 5, "'?' is not part of the tag tag: punctuation at the end of a tag is left out"),
      ("@ana.com- x", 8, "'-' is not part of the mention of ana.com: the handle ends before it"),
      ("$aapl) x", 5, "')' is not part of the cashtag $AAPL: the cashtag ends before it"),
      ("https://a.com.", 14, "a link to https://a.com"),
      ("#1", 1, "only digits and punctuation: a tag needs a letter, symbol or emoji"),
      ("#", 0, "no tag after the #"),
      ("(#tag", 2, "not at the start of a word: only white space may come before it, not '('"),
      ("#\u{FE0F}\u{20E3}", 0, "the # is part of an emoji"),
      ("a #" + String(repeating: "é", count: 65), 40, "65 graphemes; the limit is 64"),
      ("#tag", 4, "the tag tag"),
      ("$aapl", 0, "the cashtag $AAPL"),
      ("$GOOGLE", 3, "more than five letters and digits after the $"),
      ("$1", 0, "no letter after the $"),
      ("$A。", 1, "'。' follows the cashtag"),
      ("plain words", 8, "plain text: a mention starts with @, a tag with #, a link with https:// or a domain"),
      ("", 0, "plain text: a mention starts with @, a tag with #, a link with https:// or a domain"),
    ])
  func bluesky(_ text: String, _ offset: Int, _ expected: String) {
    #expect(Detector(.bluesky).why(at: offset, in: text).description == expected)
  }

  @Test(
    "Shell mode",
    arguments: [
      ("@bob", 2, "a mention, but bob is not a full handle: it is posted as text"),
      ("like @1", 6, "a reference to a listed post: only digits after the @"),
      ("cat main.rs", 6, "a file name, because it ends in .rs: write https:// before it to link it"),
      ("cat notes.com", 6, "'notes.com' is a local name: write https:// before it to link it"),
      (
        "ssh first.last@host.com", 16,
        "not at the start of a word: only white space, a bracket or a quotation mark may come before it, not 't'"
      ),
      ("a.com@x", 2, "an email address or a login, user@host"),
      ("array.map(x)", 3, "a call or a subscript: '(' follows"),
      ("a.com:path", 2, "a path on another machine: ':' without a port follows"),
      ("a.comé", 2, "'é' follows the domain"),
      ("foo.jpg", 2, "unknown top-level domain: .jpg"),
      (
        "my-.com", 4,
        "not a domain: each label has 1 to 63 characters and does not begin or end with -, unlike 'my-'"
      ),
      ("echo $HOME", 6, "a variable on a command line"),
      ("#!/bin/sh", 0, "'!' comes right after the #"),
      ("@a/b", 1, "'/' follows the handle"),
      ("localhost:80", 2, "a link to http://localhost:80"),
    ])
  func shell(_ text: String, _ offset: Int, _ expected: String) {
    let detector = Detector(.shell) { $0 == "notes.com" }
    #expect(detector.why(at: offset, in: text).description == expected)
  }

  @Test("Ranges and facets are those of the whole text")
  func ranges() {
    let accepted = Detector(.bluesky).why(at: 6, in: "né #tag")
    #expect(accepted.verdict == .accepted(Facet(range: 4..<8, feature: .tag("tag"))))
    #expect(accepted.range == 4..<8)
    #expect(accepted.candidate == .tag)
    let rejected = Detector(.bluesky).why(at: 6, in: "né @ana.nope")
    #expect(rejected.verdict == .rejected(.unknownTopLevelDomain))
    #expect(rejected.range == 9..<13)
    #expect(rejected.candidate == .mention)
  }

  @Test("Every facet is explained as itself, and everything else is refused with a reason")
  func agreement() {
    var texts = AdversarialTexts(seed: 5)
    for _ in 0..<500 {
      let text = texts.next()
      for mode in [Detector.Mode.bluesky, .shell] {
        let detector = Detector(mode)
        let facets = detector.facets(in: text)
        for offset in 0...text.utf8.count {
          let explanation = detector.why(at: offset, in: text)
          let touches = facets.contains { $0.range.contains(offset) }
          switch explanation.verdict {
          case .accepted(let facet): if !facets.contains(facet) { Issue.record("\(text.debugDescription) \(offset)") }
          case .rejected:
            let bytes = Array(text.utf8)
            let isInside = [explanation.range.lowerBound, explanation.range.upperBound].allSatisfy {
              $0 == bytes.count || $0 < bytes.count && bytes[$0] & 0xC0 != 0x80
            }
            if touches || !isInside || explanation.description.isEmpty {
              Issue.record("\(text.debugDescription) \(offset) \(mode) \(explanation)")
            }
          }
        }
      }
    }
  }
}
