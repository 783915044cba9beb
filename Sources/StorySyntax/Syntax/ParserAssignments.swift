/// Assignments: `n = 1`, `n += 1`, `p.age = 10`, `grid[$y][$x] = 1`.
extension Parser {
  /// `true` if the current name, with the parts directly after it, is assigned to.
  var startsAssignment: Bool {
    guard hasParts(lexer) else { return lexer.assignmentFollows }
    var ahead = lexer.lookingAhead
    while hasParts(ahead) {
      guard ahead.next().kind == .leftBracket else { continue }
      let open = ahead.openCount
      while ahead.openCount >= open { if ahead.nextAhead().kind == .end { return false } }
    }
    return ahead.assignmentFollows
  }

  private func hasParts(_ lexer: Lexer) -> Bool {
    lexer.nextByte == UInt8(ascii: "[") || lexer.nextByte == UInt8(ascii: ".")
  }

  mutating func parseAssignment() throws(Failure) -> Statement.Kind {
    let word = text(token)
    if let dot = word.firstIndex(of: "."), vocabulary.roots.contains(String(word[..<dot])) {
      throw failure(.assignedState(word))
    }
    let (name, parts) = try parseTarget()
    let operation = BinaryOperator(rawValue: String(text(token).dropLast()))
    advance()
    let value = try parseValue()
    guard parts.isEmpty else { return .change(name, parts, operation, value) }
    guard let operation else { return .assign(name, value) }
    let old = Expression.variable(name.text, name.range)
    return .assign(name, .binary(operation, old, value, name.range.through(value.range)))
  }

  /// Parses a variable's name, and the path to the part to change.
  private mutating func parseTarget() throws(Failure) -> (Name, [Statement.Part]) {
    let whole = token
    let end = source.bytes[whole.start..<whole.end].firstIndex(of: UInt8(ascii: ".")) ?? whole.end
    // Only the name is checked here; the fields after it are parsed below.
    token.range = SourceRange(whole.start, end == whole.start ? whole.end : end)
    let name = Name(text: text(token), range: token.range)
    try checkName(name.text)
    var parts: [Statement.Part] = []
    if end < whole.end {
      token = Token(kind: .word, range: SourceRange(end, whole.end), spaceBefore: false)
    } else {
      advance()
    }
    while !token.spaceBefore, token.kind == .leftBracket || token.kind == .word {
      guard parts.count < Self.nestingLimit else { throw failure(.nestingTooDeep(limit: Self.nestingLimit)) }
      if token.kind == .leftBracket {
        let (key, range) = try parseIndex()
        parts.append(.init(key: key, range: range))
      } else {
        for field in try parseFieldNames() {
          parts.append(.init(key: .literal(.text(field.text), field.range), range: field.range))
        }
      }
    }
    return (name, parts)
  }
}
