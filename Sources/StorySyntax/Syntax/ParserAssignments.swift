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

  /// `true` if `delete` comes before a part of a variable: `delete $p.age`, `delete $list[2]`. A value in parentheses
  /// belongs to the command of that name.
  var startsDeletion: Bool {
    guard isWord("delete") else { return false }
    var ahead = lexer.lookingAhead
    return ahead.next().kind == .variable && hasParts(ahead)
  }

  /// Parses `delete $p.age`; the current word is `delete`.
  mutating func parseDeletion() throws(Failure) -> Statement.Kind {
    advance()
    let name = Name(text: source.text(SourceRange(token.start + 1, token.end)), range: token.range)
    advance()
    return .delete(name, try parseParts())
  }

  /// Reports `delete p.age`, where `p` is a variable.
  mutating func checkDeletedName() throws(Failure) {
    guard isWord("delete") else { return }
    var ahead = lexer.lookingAhead
    let next = ahead.next()
    guard next.kind == .word else { return }
    let word = text(next)
    let name = word.prefix { $0 != "." }
    guard name.count < word.count || hasParts(ahead), knowsVariable(String(name)) else { return }
    throw failure(.foreign("a variable is read with '$'", instead: "try: delete $\(word)"), next.range)
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
    if end < whole.end {
      token = Token(kind: .word, range: SourceRange(end, whole.end), spaceBefore: false)
    } else {
      advance()
    }
    return (name, try parseParts())
  }

  /// Parses the path from a variable to one of its parts.
  private mutating func parseParts() throws(Failure) -> [Statement.Part] {
    var parts: [Statement.Part] = []
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
    return parts
  }
}
