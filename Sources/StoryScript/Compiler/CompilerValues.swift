/// Blocks that return a value: that of their last statement.
extension Compiler {
  /// The destination of a block's value.
  enum Sink {
    case register(Int32)
    /// A variable to which the block's last value is assigned, in place if possible.
    case variable(Name, Resolution)
  }

  /// Compiles a block with a scope of its own; the value of its last statement goes to the sink, or `none` if it has
  /// no value.
  mutating func compile(_ block: Block, yielding sink: Sink) {
    builder.scopes.append([:])
    let mark = builder.mark
    if let word = compile(Array(block.statements.dropLast())), let last = block.statements.last {
      report(.unreachable(after: word), last.range)
    }
    if let last = block.statements.last, last.yields {
      compile(last, yielding: sink)
    } else {
      compile(Array(block.statements.suffix(1)))
      compileNone(yielding: sink)
    }
    builder.release(to: mark)
    builder.scopes.removeLast()
  }

  /// Compiles the value of a block that has none.
  mutating func compileNone(yielding sink: Sink) { compile(.literal(.none, builder.range), yielding: sink) }

  /// Compiles an `if`, `match` or `try` as a value.
  mutating func compileChoice(_ statement: Statement, yielding sink: Sink) {
    let wasInStep = isInStep
    isInStep = false
    defer { isInStep = wasInStep }
    switch statement.kind {
    case .if(let condition, let block, let otherwise): compileIf(condition, block, otherwise, yielding: sink)
    case .match(let subject, let cases): compileMatch(subject, cases, yielding: sink)
    case .try(let block, let name, let handler): compileTry(block, name, handler, yielding: sink)
    default: break
    }
  }

  private mutating func compile(_ statement: Statement, yielding sink: Sink) {
    builder.range = statement.range
    if environment.traces { builder.emit(.statement) }
    switch statement.kind {
    case .expression(let value): compile(value, yielding: sink)
    case .command(let call): compile(.command(call), yielding: sink)
    case .if(let condition, let block, let otherwise): compileIf(condition, block, otherwise, yielding: sink)
    case .match(let subject, let cases): compileMatch(subject, cases, yielding: sink)
    case .try(let block, let name, let handler): compileTry(block, name, handler, yielding: sink)
    default: break
    }
    if case .register(let target) = sink { traceValue(target) }
  }

  private mutating func compile(_ value: Expression, yielding sink: Sink) {
    switch sink {
    case .register(let target) where target == builder.resultRegister && builder.tryDepth == 0 && !environment.traces:
      compileReturn(value, value.range)  // it ends the definition
    case .register(let target): compile(value, into: target)
    case .variable(let name, let variable):
      // A variable of the block may have the same name.
      let isItself = resolve(name.text) == variable
      compileAssignment(isItself ? name.text : nil, to: variable, value, at: name.range)
    }
  }
}

extension Block {
  /// `true` if the last statement has a value, in at least one of its branches.
  var yields: Bool { statements.last?.yields ?? false }
  /// `true` if the block contains a `continue` or `break` for the loop around it.
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
