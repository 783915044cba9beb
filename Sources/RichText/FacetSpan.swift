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
