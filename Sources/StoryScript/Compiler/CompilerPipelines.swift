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
        let skip = compiler.inStep { $0.compileCondition(condition, asking: .filter) }
        compiler.builder.emit(.append, result, item, compiler.builder.mark)
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
      let register = compiler.inStep { $0.compile(value) }
      compiler.builder.emit(.append, values, register, compiler.builder.mark)
    }
  }

  private mutating func inStep<Result>(_ body: (inout Compiler) -> Result) -> Result {
    let wasInStep = isInStep
    isInStep = true
    defer { isInStep = wasInStep }
    return body(&self)
  }

  /// `each` gives the list of what its block's last statement yields, or the list itself where that yields nothing.
  /// It is a loop as `for` is one: `continue` leaves an item out, `break` all that follow.
  private mutating func compileEach(_ block: Block, _ list: Int32, _ stage: Stage) {
    let wasInStep = isInStep
    isInStep = false
    defer { isInStep = wasInStep }
    let result = block.yields ? emptyList() : nil
    var loop: FunctionBuilder.Loop?
    forEachItem(of: list, stage) { compiler, _ in
      let builder = compiler.builder
      builder.loops.append(FunctionBuilder.Loop(continueTarget: compiler.itemStart, tryDepth: builder.tryDepth))
      if let result {
        let value = builder.allocate()
        compiler.compile(block, yielding: value)
        builder.emit(.append, result, value, builder.mark)
      } else {
        compiler.compile(block.statements)
      }
      loop = builder.loops.removeLast()
    }
    loop?.breaks.forEach(builder.land)
    if let result { builder.emit(.move, list, result) }
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
    let outerStart = itemStart
    itemStart = start
    body(&self, item)
    itemStart = outerStart
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
    return !block.yields
  }
}
