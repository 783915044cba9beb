extension Lexer {
  /// The first argument of the call whose name was read just now; `nil` where what follows is none, such as an operator.
  var firstArgument: Token? {
    var ahead = lookingAhead
    let next = ahead.next()
    guard next.spaceBefore else { return nil }
    switch next.kind {
    case .string, .rawString, .variable, .leftParen, .leftBracket, .leftBrace: return next
    case .word:
      let word = source.text(next.range)
      if word == "-" {
        return ahead.nextByte == UInt8(ascii: "$") || ahead.nextByte == UInt8(ascii: "(") ? next : nil
      }
      return BinaryOperator(rawValue: word) == nil && word.first != "=" ? next : nil
    default: return nil
    }
  }
}
