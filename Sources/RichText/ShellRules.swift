/// The rules for mentions and tags on a command line, and for the starts of its words.
///
/// They accept what people mean in a line that they are still typing, and reject what usually means something else
/// there.
enum ShellRules {
  /// Returns whether a mention, a tag or a bare domain may begin at `index`: at the start, after white space, an
  /// opening bracket, or an opening quotation mark.
  static func mayBegin(_ text: ByteView, _ index: Int) -> Bool {
    if followsSpaceOrBracket(text, index) { return true }
    // The apostrophe of `l'@bsky.app` follows a letter, so it opens nothing.
    guard isQuote(text[index - 1]) else { return false }
    return followsSpaceOrBracket(text, index - 1) || text[index - 2] == UInt8(ascii: "=")
  }

  /// Returns whether an address with a scheme may begin at `index`: also after signs that join words, as in
  /// `--url=https://…`.
  static func addressMayBegin(_ text: ByteView, _ index: Int) -> Bool {
    mayBegin(text, index) || isQuote(text[index - 1]) || isSeparator(text[index - 1])
  }

  private static func followsSpaceOrBracket(_ text: ByteView, _ index: Int) -> Bool {
    text.followsSpace(index) || isOpeningBracket(text[index - 1])
  }

  static func isOpeningBracket(_ byte: UInt8) -> Bool { byte.isOne(of: "([{<") }
  static func isQuote(_ byte: UInt8) -> Bool { byte.isOne(of: "\"'`") }
  private static func isSeparator(_ byte: UInt8) -> Bool { byte.isOne(of: "=,;|&>") }

  /// Returns whether a facet may begin after `byte`, so that the scanner must look there.
  static func opens(_ byte: UInt8) -> Bool { isOpeningBracket(byte) || isQuote(byte) || isSeparator(byte) }

  /// Judges the mention whose `@` is at `start`, and sets `end` to where it stopped looking.
  static func mention(_ text: ByteView, at start: Int, end: inout Int) -> Outcome {
    let first = start + 1
    end = first
    guard mayBegin(text, start) else { return .rejected(.notAtWordStart, start..<first) }
    while end < text.count, ByteClass.handle.holds(text[end]) { end += 1 }
    var handleEnd = end
    while handleEnd > first, ByteClass.joiner.holds(text[handleEnd - 1]) { handleEnd -= 1 }
    guard handleEnd > first, ByteClass.alphanumeric.holds(text[first]) else {
      return .rejected(.noHandle, start..<max(first, end))
    }
    guard !(first..<handleEnd).allSatisfy({ ByteClass.digit.holds(text[$0]) }) else {
      return .rejected(.postReference, start..<handleEnd)
    }
    // A handle that the reference client accepts is complete, if it accepts the same bytes.
    if case .facet(let span) = BlueskyRules.mentionAnywhere(text, at: start), span.range.upperBound == handleEnd {
      guard end == text.count || text[end] != UInt8(ascii: "@") else {
        return .rejected(.handleRunsOn, end..<end + 1)
      }
      return .facet(span)
    }
    guard end == text.count || mayFollowPartialHandle(text, end) else {
      return .rejected(.handleRunsOn, end..<end + text.scalar(at: end).length)
    }
    return .facet(FacetSpan(.partialMention, start..<handleEnd))
  }

  /// Returns whether the word may continue like this after a handle without a domain: `@bob's` may, `@scope/name` may
  /// not.
  private static func mayFollowPartialHandle(_ text: ByteView, _ index: Int) -> Bool {
    text[index] < 0x80 ? !text[index].isOne(of: "@/\\_=+~%$#") : isWordEnd(text, index)
  }

  /// Returns whether the multi-byte scalar at `index` ends a word: white space, punctuation or a symbol.
  static func isWordEnd(_ text: ByteView, _ index: Int) -> Bool {
    switch text.scalar(at: index).scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .unassigned, .privateUse:
      false
    default: true
    }
  }

  /// Judges the tag whose `#` or `＃` is at `start`, and sets `end` to where it stopped looking.
  static func tag(_ text: ByteView, at start: Int, end: inout Int) -> Outcome {
    let first = start + (text[start] < 0x80 ? 1 : 3)
    end = first
    guard mayBegin(text, start) else { return .rejected(.notAtWordStart, start..<first) }
    while end < text.count, text.tagStopLength(at: end) == 0, !endsTag(text[end]) { end += 1 }
    // `#!` starts a script's interpreter line and `##` a heading.
    if end > first, text[first] != UInt8(ascii: "_") {
      let (scalar, length) = text.scalar(at: first)
      if scalar.isPunctuation { return .rejected(.punctuationInFront, first..<first + length) }
    }
    return TagRule.judge(text, start: start, body: first..<end)
  }

  /// Returns whether a byte ends a tag on a command line: brackets, double quotation marks and separators do. Since
  /// everything that may open a word ends a tag, no byte is examined twice.
  private static func endsTag(_ byte: UInt8) -> Bool { byte.isOne(of: "()[]{}<>\"`|;") }
}

/// A scanner that finds the facets that are safe to colour on a command line, one after the other, sorted and without
/// overlaps.
///
/// Every rule starts where a word may begin and reports where it stopped looking, and the scanner continues from
/// there; the text between the two contains no place where another word may begin. So the scan is linear in the
/// length of the text.
struct ShellScanner {
  private let text: ByteView
  private let isLocalName: ((String) -> Bool)?
  private var position = 0

  init(_ text: ByteView, isLocalName: ((String) -> Bool)?) { (self.text, self.isLocalName) = (text, isLocalName) }

  /// Returns the next facet; `nil` at the end of the text.
  mutating func next() -> FacetSpan? {
    while position < text.count {
      let start = position
      var end = start
      let span = outcome(at: start, end: &end)?.span
      position = skipToOpening(from: span?.range.upperBound ?? max(end, start))
      if let span { return span }
    }
    return nil
  }

  private func outcome(at start: Int, end: inout Int) -> Outcome? {
    switch text[start] {
    case UInt8(ascii: "@"): ShellRules.mention(text, at: start, end: &end)
    case UInt8(ascii: "#"): ShellRules.tag(text, at: start, end: &end)
    case UInt8(ascii: "["): ShellLinkRules.bracketedHost(text, at: start, end: &end)
    case 0xEF where start + 2 < text.count && text[start + 1] == 0xBC && text[start + 2] == 0x83:
      ShellRules.tag(text, at: start, end: &end)
    case let byte where ByteClass.alphanumeric.holds(byte):
      ShellLinkRules.link(text, at: start, end: &end, isLocalName: isLocalName)
    default: nil
    }
  }

  /// Returns the next position at or after `index` that follows white space or something that opens a word. A
  /// position just judged without a result is skipped, because nothing before it is examined again.
  private func skipToOpening(from index: Int) -> Int {
    var index = index
    while index < text.count {
      let space = text.spaceLength(at: index)
      if space > 0 { return index + space }
      index += 1
      if ShellRules.opens(text[index - 1]) { return index }
    }
    return index
  }
}
