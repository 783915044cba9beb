/// `if`, `match` and `try`, which choose a block and return its value.
extension Parser {
  /// `true` if a choice between blocks begins here.
  var startsChoice: Bool { token.kind == .word && (startsIf || startsMatch || startsTry) }

  /// In a list or record a lone `if` is an ordinary word.
  private var startsIf: Bool {
    guard isWord("if") else { return false }
    guard isInItem else { return true }
    switch lexer.firstKind {
    case .comma, .rightBracket, .rightBrace, .newline, .pipe, .end: return false
    default: return true
    }
  }

  private var startsTry: Bool { isWord("try") && lexer.lookingAhead.firstKind == .leftBrace }

  /// `true` if `match` begins a choice: a block must follow on its line, not counting blocks of steps. Otherwise
  /// `match` is the function of that name.
  var startsMatch: Bool {
    guard isWord("match") else { return false }
    var ahead = lexer.lookingAhead
    let open = ahead.openCount
    var (before, step) = (Token.Kind.leftBrace, "")
    var end = token.end
    while true {
      let isDirectlyInside = ahead.openCount == open
      let next = ahead.nextAhead()
      defer { end = next.end }
      switch next.kind {
      // The item ends here.
      case .comma where isInItem && isDirectlyInside: return false
      case _
      where open == listDepth && isDirectlyInside && listDepth > 0 && before != .pipe && next.kind != .pipe
        && isLineEnded(between: end, and: next.start):
        return false
      case .leftBrace where ahead.openCount == open + 1 && before != .leftBrace:
        guard StageWord(rawValue: step)?.takesBlock == true else { return true }
        step = ""
      case .newline where before == .pipe: continue
      case .newline where ahead.openCount == open, .semicolon where ahead.openCount == open, .end: return false
      case .word where before == .pipe && ahead.openCount == open: step = text(next)
      case _ where ahead.openCount < open: return false
      default: break
      }
      before = next.kind
    }
  }

  mutating func parseChoice() throws(Failure) -> Expression {
    let start = token.start
    let word = text(token)
    let outer = givesValue
    givesValue = true
    defer { givesValue = outer }
    let kind = try nested { (parser) throws(Failure) in
      parser.advance()
      return switch word {
      case "match": try parser.parseMatch()
      case "try": try parser.parseTry()
      default: try parser.parseIf()
      }
    }
    return .choice(Statement(kind: kind, range: SourceRange(start, previousEnd)))
  }

  /// Parses `match VALUE { VALUE… { … } … else { … } }`; the word has been consumed.
  mutating func parseMatch() throws(Failure) -> Statement.Kind {
    guard token.kind != .leftBrace else { throw failure(.missingValue(after: "match", needs: "a value")) }
    let subject = try parseSubject()
    guard token.kind == .leftBrace else {
      throw failure(.expectedBlock(after: "the value of 'match'", found: found))
    }
    return try bracketed(isBlock: true) { (parser) throws(Failure) in
      let opener = parser.token
      parser.advance()
      var all = Statement.Cases(range: opener.range)
      while true {
        while parser.token.kind == .newline || parser.token.kind == .semicolon { parser.advance() }
        if parser.token.kind == .rightBrace || parser.token.kind == .end { break }
        guard all.otherwise == nil else {
          throw parser.failure(.expectedWord("}", after: "the 'else' block of 'match'", found: parser.found))
        }
        all.elseStart = parser.token.range.start
        if parser.consume("else") {
          all.otherwise = try parser.parseBlock(after: "'else'", .chosen)
        } else {
          all.cases.append(try parser.parseCase())
        }
      }
      try parser.close(.rightBrace, opener)
      all.range = SourceRange(opener.start, parser.previousEnd)
      return .match(subject, all)
    }
  }

  private mutating func parseCase() throws(Failure) -> Statement.Case {
    let start = token.start
    var values: [Expression] = []
    while token.kind != .leftBrace {
      guard !atStatementEnd else { throw failure(.expectedBlock(after: "a value of 'match'", found: found)) }
      if token.kind == .word, text(token).hasSuffix(",") {
        throw failure(.foreign("unexpected ','", instead: "separate the values of a case with spaces: 1 2 { … }"))
      }
      values.append(try parseCallArgument())
    }
    guard !values.isEmpty else { throw failure(.expectedTerm(needs: "a value", found: found)) }
    let block = try parseBlock(after: "a value of 'match'", .chosen)
    return Statement.Case(values: values, block: block, range: SourceRange(start, previousEnd))
  }
}

extension Parser {
  /// The limits of parsing a script, and its cancellation.
  public struct Bounds: Sendable {
    /// The maximum combined nesting depth of blocks, parentheses, lists and strings.
    public let nesting: Int
    /// Called between statements, since parsing that takes seconds must stop when the user presses ^C.
    public let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - stack: the size in bytes of the native stack, which every pass over a script uses.
    ///   - isCancelled: ends parsing and compiling with `Problem.interrupted`.
    public init(stack: Int = .max, isCancelled: @escaping @Sendable () -> Bool = { false }) {
      nesting = min(Parser.nestingLimit, max(1, (stack - Self.bottom) / Self.level))
      self.isCancelled = isCancelled
    }

    /// The stack size in bytes that a program needs without any nesting.
    private static let bottom = 100_000
    /// The maximum stack size in bytes of one level, measured for nested steps and blocks, the most expensive case,
    /// in the check of kinds (20,700 bytes in the release), with a quarter more: frames differ between builds.
    #if DEBUG
      private static let level = 62_000
    #else
      private static let level = 26_000
    #endif
  }
}

extension BinaryOperator {
  /// Returns the kinds allowed on the right of a value of the given kinds, for operators that calculate.
  func partners(of kinds: Kinds) -> Kinds {
    var partners: Kinds = []
    func add(_ kind: Kinds, _ others: Kinds) { if !kinds.isDisjoint(with: kind) { partners.formUnion(others) } }
    switch self {
    case .plus:
      for kind: Kinds in [.number, .text, .list] { add(kind, kind) }
      add(.duration, [.duration, .date])
      add(.date, .duration)
    case .minus:
      add(.number, .number)
      add(.duration, .duration)
      add(.date, [.duration, .date])
    case .times:
      add(.number, [.number, .duration])
      add(.duration, .number)
    case .divided:
      add(.number, .number)
      add(.duration, [.number, .duration])
    case .modulo:
      add(.number, .number)
      add(.duration, .duration)
    default: break
    }
    return partners
  }
}
