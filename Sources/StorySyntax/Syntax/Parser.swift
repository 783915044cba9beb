/// Turns a source into a syntax tree by recursive descent, one token of look-ahead.
///
///     let source = try Source(name: "first.story", text: "print 1 + 2")
///     let script = try Parser.parse(source, vocabulary) // or throws Diagnostics with every error
///     print(script.statements.count)
///
/// An error ends only its statement: parsing resumes on the next line, so that all syntax errors are reported
/// together. O(n); nesting is limited so that hostile text cannot exhaust the stack.
public struct Parser {
  let source: Source
  let vocabulary: Vocabulary
  var lexer: Lexer
  var token: Token {
    didSet { meaning = meaning(of: token) }
  }
  /// The possible meanings of the current token, if it is a word.
  private(set) var meaning = WordMeaning.none
  /// The end of the last consumed token.
  var previousEnd = 0
  var problems: [Diagnostic] = []
  /// The ends of list items that are separated from the next item by a line break.
  var separators: [Int32] = []
  private(set) var warnings: [Diagnostic] = []
  /// Names of `def`s, collected before parsing so that a definition may be used above its place.
  let definitions: DefinitionNames
  /// Returns `true` if an earlier source defined a variable of that name.
  let isVariable: (String) -> Bool
  /// The names that this source may bind, computed at the first unknown name.
  private(set) var boundNames: Set<String>?
  var depth = 0
  private var recoverySteps = 0
  /// The place of the last lexical error.
  private var lastLexicalProblem: Int?
  /// The height of the tree parsed since the enclosing `measured` began.
  private var height = 0
  /// `true` while parsing the expression between braces in a string.
  var isInString = false
  /// The number of open brackets directly inside the innermost list; 0 outside all lists.
  var listDepth = 0
  /// The number of open brackets inside the innermost list or record, where a comma separates items; 0 outside.
  var itemDepth = 0
  /// The tokens that end the current value, besides the end of its statement.
  var valueEnd = ValueEnd()
  /// The name of an item in the innermost block of a step; `nil` outside all such blocks.
  var itemName: String?
  /// The offset of the first token in the innermost block of a step, where a field may begin a statement.
  var stepStart: Int?
  /// `true` if the last value of the innermost block becomes a value: of a definition or of a step's item.
  var givesValue = false
  /// `true` if the innermost block belongs to `if`, `match` or `try`.
  private(set) var isChosen = false
  /// Set when the text ends inside an open construct: more text could make it valid.
  var isIncomplete = false
  /// Set when an invalid statement opens a block that the text does not close: the following lines belong to it.
  private var leavesOpen = false
  /// The opening brackets of the current statement outside all blocks whose contents could not be parsed to the end,
  /// by offset; `true` for those of a block.
  private var unfinished: [Int: Bool] = [:]

  /// The maximum combined nesting depth of blocks, parentheses, lists and strings.
  public static let nestingLimit = 200
  /// The maximum height of a whole tree: `1 + 1 + 1 + …` and `$x[0][0]…` grow one level with each step.
  public static let heightLimit = 500
  /// The maximum number of tokens read, over the whole source, while looking for the ends of invalid statements.
  static let recoveryLimit = 2_000_000

  private let bounds: Bounds
  /// The number of tokens read since the last check for cancellation.
  private var uncheckedCount = 0
  private(set) var isCancelled = false
  /// `true` if the rest of the source is not read, because it is nested too deeply or parsing was cancelled.
  private(set) var isOver = false

  /// - Parameter start: the offset of the first token, at the beginning of a statement.
  init(
    _ source: Source, _ vocabulary: Vocabulary, definitions: DefinitionNames, isVariable: @escaping (String) -> Bool,
    from start: Int = 0, within bounds: Bounds
  ) {
    self.source = source
    self.isVariable = isVariable
    self.bounds = bounds
    self.vocabulary = vocabulary
    lexer = Lexer(source, from: start)
    token = Token(kind: .end, range: SourceRange(start, start), spaceBefore: true)
    self.definitions = definitions
    advance()
  }

  /// Parses a whole source.
  ///
  /// - Parameters:
  ///   - known: names of definitions from earlier sources (at a prompt).
  ///   - isVariable: returns `true` if an earlier source defined a variable of that name, which is suggested where
  ///     its sign is missing.
  ///   - include: reads an included source, for the names defined in it. The compiler reports files that cannot be
  ///     read.
  ///   - bounds: the limits of parsing.
  /// - Throws: `Diagnostics` with every error, sorted by place.
  public static func parse(
    _ source: Source, _ vocabulary: Vocabulary, known: Set<String> = [],
    isVariable: @escaping (String) -> Bool = { _ in false },
    include: (_ path: String, _ base: String) throws(Diagnostic) -> Source = Source.noFiles,
    within bounds: Bounds = Bounds()
  ) throws(Diagnostics) -> Script {
    // There may be thousands of known names. A line without a definition does not copy them.
    let definitions = known.union(Declarations.definitions(of: source, include: include))
    var parser = Parser(
      source, vocabulary, definitions: DefinitionNames(definitions, for: source), isVariable: isVariable,
      within: bounds)
    let statements = parser.parseStatements(until: .end)
    let script = Script(
      source: source, statements: statements, comments: parser.lexer.comments, separators: parser.separators,
      warnings: parser.warnings)
    if parser.isCancelled {
      throw Diagnostics([Diagnostic(.interrupted, SourceRange(0, 0), in: source)], readable: script)
    }
    guard parser.problems.isEmpty else {
      parser.problems = withoutLinesOfTexts(parser.problems, in: source)
      let faults = faults(ofIncludedBy: script, vocabulary, definitions, include, bounds)
      if !faults.isEmpty {
        parser.problems.removeAll(where: parser.mayFollowFromInclude)
        if parser.problems.isEmpty { throw Diagnostics(faults) }
      }
      throw Diagnostics(
        parser.problems, isIncomplete: parser.isIncomplete && !parser.isOver, leavesOpen: parser.leavesOpen,
        readable: script)
    }
    return script
  }

  /// Returns `true` if the problem is only an unknown name, which an unreadable included script may define.
  private func mayFollowFromInclude(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.problem {
    case .unknownCommand(_, let meant, _): return meant.allSatisfy { $0.hasPrefix("\"") }
    case .unknownFunction(_, let suggestion): return suggestion == nil
    case .expectedEndOfGroup("(", _, _):
      // `(mean [1])`: the word after the parenthesis.
      let before = source.bytes[..<Int(diagnostic.range.start)].reversed().drop { $0 == 0x20 }
      return before.drop(while: isNameByte).first == UInt8(ascii: "(")
    default: return false
    }
  }

  /// Returns the errors in the scripts that an invalid script includes.
  private static func faults(
    ofIncludedBy script: Script, _ vocabulary: Vocabulary, _ known: Set<String>,
    _ include: (String, String) throws(Diagnostic) -> Source, _ bounds: Bounds
  ) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    for statement in script.statements {
      guard case .include(let path) = statement.kind else { continue }
      do throws(Diagnostic) {
        let source = try include(path.text, script.source.name)
        guard source.name != script.source.name else { continue }
        var parser = Parser(
          source, vocabulary, definitions: DefinitionNames(known, for: source), isVariable: { _ in false },
          within: bounds)
        _ = parser.parseStatements(until: .end)
        faults += parser.problems
      } catch {
        let problem = Problem.includeUnreadable(path.text, reason: error.problem.message)
        faults.append(Diagnostic(problem, path.range, in: script.source))
      }
    }
    return faults
  }

  /// Returns `true` if a variable of that name exists: from an earlier source, or anywhere in this one.
  mutating func knowsVariable(_ name: String) -> Bool {
    if isVariable(name) { return true }
    let names = boundNames ?? Declarations.variables(in: source)
    boundNames = names
    return names.contains(name)
  }

  /// A problem inside one statement, caught where a list of statements is parsed.
  struct Failure: Error {
    var problem: Problem
    var range: SourceRange
  }

  // MARK: Tokens

  mutating func advance() {
    if isOver { return end() }
    previousEnd = token.end
    token = lexer.next()
    uncheckedCount += 1
    if uncheckedCount == Self.tokensPerCheck {
      uncheckedCount = 0
      isCancelled = isCancelled || bounds.isCancelled()
      if isCancelled { return end() }
    }
    if let found = lexer.problem {
      lexer.problem = nil
      lastLexicalProblem = Int(found.range.start)
      if case .unclosed = found.problem { isIncomplete = true }
      report(found.problem, found.range)
    }
  }

  /// Records a warning.
  mutating func warn(_ problem: Problem, _ range: SourceRange) {
    if warnings.last?.range.start != range.start { warnings.append(Diagnostic(problem, range, in: source)) }
  }

  mutating func report(_ problem: Problem, _ range: SourceRange) {
    // Each place is reported once: later errors there follow from the first one.
    if isOver { return }
    if let last = problems.last, last.range.start == range.start { return }
    if problems.count < Diagnostics.limit { problems.append(Diagnostic(problem, range, in: source)) }
  }

  func text(_ token: Token) -> String { source.text(token.range) }

  /// Returns what a token may mean, if it is a word.
  func meaning(of token: Token) -> WordMeaning {
    token.kind == .word ? WordMeaning(token.range, in: source, vocabulary) : .none
  }

  /// `true` if the current token is the name of a definition.
  var isDefinition: Bool { token.kind == .word && definitions.contains(token.range, in: source) }

  func isWord(_ word: StaticString) -> Bool {
    guard token.kind == .word, token.end - token.start == word.utf8CodeUnitCount else { return false }
    let start = word.utf8Start
    for index in 0..<word.utf8CodeUnitCount where source.bytes[token.start + index] != start[index] { return false }
    return true
  }

  /// Consumes the word if it is the current token.
  mutating func consume(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  mutating func consume(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  var atStatementEnd: Bool {
    switch token.kind {
    case .newline, .semicolon, .end, .rightBrace: true
    case .word: endsValue(token)
    default: false
    }
  }

  /// Returns `true` if the current value ends before this word.
  func endsValue(_ token: Token) -> Bool {
    token.kind == .word && lexer.openCount == valueEnd.depth && valueEnd.words.contains(text(token))
  }

  /// Parses a value that may be followed by one of the given words.
  mutating func before(
    _ words: String..., read: (inout Parser) throws(Failure) -> Expression
  ) throws(Failure) -> Expression {
    let outer = (valueEnd.words, valueEnd.depth)
    let depth = openBefore
    (valueEnd.words, valueEnd.depth) = ((depth == outer.1 ? outer.0 : []) + words, depth)
    defer { (valueEnd.words, valueEnd.depth) = outer }
    return try read(&self)
  }

  /// Parses a value that is followed by a block.
  mutating func beforeBlock(_ read: (inout Parser) throws(Failure) -> Expression) throws(Failure) -> Expression {
    let outer = valueEnd.blockDepth
    valueEnd.blockDepth = openBefore
    defer { valueEnd.blockDepth = outer }
    return try read(&self)
  }

  /// `true` if the current brace begins the block that follows a value.
  var blockFollows: Bool { token.kind == .leftBrace && lexer.openCount == valueEnd.blockDepth + 1 }

  /// `true` if the block that follows a value begins directly after the current word.
  var blockFollowsNext: Bool { blockIsNext && lexer.openCount == valueEnd.blockDepth }

  struct ValueEnd {
    /// Words that may follow the value: `goal COND else …`, `sort by KEY desc`, `after TIME as NAME`.
    fileprivate var words: [String] = []
    /// The number of brackets open around the value; -1 if no word ends it.
    fileprivate var depth = -1
    /// The number of brackets open around a value that a block follows; -1 if there is no such value.
    fileprivate var blockDepth = -1
  }

  /// The number of brackets open before the current token.
  var openBefore: Int {
    switch token.kind {
    case .leftParen, .leftBracket, .leftBrace: lexer.openCount - 1
    default: lexer.openCount
    }
  }

  /// The current token in words, for "…, not X".
  var found: String {
    switch token.kind {
    case .end: return isInString ? "the end of '{…}'" : "the end of the script"
    case .newline: return "the end of the line"
    default:
      let text = text(token)
      return text.count > 40 ? "'\(text.prefix(40))…'" : "'\(text)'"
    }
  }

  func failure(_ problem: Problem, _ range: SourceRange? = nil) -> Failure {
    Failure(problem: problem, range: range ?? visibleRange(token))
  }

  /// Returns the range to put the caret under, also for a token at the end of a line.
  func visibleRange(_ token: Token) -> SourceRange {
    token.kind == .newline || token.kind == .end
      ? SourceRange(previousEnd, previousEnd + 1) : token.range
  }

  mutating func close(_ kind: Token.Kind, _ opener: Token) throws(Failure) {
    if consume(kind) { return }
    if token.kind == .end, !isInString {
      isIncomplete = true
      let line = source.position(of: opener.start).line
      throw failure(.unclosed(text(opener), openedLine: line), opener.range)
    }
    throw failure(.expectedEndOfGroup(opener: text(opener), found: found, openedLine: otherLine(of: opener)))
  }

  /// Returns the line of an earlier token; `nil` if it is the current line.
  func otherLine(of opener: Token) -> Int? {
    let line = source.position(of: opener.start).line
    return line == source.position(of: token.start).line ? nil : line
  }

  /// Parses what begins with the bracket that is the current token, up to its partner.
  mutating func bracketed<T>(
    isBlock: Bool = false, _ body: (inout Parser) throws(Failure) -> T
  ) throws(Failure) -> T {
    let opener = token.start
    do throws(Failure) { return try nested(body) } catch {
      if !isInString { unfinished[opener] = isBlock }
      throw error
    }
  }

  mutating func nested<T>(_ body: (inout Parser) throws(Failure) -> T) throws(Failure) -> T {
    depth += 1
    defer { depth -= 1 }
    guard depth <= bounds.nesting else { throw failure(.nestingTooDeep(limit: bounds.nesting)) }
    return try measured { (parser) throws(Failure) in
      let result = try body(&parser)
      try parser.grow()
      return result
    }
  }

  /// Parses a part whose height is counted from 0, so that heights of neighbours do not add up.
  mutating func measured<T>(_ body: (inout Parser) throws(Failure) -> T) throws(Failure) -> T {
    let outer = height
    height = 0
    defer { height = max(outer, height) }
    return try body(&self)
  }

  /// Adds one level on top of the tree just parsed.
  mutating func grow() throws(Failure) {
    height += 1
    guard height <= Self.heightLimit else { throw failure(.chainTooLong(limit: Self.heightLimit)) }
  }

  // MARK: Statements in a row

  mutating func parseStatements(until closer: Token.Kind) -> [Statement] {
    parseRows(until: closer) { (parser) throws(Failure) in try parser.parseStatement() }
  }

  /// Parses rows separated by line ends or `;`. An error ends only its row.
  mutating func parseRows<Row>(
    until closer: Token.Kind, _ parse: (inout Parser) throws(Failure) -> Row
  ) -> [Row] {
    var rows: [Row] = []
    while true {
      while token.kind == .newline || token.kind == .semicolon { advance() }
      if token.kind == closer || token.kind == .end { return rows }
      if problems.count >= Diagnostics.limit { skipToEnd() }
      if isOver { return rows }
      if let row = parseRow(until: closer, parse) { rows.append(row) }
    }
  }

  /// - Returns: `nil` after an error, which ends only this row.
  mutating func parseRow<Row>(
    until closer: Token.Kind, _ parse: (inout Parser) throws(Failure) -> Row
  ) -> Row? {
    guard closer == .end else { return parseRowOnce(until: closer, parse) }
    let before = Checkpoint(
      start: token.start, previousEnd: previousEnd, problems: problems.count, warnings: warnings.count,
      separators: separators.count, lexical: lastLexicalProblem)
    unfinished = [:]
    var row = parseRowOnce(until: closer, parse)
    var repair = BracketRepair(source, from: before.start)
    for _ in 0..<Self.repairLimit where !unfinished.isEmpty && !isOver {
      guard repair.extend(closing: unfinished, steps: &recoverySteps) else { break }
      rewind(to: before, adding: repair.brackets)
      row = parseRowOnce(until: closer, parse)
    }
    if !repair.isEmpty { report(repair, since: before) }
    return row
  }

  /// The number of times that a statement is parsed again with more closing brackets.
  private static let repairLimit = 8

  /// The state before a statement outside all blocks.
  private struct Checkpoint {
    let start, previousEnd, problems, warnings, separators: Int
    let lexical: Int?
  }

  /// Returns to the beginning of a statement outside all blocks, in a text with more closing brackets.
  private mutating func rewind(to before: Checkpoint, adding brackets: [Lexer.AddedBracket]) {
    problems.removeLast(problems.count - before.problems)
    warnings.removeLast(warnings.count - before.warnings)
    separators.removeLast(separators.count - before.separators)
    (lastLexicalProblem, unfinished) = (before.lexical, [:])
    lexer.restart(from: before.start, adding: brackets)
    advance()
    previousEnd = before.previousEnd
  }

  /// Reports the brackets that are never closed in place of the problems that follow from them.
  private mutating func report(_ repair: BracketRepair, since before: Checkpoint) {
    var own = Array(problems[before.problems...])
    // Nothing is wrong at a bracket that the text lacks.
    own.removeAll { $0.range.isEmpty && repair.offsets.contains(Int($0.range.start)) }
    let unclosed = repair.unclosed { missing in
      own.contains { diagnostic in
        switch diagnostic.problem {
        // The closing bracket became a part of the text.
        case .unclosedString, .unclosedInterpolation:
          Int(diagnostic.range.end) == missing.close && source.text(diagnostic.range).contains(missing.closer)
        default: !missing.isBlock && (missing.open..<missing.close).contains(Int(diagnostic.range.start))
        }
      }
    }
    problems.removeLast(problems.count - before.problems)
    for missing in unclosed {
      let range = SourceRange(missing.open, missing.open + 1)
      let problem = Problem.unclosed(
        source.text(range), openedLine: source.position(of: missing.open).line, closing: missing.close)
      own.append(Diagnostic(problem, range, in: source))
    }
    problems += own.sorted { $0.range.start < $1.range.start }.prefix(Diagnostics.limit - problems.count)
  }

  private mutating func parseRowOnce<Row>(
    until closer: Token.Kind, _ parse: (inout Parser) throws(Failure) -> Row
  ) -> Row? {
    let start = token.start
    // The bracket that opens the statement has already been read.
    let open = lexer.openCount - (token.opens ? 1 : 0)
    do throws(Failure) {
      if token.kind == .rightBrace { throw failure(.unexpectedCloser("}")) }
      let row = try parse(&self)
      switch token.kind {
      case _ where atStatementEnd: return row
      case .rightParen, .rightBracket: throw failure(.unexpectedCloser(text(token)))
      default: throw failure(.expectedEndOfStatement(found: found))
      }
    } catch {
      // A lexical error in this row has already been reported; the rest of the statement is not a second error.
      if lastLexicalProblem.map({ $0 < start }) ?? true { report(explained(error, from: start), error.range) }
      // Text that is nested too deeply is not read on: its meaning is unclear, and reading it again for each level
      // would take minutes.
      if case .nestingTooDeep = error.problem { end() }
      if isOver { return nil }
      if token.kind == .end, lexer.openCount > 0 { isIncomplete = true }
      // Nothing open here can be closed by this brace, so the next statement does not begin at it either.
      if token.kind == .rightBrace, closer != .rightBrace { advance() }
      recover(to: open)
      // An `else` on the next line belongs to the statement that could not be read.
      while !isOver, consumePartner("else") || consumePartner("catch") { recover(to: open) }
      return nil
    }
  }

  private static let tokensPerCheck = 4_096

  /// Ends the source at the current token.
  private mutating func end() {
    isOver = true
    token = Token(kind: .end, range: token.range, spaceBefore: true)
  }

  private mutating func skipToEnd() {
    while token.kind != .end { advance() }
  }

  /// Skips the rest of an invalid statement: to the end of its line, past everything that opens on it. If the opened
  /// bracket is never closed, skips only the line.
  private mutating func recover(to open: Int) {
    let (lexer, token, count, lexical) = (lexer, token, problems.count, lastLexicalProblem)
    while true {
      recoverySteps += 1
      let isBalanced = self.lexer.openCount <= open
      switch self.token.kind {
      case .newline where isBalanced, .semicolon where isBalanced, .end where isBalanced: return
      // The end of the enclosing block.
      case .rightBrace where self.lexer.openCount < open: return
      case _ where self.token.kind == .end || recoverySteps > Self.recoveryLimit:
        if self.token.kind == .end, self.lexer.isBraceOpen { leavesOpen = true }
        (self.lexer, self.token) = (lexer, token)
        // Errors of the text that is read again later are found again.
        problems.removeLast(problems.count - count)
        lastLexicalProblem = lexical
        self.lexer.close(downTo: open)
        while !atStatementEnd { advance() }
        self.lexer.close(downTo: open)
        return
      default: advance()
      }
    }
  }

  /// The use of a block's last value.
  enum BlockRole {
    case acting
    /// The value of a `def` or of a step's item.
    case giving
    /// The value of the enclosing `if`, `match` or `try`, whether or not that is used.
    case chosen
  }

  mutating func parseBlock(after what: String, _ role: BlockRole = .acting) throws(Failure) -> Block {
    let outer = (givesValue, isChosen)
    defer { (givesValue, isChosen) = outer }
    if role != .chosen { givesValue = role == .giving }
    isChosen = role == .chosen
    guard token.kind == .leftBrace else {
      let failure = failure(.expectedBlock(after: what, found: found))
      guard token.kind == .newline else { throw failure }
      var ahead = lexer.lookingAhead
      var next = ahead.next()
      while next.kind == .newline { next = ahead.next() }
      guard next.kind == .leftBrace else { throw failure }
      while token.kind == .newline { advance() }
      throw self.failure(.blockOnNextLine(after: what))
    }
    // A field cannot begin a statement: the record of an item or a definition needs no braces of its own.
    if role != .acting, lexer.beginsField {
      let record = try parseRecord()
      let statement = Statement(kind: .expression(record), range: record.range)
      return Block(statements: [statement], range: record.range, isRecord: true)
    }
    return try bracketed(isBlock: true) { (parser) throws(Failure) in
      let opener = parser.token
      parser.advance()
      let statements = parser.parseStatements(until: .rightBrace)
      try parser.close(.rightBrace, opener)
      return Block(statements: statements, range: SourceRange(opener.start, parser.previousEnd))
    }
  }
}
