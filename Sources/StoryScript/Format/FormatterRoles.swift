/// The tokens' roles, from the syntax tree: which braces are blocks, where statements begin, which brackets index.
struct FormatterRoles {
  enum Brace {
    case record
    /// The block of a statement; blocks of one `if … else …` or `try … catch …` share a chain.
    case block(chain: Int)
    /// The block of `each`, which belongs to its line rather than to its statement.
    case stepBlock(chain: Int)
  }

  /// By the offset of `{`.
  private(set) var braces: [Int32: Brace] = [:]
  private(set) var statementStarts: Set<Int32> = []
  /// The offsets of the `]` that end `$x[0]`.
  private(set) var indexEnds: Set<Int32> = []
  private var chainCount = 0

  init(_ script: Script) { visit(script.statements) }

  private mutating func visit(_ statements: [Statement]) {
    for statement in statements {
      statementStarts.insert(statement.range.start)
      chainCount += 1
      visit(statement, chain: chainCount)
    }
  }

  private mutating func visit(_ block: Block, chain: Int) {
    braces[block.range.start] = .block(chain: chain)
    visit(block.statements)
  }

  private mutating func visit(_ statement: Statement, chain: Int) {
    switch statement.kind {
    case .expression(let value), .let(_, let value), .assign(_, let value), .output(let value), .wait(let value),
      .waitUntil(.expression(let value)), .expect(let value), .return(let value?):
      visit(value)
    case .command(let call): visit(call)
    case .if(let condition, let block, let otherwise):
      visit(condition)
      visit(block, chain: chain)
      switch otherwise {
      case .block(let block): visit(block, chain: chain)
      case .chain(let statement): visit(statement, chain: chain)
      case nil: break
      }
    case .repeat(let value, let block), .while(let value, let block), .for(_, in: let value, let block),
      .after(let value, let block, _), .every(let value, let block, _), .at(let value, let block, _):
      visit(value)
      visit(block, chain: chain)
    case .def(_, _, let block), .expectError(let block), .when(_, let block, _): visit(block, chain: chain)
    case .try(let block, _, let handler):
      visit(block, chain: chain)
      visit(handler, chain: chain)
    case .return(nil), .break, .continue, .include, .cancel, .waitUntil(.idle): break
    }
  }

  private mutating func visit(_ call: CommandCall) {
    for case let argument? in call.arguments { visit(argument) }
  }

  private mutating func visit(_ expression: Expression) {
    switch expression {
    case .literal, .civil, .variable, .state, .word, .interpolation: return  // strings stay as they are written
    case .record(_, let range): braces[range.start] = .record
    case .index(_, _, let range): indexEnds.insert(range.end - 1)
    case .pipeline(_, let stages, _):
      for case .each(let block) in stages.map(\.kind) {
        chainCount += 1
        braces[block.range.start] = .stepBlock(chain: chainCount)
        visit(block.statements)
      }
    default: break
    }
    for part in expression.parts { visit(part) }
  }
}
