extension Parser {
  mutating func parseStatement() throws(Failure) -> Statement {
    let start = token.start
    let kind = try parseStatementKind()
    return Statement(kind: kind, range: SourceRange(start, previousEnd))
  }

  private mutating func parseStatementKind() throws(Failure) -> Statement.Kind {
    if token.kind == .word {
      if let keyword = meaning.keyword, keyword != .match || startsMatch,
        keyword.isReserved || !startsAssignment
      {
        return try parse(keyword)
      }
      if startsAssignment { return try parseAssignment() }
      if startsDeletion { return try parseDeletion() }
      try checkDeletedName()
    } else if token.kind == .leftBrace, lexer.beginsStatements {
      throw failure(
        .foreign("a block must begin on the same line as its statement", instead: "try: every 10s { … }"))
    } else if token.kind == .variable, startsAssignment {
      throw failure(.dollarInBinding(text(token)))
    }
    let value = try parseValue(asStatement: true)
    if case .command(let call) = value { return .command(call) }
    return .expression(value)
  }

  private mutating func parse(_ keyword: Keyword) throws(Failure) -> Statement.Kind {
    let word = token
    advance()
    if let itemName, atStatementEnd, ![.return, .break, .continue].contains(keyword) {
      let field = "for the field of that name, write $\(itemName).\(keyword.rawValue)"
      throw failure(.expectedExpression(found: found, suggestion: field))
    }
    switch keyword {
    case .let:
      let name = try parseName(after: "let")
      guard consume("=") else {
        let word = token.kind == .word ? text(token) : ""
        if word.hasPrefix("="), !word.hasPrefix("==") {
          throw failure(.operatorNeedsSpace(word, suggestion: "with a space: = \(word.dropFirst())"))
        }
        throw failure(.expectedWord("=", after: "'let \(name.text)'", found: found))
      }
      return .let(name, try parseValue())
    case .print: return .output(try parseValue(commands: startsGivingCommand))
    case .if: return try parseIf()
    case .match: return try parseMatch()
    case .repeat:
      let count = try parseOperand(of: "repeat", "a number of times")
      return .repeat(count, try parseBlock(after: "'repeat'"))
    case .while:
      let condition = try parseOperand(of: "while", "a condition")
      return .while(condition, try parseBlock(after: "the condition of 'while'"))
    case .for:
      let name = try parseName(after: "for")
      guard consume("in") else { throw failure(.expectedWord("in", after: "'for \(name.text)'", found: found)) }
      return .for(name, in: try parseSubject(), try parseBlock(after: "the list of 'for'"))
    case .args:
      let arguments = try parseArguments(of: "args")
      guard !arguments.isEmpty else { throw failure(.expectedName(after: "args", found: found)) }
      return .args(arguments)
    case .def: return try parseDefinition()
    case .return: return .return(atStatementEnd ? nil : try parseValue())
    case .break: return .break
    case .continue: return .continue
    case .try: return try parseTry()
    case .fail: return .fail(try parseValue())
    case .include:
      guard token.kind == .string || token.kind == .rawString || token.kind == .word else {
        throw failure(.expectedTerm(needs: "a script's path", found: found))
      }
      let range = token.range
      guard case .literal(.text(let path), _) = try parseTerm(.path) else {
        throw failure(.expectedTerm(needs: "a path without '{…}'", found: source.text(range)), range)
      }
      return .include(Name(text: path, range: range))
    case .wait: return try parseWait()
    case .expect:
      if isWord("error"), blockIsNext {
        advance()
        return .expectError(try parseBlock(after: "'expect error'"))
      }
      let condition = try parseValue(commands: false)
      return .expect(condition, why: consume(.comma) ? try parseReason() : nil)
    case .after:
      let (time, name, block) = try parseScheduled(keyword)
      return .after(time, block, name)
    case .every:
      let (time, name, block) = try parseScheduled(keyword)
      return .every(time, block, name)
    case .at:
      let (time, name, block) = try parseScheduled(keyword)
      return .at(time, block, name)
    case .when:
      guard token.kind == .word else { throw failure(.expectedName(after: "when", found: found)) }
      let event = Name(text: text(token), range: token.range)
      advance()
      let name = try parseHandle()
      return .when(event, try parseBlock(after: "'when \(event.text)'"), name)
    case .cancel: return .cancel(try parsePending())
    case .lesson: return try parseLesson()
    case .else: throw failure(.unexpectedPartner("else", of: "if"), word.range)
    case .catch: throw failure(.unexpectedPartner("catch", of: "try"), word.range)
    }
  }

  private mutating func parseReason() throws(Failure) -> Expression {
    switch token.kind {
    case .string, .rawString, .variable, .leftParen: return try parsePostfixed(isTerm: true)
    default: throw failure(.expectedTerm(needs: "a reason in quotes", found: found))
    }
  }

  /// `true` if a block follows the current word.
  var blockIsNext: Bool { lexer.peekBytes().0 == UInt8(ascii: "{") }

  mutating func parseIf() throws(Failure) -> Statement.Kind {
    let condition = try parseOperand(of: "if", "a condition")
    let block = try parseBlock(after: "the condition of 'if'", .chosen)
    guard consumePartner("else") else { return .if(condition, block, nil) }
    if isWord("if") {
      let start = token.start
      advance()
      let kind = try nested { (parser) throws(Failure) in try parser.parseIf() }
      return .if(condition, block, .chain(Statement(kind: kind, range: SourceRange(start, previousEnd))))
    }
    return .if(condition, block, .block(try parseBlock(after: "'else'", .chosen)))
  }

  mutating func parseTry() throws(Failure) -> Statement.Kind {
    let block = try parseBlock(after: "'try'", .chosen)
    guard consumePartner("catch") else {
      throw failure(.expectedWord("catch", after: "the block of 'try'", found: found))
    }
    let name = token.kind == .leftBrace ? nil : try parseName(after: "catch")
    return .try(block, name, try parseBlock(after: "'catch'", .chosen))
  }

  /// Consumes `else` or `catch`, which may be on the line after the closing brace.
  mutating func consumePartner(_ word: StaticString) -> Bool {
    if consume(word) { return true }
    guard token.kind == .newline else { return false }
    var ahead = lexer.lookingAhead
    var next = ahead.next()
    while next.kind == .newline { next = ahead.next() }
    guard next.kind == .word, text(next) == "\(word)" else { return false }
    while token.kind == .newline { advance() }
    return consume(word)
  }

  private mutating func parseDefinition() throws(Failure) -> Statement.Kind {
    let name = try parseName(after: "def")
    let parameters = try parseArguments(of: "def \(name.text)")
    return .def(name, parameters, try parseBlock(after: "'def \(name.text)'", .giving))
  }

  /// Parses `name name = value …`: arguments with a default value come last.
  private mutating func parseArguments(of word: String) throws(Failure) -> [Statement.Argument] {
    var arguments: [Statement.Argument] = []
    while token.kind == .word || token.kind == .variable {
      var argument = Statement.Argument(name: try parseName(after: word))
      if consume("=") {
        guard !atStatementEnd, token.kind != .leftBrace else {
          throw failure(.missingValue(after: "=", needs: "a value"))
        }
        argument.fallback = try parseCallArgument()
      } else if let last = arguments.last, last.fallback != nil {
        throw failure(.expectedWord("=", after: "'\(argument.name.text)'", found: found))
      }
      arguments.append(argument)
    }
    return arguments
  }

  private mutating func parseWait() throws(Failure) -> Statement.Kind {
    guard consume("until") else {
      guard !atStatementEnd else {
        throw failure(.missingValue(after: "wait", needs: "a duration such as 5s, or 'until …'"))
      }
      return .wait(try parseExpression())
    }
    if isWord("idle") {
      let range = token.range
      advance()
      return .waitUntil(.idle(range))
    }
    return .waitUntil(.expression(try parseValue(commands: false)))
  }

  private mutating func parseScheduled(_ keyword: Keyword) throws(Failure) -> (Expression, Name?, Block) {
    let time = try before("as") { (parser) throws(Failure) in
      try parser.parseOperand(of: keyword.rawValue, "a duration such as 10s")
    }
    let name = try parseHandle()
    return (time, name, try parseBlock(after: "the time of '\(keyword.rawValue)'"))
  }

  /// Parses an expression before a block: `{` begins the block here, so it cannot begin a record.
  private mutating func parseOperand(of word: String, _ needs: String) throws(Failure) -> Expression {
    guard token.kind != .leftBrace else { throw failure(.missingValue(after: word, needs: needs)) }
    return try beforeBlock { (parser) throws(Failure) in try parser.parseExpression() }
  }

  private mutating func parseHandle() throws(Failure) -> Name? { consume("as") ? try parseName(after: "as") : nil }

  /// Parses the argument of `cancel`: a name, or a number listed by `waiting`.
  private mutating func parsePending() throws(Failure) -> Name {
    if atStatementEnd { throw failure(.missingValue(after: "cancel", needs: "a name, a number or 'all'")) }
    guard token.kind == .word, Name.isPendingWord(text(token)) else { return try parseName(after: "cancel") }
    defer { advance() }
    return Name(text: text(token), range: token.range)
  }

  /// Parses a bare name: letters, digits and `_`, not starting with a digit.
  mutating func parseName(after what: String) throws(Failure) -> Name {
    if token.kind == .variable { throw failure(.dollarInBinding(text(token))) }
    guard token.kind == .word else { throw failure(.expectedName(after: what, found: found)) }
    let (name, range) = (text(token), token.range)
    try checkName(name)
    advance()
    return Name(text: name, range: range)
  }

  func checkName(_ name: String) throws(Failure) {
    guard name.utf8.allSatisfy(isNameByte), !NumberText.isDigit(name.utf8.first!) else {
      let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else { throw failure(.invalidName(name)) }
      throw failure(
        .operatorNeedsSpace(name, suggestion: "with spaces: \(parts[0]) = \(parts[1].isEmpty ? "…" : parts[1])"))
    }
  }
}
