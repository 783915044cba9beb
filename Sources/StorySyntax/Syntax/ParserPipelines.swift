extension Parser {
  /// Parses one pipeline step; the `|` has been consumed.
  mutating func parseStage() throws(Failure) -> Stage {
    while token.kind == .newline { advance() }
    let start = token
    guard start.kind == .word else {
      if start.kind == .end { isIncomplete = true }
      throw failure(
        .expectedStage(found: found, suggestion: start.kind == .pipe ? "did you mean 'or'?" : StageWord.list))
    }
    let kind: Stage.Kind
    if let keyed = try parseKeyedStep() {
      kind = keyed
    } else if let word = meaning.step, !isOther(word) {
      advance()
      kind = try parse(word)
    } else {
      kind = try parseCallee(text(start))
    }
    return Stage(kind: kind, range: SourceRange(start.start, previousEnd))
  }

  /// Parses a command, a call or an expression, with the steps after it, before a block.
  mutating func parseSubject() throws(Failure) -> Expression {
    let start = token.start
    return try beforeBlock { (parser) throws(Failure) in
      let value: Expression
      if parser.startsChoice {
        value = try parser.parseChoice()
      } else {
        value = parser.startsGivingCommand ? try parser.parseCommand() : try parser.parseExpression()
      }
      return try parser.parsePipeline(from: start, value)
    }
  }

  private mutating func parse(_ word: StageWord) throws(Failure) -> Stage.Kind {
    switch word {
    case .where: return .whereTrue(try parseCondition(word))
    case .sort:
      guard consume("by") else { return .sort(by: [], descending: consumeDescending()) }
      var keys: [Stage.SortKey] = []
      repeat {
        let key = try before("desc") { (parser) throws(Failure) in try parser.parseKey() }
        keys.append(.init(value: key, descending: consumeDescending()))
        // In a list or a record the comma separates the items.
      } while !isInItem && consume(.comma)
      return .sort(by: keys, descending: false)
    case .select:
      var names = [try parseName(after: "select")]
      while token.kind == .word, !startsNextItem { names.append(try parseName(after: "select")) }
      return .select(names)
    case .first: return .first(stageEnds ? nil : try parseCallArgument())
    case .last: return .last(stageEnds ? nil : try parseCallArgument())
    case .count: return .count
    case .sum: return .sum(stageEnds ? nil : try parseExpression())
    case .group:
      guard consume("by") else { throw failure(.expectedWord("by", after: "'group'", found: found)) }
      return .group(by: try parseKey())
    case .any: return .any(try parseCondition(word))
    case .all: return .all(try parseCondition(word))
    case .number: return .number
    case .reduce:
      guard token.kind != .leftBrace || blockFollowsBraces else {
        throw failure(.missingValue(after: "reduce", needs: "a start value"))
      }
      let start = try parseCallArgument()
      return .reduce(from: start, try parseStepBlock("it", after: "the initial value of 'reduce'"))
    case .each:
      let name = token.kind == .leftBrace ? nil : try parseName(after: "each")
      return .each(name, try parseStepBlock(name?.text ?? "it", after: "'each'"))
    }
  }

  /// Parses a step such as `max by age` or `join $prices on item`; returns `nil`, without moving, if the word begins
  /// a call of the function.
  private mutating func parseKeyedStep() throws(Failure) -> Stage.Kind? {
    guard let step = KeyedStep(rawValue: text(token)) else { return nil }
    guard step == .join else {
      var ahead = lexer.lookingAhead
      guard text(ahead.next()) == step.partner, let pick = Stage.KeyPick(rawValue: step.rawValue) else { return nil }
      advance()
      advance()
      return .pick(pick, by: try parseKey())
    }
    var ahead = self
    ahead.advance()
    guard !ahead.stageEnds,
      let list = try? ahead.before(step.partner, read: { (parser) throws(Failure) in try parser.parseCallArgument() }),
      ahead.consume("on")
    else { return nil }
    self = ahead
    let ours = try parseName(after: "on")
    let theirs = token.kind == .word && !stageEnds ? try parseName(after: ours.text) : ours
    return .join(list, ours: ours, theirs: theirs)
  }

  /// `true` if a block follows the braces that begin here, which are therefore a record.
  private var blockFollowsBraces: Bool {
    var ahead = lexer.lookingAhead
    ahead.enterLikelyRecord()
    func pass() -> Bool {
      let open = ahead.openCount
      while ahead.openCount >= open { if ahead.nextAhead().kind == .end { return false } }
      return true
    }
    guard pass() else { return false }
    // A part of the record may be used: `{a: [1]}.a[0]`.
    while ahead.nextByte == UInt8(ascii: ".") || ahead.nextByte == UInt8(ascii: "[") {
      if ahead.nextAhead().kind == .leftBracket, !pass() { return false }
    }
    return ahead.next().kind == .leftBrace
  }

  private mutating func parseStepBlock(_ item: String, after what: String) throws(Failure) -> Block {
    let outer = (itemName, stepStart)
    defer { (itemName, stepStart) = outer }
    itemName = item
    if token.kind == .leftBrace {
      var ahead = lexer.lookingAhead
      var first = ahead.next()
      while first.kind == .newline { first = ahead.next() }
      stepStart = first.start
    }
    return try parseBlock(after: what, .giving)
  }

  private mutating func parseCondition(_ word: StageWord) throws(Failure) -> Expression {
    guard token.kind == .leftBrace else {
      return try parseExpression()
    }
    let step = word.rawValue
    throw failure(
      .expectedExpression(
        found: found, suggestion: "leave out the braces: \(step) $it > 1, or \(step) age > 1 for a field"))
  }

  /// Parses the key of a step. A function's name without arguments is a field, even right before a block, which would
  /// otherwise be read as its first argument.
  private mutating func parseKey() throws(Failure) -> Expression {
    guard token.kind == .word, blockFollowsNext else { return try parseExpression() }
    let name = token
    guard meaning.isCalled, !isDefinition else {
      return try parseExpression()
    }
    advance()
    return .word(text(name), name.range)
  }

  private mutating func consumeDescending() -> Bool { consume("desc") }

  /// Returns `true` if a word that begins a step is a command here: `all` without a condition shows a whole list.
  private func isOther(_ word: StageWord) -> Bool {
    guard word == .all || word == .any else { return false }
    switch lexer.lookingAhead.firstKind {
    case .newline, .semicolon, .end, .rightBrace, .rightParen, .rightBracket, .comma, .pipe: return true
    default: return false
    }
  }

  private mutating func parseCallee(_ name: String) throws(Failure) -> Stage.Kind {
    if vocabulary.functions.names.contains(name) || definitions.contains(name) {
      guard case .call(let callee, let arguments, _) = try parseCall(isPiped: true)
      else { fatalError("a call parses as a call") }
      return .call(callee, arguments)
    }
    guard vocabulary.commands.hasFirstWord(name) else {
      let known =
        StageWord.allCases.map { $0.rawValue } + vocabulary.functions.names.sorted()
        + vocabulary.commands.commands.filter { $0.acceptsInput && $0.words.count == 1 }.map { $0.words[0] }
      let meant = (OtherLanguageHints.steps[name.lowercased()] ?? closest(to: name, among: known)).map {
        Problem.question(about: $0)
      }
      throw failure(.expectedStage(found: found, suggestion: meant ?? StageWord.list))
    }
    guard case .command(let call) = try parseCommand(isPiped: true) else { fatalError("a command parses as one") }
    return .command(call)
  }

  private var stageEnds: Bool {
    switch token.kind {
    case .pipe, .rightParen, .rightBracket, .comma: true
    default: atStatementEnd || blockFollows || startsNextItem
    }
  }
}
