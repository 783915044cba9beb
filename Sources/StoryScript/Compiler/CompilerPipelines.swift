extension Compiler {
  /// Pipelines become loops over the list in `target`.
  mutating func compilePipeline(_ input: Expression, _ stages: [Stage], into target: Int32) {
    // The list grows in a register of its own: the target may be a variable that a step still reads.
    let list = builder.allocate()
    compile(input, into: list)
    for stage in stages {
      builder.range = stage.range
      compile(stage, list)
      builder.range = stage.range
    }
    builder.emit(.move, target, list)
  }

  private mutating func compile(_ stage: Stage, _ list: Int32) {
    let mark = builder.mark
    defer { builder.release(to: mark) }
    switch stage.kind {
    case .whereTrue(let condition):
      let result = emptyList()
      forEachItem(of: list, stage) { compiler, item in
        let skip = compiler.compileCondition(condition, asking: .filter)
        compiler.builder.emit(.append, result, item)
        skip.forEach(compiler.builder.land)
      }
      builder.emit(.move, list, result)
    case .sort(let key, let descending):
      let keys = emptyList()
      if let key {
        collect(key, of: list, into: keys, stage)
      } else {
        builder.emit(.move, keys, list)
      }
      builder.emit(.sortBy, list, keys, n: descending ? 1 : 0, at: stage.range)
    case .select(let names): builder.emit(.select, list, shape(names.map(\.text)))
    case .first(let count):
      let register = count.map { compile($0) } ?? -1
      builder.emit(.firstItems, list, register)
    case .last(let count):
      let register = count.map { compile($0) } ?? -1
      builder.emit(.lastItems, list, register)
    case .count: builder.emit(.countItems, list)
    case .sum(let value):
      if let value {
        let values = emptyList()
        collect(value, of: list, into: values, stage)
        builder.emit(.move, list, values)
      }
      builder.emit(.sumItems, list, at: stage.range)
    case .group(let key):
      let keys = emptyList()
      collect(key, of: list, into: keys, stage)
      builder.emit(.groupBy, list, keys, at: stage.range)
    case .each(let block): compileEach(block, list, stage)
    case .call(let name, let arguments): compileCall(name, arguments, stage.range, into: list, input: list)
    case .command(let call): _ = compile(call, into: list, piped: list)
    }
  }

  private mutating func emptyList() -> Int32 {
    let register = builder.allocate()
    builder.emit(.list, register, 0, 0)
    return register
  }

  private mutating func collect(_ value: Expression, of list: Int32, into values: Int32, _ stage: Stage) {
    forEachItem(of: list, stage) { compiler, _ in
      let register = compiler.compile(value)
      compiler.builder.emit(.append, values, register)
    }
  }

  /// `each` gives the list of what its block's last expression yields, or the list itself when it ends otherwise.
  private mutating func compileEach(_ block: Block, _ list: Int32, _ stage: Stage) {
    let lead = block.statements.dropLast()
    if let last = block.statements.last, let value = last.value {
      let result = emptyList()
      forEachItem(of: list, stage) { compiler, _ in
        compiler.compile(Array(lead))
        compiler.builder.range = last.range
        compiler.builder.emit(.append, result, compiler.compile(value))
      }
      builder.emit(.move, list, result)
    } else {
      forEachItem(of: list, stage) { compiler, _ in compiler.compile(block.statements) }
    }
  }

  private mutating func forEachItem(of list: Int32, _ stage: Stage, _ body: (inout Compiler, Int32) -> Void) {
    let state = builder.allocate(2)
    builder.emit(.move, state, list, at: stage.range)
    builder.emit(.forBegin, state, n: 1)
    let start = builder.here
    builder.scopes.append([:])
    let item = builder.allocate()
    builder.declare("it", item)
    let exit = builder.emit(.forNext, state, item)
    let mark = builder.mark
    body(&self, item)
    builder.release(to: mark)
    builder.emit(.jumpBack, start)
    builder.scopes.removeLast()
    builder.land(exit)
  }
}

extension Expression {
  /// Whether it ends in an `each` that does something and gives no list of its own: what went in need not be shown.
  var endsInDeeds: Bool {
    guard case .pipeline(_, let stages, _) = self, case .each(let block)? = stages.last?.kind else { return false }
    return block.statements.last.map { $0.value == nil } ?? true
  }
}

extension Statement {
  fileprivate var value: Expression? {
    switch kind {
    case .expression(let expression): expression
    case .command(let call): .command(call)
    default: nil
    }
  }
}
