/// Durations in several words, in the form in which the program prints them: `20 min`, `1 h 30 min`, `1h 30m`.
extension Parser {
  /// Extends a number or duration that was just read while the next words on the line belong to it: a unit after a
  /// number, a smaller part after a duration.
  ///
  /// Only called where no other value may follow, so that two arguments stay separate.
  mutating func parseDurationWords(after first: Expression) throws(Failure) -> Expression {
    guard case .literal(let value, let range) = first else { return first }
    var written = source.text(range)
    switch value {
    case .number: guard written.utf8.allSatisfy(Self.belongsToAmount) else { return first }
    case .duration: break
    default: return first
    }
    var (whole, isNumber) = (range, value.kind == .number)
    while token.kind == .word, token.spaceBefore, !startsLine {
      if isNumber {
        guard let unit = Literal.unit(text(token)) else { break }
        written += unit
        isNumber = false
      } else {
        guard let part = durationPart(), case .value(.duration) = Literal.read(ArraySlice((written + part.text).utf8))
        else { break }
        written += part.text
        if part.words == 2 { advance() }
      }
      whole = range.through(token.range)
      advance()
    }
    if whole.end == range.end { return first }
    switch Literal.read(ArraySlice(written.utf8)) {
    case .value(let value): return .literal(value, whole)
    case .problem(let problem): throw failure(problem, whole)
    case .civil, .word: return first
    }
  }

  /// Returns the current word, or it and the next one, as a part of a duration: `30m`, `30 min`.
  private func durationPart() -> (text: String, words: Int)? {
    let word = text(token)
    if case .value(.duration) = Literal.read(ArraySlice(word.utf8)), word.utf8.first.map(NumberText.isDigit) == true {
      return (word, 1)
    }
    guard word.utf8.allSatisfy(Self.belongsToAmount) else { return nil }
    var ahead = lexer.lookingAhead
    let next = ahead.next()
    guard next.kind == .word, next.spaceBefore, let unit = Literal.unit(text(next)) else { return nil }
    return (word + unit, 2)
  }

  private static func belongsToAmount(_ byte: UInt8) -> Bool {
    NumberText.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
