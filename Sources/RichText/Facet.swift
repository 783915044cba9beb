/// A meaningful part of a text: a mention, a link or a tag.
public struct Facet: Hashable, Sendable {
  /// The facet's range in bytes of UTF-8 from the start of the text, always on the boundaries of scalars. The AT
  /// Protocol counts facets in the same unit (`app.bsky.richtext.facet#byteSlice`).
  public var range: Range<Int>
  public var feature: Feature

  public init(range: Range<Int>, feature: Feature) { (self.range, self.feature) = (range, feature) }

  /// A facet's kind and its content.
  public enum Feature: Hashable, Sendable {
    /// A handle without its `@`. A mention is complete if the reference client would accept it too; an incomplete one
    /// (`@bob`) is shown while typing and published as plain text.
    case mention(handle: String, isComplete: Bool)
    /// An address with its scheme: `https://` is added before a bare domain.
    case link(uri: String)
    /// A tag without its `#`, or a cashtag in uppercase with its `$`.
    case tag(String)
  }
}

extension [Facet] {
  /// Returns the facets to draw if some overlap: each facet that starts before the end of an earlier drawn one is
  /// omitted, as in the reference client's `RichText.segments()`.
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
  /// Returns the facet moved forward by `offset` bytes.
  func moved(by offset: Int) -> Facet {
    Facet(range: range.lowerBound + offset..<range.upperBound + offset, feature: feature)
  }
}

/// A facet before its text is copied: its kind and range. It is trivial to copy, so a scan allocates nothing.
public struct FacetSpan: Hashable, Sendable {
  /// The kind of facet; the kinds of links differ in the scheme that is added to their text.
  public enum Kind: Hashable, Sendable {
    case mention
    /// A mention that is not yet a full handle.
    case partialMention
    /// A link whose text is the address.
    case link
    /// A link whose text is an address without its scheme, `https://`.
    case bareLink
    /// A link to this machine or a numeric host without its scheme. Such hosts seldom have a certificate: `http://`.
    case localLink
    case tag
    case cashtag
  }

  public var kind: Kind
  /// The range in bytes of UTF-8.
  public var range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>) { (self.kind, self.range) = (kind, range) }

  /// Returns the facet with its text copied from `text`.
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
  /// Returns the facets that can be drawn in `text`, sorted by position: without those that are empty, end after the
  /// text, begin or end inside a scalar, or overlap one that starts before them.
  ///
  /// This is the only entry for facets from outside. If two start at the same place, the first of the list stays. O(n
  /// log n).
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
    // Facets with the same start stay in the order of the list: a plain sort does not guarantee that.
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
