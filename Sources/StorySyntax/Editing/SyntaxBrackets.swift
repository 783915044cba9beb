/// The brackets of a text that may be wrong or unfinished; those inside strings and comments are none. O(length).
public enum SyntaxBrackets {
  /// How many brackets are open at the text's end.
  public static func depth(of text: String) -> Int {
    var open = 0
    forEach(in: text) { _, isOpening in open = max(0, open + (isOpening ? 1 : -1)) }
    return open
  }

  /// The byte of the bracket that belongs to the one at a byte; `nil` where there is none.
  public static func partner(of bracket: Int, in text: String) -> Int? {
    var (open, found): ([Int], Int?) = ([], nil)
    forEach(in: text) { place, isOpening in
      guard !isOpening else { return open.append(place) }
      guard let other = open.popLast() else { return }
      if place == bracket { found = other }
      if other == bracket { found = place }
    }
    return found
  }

  private static func forEach(in text: String, _ body: (_ place: Int, _ isOpening: Bool) -> Void) {
    guard let source = try? Source(name: "", text: text) else { return }
    var lexer = Lexer(source)
    while true {
      let token = lexer.next()
      switch token.kind {
      case .end: return
      case .leftParen, .leftBracket, .leftBrace: body(token.start, true)
      case .rightParen, .rightBracket, .rightBrace: body(token.start, false)
      default: break
      }
    }
  }
}
