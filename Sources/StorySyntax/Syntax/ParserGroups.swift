import Timeline

extension Parser {
  mutating func parseParentheses() throws(Failure) -> Expression {
    try bracketed { (parser) throws(Failure) in
      let opener = parser.token
      parser.advance()
      let value = try parser.parseGroup()
      try parser.close(.rightParen, opener)
      return value
    }
  }

  /// Parses the inside of parentheses, or of the braces in a string: a value or a function call.
  mutating func parseGroup() throws(Failure) -> Expression {
    guard token.kind == .word, !startsCommand, !startsChoice else { return try parseValue() }
    if meaning.isFunction || startsFunctionCall {
      let start = token.start
      return try parsePipeline(from: start, startsFunctionCall ? try parseExpression() : try parseCall())
    }
    guard isUnknownCall else { return try parseValue() }
    let known = vocabulary.functions.names.sorted() + vocabulary.commands.firstWords
    throw failure(
      .unknownFunction(
        text(token),
        suggestion: OtherLanguageHints.functions[text(token).lowercased()] ?? closest(to: text(token), among: known)))
  }

  /// `true` at `(word term` if the word is unknown and no operator follows.
  private var isUnknownCall: Bool {
    guard case .word = Literal.read(source.bytes[token.start..<token.end]), text(token) != "not", text(token) != "-"
    else {
      return false
    }
    var ahead = lexer.lookingAhead
    let next = ahead.next()
    switch next.kind {
    case .string, .rawString, .variable: return next.spaceBefore
    case .word:
      guard case .word = Literal.read(source.bytes[next.start..<next.end]) else { return next.spaceBefore }
      return false
    default: return false
    }
  }

  mutating func parseList() throws(Failure) -> Expression {
    try bracketed { (parser) throws(Failure) in
      let opener = parser.token
      let outerDepth = parser.listDepth
      parser.listDepth = parser.lexer.openCount
      defer { parser.listDepth = outerDepth }
      parser.advance()
      var items: [Expression] = []
      while parser.token.kind != .rightBracket, parser.token.kind != .end {
        items.append(try parser.parseItem(at: parser.listDepth))
        if parser.consume(.comma) || parser.token.kind == .rightBracket { continue }
        // A statement here means that the list was never closed.
        guard parser.startsLine, parser.token.kind != .end,
          parser.meaning.keyword == nil || parser.startsChoice
        else { break }
        parser.separators.append(Int32(parser.previousEnd))
      }
      try parser.close(.rightBracket, opener)
      return .list(items, SourceRange(opener.start, parser.previousEnd))
    }
  }

  /// Parses an item of a list or the value of a field: an expression or a choice, with the steps after it.
  private mutating func parseItem(at depth: Int) throws(Failure) -> Expression {
    let outer = itemDepth
    itemDepth = depth
    defer { itemDepth = outer }
    let start = token.start
    return try parsePipeline(from: start, startsChoice ? try parseChoice() : try parseExpression())
  }

  /// `true` if the current token is directly inside an item.
  var isInItem: Bool { itemDepth > 0 && openBefore == itemDepth }

  /// `true` if the current token begins the next item of a list, on its own line.
  var startsNextItem: Bool { listDepth > 0 && openBefore == listDepth && startsLine }

  /// `true` if the current token is the first on its line and does not continue the previous line.
  var startsLine: Bool { isLineEnded(between: previousEnd, and: token.start) }

  /// Returns `true` if a line ends between two tokens and is not continued.
  func isLineEnded(between end: Int, and start: Int) -> Bool {
    var index = end
    let newline = UInt8(ascii: "\n")
    while index < start {
      if source.bytes[index].isOne(of: " \t\r") {
        index += 1
      } else if source.bytes[index] == UInt8(ascii: "\\") {
        // A backslash only removes its own line break.
        index = (source.bytes[index..<start].firstIndex(of: newline) ?? start - 1) + 1
      } else {
        return source.bytes[index..<start].contains(newline)
      }
    }
    return false
  }

  mutating func parseRecord() throws(Failure) -> Expression {
    try bracketed { (parser) throws(Failure) in
      let opener = parser.token
      let isBlockMeant = parser.blockFollows && parser.isAfterOperator(opener)
      parser.lexer.enterRecord()
      let depth = parser.lexer.openCount
      parser.advance()
      var fields: [Expression.RecordField] = []
      while true {
        while parser.token.kind == .newline || parser.token.kind == .comma { parser.advance() }
        guard parser.token.kind != .rightBrace, parser.token.kind != .end else { break }
        let key = parser.token
        let name: String
        switch key.kind {
        case .word: name = parser.text(key)
        case .rawString: name = try parser.rawText(key)
        case .string:
          guard case .literal(.text(let text), _) = try parser.parseString(advancing: false) else {
            throw parser.failure(.expectedTerm(needs: "a field name without '{…}'", found: parser.found))
          }
          name = text
        default: throw parser.failure(.expectedTerm(needs: "a field name", found: parser.found))
        }
        parser.advance()
        guard parser.consume(.colon) else {
          if parser.token.kind == .end { try parser.close(.rightBrace, opener) }
          if fields.isEmpty, isBlockMeant {
            throw parser.failure(
              .expectedExpression(found: "'{'", suggestion: "a value is missing before the block"), opener.range)
          }
          if case .pipeline(_, let stages, _)? = fields.last?.value, case .sort? = stages.last?.kind {
            throw parser.failure(
              .foreign(
                "a comma separates fields here, not the keys of 'sort by'",
                instead: "put the pipeline in parentheses: (… | sort by …, \(name))"), key.range)
          }
          throw parser.failure(.expectedWord(":", after: "the field name '\(name)'", found: parser.found))
        }
        fields.append(.init(name: Name(text: name, range: key.range), value: try parser.parseItem(at: depth)))
        guard parser.token.kind == .comma || parser.token.kind == .newline else { break }
      }
      try parser.close(.rightBrace, opener)
      return .record(fields, SourceRange(opener.start, parser.previousEnd))
    }
  }

  /// Returns `true` if the token comes right after an operator, which needs a value there.
  private func isAfterOperator(_ token: Token) -> Bool {
    let before = source.bytes[..<Int(token.start)].reversed().drop(while: isBlank).prefix { !isBlank($0) }
    let word = String(decoding: before.reversed(), as: UTF8.self)
    return word == "not" || BinaryOperator(rawValue: word) != nil
  }

  /// Parses a single term, such as an argument: a word, a literal, `$x[0].y`, `(…)`, a list or a record.
  mutating func parseTerm(_ type: ParameterType) throws(Failure) -> Expression {
    let start = token
    switch start.kind {
    case .word:
      let word = text(start)
      if case .words = type { return readWords() }
      if case .time = type, let time = readDayTime() { return time }
      if type.acceptsText, !(word == "-" && signFollows) {
        advance()
        return .literal(.text(word), start.range)
      }
      if word == "-", signFollows {
        advance()
        let operand = try parsePostfixed(isTerm: true)
        return .unary(.minus, operand, start.range.through(operand.range))
      }
      if case .choice(let words, _) = type, words.contains(word) {
        advance()
        return .literal(.text(word), start.range)
      }
      if let literal = try readLiteral(start) {
        advance()
        return literal
      }
      advance()
      if case .choice(let words, _) = type, let phrase = readPhrase(after: start, of: words) { return phrase }
      return .literal(.text(word), start.range)
    case .string, .rawString:
      let value = start.kind == .string ? try parseString() : try parseRawString()
      guard case .time = type, case .literal(.text(let text), let range) = value, let date = Self.date(text) else {
        return value
      }
      return .civil(date, range)
    case .variable, .leftParen, .leftBracket, .leftBrace: return try parsePostfixed(isTerm: true)
    default: throw failure(.expectedTerm(needs: type.phrase, found: found))
    }
  }

  /// Reads a choice of several words, such as `rate needs work`; `nil` if the words from `first` on are not a choice.
  private mutating func readPhrase(after first: Token, of choices: [String]) -> Expression? {
    var (ahead, phrase) = (self, text(first))
    for _ in 1..<max(2, choices.reduce(0) { max($0, $1.split(separator: " ").count) }) {
      guard ahead.token.kind == .word else { return nil }
      let next = ahead.token
      phrase += " " + text(next)
      ahead.advance()
      guard ParameterType.isChoice(phrase, of: choices) else { continue }
      self = ahead
      return .literal(.text(phrase), first.range.through(next.range))
    }
    return nil
  }

  /// Returns the date in a text, `2026-11-20T18:00` or `2026-11-20 18:00`; `nil` if there is none.
  private static func date(_ text: String) -> CivilTime? {
    let words = text.split(separator: " ")
    guard (1...2).contains(words.count) else { return nil }
    return CivilTime(parsing: words.joined(separator: "T").utf8)
  }

  /// Reads a time of day, maybe with a day or a date before it; `nil` if there is none.
  private mutating func readDayTime() -> Expression? {
    let start = token
    let first = text(start)
    var ahead = self
    ahead.advance()
    if ahead.token.kind == .word, text(ahead.token).contains(":"),
      let date = Self.date(first + " " + text(ahead.token))
    {
      ahead.advance()
      self = ahead
      return .civil(date, SourceRange(start.start, previousEnd))
    }
    if ahead.token.kind == .word, DayTime(first + " " + text(ahead.token)) != nil {
      let whole = first + " " + text(ahead.token)
      ahead.advance()
      self = ahead
      return .literal(.text(whole), SourceRange(start.start, previousEnd))
    }
    guard DayTime(first) != nil else { return nil }
    self = ahead
    return .literal(.text(first), start.range)
  }

  /// Reads all remaining words as one text.
  private mutating func readWords() -> Expression {
    let start = token
    var words: [String] = []
    while token.kind == .word {
      words.append(text(token))
      advance()
    }
    return .literal(.text(words.joined(separator: " ")), SourceRange(start.start, previousEnd))
  }

  /// `true` if the current `-` is the sign of an operand directly after it: `-$x`, `-(…)`.
  var signFollows: Bool { lexer.nextByte == UInt8(ascii: "$") || lexer.nextByte == UInt8(ascii: "(") }

  mutating func parseRawString() throws(Failure) -> Expression {
    let start = token
    let text = try rawText(start)
    advance()
    return .literal(.text(text), start.range)
  }

  private func rawText(_ token: Token) throws(Failure) -> String {
    if let text = try longText(token) { return text.text(in: source) }
    let closed = token.end - token.start >= 2 && source.bytes[token.end - 1] == UInt8(ascii: "'")
    return source.text(SourceRange(token.start + 1, closed ? token.end - 1 : token.end))
  }
}
