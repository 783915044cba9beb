import Foundation
import RichText
import RichTextAttributes
import Testing

/// The only entry point for facets written by others.
@Suite struct FittingFacetsTests {
  private static func tags(_ ranges: [Range<Int>]) -> [Facet] {
    ranges.map { Facet(range: $0, feature: .tag("\($0)")) }
  }

  @Test(arguments: [
    ("abc", [0..<100], []),
    ("abc", [3..<4], []),
    ("abc", [-1..<2], []),
    ("abc", [1..<1], []),
    ("abc", [0..<3], [0..<3]),
    // Unsorted and overlapping facets.
    ("abcdef", [4..<6, 0..<2], [0..<2, 4..<6]),
    ("abcdef", [0..<4, 2..<6], [0..<4]),
    ("abcdef", [2..<6, 0..<4], [0..<4]),
    ("abcdef", [0..<4, 0..<2], [0..<4]),
    // Facets that begin or end inside a scalar.
    ("aüb", [0..<2], []),
    ("aüb", [2..<4], []),
    ("aüb", [1..<3], [1..<3]),
    ("abc 👩‍💻 def", [4..<8], [4..<8]),
    ("", [0..<1], []),
  ])
  func facetsThatDoNotFitAreRemoved(text: String, ranges: [Range<Int>], fitting: [Range<Int>]) {
    #expect(Self.tags(ranges).fitting(text).map(\.range) == fitting)
  }

  @Test func adversarialTextsDoNotStopTheProgram() {
    let facets = Self.tags([0..<100, 2..<3, -5..<1])
    #expect(AttributedString("a👩‍💻", facets: facets).facets.isEmpty)
  }
}
