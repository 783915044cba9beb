import StoryScript

/// The subject of a request for help inside a line.
enum HelpSubject {
  /// Returns the words of the command, or the keyword, at a byte of a line; otherwise the last one before it.
  static func words(in line: String, _ spans: [SyntaxSpan], at cursor: Int) -> [String] {
    let known = spans.filter { isExplained($0.kind) }
    guard let at = known.lastIndex(where: { $0.range.lowerBound <= cursor }) else { return [] }
    let bytes = Array(line.utf8)
    func text(_ index: Int) -> String { String(decoding: bytes[known[index].range], as: UTF8.self) }
    guard known[at].kind == .command else { return [text(at)] }
    // The words of one command have only spaces between them.
    func areTogether(_ index: Int) -> Bool {
      known[index - 1].kind == .command && known[index].kind == .command
        && bytes[known[index - 1].range.upperBound..<known[index].range.lowerBound].allSatisfy { $0 == 0x20 }
    }
    var (first, last) = (at, at)
    while first > 0, areTogether(first) { first -= 1 }
    while last + 1 < known.count, areTogether(last + 1) { last += 1 }
    return (first...last).map(text)
  }

  private static func isExplained(_ kind: SyntaxKind) -> Bool {
    switch kind {
    case .command, .keyword, .function, .state, .event: true
    default: false
    }
  }
}
