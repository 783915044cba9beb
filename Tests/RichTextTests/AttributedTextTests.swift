import Foundation
import RichTextAttributes
import Testing

@testable import RichText

@Suite("Attributed texts")
struct AttributedTextTests {
  private let text = "né #tag @bob @ana.com 👩‍👩‍👧 foo.com!"

  @Test("Facets become runs")
  func runs() {
    let attributed = Detector(.shell).attributedString(for: text)
    #expect(String(attributed.characters) == text)
    let runs = attributed.runs.map { run in "\(String(attributed.characters[run.range])) \(name(run.feature))" }
    #expect(
      runs == [
        "né  -", "#tag tag", "  -", "@bob partial bob", "  -", "@ana.com mention ana.com", " 👩‍👩‍👧  -",
        "foo.com link https://foo.com", "! -",
      ])
  }

  @Test("Attributes are read by name")
  func names() throws {
    let attributed = Detector(.shell).attributedString(for: "#tag")
    let run = try #require(attributed.runs.first)
    #expect(run.tag == "tag")
    #expect(run.mention == nil && run.facetLink == nil)
  }

  @Test("Facets come back from the runs as they went in, also where they cut graphemes")
  func comeBack() {
    var texts = AdversarialTexts(seed: 6)
    for text in [text] + (0..<200).map({ _ in texts.next() }) {
      for detector in [Detector(.bluesky), Detector(.shell)] {
        let facets = detector.facets(in: text)
        let attributed = detector.attributedString(for: text)
        // The text is compared as a whole, because a facet may end within a character, which the character view would
        // not cut.
        let characters = String(attributed.characters[attributed.startIndex..<attributed.endIndex])
        #expect(Array(characters.utf8) == Array(text.utf8))
        #expect(attributed.facets == facets, "\(text.debugDescription) \(detector.mode)")
      }
    }
  }

  private func name(_ feature: Facet.Feature?) -> String {
    switch feature {
    case .mention(let handle, let isComplete): (isComplete ? "mention " : "partial ") + handle
    case .link(let uri): "link " + uri
    case .tag: "tag"
    case nil: "-"
    }
  }
}
