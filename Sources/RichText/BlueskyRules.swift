/// The reference client's rules, one function for each kind of candidate.
///
/// Source: `detectFacets` of `@atproto/api` 0.20. These functions implement its five regular expressions by hand,
/// including their oddities: posts go to Bluesky, and text coloured here must be linked there. Each function looks
/// only at the place it is asked about, so the scanner and the explanations share it.
enum BlueskyRules {
  /// Returns whether a mention, link or cashtag may begin at `index`: at the start, after white space or after `(`.
  @inline(__always)
  static func mayBegin(_ text: ByteView, _ index: Int) -> Bool {
    text.followsSpace(index) || text[index - 1] == UInt8(ascii: "(")
  }

  /// Judges the mention whose `@` is at `start`.
  @inline(__always)
  static func mention(_ text: ByteView, at start: Int) -> Outcome {
    guard mayBegin(text, start) else { return .rejected(.notAtWordStart, start..<start + 1) }
    return mentionAnywhere(text, at: start)
  }

  /// Judges the mention whose `@` is at `start`, without checking the text before it.
  @inline(__always)
  static func mentionAnywhere(_ text: ByteView, at start: Int) -> Outcome {
    let first = start + 1
    var end = first
    while end < text.count, ByteClass.handle.holds(text[end]) { end += 1 }
    guard end > first else { return .rejected(.noHandle, start..<end) }
    let runEnd = end
    // The expression ends in `\b`: go back to the boundary of a word character and another one.
    while end > first, isWord(text[end - 1]) == (end < text.count && isWord(text[end])) { end -= 1 }
    guard end > first else {
      let runsOn = runEnd < text.count && text[runEnd] == UInt8(ascii: "_")
      return runsOn ? .rejected(.handleRunsOn, runEnd..<runEnd + 1) : .rejected(.noHandle, start..<runEnd)
    }
    var label = end
    while label > first, text[label - 1] != UInt8(ascii: ".") { label -= 1 }
    guard label > first else { return .rejected(.noDomain, start..<end) }
    guard TopLevelDomain.isKnown(text, label..<end) || isTest(text, label..<end) else {
      // Only a `_` after the last label leaves the handle ending in a dot.
      if end == label { return .rejected(.handleRunsOn, runEnd..<runEnd + 1) }
      return .rejected(.unknownTopLevelDomain, label..<end)
    }
    return .facet(FacetSpan(.mention, start..<end))
  }

  @inline(__always)
  private static func isWord(_ byte: UInt8) -> Bool {
    ByteClass.alphanumeric.holds(byte) || byte == UInt8(ascii: "_")
  }

  /// Returns whether a label is `test`, which is not a top-level domain but accepted by the reference client for
  /// handles.
  private static func isTest(_ text: ByteView, _ label: Range<Int>) -> Bool {
    label.count == 4 && text[label.lowerBound] == UInt8(ascii: "t") && text[label.lowerBound + 1] == UInt8(ascii: "e")
      && text[label.lowerBound + 2] == UInt8(ascii: "s") && text[label.lowerBound + 3] == UInt8(ascii: "t")
  }

  /// Judges the cashtag whose `$` is at `start`.
  @inline(__always)
  static func cashtag(_ text: ByteView, at start: Int) -> Outcome {
    guard mayBegin(text, start) else { return .rejected(.notAtWordStart, start..<start + 1) }
    var end = start + 1
    guard end < text.count, ByteClass.letter.holds(text[end]) else {
      return .rejected(.noLetterInCashtag, start..<end)
    }
    while end < text.count, ByteClass.alphanumeric.holds(text[end]) {
      end += 1
      // The maximum is `$`, a letter and four more. Stopping here avoids walking a long run twice.
      if end - start > 6 { return .rejected(.cashtagTooLong, start..<end) }
    }
    guard end == text.count || endsCashtag(text, end) else {
      return .rejected(.cashtagRunsOn, end..<end + text.scalar(at: end).length)
    }
    return .facet(FacetSpan(.cashtag, start..<end))
  }

  private static func endsCashtag(_ text: ByteView, _ index: Int) -> Bool {
    text[index].isOne(of: ".,;:!?)\"'") || text.spaceLength(at: index) > 0
      // U+2019 ’
      || index + 2 < text.count && text[index] == 0xE2 && text[index + 1] == 0x80 && text[index + 2] == 0x99
  }

  /// Judges the tag whose `#` or `＃` is at `start`.
  @inline(__always)
  static func tag(_ text: ByteView, at start: Int) -> Outcome {
    let first = start + (text[start] < 0x80 ? 1 : 3)
    guard text.followsSpace(start) else { return .rejected(.notAtWordStart, start..<first) }
    var end = first
    while end < text.count, text.tagStopLength(at: end) == 0 { end += 1 }
    return TagRule.judge(text, start: start, body: first..<end)
  }

  /// Judges the link with a scheme whose `:` is at `colon`; returns `nil` if `http` or `https` and `//` are not
  /// around it. Sets `wordEnd` if the expression matched, because it then consumes the whole word.
  @inline(__always)
  static func schemeLink(_ text: ByteView, at colon: Int, wordEnd: inout Int) -> Outcome? {
    guard colon + 2 < text.count, text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/") else {
      return nil
    }
    let start: Int
    if text.hasPrefix("http", at: colon - 4) {
      start = colon - 4
    } else if text.hasPrefix("https", at: colon - 5) {
      start = colon - 5
    } else {
      return nil
    }
    let host = colon + 3
    guard mayBegin(text, start) else { return .rejected(.notAtWordStart, start..<host) }
    guard host < text.count, text.spaceLength(at: host) == 0 else { return .rejected(.noHost, start..<host) }
    wordEnd = text.wordEnd(from: host)
    guard startsWithHTTP(text, start) else { return .rejected(.upperCaseScheme, start..<colon) }
    return .facet(FacetSpan(.link, start..<trimmed(text, start..<wordEnd)))
  }

  /// Judges the bare domain whose first dot is at `dot`; returns `nil` if no label ends there. Sets `domainEnd` and
  /// `wordEnd` if the expression matched, because it then consumes the whole word, whether the domain is known or
  /// not.
  @inline(__always)
  static func bareLink(_ text: ByteView, at dot: Int, domainEnd: inout Int, wordEnd: inout Int) -> Outcome? {
    guard dot > 0, ByteClass.alphanumeric.holds(text[dot - 1]) else { return nil }
    guard dot + 1 < text.count, ByteClass.alphanumeric.holds(text[dot + 1]) else { return nil }
    var start = dot - 1
    while start > 0, ByteClass.alphanumeric.holds(text[start - 1]) { start -= 1 }
    guard mayBegin(text, start) else { return .rejected(.notAtWordStart, start..<dot) }
    guard ByteClass.letter.holds(text[start]) else { return .rejected(.startsWithoutLetter, start..<dot) }
    var label = dot + 1
    var end = dot + 2
    while end < text.count {
      if ByteClass.alphanumeric.holds(text[end]) {
        end += 1
      } else if text[end] == UInt8(ascii: "."), end + 1 < text.count, ByteClass.alphanumeric.holds(text[end + 1]) {
        label = end + 1
        end += 2
      } else {
        break
      }
    }
    domainEnd = end
    wordEnd = text.wordEnd(from: end)
    // The reference client treats anything that starts with `http` as an address with a scheme: `http.cat` stays
    // unchanged, whatever its ending.
    if startsWithHTTP(text, start) { return .facet(FacetSpan(.link, start..<trimmed(text, start..<wordEnd))) }
    guard TopLevelDomain.isKnown(text, label..<end) else { return .rejected(.unknownTopLevelDomain, label..<end) }
    return .facet(FacetSpan(.bareLink, start..<trimmed(text, start..<wordEnd)))
  }

  @inline(__always)
  private static func startsWithHTTP(_ text: ByteView, _ start: Int) -> Bool {
    start + 3 < text.count && text[start] == UInt8(ascii: "h") && text[start + 1] == UInt8(ascii: "t")
      && text[start + 2] == UInt8(ascii: "t") && text[start + 3] == UInt8(ascii: "p")
  }

  /// Returns the end of a link: one punctuation mark is dropped, then one `)` without an opening bracket in the link.
  @inline(__always)
  private static func trimmed(_ text: ByteView, _ word: Range<Int>) -> Int {
    var end = word.upperBound
    if text[end - 1].isOne(of: ".,;:!?") { end -= 1 }
    guard text[end - 1] == UInt8(ascii: ")") else { return end }
    let opens = (word.lowerBound..<end).contains { text[$0] == UInt8(ascii: "(") }
    return opens ? end : end - 1
  }
}

/// A scanner that finds facets by the reference client's rules, one after the other, sorted by their start.
///
/// The scanner runs from one relevant byte to the next and asks the rule for it. Every rule looks only within one
/// word, walks it a fixed number of times, and starts at places whose walks do not overlap; so the whole scan is
/// linear in the length of any text.
struct BlueskyScanner {
  private let text: ByteView
  private var position: Int
  /// The first position at which a link may begin: an earlier link's expression has consumed the word up to here.
  private var linkBarrier = 0

  init(_ text: ByteView, from start: Int = 0) { (self.text, position) = (text, start) }

  /// Returns the next facet; `nil` at the end of the text.
  @inline(__always)
  mutating func next() -> FacetSpan? {
    while true {
      let trigger = nextTrigger()
      guard trigger < text.count else { return nil }
      position = trigger + 1
      if let span = span(at: trigger) { return span }
    }
  }

  @inline(__always)
  private mutating func span(at trigger: Int) -> FacetSpan? {
    switch text[trigger] {
    case UInt8(ascii: "."):
      guard trigger >= linkBarrier else { return nil }
      return BlueskyRules.bareLink(text, at: trigger, domainEnd: &position, wordEnd: &linkBarrier)?.span
    case UInt8(ascii: ":"):
      guard trigger >= linkBarrier else { return nil }
      return BlueskyRules.schemeLink(text, at: trigger, wordEnd: &linkBarrier)?.span
    case UInt8(ascii: "@"):
      let span = BlueskyRules.mention(text, at: trigger).span
      if let span { position = span.range.upperBound }
      return span
    case UInt8(ascii: "#"): return BlueskyRules.tag(text, at: trigger).span
    case UInt8(ascii: "$"): return BlueskyRules.cashtag(text, at: trigger).span
    default:
      // U+FF03 ＃ is EF BC 83.
      guard trigger + 2 < text.count, text[trigger + 1] == 0xBC, text[trigger + 2] == 0x83 else { return nil }
      return BlueskyRules.tag(text, at: trigger).span
    }
  }

  /// Returns the next byte from the position on that can begin a facet or reveal a link; the end if there is none.
  @inline(__always)
  private func nextTrigger() -> Int {
    var index = position
    while index + 8 <= text.count {
      let table = ByteClass.table
      let bytes = text.base + index
      var seen = table[Int(bytes[0])] | table[Int(bytes[1])] | table[Int(bytes[2])] | table[Int(bytes[3])]
      seen |= table[Int(bytes[4])] | table[Int(bytes[5])] | table[Int(bytes[6])] | table[Int(bytes[7])]
      if seen & ByteClass.trigger.rawValue != 0 { break }
      index += 8
    }
    while index < text.count, !ByteClass.trigger.holds(text[index]) { index += 1 }
    return index
  }
}
