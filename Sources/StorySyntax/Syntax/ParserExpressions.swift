import Timeline

extension Parser {
  /// Parses a whole value: a command or an expression, then any pipeline steps.
  ///
  /// - Parameter commands: `true` if a command may appear here without parentheses.
  mutating func parseValue(commands: Bool = true, asStatement: Bool = false) throws(Failure) -> Expression {
    let start = token.start
    let value: Expression
    if startsChoice {
      value = try parseChoice()
    } else if startsFunctionCall, !commands || !meaning.beginsCommand {
      value = try parseExpression()
    } else if startsCalculation {
      value = try parseExpression()
    } else if commands, startsCommand {
      value = try parseCommand()
    } else if asStatement, token.kind == .word {
      value = try parseWordStatement()
    } else {
      value = try parseExpression()
    }
    return try parsePipeline(from: start, value)
  }

  /// Parses the pipeline steps after a value.
  mutating func parsePipeline(from start: Int, _ value: Expression) throws(Failure) -> Expression {
    var stages: [Stage] = []
    while consume(.pipe) { stages.append(try parseStage()) }
    return stages.isEmpty ? value : .pipeline(value, stages, SourceRange(start, previousEnd))
  }

  /// Parses a statement whose first word is not a keyword, an assignment or a command.
  private mutating func parseWordStatement() throws(Failure) -> Expression {
    let word = text(token)
    if case .word = Literal.read(source.bytes[token.start..<token.end]) {
      if let equals = word.firstIndex(of: "="), equals > word.startIndex,
        word[..<equals].utf8.allSatisfy(isNameByte), !word[equals...].hasPrefix("==")
      {
        let value = word[word.index(after: equals)...]
        throw failure(
          .operatorNeedsSpace(word, suggestion: "with spaces: \(word[..<equals]) = \(value.isEmpty ? "…" : value)"))
      }
      let root = word.prefix { $0 != "." }
      let isPath = root.count < word.count || lexer.nextByte == UInt8(ascii: "[")
      guard (isPath && vocabulary.roots.contains(String(root))) || word == "not" || word == "-" || startsField else {
        throw unknownCommand(word)
      }
    }
    return try parseExpression()
  }

  /// `true` if the current word begins the block of a step and no command has that name: it is a field of the item, as
  /// in `each { page }` and `each { page + 1 }`.
  private var startsField: Bool {
    let word = text(token)
    guard token.start == stepStart, word != itemName, word.utf8.allSatisfy(isNameByte) else { return false }
    var ahead = self
    ahead.advance()
    switch ahead.token.kind {
    case .pipe: return true
    case .leftBracket: return !ahead.token.spaceBefore
    default: return ahead.atStatementEnd || ahead.binaryOperator != nil
    }
  }

  /// Returns the error for an unknown command, with the command that was probably meant: words in the wrong order
  /// (`start timer`), the second word of a command, a word from another program, a typo.
  private mutating func unknownCommand(_ word: String) -> Failure {
    let table = vocabulary.commands
    let range = token.range
    var otherwise = table.hasFirstWord("help") ? "`help` lists the commands" : nil
    if !knowsVariable(word), itemName == nil, !(isChosen && givesValue),
      let (sentence, whole) = sentence(from: token.start)
    {
      if let topic = sentence.topic, otherwise != nil { otherwise = "try: help \(topic)" }
      return failure(.unknownCommand(word, meant: sentence.commands, otherwise: otherwise), whole)
    }
    advance()
    let next = token.kind == .word ? text(token) : ""
    if let name = table.name(of: word, next) {
      let both = SourceRange(Int(range.start), Int(token.range.end))
      return failure(.unknownCommand("\(word) \(next)", meant: [name], otherwise: nil), both)
    }
    var meant = OtherLanguageHints.statements[word].map { [$0] } ?? []
    if meant.isEmpty { meant = table.commands.filter { $0.words.count == 2 && $0.words[1] == word }.map { $0.name } }
    // The following words need a command with parameters.
    if !atStatementEnd {
      let taking = meant.filter { name in table.commands.contains { $0.name == name && !$0.parameters.isEmpty } }
      if !taking.isEmpty { meant = taking }
    }
    // The first search word of a command is its other name: `why` is `explain`.
    if meant.count == 1, OtherLanguageHints.statements[word] == nil,
      let other = table.commands.first(where: { $0.words.count == 1 && $0.searchWords.first == word })
    {
      meant = [other.name]
    }
    // `random` alone, as typed in another shell to get a value.
    if meant.isEmpty, atStatementEnd, itemName == nil, !knowsVariable(word), vocabulary.isCalled(word),
      let parameters = vocabulary.functions.signature(word)?.parameters
    {
      let call = parameters.isEmpty ? word : "\(word) \(parameters)"
      return failure(.unknownCommand(word, meant: [], otherwise: "it is a function; try: print (\(call))"), range)
    }
    // `len(stories)`, as in other languages.
    if meant.isEmpty, token.kind == .leftParen, !token.spaceBefore, let function = OtherLanguageHints.functions[word] {
      return failure(
        .unknownCommand(word, meant: [], otherwise: "the function is '\(function)': (\(function) …)"), range)
    }
    if meant.isEmpty, let line = line(with: word) { meant = [line] }
    if meant.isEmpty {
      meant = Keyword.allCases.filter { $0.searchWords.contains(word) }.prefix(1).map { $0.rawValue }
    }
    if meant.isEmpty, let command = table.taking(word) { meant = ["\(command.name) \(word)"] }
    if meant.isEmpty, let command = table.commands.first(where: { $0.searchWords.contains(word) }) {
      // `ls`: the current folder.
      meant = [atStatementEnd && command.takesFolder ? command.name + " ." : command.name]
    }
    if meant.isEmpty, token.kind == .leftBracket, !token.spaceBefore { meant = ["$\(word)[…]"] }
    if meant.isEmpty, let path = path(meantBy: word) { meant = [path] }
    if meant.isEmpty, binaryOperator != nil, !knowsVariable(word) {
      otherwise = "a line begins with a command, and there is no variable $\(word)"
    }
    if meant.isEmpty {
      // `timr start`: of the near words, the one that begins a command with this second word.
      let fitting = table.commands.filter { $0.words.count > 1 && $0.words[1] == next }.map { $0.words[0] }
      let known = table.firstWords + definitions.all.sorted() + Keyword.allCases.map { $0.rawValue }
      meant = (closest(to: word, among: fitting) ?? closest(to: word, among: known)).map { [$0] } ?? []
    }
    if let itemName, word.utf8.allSatisfy(isNameByte), atStatementEnd || binaryOperator != nil {
      meant = [word == itemName ? "$\(word)" : "$\(itemName).\(word)"]
    }
    if knowsVariable(word) {
      // A variable cannot be followed by more words, so another command may be meant.
      let isAlone = atStatementEnd || binaryOperator != nil || token.kind == .pipe || token.kind == .leftBracket
      meant = ["$\(word)"] + (isAlone && itemName == nil ? [] : meant.filter { !$0.hasPrefix("$\(word)") })
    } else if isChosen, givesValue, atStatementEnd {
      // `if $n > 3 { big }`
      meant = Array(meant.prefix(1)) + [Literal.quoted(word)]
    }
    if OtherLanguageHints.programs.contains(word), !knowsVariable(word) {
      (meant, otherwise) = ([], vocabulary.withoutPrograms)
    }
    return failure(.unknownCommand(word, meant: Array(meant.prefix(2)), otherwise: otherwise), range)
  }

  /// Returns the natural-language sentence on the line that begins at `start`, and its range; `nil` if the line is
  /// not a sentence.
  private func sentence(from start: Int) -> (Sentence, SourceRange)? {
    let line = plainWords(from: start)
    return Sentence(Self.words(of: line), vocabulary.commands).map {
      ($0, SourceRange(start, start + line.utf8.count))
    }
  }

  /// Returns the words of a line from `start`, up to the first character that is not part of a word.
  func plainWords(from start: Int) -> String {
    var line = source.bytes[start...].prefix { !$0.isOne(of: "\n\r;|{}#\"") }
    while line.last?.isOne(of: " \t") == true { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }

  static func words(of line: String) -> [String] { line.split { $0.isWhitespace }.map(String.init) }

  /// Returns the command for a path typed as a command: runs a script, reads a file or opens a folder.
  private func line(with word: String) -> String? {
    if word.hasSuffix(".story") { return "\(Keyword.include.rawValue) \(word)" }
    if [".csv", ".json", ".jsonl", ".txt"].contains(where: word.hasSuffix) {
      return vocabulary.commands.commands.first { $0.takesFile }.map { "\($0.name) \(word)" }
    }
    // Exclude `/help`: other programs write commands with a slash.
    guard word == "~" || word.dropFirst().contains("/"), !word.contains("://") else { return nil }
    return vocabulary.commands.commands.first { $0.takesFolder }.map { "\($0.name) \(word)" }
  }

  // MARK: Operators

  mutating func parseExpression() throws(Failure) -> Expression { try parseBinary(1) }

  private mutating func parseBinary(_ minimum: Int) throws(Failure) -> Expression {
    try measured { (parser) throws(Failure) in
      var left = try parser.parseUnary(minimum)
      while let operation = parser.binaryOperator, operation.precedence >= minimum {
        try parser.grow()
        parser.advance()
        if parser.lineEnds { throw parser.unfinished(operation) }
        let right = try parser.parseBinary(operation.precedence + 1)
        if operation.precedence == BinaryOperator.equal.precedence,
          parser.binaryOperator?.precedence == operation.precedence
        {
          throw parser.failure(.chainedComparison)
        }
        left = .binary(operation, left, right, left.range.through(right.range))
      }
      return left
    }
  }

  /// `true` if the statement cannot continue here: an open bracket would continue it.
  private var lineEnds: Bool { token.kind == .newline || (token.kind == .end && lexer.openCount == 0 && !isInString) }

  private func unfinished(_ operation: BinaryOperator) -> Failure {
    failure(
      .foreign(
        "expected a value after '\(operation.rawValue)'",
        instead: "a line continues inside ( ), or after a \\ at its end"))
  }

  private var binaryOperator: BinaryOperator? {
    guard let operation = meaning.operation else { return nil }
    // `-$x` at the beginning of a line is the next item of a list.
    if operation == .minus, lexer.openCount == listDepth, signFollows, startsLine { return nil }
    return operation
  }

  /// - Parameter minimum: the precedence of the enclosing operator; `not` applies only to whole comparisons.
  private mutating func parseUnary(_ minimum: Int) throws(Failure) -> Expression {
    let start = token
    if isWord("not") {
      guard minimum <= BinaryOperator.notPrecedence else { throw failure(.notInOperand) }
      advance()
      let operand = try nested { (parser) throws(Failure) in try parser.parseBinary(BinaryOperator.notPrecedence) }
      return .unary(.not, operand, start.range.through(operand.range))
    }
    if startsFunctionCall { return try parseCall() }
    if consume("-") {
      let operand = try nested { (parser) throws(Failure) in try parser.parseUnary(.max) }
      return .unary(.minus, operand, start.range.through(operand.range))
    }
    return try parsePostfixed()
  }

  /// Parses a value with the `[index]` and `.field` parts directly after it.
  ///
  /// - Parameter isTerm: `true` if the value is one of several arguments; then the next word is the next argument,
  ///   even if it looks like an operator: `-5`, `/tmp`.
  mutating func parsePostfixed(isTerm: Bool = false) throws(Failure) -> Expression {
    try measured { (parser) throws(Failure) in
      var value = try parser.parsePrimary()
      while !parser.token.spaceBefore {
        if parser.token.kind == .leftBracket {
          try parser.grow()
          let (index, _) = try parser.parseIndex()
          value = .index(value, index, SourceRange(Int(value.range.start), parser.previousEnd))
        } else if parser.token.kind == .word, parser.source.bytes[parser.token.start] == UInt8(ascii: ".") {
          value = try parser.parseFields(of: value)
        } else {
          break
        }
      }
      if parser.token.kind == .word, !parser.token.spaceBefore { throw parser.gluedOperator() }
      if parser.token.kind == .string, !parser.token.spaceBefore, let problem = parser.prefixedText(value.range) {
        throw parser.failure(problem, value.range.through(parser.token.range))
      }
      if !isTerm, parser.token.kind == .word, parser.binaryOperator == nil, parser.startsWithOperator(parser.token),
        !parser.startsLine
      {
        throw parser.gluedOperator()
      }
      return value
    }
  }

  /// Parses `[index]`.
  mutating func parseIndex() throws(Failure) -> (Expression, SourceRange) {
    let opener = token
    let index = try bracketed { (parser) throws(Failure) in
      parser.advance()
      let index = try parser.parseExpression()
      try parser.close(.rightBracket, opener)
      return index
    }
    return (index, SourceRange(opener.start, previousEnd))
  }

  private func startsWithOperator(_ token: Token) -> Bool {
    source.bytes[token.start].isOne(of: "+-*/<>=!%&") || meaning(of: token).isForeignOperator
  }

  /// Returns the likely meaning of an operator attached to its right side where a value is expected.
  private func meantOperand(_ word: String) -> String? {
    switch word.utf8.first {
    case UInt8(ascii: "!") where word.utf8.count > 1: "write not \(word.dropFirst())"
    case UInt8(ascii: "-") where word.utf8.count > 1: "put a space after the sign: - \(word.dropFirst())"
    default: nil
    }
  }

  /// Returns `+1` as `… + 1`.
  private static func spaced(_ word: String) -> String? {
    let operation = word.prefix { "+-*/<>=!%&".contains($0) }
    let rest = word.dropFirst(operation.count)
    let name = operation == "%" ? "mod" : operation == "=" ? "==" : operation == "&&" ? "and" : String(operation)
    guard BinaryOperator(rawValue: name) != nil else { return nil }
    return "try: … \(name) \(rest.isEmpty ? "…" : rest)"
  }

  /// Returns what a word with a dot probably means: `x.name` the field of a variable, `x.where` a step behind it,
  /// `stroy.state` a value of the session.
  private mutating func path(meantBy word: String) -> String? {
    guard let dot = word.firstIndex(of: "."), dot > word.startIndex, word.last != "." else { return nil }
    let (root, field) = (String(word[..<dot]), String(word[word.index(after: dot)...]))
    if knowsVariable(root) {
      guard let step = StageWord(rawValue: field) else { return "$\(word)" }
      let isWhole = [.count, .first, .last, .sum, .sort, .number].contains(step)
      return "$\(root) | \(field)\(isWhole ? "" : " …")"
    }
    return closest(to: root, among: vocabulary.roots.sorted()).map { "\($0).\(field)" }
  }

  private func gluedOperator() -> Failure {
    let word = text(token)
    // `'it's'`: the text ends at the apostrophe.
    if token.start > 0, word.first?.isLetter == true, source.bytes[token.start - 1].isOne(of: "'\"") {
      let isApostrophe = source.bytes[token.start - 1] == UInt8(ascii: "'")
      return failure(
        .foreign(
          "the text ends at the quote before '\(word)'",
          instead: isApostrophe ? "for an apostrophe, use double quotes: \"it's\"" : "for a quote in a text, write \\\""
        ))
    }
    let meant: String? =
      switch word {
      case "=", "===": "to compare, write =="
      case "=<": "to compare, write <="
      case "=>": OtherLanguageHints.operators["=>"]
      case "<>", "!==": "to compare, write !="
      case "&&", "&": "to combine conditions, write 'and'"
      case "%": isBehindText ? "put values into text: \"{$name}: {$count}\"" : "for the remainder, write mod"
      default: startsWithOperator(token) ? Self.spaced(word) : nil
      }
    return failure(.operatorNeedsSpace(word, suggestion: meant))
  }

  /// `true` if a text ends before the current token, as in `"%s" % x`.
  private var isBehindText: Bool {
    source.bytes[..<Int(token.start)].last { $0 != UInt8(ascii: " ") }?.isOne(of: "'\"") == true
  }

  private mutating func parseFields(of base: Expression) throws(Failure) -> Expression {
    var value = base
    for field in try parseFieldNames() {
      try grow()
      value = .field(value, field.text, SourceRange(Int(base.range.start), Int(field.range.end)))
    }
    return value
  }

  /// Parses the fields that a word such as `.a.b` names.
  mutating func parseFieldNames() throws(Failure) -> [Name] {
    var names: [Name] = []
    var start = token.start + 1
    let end = token.end
    while start <= end {
      var stop = start
      while stop < end, source.bytes[stop] != UInt8(ascii: ".") { stop += 1 }
      let range = SourceRange(start, stop)
      try checkFieldName(range)
      names.append(Name(text: source.text(range), range: range))
      start = stop + 1
    }
    advance()
    return names
  }

  private func checkFieldName(_ range: SourceRange) throws(Failure) {
    let bytes = source.bytes[Int(range.start)..<Int(range.end)]
    if bytes.isEmpty {
      throw failure(.expectedName(after: ".", found: "nothing"), SourceRange(Int(range.start) - 1, Int(range.start)))
    }
    guard let bad = bytes.firstIndex(where: { !isNameByte($0) }) else { return }
    let rest = source.text(SourceRange(bad, Int(range.end)))
    throw failure(.operatorNeedsSpace(rest, suggestion: Self.spaced(rest)), SourceRange(bad, Int(range.end)))
  }

  // MARK: Values

  private mutating func parsePrimary() throws(Failure) -> Expression {
    let start = token
    switch start.kind {
    case .leftParen: return try parseParentheses()
    case .leftBracket: return try parseList()
    case .leftBrace: return try parseRecord()
    case .string: return try parseString()
    case .rawString: return try parseRawString()
    case .variable:
      advance()
      return .variable(source.text(SourceRange(start.start + 1, start.end)), start.range)
    case .word: return try parseWordValue()
    case .pipe:
      // At a prompt the previous line has already run.
      let isFirst = source.bytes[..<start.start].allSatisfy(isBlank)
      let meant = isFirst ? "did you mean '$last |'?" : "a line that begins with '|' continues the line before it"
      throw failure(.expectedExpression(found: found, suggestion: meant))
    default: throw failure(.expectedExpression(found: found, suggestion: nil))
    }
  }

  private mutating func parseWordValue() throws(Failure) -> Expression {
    let start = token
    if let literal = try readLiteral(start) {
      advance()
      return try parseDurationWords(after: literal)
    }
    if startsStatePath { return try parseStatePath() }
    let word = text(start)
    if meaning.operation != nil || startsWithOperator(start) {
      throw failure(.expectedExpression(found: found, suggestion: meantOperand(word)))
    }
    advance()
    return .word(word, start.range)
  }

  private mutating func parseStatePath() throws(Failure) -> Expression {
    let start = token
    let dot = source.bytes[start.start..<start.end].firstIndex(of: UInt8(ascii: ".")) ?? start.end
    let root = source.text(SourceRange(start.start, dot))
    let first = dot + 1
    var end = first
    while end < start.end, source.bytes[end] != UInt8(ascii: ".") { end += 1 }
    let range = SourceRange(first, end)
    try checkFieldName(range)
    let state = Expression.state(root: root, field: source.text(range), SourceRange(start.start, end))
    if end == start.end {
      advance()
      return state
    }
    token.range = SourceRange(end, start.end)
    return try parseFields(of: state)
  }

  mutating func readLiteral(_ token: Token) throws(Failure) -> Expression? {
    let bytes = source.bytes[token.start..<token.end]
    switch Literal.read(bytes) {
    case .value(let value):
      if let rounded = Literal.rounded(bytes, value) { warn(.roundedNumber(rounded), token.range) }
      return .literal(value, token.range)
    case .civil(let civil): return .civil(civil, token.range)
    case .problem(let problem): throw failure(problem, token.range)
    case .word: return nil
    }
  }
}
