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
    switch text(start) {
    case "where":
      advance()
      kind = .whereTrue(try parseExpression())
    case "sort":
      advance()
      let key: Expression? = take("by") ? try parseExpression() : nil
      kind = .sort(by: key, descending: take("desc") || take("descending"))
    case "select":
      advance()
      var names = [try parseName(after: "select")]
      while token.kind == .word { names.append(try parseName(after: "select")) }
      kind = .select(names)
    case "first":
      advance()
      kind = .first(stageEnds ? nil : try parseTerm(.any))
    case "last":
      advance()
      kind = .last(stageEnds ? nil : try parseTerm(.any))
    case "count":
      advance()
      kind = .count
    case "sum":
      advance()
      kind = .sum(stageEnds ? nil : try parseExpression())
    case "group":
      advance()
      guard take("by") else { throw failure(.expectedWord("by", after: "'group'", found: found)) }
      kind = .group(by: try parseExpression())
    case "each":
      advance()
      kind = .each(try parseBlock(after: "'each'"))
    case let name where vocabulary.functions.contains(name) || definitions.contains(name):
      guard case .call(let callee, let arguments, _) = try parseCall() else { fatalError("a call parses as a call") }
      kind = .call(callee, arguments)
    case let name where vocabulary.commands.hasFirstWord(name):
      guard case .command(let call) = try parseCommand(isPiped: true) else { fatalError("a command parses as one") }
      kind = .command(call)
    case let name:
      let stages = StageWord.allCases.map(\.rawValue)
      throw failure(
        .expectedStage(
          found: found,
          suggestion: closest(
            to: name, among: stages + Array(vocabulary.functions).sorted() + vocabulary.commands.firstWords)))
    }
    return Stage(kind: kind, range: SourceRange(start.start, previousEnd))
  }

  private var stageEnds: Bool {
    switch token.kind {
    case .pipe, .rightParen: true
    default: atStatementEnd
    }
  }
}
