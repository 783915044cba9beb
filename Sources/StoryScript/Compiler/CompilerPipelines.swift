extension Compiler {
  /// Compiles a pipeline to loops over the list in `target`.
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
      forEachItem(of: list, stage, filteringInto: result) { compiler, item in
        let start = compiler.builder.here
        let skip = compiler.inStep { $0.compileCondition(condition, asking: .filter) }
        compiler.builder.completeFilter(from: Int(start), item)
        compiler.builder.emit(.append, result, item, compiler.builder.mark)
        skip.forEach(compiler.builder.patch)
      }
      lookForMarks(in: condition, list, result)
      builder.emit(.move, list, result)
    case .sort(let keys, let descending): compileSort(keys, descending, list, stage)
    case .select(let names): builder.emit(.select, list, shape(names.map { $0.text }))
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
    case .pick(let pick, by: let key):
      let keys = emptyList()
      collect(key, of: list, into: keys, stage)
      switch pick {
      case .unique: builder.emit(.uniqueBy, list, keys, at: stage.range)
      case .max, .min: builder.emit(.extremeBy, list, keys, n: pick == .max ? 1 : 0, at: stage.range)
      }
    case .join(let other, let ours, let theirs):
      builder.emit(.joinOn, list, compile(other), shape([ours.text, theirs.text]), at: stage.range)
    case .any(let condition): compileQuestion(condition, list, stage, asking: .any)
    case .all(let condition): compileQuestion(condition, list, stage, asking: .all)
    case .number: builder.emit(.numberItems, list)
    case .reduce(let start, let block): compileReduce(start, block, list, stage)
    case .each(let name, let block): compileEach(name, block, list, stage)
    case .call(let name, let arguments): compileCall(name, arguments, stage.range, into: list, input: list)
    case .command(let call): _ = compile(call, into: list, piped: list)
    }
  }

  /// Compiles a sort. Sorting is stable, so the most significant key is sorted last.
  private mutating func compileSort(
    _ keys: [Stage.SortKey], _ descending: Bool, _ list: Int32, _ stage: Stage
  ) {
    for key in keys.reversed() {
      let mark = builder.mark
      let values = emptyList()
      collect(key.value, of: list, into: values, stage)
      builder.emit(.sortBy, list, values, n: key.descending ? 1 : 0, at: stage.range)
      builder.release(to: mark)
    }
    guard keys.isEmpty else { return }
    let values = builder.allocate()
    builder.emit(.move, values, list)
    builder.emit(.sortBy, list, values, n: descending ? 1 : 0, at: stage.range)
  }

  /// Compiles a condition. If it is `… | all …`, the first failing item is stored in a register, and that item's
  /// 1-based index in the next register.
  mutating func compileAll(_ condition: Expression, noting item: Int32) -> (register: Int32, isAll: Bool) {
    guard case .pipeline(_, let stages, _) = condition, let last = stages.last, case .all = last.kind else {
      return (compile(condition), false)
    }
    broken = (last.range, item)
    defer { broken = nil }
    return (compile(condition), true)
  }

  /// Compiles `any` and `all`, which end with the first item that decides.
  private mutating func compileQuestion(
    _ condition: Expression, _ list: Int32, _ stage: Stage, asking conditionWord: ConditionWord
  ) {
    let result = builder.allocate()
    builder.emit(.constant, result, builder.constant(.bool(conditionWord == .all)))
    var end = 0
    let broken = broken.flatMap { $0.stage == stage.range ? $0.item : nil }
    forEachItem(of: list, stage) { compiler, item in
      let counter = compiler.itemCounter
      let no = compiler.inStep { $0.compileCondition(condition, asking: conditionWord) }
      let builder = compiler.builder
      let yes = conditionWord == .all ? builder.emit(.jump) : nil
      if conditionWord == .all { no.forEach(builder.patch) }
      if let broken {
        builder.emit(.move, broken, item)
        builder.emit(.move, broken + 1, counter)
      }
      builder.emit(.constant, result, builder.constant(.bool(conditionWord == .any)))
      end = builder.emit(.jump)
      if let yes { builder.patch(yes) } else { no.forEach(builder.patch) }
    }
    builder.patch(end)
    lookForMarks(in: condition, list, result)
    builder.emit(.move, list, result)
  }

  /// Compiles `reduce`. `$sum` is a variable of the block to which its last value is assigned, so that it can grow in
  /// place.
  private mutating func compileReduce(_ start: Expression, _ block: Block, _ list: Int32, _ stage: Stage) {
    let wasInStep = isInStep
    isInStep = false
    defer { isInStep = wasInStep }
    let sum = builder.allocate()
    compileArgument(start, into: sum)
    if !block.yields {
      report(.missingValue(after: "reduce", needs: "a block whose last line is the next value of $sum"), block.range)
    }
    builder.scopes.append(["sum": FunctionBuilder.Variable(register: sum)])
    compileItemLoop(list, stage) { compiler, _ in
      let name = Name(text: "sum", range: block.statements.last?.range ?? block.range)
      compiler.compile(block, yielding: .variable(name, .register(sum)))
    }
    builder.scopes.removeLast()
    builder.emit(.move, list, sum)
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

  /// Compiles `each`, which returns the list of the values of its block's last statement, or the input list if that
  /// has no value. It is a loop like `for`: `continue` skips an item, `break` all the rest, of either list.
  private mutating func compileEach(_ name: Name?, _ block: Block, _ list: Int32, _ stage: Stage) {
    let wasInStep = isInStep
    isInStep = false
    defer { isInStep = wasInStep }
    if let name { checkVariable(name) }
    let yields = block.yields
    let result = yields || block.leavesItemsOut ? emptyList() : nil
    compileItemLoop(list, stage, name) { compiler, item in
      guard yields, let result else {
        compiler.compile(block)
        if let result { compiler.builder.emit(.append, result, item, compiler.builder.mark) }
        return
      }
      let value = compiler.builder.allocate()
      compiler.compile(block, yielding: .register(value))
      compiler.builder.emit(.append, result, value, compiler.builder.mark)
    }
    if let result { builder.emit(.move, list, result) }
  }

  /// Compiles a loop over items to which `continue` and `break` inside it apply.
  private mutating func compileItemLoop(
    _ list: Int32, _ stage: Stage, _ name: Name? = nil, _ body: (inout Compiler, _ item: Int32) -> Void
  ) {
    var loop: FunctionBuilder.Loop?
    forEachItem(of: list, stage, name) { compiler, item in
      let builder = compiler.builder
      builder.loops.append(FunctionBuilder.Loop(continueTarget: compiler.itemStart, tryDepth: builder.tryDepth))
      let wasInItems = builder.isInItems
      builder.isInItems = true
      body(&compiler, item)
      builder.isInItems = wasInItems
      loop = builder.loops.removeLast()
    }
    loop?.breaks.forEach(builder.patch)
  }

  /// Compiles the note that `where author == $who` and `any author in $names` get if they find nothing because `$who` is
  /// `@ana`, as tables show it. The checker finds such texts where they are written.
  private mutating func lookForMarks(in condition: Expression, _ list: Int32, _ result: Int32) {
    guard case .binary(let operation, let left, let right, let range) = condition else { return }
    if operation == .and {
      lookForMarks(in: left, list, result)
      lookForMarks(in: right, list, result)
    }
    let sides: (field: String, variable: Expression)
    switch (left, right) {
    case (.word(let field, _), .variable), (.field(.variable("it", _), let field, _), .variable): sides = (field, right)
    case (.variable, .word(let field, _)), (.variable, .field(.variable("it", _), let field, _)): sides = (field, left)
    default: return
    }
    guard operation == .equal || operation == .isIn, case .variable(let name, _) = sides.variable, resolve(name) != nil
    else { return }
    let mark = builder.mark
    let pair = builder.allocate(2)
    compile(sides.variable, into: pair)
    builder.emit(.constant, pair + 1, builder.constant(.text(sides.field)))
    builder.emit(.lookForMark, list, result, pair, at: range)
    builder.release(to: mark)
  }

  private mutating func forEachItem(
    of list: Int32, _ stage: Stage, _ name: Name? = nil, filteringInto result: Int32? = nil,
    _ body: (inout Compiler, Int32) -> Void
  ) {
    let state = builder.allocate(2)
    builder.emit(.move, state, list, at: stage.range)
    builder.emit(.forBegin, state, n: 1)
    let start = builder.here
    if let result { builder.emit(.filter, state, result, n: Instruction.noFilter) }
    builder.scopes.append([:])
    let item = builder.allocate()
    builder.declare("it", item)
    if let name { builder.declare(name.text, item) }
    let exit = builder.emit(.forNext, state, item)
    let mark = builder.mark
    let (outerStart, outerCounter) = (itemStart, itemCounter)
    (itemStart, itemCounter) = (start, state + 1)
    body(&self, item)
    (itemStart, itemCounter) = (outerStart, outerCounter)
    builder.release(to: mark)
    builder.emit(.jumpBack, start)
    builder.endItemLoop(from: start, over: state)
    builder.scopes.removeLast()
    builder.patch(exit)
  }
}

extension Expression {
  /// `true` if the pipeline ends in an `each` that acts and returns no list of its own: the input need not be
  /// printed.
  public var endsInSideEffects: Bool {
    guard case .pipeline(_, let stages, _) = self, case .each(_, let block)? = stages.last?.kind else { return false }
    return !block.yields
  }
}
