/// Blocks that yield a value: that of their last statement.
extension Compiler {
  /// Compiles a block with a scope of its own; what its last statement yields goes to `target`, or else none.
  mutating func compile(_ block: Block, yielding target: Int32) {
    builder.scopes.append([:])
    let mark = builder.mark
    compile(Array(block.statements.dropLast()))
    if let last = block.statements.last, last.yields {
      compile(last, yielding: target)
    } else {
      compile(Array(block.statements.suffix(1)))
      builder.emit(.constant, target, builder.constant(.none))
    }
    builder.release(to: mark)
    builder.scopes.removeLast()
  }

  private mutating func compile(_ statement: Statement, yielding target: Int32) {
    builder.range = statement.range
    if environment.traces { builder.emit(.statement) }
    switch statement.kind {
    case .expression(let value): compile(value, into: target)
    case .command(let call): compile(.command(call), into: target)
    case .if(let condition, let block, let otherwise): compileIf(condition, block, otherwise, yielding: target)
    case .try(let block, let name, let handler): compileTry(block, name, handler, yielding: target)
    default: break
    }
  }
}

extension Block {
  /// Whether its last statement has a value, in one of its branches at least.
  var yields: Bool { statements.last?.yields ?? false }
}

extension Statement {
  fileprivate var yields: Bool {
    switch kind {
    case .expression, .command: true
    case .if(_, let block, .block(let otherwise)?): block.yields || otherwise.yields
    case .if(_, let block, .chain(let otherwise)?): block.yields || otherwise.yields
    case .if(_, let block, nil): block.yields
    case .try(let block, _, let handler): block.yields || handler.yields
    default: false
    }
  }
}
