import RichText

/// A text as the official client publishes it: trimmed at the end, with runs of empty lines reduced to one, and with
/// links shortened while their facets keep the whole address. Limits apply to the result.
///
/// Source: social-app, `src/lib/api/index.ts` and `src/lib/strings/rich-text-manip.ts`, and `sanitizeRichText` of
/// `@atproto/api`.
public struct PublishedText: Hashable, Sendable {
  public let text: String
  /// Mentions, links and tags by the reference client's rules, sorted by their position in `text`.
  public let facets: [Facet]

  /// - Complexity: O(length).
  public init(_ written: String) {
    let clean = written.trimmedAtEnd.withoutExcessLines
    let found = Detector(.bluesky).facets(in: clean)
    let short = found.withoutOverlaps().compactMap { Shortened($0, in: clean) }
    guard !short.isEmpty else {
      (text, facets) = (clean, found)
      return
    }
    let bytes = Array(clean.utf8)
    var (made, rest): ([UInt8], Int) = ([], 0)
    for link in short {
      made += bytes[rest..<link.range.lowerBound]
      made += link.text.utf8
      rest = link.range.upperBound
    }
    text = String(decoding: made + bytes[rest...], as: UTF8.self)
    facets = Self.moved(found, by: short)
  }

  /// A link whose visible text is shorter than the written one.
  private struct Shortened {
    let range: Range<Int>
    let text: String

    init?(_ facet: Facet, in written: String) {
      guard case .link = facet.feature else { return nil }
      let whole = written.utf8[facet.range]
      let short = ShortLink.text(of: whole)
      if short == whole { return nil }
      (range, text) = (facet.range, short)
    }
  }

  /// Returns the facets moved to their positions after shortening. Both lists are sorted by position.
  private static func moved(_ facets: [Facet], by links: [Shortened]) -> [Facet] {
    // The displacement of the text after each link.
    var shifts: [Int] = []
    for link in links { shifts.append((shifts.last ?? 0) + link.text.utf8.count - link.range.count) }
    func place(_ offset: Int) -> Int {
      var (low, high) = (0, links.count)
      while low < high {
        let middle = (low + high) / 2
        if links[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return offset }
      // An offset inside a link moves to the link's end.
      return max(offset, links[low - 1].range.upperBound) + shifts[low - 1]
    }
    return facets.map { Facet(range: place($0.range.lowerBound)..<place($0.range.upperBound), feature: $0.feature) }
  }
}

extension String.UTF8View {
  /// The text of a byte range.
  subscript(range: Range<Int>) -> String {
    let start = index(startIndex, offsetBy: range.lowerBound)
    return String(Substring(self[start..<index(start, offsetBy: range.count)]))
  }
}

extension String {
  /// The text trimmed like JavaScript's `trimEnd`.
  fileprivate var trimmedAtEnd: String {
    guard let last = unicodeScalars.lastIndex(where: { !$0.isWhiteSpaceOfJavaScript }) else { return "" }
    return String(unicodeScalars[...last])
  }

  /// The text with every run of three or more line ends reduced to two. Only invisible characters may lie between
  /// them.
  fileprivate var withoutExcessLines: String {
    var made = String.UnicodeScalarView()
    var gap = String.UnicodeScalarView.SubSequence()
    var rest = unicodeScalars[...]
    while let start = rest.firstIndex(where: { $0.isLineEnd }) {
      made += rest[..<start]
      let run = rest[start...].prefix { $0.isWhiteSpaceOfJavaScript || $0.isUnseen }
      let last = run.lastIndex(where: { $0.isLineEnd }) ?? start
      gap = rest[start...last]
      if gap.count(where: { $0.isLineEnd }) >= 3 { made += "\n\n".unicodeScalars } else { made += gap }
      rest = rest[rest.index(after: last)...]
    }
    return String(made + rest)
  }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" }
  /// `true` for the soft hyphen, the word joiner, and zero-width joiners and spaces.
  fileprivate var isUnseen: Bool { [0xAD, 0x2060, 0x200B, 0x200C, 0x200D].contains(value) }
  /// `true` for `\s` of ECMAScript: white space and line terminators.
  fileprivate var isWhiteSpaceOfJavaScript: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }
}
