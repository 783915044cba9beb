/// A part of a text that means something: who is mentioned, where a link leads, what a tag says.
public struct Facet: Hashable, Sendable, Codable {
  /// Where it stands, in bytes of UTF-8 from the start of the text, the end not included, always on the borders of
  /// scalars. The AT Protocol counts facets in the same unit (`app.bsky.richtext.facet#byteSlice`).
  public var range: Range<Int>
  public var feature: Feature

  public init(range: Range<Int>, feature: Feature) { (self.range, self.feature) = (range, feature) }

  /// What a facet means.
  public enum Feature: Hashable, Sendable, Codable {
    /// Someone's handle, without its `@`. A mention is complete when the reference client would take it too; one that
    /// is not (`@bob`) is shown while typing and goes out as plain text.
    case mention(handle: String, isComplete: Bool)
    /// An address with its scheme: `https://` is put before a bare domain.
    case link(uri: String)
    /// A tag without its `#`, or a cashtag in upper case with its `$`.
    case tag(String)
  }
}

extension [Facet] {
  /// The facets that are drawn when some overlap: each one that starts before an earlier drawn one has ended is left
  /// out, as in the reference client's `RichText.segments()`.
  ///
  /// The facets must be sorted by their start, as the detector returns them. O(n).
  public func withoutOverlaps() -> [Facet] {
    var end = 0
    return filter { facet in
      guard facet.range.lowerBound >= end else { return false }
      end = facet.range.upperBound
      return true
    }
  }
}

extension Facet {
  /// The same facet `offset` bytes further on.
  func moved(by offset: Int) -> Facet {
    Facet(range: range.lowerBound + offset..<range.upperBound + offset, feature: feature)
  }
}
