import Testing

@testable import RichText

@Suite("Edits: only the touched words are read again")
struct TextEditTests {
  @Test(
    "The smallest edit between two texts",
    arguments: [
      ("abc", "abXc", 2..<2, 1), ("abc", "ac", 1..<2, 0), ("", "ab", 0..<0, 2), ("aaa", "aa", 2..<3, 0),
      ("abc", "xyz", 0..<3, 3), ("é", "è", 1..<2, 1),
    ])
  func smallest(_ old: String, _ new: String, _ replaced: Range<Int>, _ inserted: Int) {
    #expect(TextEdit(from: old, to: new) == TextEdit(replaced: replaced, insertedCount: inserted))
  }

  @Test("Equal texts need no edit")
  func equal() { #expect(TextEdit(from: "abc", to: "abc") == nil) }

  @Test(
    "Words that join, part, begin and end",
    arguments: [
      ("#a #b", "#a#b"), ("#a#b", "#a #b"), ("foo.com", "foo.co"), ("x@ana.com", " @ana.com"), ("", "@bob"),
      ("@bob", ""),
      ("#tag ", "#tag x"), ("a #t\u{2003}b", "a #t\u{2002}b"), ("#t\u{2003}#b", "#t\u{200B}#b"),
      ("(a.b (c.com", "(a.b(c.com"),
      ("@ana.com\u{3000}#x", "@ana.com\u{3001}#x"), ("#x é #y", "#x è #y"),
    ])
  func words(_ old: String, _ new: String) throws {
    for detector in [Detector(.bluesky), Detector(.shell)] {
      let edit = try #require(TextEdit(from: old, to: new))
      #expect(detector.update(detector.facets(in: old), with: edit, in: new) == detector.facets(in: new))
    }
  }

  @Test("Any edit gives what a full scan gives")
  func property() throws {
    var random = NastyTexts(seed: 4)
    let detectors = [Detector(.bluesky), Detector(.shell) { $0.hasSuffix(".com") }]
    for _ in 0..<150 {
      var old = random.next() + random.next()
      for _ in 0..<8 {
        let scalars = Array(old.unicodeScalars)
        let start = random.next(below: scalars.count + 1)
        let end = min(scalars.count, start + random.next(below: 5))
        let inserted = (0..<random.next(below: 3)).map { _ in random.piece() }.joined()
        let new = text(scalars[..<start]) + inserted + text(scalars[end...])
        let exact = TextEdit(
          replaced: text(scalars[..<start]).utf8.count..<text(scalars[..<end]).utf8.count,
          insertedCount: inserted.utf8.count)
        for detector in detectors {
          let before = detector.facets(in: old)
          let full = detector.facets(in: new)
          for edit in [exact, TextEdit(from: old, to: new)].compactMap({ $0 }) {
            if detector.update(before, with: edit, in: new) != full {
              Issue.record("\(old.debugDescription) -> \(new.debugDescription) by \(edit) as \(detector.mode)")
            }
          }
        }
        old = new
      }
    }
  }

  @Test("Far facets are kept, not found again")
  func keepsFarFacets() {
    let detector = Detector(.bluesky)
    let marked = [Facet(range: 0..<2, feature: .tag("kept")), Facet(range: 8..<10, feature: .tag("moved"))]
    let updated = detector.update(marked, with: TextEdit(replaced: 4..<5, insertedCount: 2), in: "#a  #bc  #c")
    #expect(updated.map(\.shorthand) == ["0-2 tag kept", "4-7 tag bc", "9-11 tag moved"])
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
