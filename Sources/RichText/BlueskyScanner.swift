/// Finds facets by the reference client's rules, one after the other, sorted by their start.
///
/// The scanner runs from one byte that can matter to the next and asks the rule for it. Every rule looks only within one
/// word, walks it a fixed number of times, and starts at places whose walks do not overlap; so the whole scan is linear
/// in the length of the text, however the text was made.
struct BlueskyScanner {
  private let text: ByteView
  private var position: Int
  /// No link begins before this: the expression of an earlier one has eaten the word up to here.
  private var linkBarrier = 0

  init(_ text: ByteView, from start: Int = 0) { (self.text, position) = (text, start) }

  /// The next facet, or `nil` at the end of the text.
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

  /// The next byte at or after the position that can begin a facet or reveal a link; the end when there is none.
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
