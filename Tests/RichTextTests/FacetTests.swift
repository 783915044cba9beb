import Foundation
import Testing

@testable import RichText

@Suite("Facets")
struct FacetTests {
  @Test("Of overlapping facets the first is drawn")
  func overlaps() {
    let facets = [0..<5, 2..<4, 4..<6, 5..<7, 7..<9].map { Facet(range: $0, feature: .tag("x")) }
    #expect(facets.withoutOverlaps().map(\.range) == [0..<5, 5..<7, 7..<9])
    #expect([Facet]().withoutOverlaps().isEmpty)
  }

  @Test(
    "The reference client draws the same ones",
    .enabled(if: SharedVectors.isPresent, Comment(rawValue: SharedVectors.missing)))
  func visible() throws {
    let vectors = try SharedVectors.suite() + SharedVectors.fuzz()
    for vector in vectors {
      let drawn = Detector(.bluesky).facets(in: vector.text).withoutOverlaps()
      #expect(drawn == (vector.visible ?? vector.facets).map(\.facet))
    }
  }

  @Test("A facet survives being saved")
  func coding() throws {
    let facets = Detector(.shell).facets(in: "@bob @ana.com #tag foo.com")
    #expect(facets.count == 4)
    #expect(try JSONDecoder().decode([Facet].self, from: JSONEncoder().encode(facets)) == facets)
  }
}
