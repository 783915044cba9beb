import RichText

// Foundation alone would add 34 MB of tables of the world's languages.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AttributedString {
  /// Creates a text with its facets marked by `FacetAttributes`.
  ///
  /// The text is always built from the plain text: attributes that are set and cleared in place leave fragmented runs
  /// behind. Of overlapping facets the first is marked. O(n + m log n) for m facets; setting attributes from front to
  /// back takes a third of the time of appending the parts.
  ///
  /// - Parameter facets: the facets of `text`; a facet that does not fit the text is omitted.
  public init(_ text: String, facets: [Facet]) {
    self.init(text)
    var (index, position) = (startIndex, 0)
    for facet in facets.fitting(text) {
      let start = utf8.index(index, offsetBy: facet.range.lowerBound - position)
      let end = utf8.index(start, offsetBy: facet.range.count)
      self[start..<end].setAttributes(AttributeContainer(facet.feature))
      (index, position) = (end, facet.range.upperBound)
    }
  }
}

extension Detector {
  /// Returns `text` with its facets marked.
  public func attributedString(for text: String) -> AttributedString {
    AttributedString(text, facets: facets(in: text))
  }
}

extension AttributedString {
  /// The facets that mark the runs, as ranges of UTF-8 bytes, sorted by their start. O(n).
  public var facets: [Facet] {
    var facets: [Facet] = []
    var position = 0
    for run in runs {
      let end = position + utf8.distance(from: run.range.lowerBound, to: run.range.upperBound)
      if let feature = run.feature { facets.append(Facet(range: position..<end, feature: feature)) }
      position = end
    }
    return facets
  }
}
