/// The rule that decides whether the text after a `#` is a tag.
enum TagRule {
  /// The maximum number of graphemes in a tag, from the lexicon `app.bsky.richtext.facet#tag`.
  static let graphemeLimit = 64

  /// Judges the tag whose `#` or `＃` is at `start` and whose body, up to the next scalar that ends a tag, is `body`.
  ///
  /// Source: `TAG_REGEX` and `TRAILING_PUNCTUATION_REGEX` of the reference client. O(length of the body).
  static func judge(_ text: ByteView, start: Int, body: Range<Int>) -> Outcome {
    if body.isEmpty { return .rejected(.emptyTag, start..<body.lowerBound) }
    if text[body.lowerBound] == 0xEF, text.scalar(at: body.lowerBound).scalar == "\u{FE0F}" {
      return .rejected(.keycapEmoji, start..<body.lowerBound + 3)
    }
    guard hasContent(text, body) else { return .rejected(.noLetterInTag, body) }
    var end = body.upperBound
    while true {
      let last = text.scalar(before: end)
      guard last.scalar.isPunctuation else { break }
      end -= last.length
    }
    guard isWithinLimit(text, body.lowerBound..<end) else { return .rejected(.tagTooLong, body.lowerBound..<end) }
    return .facet(FacetSpan(.tag, start..<end))
  }

  /// Returns whether any scalar of `body` is neither an ASCII digit nor punctuation.
  private static func hasContent(_ text: ByteView, _ body: Range<Int>) -> Bool {
    var index = body.lowerBound
    while index < body.upperBound {
      let byte = text[index]
      if byte < 0x80 {
        if !ByteClass([.digit, .punctuation]).holds(byte) { return true }
        index += 1
      } else {
        let (scalar, length) = text.scalar(at: index)
        if !scalar.isPunctuation { return true }
        index += length
      }
    }
    return false
  }

  private static func isWithinLimit(_ text: ByteView, _ body: Range<Int>) -> Bool {
    // A grapheme takes at least one byte, so graphemes need to be counted only in long tags.
    body.count <= graphemeLimit || text.string(body).dropFirst(graphemeLimit).isEmpty
  }

  /// Returns the number of graphemes in `range`.
  static func graphemes(_ text: ByteView, _ range: Range<Int>) -> Int { text.string(range).count }
}
