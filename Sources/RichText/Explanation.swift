/// The reason why a place in a text is a facet, or why it is not.
public struct Explanation: Hashable, Sendable, CustomStringConvertible {
  /// The kind of facet that the place looks like.
  public enum Candidate: Hashable, Sendable { case mention, link, tag, cashtag, none }

  public enum Verdict: Hashable, Sendable {
    case accepted(Facet)
    case rejected(Rejection)
  }

  public var candidate: Candidate
  public var verdict: Verdict
  /// The bytes that the verdict refers to: the whole facet, or the wrong part of the candidate.
  public var range: Range<Int>
  /// One sentence in plain words, without a full stop.
  public var description: String
}

extension Detector {
  /// Explains the text at the byte `offset`, or why the candidate nearest to it is not a facet.
  ///
  /// A facet that contains or touches the offset comes first, or the reason why it ends before the offset; then the last `@`, `#`, `$` or name at or before it in
  /// its word, then the first one after it. The same rules as in the scan decide.
  ///
  /// - Complexity: O(length of the word around the offset).
  public func why(at offset: Int, in text: String) -> Explanation {
    var text = text
    return text.withUTF8 { why(at: offset, in: $0) }
  }

  /// Explains a place in a text given as UTF-8. Offsets outside the text count as its nearest end.
  public func why(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Explanation {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return nothing(at: 0) }
    let text = ByteView(base: base, count: bytes.count)
    var offset = min(max(0, offset), text.count)
    while offset > 0, offset < text.count, text[offset] & 0xC0 == 0x80 { offset -= 1 }
    let start = text.wordStart(from: offset)
    let word = ByteView(base: base + start, count: text.wordEnd(from: offset) - start)
    guard word.count > 0 else { return nothing(at: offset) }
    var explanation = why(at: offset - start, inWord: word)
    explanation.range = explanation.range.lowerBound + start..<explanation.range.upperBound + start
    if case .accepted(let facet) = explanation.verdict { explanation.verdict = .accepted(facet.moved(by: start)) }
    return explanation
  }

  private func why(at offset: Int, inWord word: ByteView) -> Explanation {
    var spans: [FacetSpan] = []
    scan(word) { spans.append($0) }
    let touching = spans.last { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
    let candidates = CandidateSearch(word).candidates
    // The end of the word belongs to its last facet; anywhere else the question is about the character there.
    if let touching, offset < touching.range.upperBound || offset == word.count {
      return explanation(of: touching, in: word)
    }
    if let touching, !candidates.contains(where: { $0.start == offset }) {
      return explanation(ofByte: offset, after: touching, in: word)
    }
    guard let chosen = candidates.last(where: { $0.start <= offset }) ?? candidates.first else {
      return nothing(at: offset)
    }
    if let span = spans.last(where: { $0.range.contains(chosen.start) }) {
      return offset < span.range.upperBound || offset == word.count
        ? explanation(of: span, in: word) : explanation(ofByte: offset, after: span, in: word)
    }
    let (rejection, range) = rejection(of: chosen, in: word)
    return Explanation(
      candidate: chosen.candidate, verdict: .rejected(rejection), range: range,
      description: rejection.sentence(about: range, in: word, of: mode))
  }

  /// Returns the reason why the scan has rejected the candidate.
  private func rejection(of chosen: CandidateSearch.Found, in word: ByteView) -> (Rejection, Range<Int>) {
    guard case .rejected(let rejection, let range)? = outcome(of: chosen, in: word) else {
      // The rule alone would accept it: an earlier link of this word has consumed it.
      return (.insideEarlierLink, chosen.start..<word.count)
    }
    switch rejection {
    // Distinctions that the scan has no time to make.
    case .unknownTopLevelDomain where TopLevelDomain.isKnownInAnyCase(word, range):
      return (.upperCaseTopLevelDomain, range)
    case .notAtWordStart where chosen.candidate == .link && chosen.start < range.lowerBound:
      return (.brokenLabel, chosen.start..<range.upperBound)
    default: return (rejection, range)
    }
  }

  /// Applies this mode's rule to the candidate.
  private func outcome(of chosen: CandidateSearch.Found, in word: ByteView) -> Outcome? {
    var (end, wordEnd) = (chosen.start, 0)
    switch (mode, chosen.candidate) {
    case (.bluesky, .mention): return BlueskyRules.mention(word, at: chosen.start)
    case (.bluesky, .tag): return BlueskyRules.tag(word, at: chosen.start)
    case (.bluesky, .cashtag): return BlueskyRules.cashtag(word, at: chosen.start)
    case (.bluesky, .link):
      let mark = chosen.mark
      let outcome =
        word[mark] == UInt8(ascii: ":")
        ? BlueskyRules.schemeLink(word, at: mark, wordEnd: &wordEnd)
        : BlueskyRules.bareLink(word, at: mark, domainEnd: &end, wordEnd: &wordEnd)
      return outcome ?? .rejected(.brokenLabel, chosen.start..<mark + 1)
    case (.shell, .mention): return ShellRules.mention(word, at: chosen.start, end: &end)
    case (.shell, .tag): return ShellRules.tag(word, at: chosen.start, end: &end)
    case (.shell, .cashtag): return .rejected(.variable, chosen.start..<chosen.start + 1)
    case (.shell, .link):
      return ShellLinkRules.link(word, at: chosen.start, end: &end, isLocalName: isLocalName)
        ?? .rejected(.brokenLabel, chosen.start..<chosen.mark + 1)
    case (_, .none): return nil
    }
  }

  private func explanation(of span: FacetSpan, in word: ByteView) -> Explanation {
    let facet = span.facet(in: word)
    let candidate: Explanation.Candidate
    let description: String
    switch facet.feature {
    case .mention(let handle, let isComplete):
      candidate = .mention
      description =
        isComplete
        ? "a mention of \(handle)" : "a mention, but \(handle) is not a full handle: it is posted as text"
    case .link(let uri): (candidate, description) = (.link, "a link to \(uri)")
    case .tag(let tag):
      candidate = span.kind == .cashtag ? .cashtag : .tag
      description = span.kind == .cashtag ? "the cashtag \(tag)" : "the tag \(tag)"
    }
    return Explanation(candidate: candidate, verdict: .accepted(facet), range: span.range, description: description)
  }

  /// Explains why a facet ends before a character of its word.
  private func explanation(ofByte offset: Int, after span: FacetSpan, in word: ByteView) -> Explanation {
    let facet = explanation(of: span, in: word)
    let (scalar, length) = word.scalar(at: offset)
    let reason: String
    switch span.facet(in: word).feature {
    case .link where mode == .bluesky && ".,;:!?".unicodeScalars.contains(scalar):
      reason = "a punctuation mark at the end of a link is left out"
    case .link where mode == .bluesky && scalar == ")":
      reason = "a ) at the end of a link is left out if the link has no ("
    case .link: reason = "the link ends before it"
    case .tag where span.kind != .cashtag && Self.isPunctuation(scalar):
      reason = "punctuation at the end of a tag is left out"
    case .tag: reason = "the \(span.kind == .cashtag ? "cashtag" : "tag") ends before it"
    case .mention: reason = "the handle ends before it"
    }
    let name = facet.description.hasPrefix("a ") ? "the " + facet.description.dropFirst(2) : facet.description
    return Explanation(
      candidate: facet.candidate, verdict: .rejected(.afterFacet), range: offset..<offset + length,
      description: "'\(scalar)' is not part of \(name): \(reason)")
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  private func nothing(at offset: Int) -> Explanation {
    Explanation(
      candidate: .none, verdict: .rejected(.noCandidate), range: offset..<offset,
      description: "plain text: a mention starts with @, a tag with #, a link with https:// or a domain")
  }
}
