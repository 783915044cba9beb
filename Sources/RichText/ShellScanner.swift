/// Finds what is safe to colour on a command line, one after the other, sorted and never overlapping.
///
/// Every rule starts where a word may begin and tells how far it looked, and the scanner goes on from there; what a rule
/// walks over holds no place where another word may begin. So the scan is linear in the length of the text.
struct ShellScanner {
  private let text: ByteView
  private let isLocalName: ((String) -> Bool)?
  private var position = 0

  init(_ text: ByteView, isLocalName: ((String) -> Bool)?) { (self.text, self.isLocalName) = (text, isLocalName) }

  /// The next facet, or `nil` at the end of the text.
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

  /// The next place at or after `index` that lies behind white space or something that opens a word. A place that has
  /// just been judged without result is passed, because nothing before it is looked at again.
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
