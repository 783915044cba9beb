/// One piece of a source. What a word *is* (a number, an operator, a command) depends on where it stands, so the lexer
/// leaves that to the parser.
struct Token {
  enum Kind: Equatable {
    /// A run of characters up to white space or a delimiter: `story`, `15s`, `==`, `~/Photos`, `@bob`, `don't`.
    case word
    /// `"…"` with escapes and `{…}`; the range includes the quotes.
    case string
    /// `'…'`, taken as it is.
    case rawString
    /// `$name`.
    case variable
    case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace
    case comma, colon, pipe, semicolon, newline
    case end
  }

  var kind: Kind
  var range: SourceRange
  /// Whether white space (or the line's start) stands before it: `$x[0]` is one term, `$x [0]` are two.
  var spaceBefore: Bool

  var opens: Bool { kind == .leftParen || kind == .leftBracket || kind == .leftBrace }
  var start: Int { Int(range.start) }
  var end: Int { Int(range.end) }
}
