import Timeline

/// The parsing of `lesson "T" for 55m { step "S" for 6m { … } }`.
extension Parser {
  /// Parses a lesson; the word `lesson` has been consumed.
  mutating func parseLesson() throws(Failure) -> Statement.Kind {
    let title = try parsePlainText(after: "lesson", "a title in quotes")
    let length = try parseLength(of: "lesson")
    let (steps, range) = try parseRoom(after: "the title of 'lesson'") { (parser) throws(Failure) in
      guard parser.isWord("step") else {
        throw parser.failure(.expectedWord("step", after: "'lesson {'", found: parser.found))
      }
      return try parser.parseStep()
    }
    return .lesson(Lesson(title: title, length: length, steps: steps, range: range))
  }

  private mutating func parseStep() throws(Failure) -> Lesson.Step {
    let start = token.start
    advance()
    let title = try parsePlainText(after: "step", "a title in quotes")
    let length = try parseLength(of: "step")
    let (items, range) = try parseRoom(after: "the title of 'step'") { (parser) throws(Failure) in
      try parser.parseItem()
    }
    return Lesson.Step(
      title: title, length: length, items: items, range: range, whole: SourceRange(start, previousEnd))
  }

  /// Parses a condition that ends before the `else` of its goal.
  private mutating func parseGoal() throws(Failure) -> Expression {
    try before(Keyword.else.rawValue) { (parser) throws(Failure) in try parser.parseValue(commands: false) }
  }

  /// Parses `CONDITION [else TEXT]` or `happened EVENT [and CONDITION] [else TEXT]`.
  private mutating func parseGoalItem() throws(Failure) -> Lesson.Goal {
    let first = token.start
    var event: Name?
    if isWord("happened") {
      advance()
      guard token.kind == .word else { throw failure(.expectedName(after: "happened", found: found)) }
      event = Name(text: text(token), range: token.range)
      advance()
    }
    var condition: Expression
    if let event {
      condition = .binary(
        .isIn, .literal(.text(event.text), event.range), .state(root: "learn", field: "events", event.range),
        event.range)
      if consume("and") {
        condition = .binary(.and, condition, try parseGoal(), SourceRange(first, previousEnd))
      }
    } else {
      condition = try parseGoal()
    }
    var goal = Lesson.Goal(condition: condition, range: SourceRange(first, previousEnd), happened: event)
    if consume("else") { goal.otherwise = try parsePlainText(after: "else", "a sentence in quotes") }
    return goal
  }

  /// Parses `VALUE [after { … }] [else TEXT]`.
  private mutating func parsePrediction() throws(Failure) -> Lesson.Goal {
    let first = token.start
    let value = try before(Keyword.after.rawValue, Keyword.else.rawValue) { (parser) throws(Failure) in
      try parser.parseValue(commands: false)
    }
    var block: Block?
    if consume("after") { block = try parseBlock(after: "'after'") }
    let range = SourceRange(first, previousEnd)
    var goal = Lesson.Goal(
      condition: .state(root: "learn", field: "predicted", SourceRange(first, first)), range: range)
    goal.prediction = Lesson.Prediction(value: value, block: block)
    if consume("else") { goal.otherwise = try parsePlainText(after: "else", "a sentence in quotes") }
    return goal
  }

  private mutating func parseItem() throws(Failure) -> Lesson.Item {
    let start = token.start
    var kind: Lesson.Item.Kind?
    if token.kind == .word, let word = LessonWord.word(text(token), in: .step) {
      advance()
      switch word {
      case .goal:
        kind = .goal(try parseGoalItem())
      case .predict: kind = .goal(try parsePrediction())
      case .solution: kind = .solution(try parseBlock(after: "'solution'"))
      case .say, .hint, .because, .note, .step:
        kind = .text(word, try parsePlainText(after: word.rawValue, "a sentence in quotes"))
      }
    }
    let item: Lesson.Item.Kind = if let kind { kind } else { .statement(try parseStatementOfStep()) }
    return Lesson.Item(kind: item, range: SourceRange(start, previousEnd))
  }

  /// Parses a statement. An unknown word may be a mistyped word of a step.
  private mutating func parseStatementOfStep() throws(Failure) -> Statement {
    do throws(Failure) { return try parseStatement() } catch {
      guard case .unknownCommand(let word, let meant, let otherwise) = error.problem,
        let near = closest(to: word, among: LessonWord.allCases.filter { $0.room == .step }.map { $0.rawValue })
      else { throw error }
      let all = [near] + meant.prefix(1).filter { $0 != near }
      throw Failure(problem: .unknownCommand(word, meant: all, otherwise: otherwise), range: error.range)
    }
  }

  /// Parses braces in which each line holds one item. An error ends only its item, as in statements.
  private mutating func parseRoom<Item>(
    after what: String, _ item: (inout Parser) throws(Failure) -> Item
  ) throws(Failure) -> ([Item], SourceRange) {
    guard token.kind == .leftBrace else { throw failure(.expectedBlock(after: what, found: found)) }
    let opener = token
    var items: [Item] = []
    try bracketed(isBlock: true) { (parser) throws(Failure) in
      parser.advance()
      items = parser.parseRows(until: .rightBrace, item)
      try parser.close(.rightBrace, opener)
    }
    return (items, SourceRange(opener.start, previousEnd))
  }

  /// Parses a quoted text without interpolation.
  private mutating func parsePlainText(after word: String, _ needs: String) throws(Failure) -> Name {
    guard token.kind == .string || token.kind == .rawString else {
      throw failure(.missingValue(after: word, needs: needs))
    }
    let range = token.range
    guard case .literal(.text(let text), _) = try parseTerm(.path) else {
      throw failure(.expectedTerm(needs: "text without '{…}'", found: source.text(range)), range)
    }
    return Name(text: text, range: range)
  }

  private mutating func parseLength(of word: String) throws(Failure) -> Duration? {
    guard consume("for") else { return nil }
    let start = token
    guard !atStatementEnd, token.kind != .leftBrace else {
      throw failure(.missingValue(after: "for", needs: "a duration such as 55m"))
    }
    guard case .literal(.duration(let length), _) = try parseExpression() else {
      throw failure(
        .expectedTerm(needs: "a duration such as 55m", found: "'\(text(start))'"), visibleRange(start))
    }
    return length
  }
}
