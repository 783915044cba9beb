/// A part of a text that means something: who is mentioned, where a link leads, what a tag says.
public struct Facet: Hashable, Sendable {
  /// Where it stands, in bytes of UTF-8 from the start of the text, the end not included, always on the borders of
  /// scalars. The AT Protocol counts facets in the same unit (`app.bsky.richtext.facet#byteSlice`).
  public var range: Range<Int>
  public var feature: Feature

  public init(range: Range<Int>, feature: Feature) { (self.range, self.feature) = (range, feature) }

  /// What a facet means.
  public enum Feature: Hashable, Sendable {
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

/// A facet before its text is copied out: what it is and where. Trivial to copy, so a scan allocates nothing.
public struct FacetSpan: Hashable, Sendable {
  /// What was recognised; the links differ in what is put before their text.
  public enum Kind: Hashable, Sendable {
    case mention
    /// A mention that is not yet a full handle.
    case partialMention
    /// The text is the address.
    case link
    /// The text is an address without its scheme, `https://`.
    case bareLink
    /// The same for this machine and for numbered hosts, which seldom have a certificate: `http://`.
    case localLink
    case tag
    case cashtag
  }

  public var kind: Kind
  /// Bytes of UTF-8, the end not included.
  public var range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>) { (self.kind, self.range) = (kind, range) }

  /// The facet with its text copied out of `text`.
  func facet(in text: ByteView) -> Facet {
    let body = range.lowerBound + 1..<range.upperBound
    let feature: Facet.Feature =
      switch kind {
      case .mention: .mention(handle: text.string(body), isComplete: true)
      case .partialMention: .mention(handle: text.string(body), isComplete: false)
      case .link: .link(uri: text.string(range))
      case .bareLink: .link(uri: text.string(range, after: "https://"))
      case .localLink: .link(uri: text.string(range, after: "http://"))
      // The full-width ＃ takes three bytes, the plain one a single byte.
      case .tag: .tag(text.string(text[range.lowerBound] < 0x80 ? body : range.lowerBound + 3..<range.upperBound))
      case .cashtag: .tag(text.upperCaseString(range))
      }
    return Facet(range: range, feature: feature)
  }
}

extension [Facet] {
  /// The facets that can be drawn in `text`, sorted by their place: without those that are empty, end behind the text, begin
  /// or end inside a scalar, or overlap one that starts before them.
  ///
  /// The one door for facets that others have written. Of two that start at one place the first of the list stays. O(n log n).
  public func fitting(_ text: String) -> [Facet] {
    if isEmpty { return self }
    var text = text
    let inside = text.withUTF8 { bytes in
      filter { facet in
        let range = facet.range
        guard range.lowerBound >= 0, !range.isEmpty, range.upperBound <= bytes.count else { return false }
        return Self.isBorder(range.lowerBound, bytes) && Self.isBorder(range.upperBound, bytes)
      }
    }
    let isSorted = zip(inside, inside.dropFirst()).allSatisfy { $0.range.lowerBound <= $1.range.lowerBound }
    // In the order of the list where two begin together: a plain sort promises nothing about those.
    let sorted =
      isSorted
      ? inside
      : inside.enumerated().sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }.map { $0.element }
    return sorted.withoutOverlaps()
  }

  private static func isBorder(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    offset == bytes.count || bytes[offset] & 0xC0 != 0x80
  }
}

// Embedded Swift has no `Codable`.
#if !hasFeature(Embedded)
  extension Facet: Codable {}
  extension Facet.Feature: Codable {}
#endif
