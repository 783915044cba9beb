extension Parser {
  /// One pipeline step; the `|` has been consumed.
  mutating func parseStage() throws(Failure) -> Stage {
    while token.kind == .newline { advance() }
    let start = token
    guard start.kind == .word else {
      if start.kind == .end { isIncomplete = true }
      throw failure(.expectedStage(found: found, suggestion: start.kind == .pipe ? "or" : nil))
    }
    let kind: Stage.Kind
    if let word = StageWord(rawValue: text(start)) {
      advance()
      kind = try parse(word)
    } else {
      kind = try parseCallee(text(start))
    }
    return Stage(kind: kind, range: SourceRange(start.start, previousEnd))
  }

  private mutating func parse(_ word: StageWord) throws(Failure) -> Stage.Kind {
    switch word {
    case .where: return .whereTrue(try parseExpression())
    case .sort:
      let key: Expression? = take("by") ? try parseExpression() : nil
      return .sort(by: key, descending: take("desc") || take("descending"))
    case .select:
      var names = [try parseName(after: "select")]
      while token.kind == .word { names.append(try parseName(after: "select")) }
      return .select(names)
    case .first: return .first(stageEnds ? nil : try parseCallArgument())
    case .last: return .last(stageEnds ? nil : try parseCallArgument())
    case .count: return .count
    case .sum: return .sum(stageEnds ? nil : try parseExpression())
    case .group:
      guard take("by") else { throw failure(.expectedWord("by", after: "'group'", found: found)) }
      return .group(by: try parseExpression())
    case .each: return .each(try parseBlock(after: "'each'"))
    }
  }

  private mutating func parseCallee(_ name: String) throws(Failure) -> Stage.Kind {
    if vocabulary.functions.contains(name) || definitions.contains(name) {
      guard case .call(let callee, let arguments, _) = try parseCall() else { fatalError("a call parses as a call") }
      return .call(callee, arguments)
    }
    guard vocabulary.commands.hasFirstWord(name) else {
      let known = StageWord.allCases.map(\.rawValue) + vocabulary.functions.sorted() + vocabulary.commands.firstWords
      throw failure(.expectedStage(found: found, suggestion: closest(to: name, among: known)))
    }
    guard case .command(let call) = try parseCommand(isPiped: true) else { fatalError("a command parses as one") }
    return .command(call)
  }

  private var stageEnds: Bool {
    switch token.kind {
    case .pipe, .rightParen: true
    default: atStatementEnd
    }
  }
}
