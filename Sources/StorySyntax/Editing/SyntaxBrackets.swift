/// The brackets of a text that may be invalid or unfinished, except those in strings and comments. O(length).
public enum SyntaxBrackets {
  /// Returns the number of brackets open at the end of the text.
  public static func depth(of text: String) -> Int {
    var open = 0
    forEach(in: text) { _, isOpening in open = max(0, open + (isOpening ? 1 : -1)) }
    return open
  }

  /// Returns the byte offset of the innermost bracket that is open at the end of the text; `nil` if there is none.
  public static func innermost(in text: String) -> Int? {
    var open: [Int] = []
    forEach(in: text) { place, isOpening in
      if isOpening { open.append(place) } else { _ = open.popLast() }
    }
    return open.last
  }

  /// Returns the byte offset of the bracket that matches the one at `bracket`; `nil` if there is none.
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

  /// Returns the ranges from each opening bracket through the bracket that closes it, those of inner brackets first.
  public static func pairs(in text: String) -> [Range<Int>] {
    var (open, pairs): ([Int], [Range<Int>]) = ([], [])
    forEach(in: text) { place, isOpening in
      if isOpening { open.append(place) } else if let start = open.popLast() { pairs.append(start..<place + 1) }
    }
    return pairs
  }

  private static func forEach(in text: String, _ body: (_ place: Int, _ isOpening: Bool) -> Void) {
    guard let source = try? Source(name: "", text: text) else { return }
    // The source lacks a byte order mark at the beginning of the text.
    let mark = text.utf8.count - source.bytes.count
    var lexer = Lexer(source)
    while true {
      let token = lexer.next()
      switch token.kind {
      case .end: return
      case .leftParen, .leftBracket, .leftBrace: body(token.start + mark, true)
      case .rightParen, .rightBracket, .rightBrace: body(token.start + mark, false)
      default: break
      }
    }
  }
}
