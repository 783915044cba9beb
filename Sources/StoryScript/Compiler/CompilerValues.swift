/// Blocks that yield a value: that of their last statement.
extension Compiler {
  /// Compiles a block with a scope of its own; what its last statement yields goes to `target`, or else none.
  mutating func compile(_ block: Block, yielding target: Int32) {
    builder.scopes.append([:])
    let mark = builder.mark
    if let word = compile(Array(block.statements.dropLast())), let last = block.statements.last {
      report(.unreachable(after: word), last.range)
    }
    if let last = block.statements.last, last.yields {
      compile(last, yielding: target)
    } else {
      compile(Array(block.statements.suffix(1)))
      builder.emit(.constant, target, builder.constant(.none))
    }
    builder.release(to: mark)
    builder.scopes.removeLast()
  }

  /// An `if`, `match` or `try` as a value.
  mutating func compileChoice(_ statement: Statement, into target: Int32) {
    let wasInStep = isInStep
    isInStep = false
    defer { isInStep = wasInStep }
    switch statement.kind {
    case .if(let condition, let block, let otherwise): compileIf(condition, block, otherwise, yielding: target)
    case .match(let subject, let cases): compileMatch(subject, cases, yielding: target)
    case .try(let block, let name, let handler): compileTry(block, name, handler, yielding: target)
    default: break
    }
  }

  private mutating func compile(_ statement: Statement, yielding target: Int32) {
    builder.range = statement.range
    if environment.traces { builder.emit(.statement) }
    switch statement.kind {
    case .expression(let value): compile(value, into: target)
    case .command(let call): compile(.command(call), into: target)
    case .if(let condition, let block, let otherwise): compileIf(condition, block, otherwise, yielding: target)
    case .match(let subject, let cases): compileMatch(subject, cases, yielding: target)
    case .try(let block, let name, let handler): compileTry(block, name, handler, yielding: target)
    default: break
    }
    traceValue(target)
  }
}

extension Block {
  /// Whether its last statement has a value, in one of its branches at least.
  var yields: Bool { statements.last?.yields ?? false }
  /// Whether a `continue` or `break` in it is about the loop that runs it, not about one in it.
  var leavesItemsOut: Bool { statements.contains { $0.leavesItemsOut } }
}

extension Statement {
  fileprivate var leavesItemsOut: Bool {
    switch kind {
    case .continue, .break: true
    case .if, .match, .try: blocks.contains { $0.leavesItemsOut }
    default: false
    }
  }

  fileprivate var yields: Bool {
    switch kind {
    case .expression, .command: true
    case .if(_, let block, .block(let otherwise)?): block.yields || otherwise.yields
    case .if(_, let block, .chain(let otherwise)?): block.yields || otherwise.yields
    case .if(_, let block, nil): block.yields
    case .match(_, let all): all.cases.contains { $0.block.yields } || all.otherwise?.yields == true
    case .try(let block, _, let handler): block.yields || handler.yields
    default: false
    }
  }
}
