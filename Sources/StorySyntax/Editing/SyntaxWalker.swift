/// Classifies tokens one by one, even if text is invalid or missing: for colours and completion, where the parser
/// would stop at the first error.
///
/// Constant time for each token, apart from looking up its word.
struct SyntaxWalker {
  let vocabulary: Vocabulary
  let definitions: Set<String>
  let source: Source
  /// The end of the text: a word that ends there may be unfinished, so it is not marked as wrong yet.
  let end: Int
  private(set) var frames: [SyntaxFrame]
  private var followsNumber = false
  /// The end of the previous token.
  private var lastEnd = 0

  init(_ source: Source, _ vocabulary: Vocabulary, definitions: Set<String>, end: Int, inExpression: Bool = false) {
    (self.source, self.vocabulary, self.definitions, self.end) = (source, vocabulary, definitions, end)
    frames = [inExpression ? SyntaxFrame(.value, closer: .rightParen) : SyntaxFrame(.statement)]
  }

  var frame: SyntaxFrame {
    get { frames[frames.count - 1] }
    set { frames[frames.count - 1] = newValue }
  }

  /// Classifies the next token, and tells the lexer where a record begins.
  mutating func consume(_ token: Token, _ lexer: inout Lexer) -> SyntaxKind? {
    if source.bytes[lastEnd..<Int(token.start)].contains(10), token.kind != .pipe, isItemWhole { endItem() }
    lastEnd = Int(token.end)
    noteStart(of: token)
    let isSecret = frame.isSecret
    let word = token.kind == .word ? source.text(token.range) : ""
    let isUnit = followsNumber && token.spaceBefore && Literal.unit(word) != nil
    followsNumber = !isUnit && word.utf8.first.map(NumberText.isDigit) == true && Double(word) != nil
    // `20 min`: the unit belongs to the number.
    let kind = isUnit ? .duration : classify(token, &lexer)
    guard isSecret else { return kind }
    switch token.kind {
    case .word, .string, .rawString: return .secret
    default: return kind
    }
  }

  private mutating func noteStart(of token: Token) {
    switch token.kind {
    case .rightParen, .rightBracket, .rightBrace, .pipe: return
    default: break
    }
    switch frame.reading {
    case .statement, .value: frame.valueStart = token.start
    default: if frame.valueStart == nil { frame.valueStart = token.start }
    }
    switch token.kind {
    case .word, .leftBracket: if token.spaceBefore || frame.termStart == nil { frame.termStart = token.start }
    default: frame.termStart = token.start
    }
  }

  private mutating func classify(_ token: Token, _ lexer: inout Lexer) -> SyntaxKind? {
    switch token.kind {
    case .end: return nil
    case .newline where frame.isStep: return nil
    case .newline, .semicolon:
      if frame.isRecord {
        frame.reading = .field
      } else if frame.holdsCases {
        (frame.reading, frame.expectsOperand) = (.cases, true)
      } else if frame.closer == .end || frame.closer == .rightBrace {
        let followsBlock = token.kind == .newline && frame.mayContinue
        frame = frame.renewed(frame.lines == nil ? .statement : .line(isStart: true))
        frame.followsBlock = followsBlock
      }
      return nil
    case .leftParen, .leftBracket:
      let isSecret = beginTerm(token)?.isSecret == true || frame.isSecret
      let (reading, closer): (SyntaxFrame.Reading, Token.Kind) =
        token.kind == .leftParen ? (.value, .rightParen) : (.expression, .rightBracket)
      frames.append(SyntaxFrame(reading, closer: closer, isSecret: isSecret))
      return nil
    case .leftBrace:
      openBrace(token, &lexer)
      return nil
    case .rightParen, .rightBracket, .rightBrace:
      guard frames.count > 1, frame.closer == token.kind else { return .unknown }
      frames.removeLast()
      return nil
    case .comma:
      if frame.isRecord { frame.reading = .field } else { endItem() }
      frame.expectsOperand = true
      return nil
    case .colon:
      frame.reading = .expression
      frame.expectsOperand = true
      return nil
    case .pipe:
      frame.reading = .stage
      frame.takesBlock = frame.blockFollowsSteps
      frame.rows = frame.valueStart.map { $0..<token.start }
      return nil
    case .variable:
      _ = beginTerm(token)
      return .variable
    case .string, .rawString:
      if case .field = frame.reading { return .string }
      let type = beginTerm(token)
      if type?.isSecret == true { return .secret }
      if case .path? = type?.type { return .path }
      return .string
    case .word: return consumeWord(token, lexer)
    }
  }

  /// `true` if an item of a list could end here.
  private var isItemWhole: Bool {
    if case .expression = frame.reading { return !frame.expectsOperand }
    return !frame.isStep
  }

  /// Ends an item of a list, and a call without parentheses in it.
  private mutating func endItem() {
    if frame.closer == .rightBracket { frame = frame.renewed(.expression) }
  }

  private mutating func openBrace(_ token: Token, _ lexer: inout Lexer) {
    if openLines() { return }
    let isBlock: Bool =
      switch frame.reading {
      case .block, .name: frame.takesBlock
      case .expression, .event, .words, .arguments, .call: frame.takesBlock && !frame.expectsOperand
      case .cases: !frame.expectsOperand
      case .nothing, .afterBlock: frame.takesBlock && frame.blockFollowsSteps
      // The parser also looks for the end of an unknown statement's block.
      case .anything: true
      default: false
      }
    if isBlock {
      let holdsCases = frame.opensCases && !frame.stepTakesBlock
      let isRecord = !holdsCases && lexer.beginsField
      if holdsCases { frame.opensCases = false }
      frame.stepTakesBlock = false
      (frame.reading, frame.expectsOperand) = frame.holdsCases ? (.cases, true) : (.afterBlock, frame.expectsOperand)
      var inner = SyntaxFrame(holdsCases ? .cases : .statement, closer: .rightBrace)
      (inner.room, frame.opens) = (frame.opens, nil)
      if isRecord {
        lexer.enterRecord()
        inner = SyntaxFrame(.field, closer: .rightBrace, isSecret: frame.isSecret)
        inner.isRecord = true
      }
      frames.append(inner)
    } else {
      let isSecret = beginTerm(token)?.isSecret == true || frame.isSecret
      lexer.enterRecord()
      var record = SyntaxFrame(.field, closer: .rightBrace, isSecret: isSecret)
      record.isRecord = true
      frames.append(record)
    }
  }

  /// Opens the braces of an argument that accepts lines; `false` if there is no such argument.
  private mutating func openLines() -> Bool {
    if frame.takesBlock { return false }
    if case .words(_, _, let complete?) = frame.reading, let longer = vocabulary.commands.withLines(complete) {
      frame.reading = .arguments(SyntaxArguments(command: longer))
    }
    guard case .arguments(var arguments) = frame.reading else { return false }
    let parameters = vocabulary.commands.commands[arguments.command].parameters
    let own = parameters.indices.first { parameters[$0].preposition == nil && parameters[$0].type.takesLines }
    guard let slot = arguments.pending ?? own, parameters[slot].type.takesLines else { return false }
    arguments.fill(slot)
    arguments.pending = nil
    frame.reading = .arguments(arguments)
    var inner = SyntaxFrame(.line(isStart: true), closer: .rightBrace)
    inner.lines = (arguments.command, slot)
    frames.append(inner)
    return true
  }

  /// Begins or continues a term that is not a bare word. Returns the parameter that receives its value.
  mutating func beginTerm(_ token: Token) -> Parameter? {
    switch frame.reading {
    case .words(_, _, let complete):
      guard let complete else {
        frame.reading = .anything
        return nil
      }
      frame.reading = .arguments(SyntaxArguments(command: vocabulary.commands.withLines(complete) ?? complete))
      return beginTerm(token)
    case .arguments(var arguments):
      let parameters = vocabulary.commands.commands[arguments.command].parameters
      // `$x[0]` is one term, `$x [0]` are two.
      guard token.spaceBefore, let slot = arguments.next(in: parameters) else { return nil }
      arguments.fill(slot)
      arguments.pending = nil
      frame.reading = .arguments(arguments)
      return parameters[slot]
    case .statement, .value, .afterBlock:
      frame.reading = .expression
      frame.expectsOperand = false
    case .line: frame.reading = .line(isStart: false)
    default: frame.expectsOperand = false
    }
    return nil
  }
}
