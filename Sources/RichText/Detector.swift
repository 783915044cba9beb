/// A detector of mentions, links and tags in a text, in one pass over its UTF-8 bytes.
///
///     let facets = Detector(.bluesky).facets(in: "hi @ana.test, see #swift")
///     facets.map(\.range)                               // [3..<12, 18..<24], in bytes of UTF-8
///     facets.map(\.feature)                             // a mention of ana.test, the tag swift
///
/// Time is linear in the length of the text in both modes, for any text. A detector is a value without state, free to
/// copy and to share between threads; it needs only the standard library.
public struct Detector: Sendable {
  /// The rules that the detector follows.
  public enum Mode: Hashable, Sendable {
    /// The rules of the AT Protocol reference client, byte for byte: for text that goes to Bluesky. Facets may
    /// overlap (a link within a tag); `withoutOverlaps()` keeps those that are drawn.
    case bluesky
    /// Rules that are safe for colouring a command line, where `main.rs`, `user@host`, `--x` and `$HOME` are not
    /// facets, while a partly typed handle is one, and `localhost` and numeric hosts are links. Facets never overlap.
    case shell
  }

  public var mode: Mode
  /// Shell mode: returns whether a text that looks like a bare domain has a local meaning, such as an existing file
  /// or a path into the session's state (`clock.now`); then it is not a link. Called once for each bare domain, never
  /// for addresses with a scheme. It must give the same answer for the same text while facets are kept up to date.
  public var isLocalName: (@Sendable (String) -> Bool)?

  public init(_ mode: Mode, isLocalName: (@Sendable (String) -> Bool)? = nil) {
    (self.mode, self.isLocalName) = (mode, isLocalName)
  }

  /// Returns the facets of `text`, sorted by their start.
  public func facets(in text: String) -> [Facet] {
    var text = text
    return text.withUTF8 { facets(in: $0) }
  }

  /// Returns the facets of a text given as UTF-8; invalid bytes are not white space and not part of any facet's name.
  public func facets(in bytes: [UInt8]) -> [Facet] { bytes.withUnsafeBufferPointer { facets(in: $0) } }

  /// Returns the facets of a text given as UTF-8, sorted by their start. O(n); allocates only for the facets found.
  public func facets(in bytes: UnsafeBufferPointer<UInt8>) -> [Facet] {
    guard let base = bytes.baseAddress else { return [] }
    let text = ByteView(base: base, count: bytes.count)
    var facets: [Facet] = []
    scan(text) { span in
      if facets.count == facets.capacity {
        facets.reserveCapacity(capacity(after: facets.count, until: span.range.upperBound, of: text.count))
      }
      facets.append(span.facet(in: text))
    }
    return facets
  }

  /// Returns the capacity to reserve when `count` facets fill the array and the scan has reached `position` of
  /// `length`.
  ///
  /// Growing the array can cost more than finding its facets. Eight are enough for most posts; a long text is assumed
  /// to continue as densely as it began, within bounds that keep growth geometric and an uneven text from wasting
  /// memory.
  private func capacity(after count: Int, until position: Int, of length: Int) -> Int {
    let extrapolated = Double(count + 1) / Double(position) * Double(length) * 1.125
    return max(8, count * 2, min(Int(extrapolated), count * 16))
  }

  /// Calls `body` with every facet's kind and range, sorted by their start. O(n); allocates nothing in Bluesky mode.
  public func forEachSpan(in bytes: UnsafeBufferPointer<UInt8>, _ body: (FacetSpan) -> Void) {
    guard let base = bytes.baseAddress else { return }
    scan(ByteView(base: base, count: bytes.count), body)
  }

  @inline(__always)
  func scan(_ text: ByteView, _ body: (FacetSpan) -> Void) {
    switch mode {
    case .bluesky:
      var scanner = BlueskyScanner(text)
      while let span = scanner.next() { body(span) }
    case .shell:
      var scanner = ShellScanner(text, isLocalName: isLocalName)
      while let span = scanner.next() { body(span) }
    }
  }
}

/// A search for everything in a word that looks like the start of a facet, in order.
struct CandidateSearch {
  struct Found {
    var candidate: Explanation.Candidate
    var start: Int
    /// The position of the `.` or `:` that marks a link; otherwise equal to `start`.
    var mark: Int
  }

  private(set) var candidates: [Found] = []

  init(_ word: ByteView) {
    var (linkEnd, index) = (0, 0)
    while index < word.count {
      switch word[index] {
      case UInt8(ascii: "@"): candidates.append(Found(candidate: .mention, start: index, mark: index))
      case UInt8(ascii: "#"): candidates.append(Found(candidate: .tag, start: index, mark: index))
      case UInt8(ascii: "$"): candidates.append(Found(candidate: .cashtag, start: index, mark: index))
      case 0xEF where word.scalar(at: index).scalar == "＃":
        candidates.append(Found(candidate: .tag, start: index, mark: index))
      case UInt8(ascii: "."), UInt8(ascii: ":"):
        guard let start = CandidateSearch.linkStart(word, mark: index, from: linkEnd) else { break }
        candidates.append(Found(candidate: .link, start: start, mark: index))
        linkEnd = index
        // The rest of the name is one candidate, not one for each dot.
        while linkEnd < word.count, CandidateSearch.isNameByte(word[linkEnd]) { linkEnd += 1 }
        index = max(index, linkEnd - 1)
      default: break
      }
      index += 1
    }
  }

  /// Returns the start of the name or scheme before `mark`; `nil` if it belongs to a mention or is empty.
  private static func linkStart(_ word: ByteView, mark: Int, from bound: Int) -> Int? {
    let isScheme = word[mark] == UInt8(ascii: ":")
    if isScheme {
      guard mark + 2 < word.count, word[mark + 1] == UInt8(ascii: "/"), word[mark + 2] == UInt8(ascii: "/") else {
        return nil
      }
    } else {
      guard mark + 1 < word.count, ByteClass.alphanumeric.holds(word[mark + 1]) else { return nil }
    }
    var start = mark
    while start > bound, isScheme ? ByteClass.letter.holds(word[start - 1]) : isNameByte(word[start - 1]) { start -= 1 }
    guard start < mark else { return nil }
    return start > 0 && word[start - 1] == UInt8(ascii: "@") ? nil : start
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ByteClass.handle.holds(byte) || byte == UInt8(ascii: "_")
  }
}
