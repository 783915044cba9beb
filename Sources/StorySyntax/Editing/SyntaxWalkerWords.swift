/// The meaning of a bare word, by its position.
extension SyntaxWalker {
  mutating func consumeWord(_ token: Token, _ lexer: Lexer) -> SyntaxKind? {
    switch frame.reading {
    case .statement: return consumeStatement(token, lexer)
    case .afterBlock:
      let word = source.text(token.range)
      if word == Keyword.else.rawValue || word == Keyword.catch.rawValue { return consumeStatement(token, lexer) }
      return unknown(token, among: [])
    case .value: return consumeValue(token, lexer)
    case .equals:
      let word = source.text(token.range)
      if !token.spaceBefore, word.hasPrefix(".") { return .name }
      guard ["=", "+=", "-=", "*=", "/="].contains(word) else { return unknown(token, among: []) }
      frame.reading = .value
      return nil
    case .words(let count, let candidates, let complete):
      return consumeCommandWord(token, lexer, count, candidates, complete)
    case .arguments(let arguments): return consumeArgument(token, arguments)
    case .line(let isStart): return consumeLineWord(token, isStart)
    case .call: return consumeCallArgument(token, lexer)
    case .expression: return consumeOperand(token, lexer)
    case .name(let then):
      switch then {
      case .equals: frame.reading = .equals
      case .expression:
        frame.reading = .expression
        (frame.expectsOperand, frame.takesOperators) = (false, false)
      case .names:
        // `count = 10`: a value follows the sign.
        if source.text(token.range) == "=" {
          frame.expectsOperand = true
          return nil
        }
        if frame.expectsOperand, let kind = literal(token) { return kind }
      case .block: frame.reading = .block
      }
      return .name
    case .event:
      frame.reading = .expression
      (frame.expectsOperand, frame.takesOperators) = (false, false)
      return .event
    case .stage: return consumeStage(token, lexer)
    case .field: return .name
    case .cases: return consumeCase(token, lexer)
    // `else if`
    case .block where source.text(token.range) == Keyword.if.rawValue: return consumeStatement(token, lexer)
    case .block, .anything, .nothing: return literal(token) ?? .text
    }
  }

  // MARK: Statements

  private mutating func consumeStatement(_ token: Token, _ lexer: Lexer) -> SyntaxKind? {
    let word = source.text(token.range)
    if let word = LessonWord.word(word, in: frame.room) {
      begin(word)
      return .keyword
    }
    if let keyword = Keyword.byText[word] {
      begin(keyword)
      return .keyword
    }
    if lexer.assignmentFollows || (lexer.nextByte == UInt8(ascii: "[") && path(word, lexer) == nil) {
      frame.reading = .equals
      return .name
    }
    if let kind = consumeCallee(word) { return kind }
    frame.reading = .expression
    if let kind = literal(token) ?? path(word, lexer) {
      frame.expectsOperand = false
      return kind
    }
    if word == "not" { return .keyword }
    frame.reading = .anything
    return unknown(token, among: vocabulary.commands.commands.map { $0.words[0] }, definitions)
  }

  private mutating func begin(_ keyword: Keyword) {
    var next = frame.renewed(.expression)
    switch keyword {
    case .lesson: (next.partners, next.takesBlock, next.opens) = (["for"], true, .lesson)
    case .let: next.reading = .name(then: .equals)
    case .for:
      next.reading = .name(then: .expression)
      (next.partners, next.takesBlock, next.blockFollowsSteps) = (["in"], true, true)
    case .def: (next.reading, next.takesBlock) = (.name(then: .names), true)
    case .args, .cancel: next.reading = .name(then: .names)
    case .catch: (next.reading, next.takesBlock) = (.name(then: .block), true)
    case .try, .else: (next.reading, next.takesBlock) = (.block, true)
    case .when: (next.reading, next.partners, next.takesBlock) = (.event, ["as"], true)
    case .match: (next.takesBlock, next.blockFollowsSteps, next.opensCases) = (true, true, true)
    case .if, .repeat, .while: next.takesBlock = true
    case .after, .every, .at: (next.partners, next.takesBlock) = (["as"], true)
    case .wait: next.partners = ["until"]
    case .expect: next.partners = ["error"]
    case .return, .fail: next.reading = .value
    case .break, .continue: next.reading = .nothing
    case .print, .include: break
    }
    if keyword == .include { next.partners = [Self.path] }
    frame = next
  }

  private mutating func begin(_ word: LessonWord) {
    var next = frame.renewed(.expression)
    switch word {
    case .step: (next.partners, next.takesBlock, next.opens) = (["for"], true, .step)
    case .goal: next.partners = [Keyword.else.rawValue, "happened"]
    case .predict: (next.partners, next.takesBlock) = ([Keyword.after.rawValue, Keyword.else.rawValue], true)
    case .solution: (next.reading, next.takesBlock) = (.block, true)
    case .say, .hint, .because, .note: break
    }
    frame = next
  }

  /// Marks an expression that is a file name; no word is equal to this text.
  static let path = " path"

  private mutating func consumeValue(_ token: Token, _ lexer: Lexer) -> SyntaxKind? {
    let word = source.text(token.range)
    if let kind = consumeCallee(word) { return kind }
    if frame.closer == .rightParen, vocabulary.functions.names.contains(word) {
      frame.reading = .call
      frame.expectsOperand = false
      return .function
    }
    frame.reading = .expression
    frame.expectsOperand = true
    if beginsChoice(word) { return .keyword }
    return consumeOperand(token, lexer)
  }

  /// Returns `true` if a choice begins with the word, as a value or an item.
  private mutating func beginsChoice(_ word: String) -> Bool {
    switch Keyword.byText[word] {
    case .if: break
    case .match: (frame.opensCases, frame.blockFollowsSteps) = (true, true)
    case .try: frame.reading = .block
    default: return false
    }
    frame.takesBlock = true
    return true
  }

  private mutating func consumeCase(_ token: Token, _ lexer: Lexer) -> SyntaxKind? {
    let word = source.text(token.range)
    if frame.expectsOperand, word == Keyword.else.rawValue {
      (frame.reading, frame.takesBlock) = (.block, true)
      return .keyword
    }
    frame.expectsOperand = false
    return literal(token) ?? path(word, lexer) ?? .text
  }

  /// Classifies the first word of a command, or the name of a definition.
  private mutating func consumeCallee(_ word: String) -> SyntaxKind? {
    let candidates = vocabulary.commands.starting(with: word)
    if !candidates.isEmpty {
      let complete = candidates.last.flatMap { vocabulary.commands.commands[$0].words.count == 1 ? $0 : nil }
      frame.reading = .words(count: 1, candidates: candidates, complete: complete)
      return .command
    }
    guard definitions.contains(word) else { return nil }
    frame.reading = .call
    frame.expectsOperand = false
    return .command
  }

  // MARK: Commands

  private mutating func consumeCommandWord(
    _ token: Token, _ lexer: Lexer, _ count: Int, _ candidates: [Int], _ complete: Int?
  ) -> SyntaxKind? {
    let word = source.text(token.range)
    let commands = vocabulary.commands.commands
    let going = candidates.filter { commands[$0].words.count > count && commands[$0].words[count] == word }
    if !going.isEmpty {
      let whole = going.first { commands[$0].words.count == count + 1 }
      frame.reading = .words(count: count + 1, candidates: going, complete: whole)
      return .command
    }
    guard let complete else {
      frame.reading = .anything
      return unknown(
        token, among: candidates.compactMap { commands[$0].words.count > count ? commands[$0].words[count] : nil })
    }
    if let longer = vocabulary.commands.withLines(complete), lexer.braceFollowsOnLine || token.end == end {
      return consumeArgument(token, SyntaxArguments(command: longer))
    }
    return consumeArgument(token, SyntaxArguments(command: complete))
  }

  /// Classifies a word in the braces of an argument. A statement cannot begin there.
  private mutating func consumeLineWord(_ token: Token, _ isStart: Bool) -> SyntaxKind? {
    let word = source.text(token.range)
    frame.reading = .line(isStart: false)
    if isStart, Keyword.byText[word] != nil { return token.end == end ? nil : .unknown }
    if !isStart, word == "for" { return .preposition }
    return literal(token) ?? .text
  }

  private mutating func consumeArgument(_ token: Token, _ arguments: SyntaxArguments) -> SyntaxKind? {
    var arguments = arguments
    defer { frame.reading = .arguments(arguments) }
    let parameters = vocabulary.commands.commands[arguments.command].parameters
    guard token.spaceBefore else { return .variable }
    let word = source.text(token.range)
    if arguments.pending == nil, let named = parameters.firstIndex(where: { $0.preposition == word }) {
      if case .flag = parameters[named].type { arguments.fill(named) } else { arguments.pending = named }
      return .preposition
    }
    guard let slot = arguments.next(in: parameters) else {
      if arguments.continues { return .text }
      return unknown(token, among: parameters.compactMap { $0.preposition })
    }
    if arguments.pending == nil, parameters[slot].filler == word { return .preposition }
    let type = parameters[slot].type
    arguments.pending = nil
    arguments.fill(slot)
    arguments.continues = type.continues(after: word)
    if parameters[slot].isSecret { return .secret }
    switch type {
    case .path: return .path
    case .text, .lines, .name, .words: return .text
    default: return literal(token) ?? .text
    }
  }

  // MARK: Expressions

  private mutating func consumeOperand(_ token: Token, _ lexer: Lexer) -> SyntaxKind? {
    let word = source.text(token.range)
    if !token.spaceBefore, word.hasPrefix("."), !frame.expectsOperand { return .variable }
    if frame.partners.contains(word), let kind = consumePartner(word, lexer) { return kind }
    if let operation = BinaryOperator(rawValue: word) {
      frame.expectsOperand = true
      if !operation.isComparison { frame.state = nil }
      return word.utf8.allSatisfy(isNameByte) ? .keyword : nil
    }
    if word == "not" { return .keyword }
    if frame.expectsOperand, frame.isRecord || frame.closer == .rightBracket, beginsChoice(word) { return .keyword }
    if frame.expectsOperand, let kind = consumeBareCall(word, lexer) { return kind }
    frame.expectsOperand = false
    if let kind = literal(token) { return kind }
    if let kind = path(word, lexer) {
      frame.state = word
      return kind
    }
    return .text
  }

  /// Classifies the name of a function or definition before a value: a call without parentheses.
  private mutating func consumeBareCall(_ word: String, _ lexer: Lexer) -> SyntaxKind? {
    let isFunction = vocabulary.isCalled(word) && !definitions.contains(word)
    guard isFunction || definitions.contains(word), let next = lexer.firstArgument(vocabulary),
      next.kind != .word || !endsValue(source.text(next.range))
    else { return nil }
    (frame.reading, frame.expectsOperand) = (.call, false)
    return isFunction ? .function : .command
  }

  /// Classifies an argument of a call; a comparison, `and` or `or` ends the call.
  private mutating func consumeCallArgument(_ token: Token, _ lexer: Lexer) -> SyntaxKind? {
    let word = source.text(token.range)
    guard token.spaceBefore else { return .variable }
    if word == "on", frame.partners == ["on"] {
      (frame.reading, frame.partners) = (.name(then: .names), [])
      return .keyword
    }
    let endsCall = BinaryOperator(rawValue: word).map { $0.precedence < BinaryOperator.plus.precedence } ?? false
    guard endsCall || endsValue(word) else {
      // `upper trim $name`: a call inside a call.
      if vocabulary.isCalled(word), !definitions.contains(word), lexer.firstArgument(vocabulary) != nil {
        return .function
      }
      return literal(token) ?? .text
    }
    frame.reading = .expression
    return consumeOperand(token, lexer)
  }

  /// Returns `true` if a word ends the previous value, like the words of the parser's `before`.
  private func endsValue(_ word: String) -> Bool {
    ["as", "desc", Keyword.else.rawValue].contains(word) && frame.partners.contains(word)
  }

  private mutating func consumePartner(_ word: String, _ lexer: Lexer) -> SyntaxKind? {
    switch word {
    case "as":
      if frame.expectsOperand { return nil }
      frame.reading = .name(then: .block)
    case "error":
      guard lexer.peekBytes().0 == UInt8(ascii: "{") else { return nil }
      (frame.reading, frame.takesBlock) = (.block, true)
    case "happened": frame.reading = .event
    case Keyword.after.rawValue: (frame.reading, frame.takesBlock) = (.block, true)
    case "until": (frame.partners, frame.expectsOperand) = (["idle"], true)
    case "in":
      (frame.expectsOperand, frame.valueStart) = (true, nil)
      (frame.partners, frame.takesOperators) = ([], true)
    case "for", Keyword.else.rawValue:
      (frame.expectsOperand, frame.takesOperators) = (true, true)
      frame.partners.removeAll { $0 == word }
    case "idle": (frame.reading, frame.partners) = (.nothing, [])
    case "desc":
      if frame.expectsOperand, frame.partners.first == word { return nil }
    default: frame.expectsOperand = true
    }
    return .keyword
  }

  /// Begins `max by age` or `join $prices on item`, whose first word is coloured as the function that it is elsewhere.
  private mutating func beginKeyed(_ step: KeyedStep, _ lexer: Lexer) {
    var ahead = lexer.lookingAhead
    if step == .join {
      frame.partners = [step.partner]
    } else if source.text(ahead.next().range) == step.partner {
      (frame.reading, frame.expectsOperand, frame.partners) = (.expression, true, [step.partner])
      frame.takesBlock = frame.blockFollowsSteps
    }
  }

  private mutating func consumeStage(_ token: Token, _ lexer: Lexer) -> SyntaxKind? {
    let word = source.text(token.range)
    if frame.partners.contains("on") { frame.partners = [] }
    guard let stage = StageWord(rawValue: word) else {
      frame.reading = .call
      frame.expectsOperand = false
      if vocabulary.functions.names.contains(word) {
        if let step = KeyedStep(rawValue: word) { beginKeyed(step, lexer) }
        return .function
      }
      if definitions.contains(word) { return .command }
      return unknown(token, among: StageWord.allCases.map { $0.rawValue } + vocabulary.functions.names)
    }
    frame.reading = .expression
    frame.expectsOperand = true
    frame.partners = stage.partners
    frame.takesBlock = frame.blockFollowsSteps
    if !stage.namesFields { frame.rows = nil }
    switch stage {
    case .select: frame.reading = .name(then: .names)
    case .count, .number: frame.reading = .nothing
    case .each: (frame.reading, frame.takesBlock, frame.stepTakesBlock) = (.block, true, true)
    case .reduce: (frame.takesBlock, frame.stepTakesBlock) = (true, true)
    default: break
    }
    return .keyword
  }

  // MARK: Words

  /// Returns the kind of a state path such as `story.number`; `photos[0]` and the parts after it count as one too.
  private func path(_ word: String, _ lexer: Lexer?) -> SyntaxKind? {
    let root = word.prefix { $0 != "." }
    guard root.utf8.count < word.utf8.count || lexer?.nextByte == UInt8(ascii: "[") else { return nil }
    return vocabulary.roots.contains(String(root)) ? .state : nil
  }

  private func literal(_ token: Token) -> SyntaxKind? {
    switch Literal.read(source.bytes[token.start..<token.end]) {
    case .value(.number), .civil: .number
    case .value(.duration): .duration
    case .value: .constant
    // `15` may become `15s`, and `2026-1` a date.
    case .problem: token.end == end ? .number : .unknown
    case .word: nil
    }
  }

  /// Returns `.unknown`; `nil` if the word is still being typed and could become one of the words.
  private func unknown(
    _ token: Token, among words: @autoclosure () -> [String], _ more: Set<String> = []
  ) -> SyntaxKind? {
    guard token.end == end else { return .unknown }
    let typed = source.text(token.range)
    if words().contains(where: { $0.hasPrefix(typed) }) || more.contains(where: { $0.hasPrefix(typed) }) { return nil }
    if case .anything = frame.reading, Keyword.allCases.contains(where: { $0.rawValue.hasPrefix(typed) }) { return nil }
    if vocabulary.roots.contains(where: { $0.hasPrefix(typed) }) { return nil }
    return .unknown
  }
}
