/// The roles of tokens, from the syntax tree: which braces are blocks, where statements begin, which brackets index.
struct FormatterRoles {
  enum Brace {
    case record
    /// The block of a statement; blocks of one `if … else …` or `try … catch …` share a chain.
    case block(chain: Int)
    /// The block of `each` or of a value. It belongs to its line rather than to its statement.
    case stepBlock(chain: Int)
  }

  /// By the offset of `{`.
  private(set) var braces: [Int32: Brace] = [:]
  private(set) var statementStarts: Set<Int32> = []
  /// The offsets at which the cases of `match` begin, including its `else`.
  private(set) var caseStarts: Set<Int32> = []
  /// The offsets of the `]` that end an index such as `$x[0]`.
  private(set) var indexEnds: Set<Int32> = []
  private var chainCount = 0

  private let source: Source

  init(_ script: Script) {
    source = script.source
    visit(script.statements)
  }

  private mutating func visit(_ statements: [Statement]) {
    for statement in statements {
      statementStarts.insert(statement.range.start)
      chainCount += 1
      visit(statement, chain: chainCount)
    }
  }

  private mutating func visit(_ block: Block, chain: Int, isStep: Bool = false) {
    if block.isRecord, case .expression(let record)? = block.statements.first?.kind { return visit(record) }
    braces[block.range.start] = isStep ? .stepBlock(chain: chain) : .block(chain: chain)
    visit(block.statements)
  }

  private mutating func visit(_ parts: [Statement.Part]) {
    for part in parts {
      visit(part.key)
      if part.range.end > part.key.range.end { indexEnds.insert(part.range.end - 1) }
    }
  }

  private mutating func visit(_ statement: Statement, chain: Int) {
    switch statement.kind {
    case .expression(let value), .let(_, let value), .assign(_, let value), .output(let value), .wait(let value),
      .waitUntil(.expression(let value)), .return(let value?), .fail(let value):
      visit(value)
    case .expect(let condition, let why):
      visit(condition)
      if let why { visit(why) }
    case .change(_, let parts, _, let value):
      visit(parts)
      visit(value)
    case .delete(_, let parts): visit(parts)
    case .match: visitMatch(statement, chain: chain, isStep: false)
    case .command(let call): visit(call)
    case .if: visitIf(statement, chain: chain, isStep: false)
    case .repeat(let value, let block), .while(let value, let block), .for(_, in: let value, let block),
      .after(let value, let block, _), .every(let value, let block, _), .at(let value, let block, _):
      visit(value)
      visit(block, chain: chain)
    case .def(_, let parameters, let block):
      for case let fallback? in parameters.map({ $0.fallback }) { visit(fallback) }
      visit(block, chain: chain)
    case .args(let arguments): for case let fallback? in arguments.map({ $0.fallback }) { visit(fallback) }
    case .expectError(let block), .when(_, let block, _): visit(block, chain: chain)
    case .try: visitTry(statement, chain: chain, isStep: false)
    case .lesson(let lesson): visit(lesson, chain: chain)
    case .return(nil), .break, .continue, .include, .cancel, .waitUntil(.idle): break
    }
  }

  private mutating func visitIf(_ statement: Statement, chain: Int, isStep: Bool) {
    guard case .if(let condition, let block, let otherwise) = statement.kind else { return }
    visit(condition)
    visit(block, chain: chain, isStep: isStep)
    switch otherwise {
    case .block(let block): visit(block, chain: chain, isStep: isStep)
    case .chain(let statement): visitIf(statement, chain: chain, isStep: isStep)
    case nil: break
    }
  }

  private mutating func visitTry(_ statement: Statement, chain: Int, isStep: Bool) {
    guard case .try(let block, _, let handler) = statement.kind else { return }
    visit(block, chain: chain, isStep: isStep)
    visit(handler, chain: chain, isStep: isStep)
  }

  /// Visits the cases of `match`, which are laid out like statements of a block, each with a chain of its own.
  private mutating func visitMatch(_ statement: Statement, chain: Int, isStep: Bool) {
    guard case .match(let subject, let cases) = statement.kind else { return }
    visit(subject)
    braces[cases.range.start] = isStep ? .stepBlock(chain: chain) : .block(chain: chain)
    for `case` in cases.cases {
      caseStarts.insert(`case`.range.start)
      for value in `case`.values { visit(value) }
      chainCount += 1
      visit(`case`.block, chain: chainCount)
    }
    guard let otherwise = cases.otherwise else { return }
    caseStarts.insert(cases.elseStart)
    chainCount += 1
    visit(otherwise, chain: chainCount)
  }

  private mutating func visit(_ lesson: Lesson, chain: Int) {
    braces[lesson.range.start] = .block(chain: chain)
    for step in lesson.steps {
      statementStarts.insert(step.whole.start)
      chainCount += 1
      braces[step.range.start] = .block(chain: chainCount)
      for item in step.items { visit(item) }
    }
  }

  private mutating func visit(_ item: Lesson.Item) {
    statementStarts.insert(item.range.start)
    chainCount += 1
    switch item.kind {
    case .statement(let statement): visit(statement, chain: chainCount)
    case .goal(let goal):
      visit(goal.prediction?.value ?? goal.condition)
      if let block = goal.prediction?.block { visit(block, chain: chainCount) }
    case .solution(let block): visit(block, chain: chainCount)
    case .text: break
    }
  }

  private mutating func visit(_ call: CommandCall) {
    for case let argument? in call.arguments { visit(argument) }
  }

  /// Visits the lines in the braces of an argument, which are laid out like statements.
  private mutating func visitLines(_ range: SourceRange) {
    guard let lines = BracedLines(range, in: source) else { return }
    chainCount += 1
    braces[range.start] = .stepBlock(chain: chainCount)
    statementStarts.formUnion(lines.starts)
  }

  private mutating func visit(_ expression: Expression) {
    switch expression {
    case .literal(.text, let range): visitLines(range)
    case .literal, .civil, .variable, .state, .word, .interpolation: return  // strings stay as they are written
    case .record(_, let range): braces[range.start] = .record
    case .index(_, _, let range): indexEnds.insert(range.end - 1)
    case .pipeline(_, let stages, _):
      for stage in stages {
        switch stage.kind {
        case .each(_, let block), .reduce(_, let block):
          chainCount += 1
          visit(block, chain: chainCount, isStep: true)
        default: break
        }
      }
    case .choice(let statement):
      chainCount += 1
      visitIf(statement, chain: chainCount, isStep: true)
      visitMatch(statement, chain: chainCount, isStep: true)
      visitTry(statement, chain: chainCount, isStep: true)
    default: break
    }
    for part in expression.parts { visit(part) }
  }
}
