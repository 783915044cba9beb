import Timeline

extension Compiler {
  /// Compiles code that runs later or separately, in a function of its own that sees top-level variables and copies
  /// the others. Returns the function, and the first of the registers that hold the copies.
  mutating func compileApart(
    named name: String, fields: [String] = [], _ body: (inout Compiler) -> Void
  ) -> (function: Int, captures: Int32, count: Int) {
    let inner = FunctionBuilder(name: name, isMain: false, recordsNames: environment.traces)
    inner.source = builder.source
    inner.range = builder.range
    inner.capturesFromOutside = true
    builders.append(inner)
    // Every variable of the enclosing function gets a register: that is cheap, and the body need not be compiled
    // twice.
    let outer = builders[builders.count - 2]
    var seen: Set<String> = []
    for scope in outer.scopes.reversed() {
      for (name, variable) in scope.sorted(by: { $0.value.register < $1.value.register })
      where seen.insert(name).inserted && !fields.contains(name) {
        let register = inner.allocate()
        inner.captures.append((name, variable.register))
        inner.declare(name, register, isCapture: true)
      }
    }
    for field in fields { inner.declare(field, inner.allocate(), isField: true) }
    inner.parameterCount = inner.captures.count + fields.count
    inner.scopes.append([:])
    body(&self)
    builders.removeLast()
    let function = finish(inner)
    let first = builder.mark
    for capture in inner.captures { builder.emit(.move, builder.allocate(), capture.register) }
    return (function, first, inner.captures.count)
  }

  mutating func compileScheduled(
    _ kind: BlockSite.Kind, _ time: Expression, _ block: Block, _ name: Name?, _ range: SourceRange
  ) {
    if kind == .every, case .literal(.duration(let length), let range) = time, length <= .zero {
      report(.wrongKind(operation: "'every'", needs: "a duration longer than 0s", found: length.literal), range)
    }
    let register = compile(time)
    let (site, captures) = compileSite(kind, named: kind.word, block, name, range)
    builder.emit(.schedule, register, site, captures, at: time.range)
  }

  /// Reports cancelled names that no block has, neither here nor in an earlier line of a prompt.
  mutating func checkCancelled() {
    guard !cancelled.isEmpty else { return }
    let names = knownBlocks.union(program.blockSites.compactMap { $0.name })
    // A condition is compiled more than once.
    var reported: Set<Int32> = []
    for (name, place) in cancelled
    where !names.contains(name) && !Name.isPendingWord(name) && reported.insert(place.range.start).inserted {
      report(.unknownBlock(name, suggestion: closest(to: name, among: names.sorted())), place)
    }
  }

  private mutating func reportUnknown(_ event: Name) {
    let all = schema.events.map { $0.name }
    let root = event.text.prefix { $0 != "." } + "."
    let near = closest(to: event.text, among: all).map { Problem.question(about: $0) }
    let siblings = all.filter { $0.hasPrefix(root) }
    let meant = near ?? (siblings.isEmpty ? nil : "events: \(siblings.joined(separator: ", "))")
    report(.unknownEvent(event.text, suggestion: meant), event.range)
  }

  mutating func compileWhen(_ event: Name, _ block: Block, _ name: Name?, _ range: SourceRange) {
    guard let index = schema.event(event.text) else { return reportUnknown(event) }
    let fields = schema.events[index].fields.map { $0.name }
    let (site, captures) = compileSite(.when, named: "when \(event.text)", block, name, range, event: index, fields)
    builder.emit(.subscribe, 0, site, captures)
  }

  private mutating func compileSite(
    _ kind: BlockSite.Kind, named title: String, _ block: Block, _ name: Name?, _ range: SourceRange,
    event: Int = -1, _ fields: [String] = []
  ) -> (site: Int32, captures: Int32) {
    let (function, captures, count) = compileApart(named: title, fields: fields) { compiler in
      compiler.compile(block)
      compiler.builder.emit(.returnNone)
    }
    program.blockSites.append(
      BlockSite(
        kind: kind, function: function, captureCount: count, name: name?.text, event: event, place: place(range)))
    return (Int32(program.blockSites.count - 1), captures)
  }

  mutating func compileWaitUntil(_ condition: Statement.Condition, _ range: SourceRange) {
    guard case .expression(let expression) = condition else {
      program.conditionSites.append(
        ConditionSite(function: -1, comparisons: [], captureCount: 0, neverRepeats: false, place: place(range)))
      builder.emit(.waitUntil, 0, Int32(program.conditionSites.count - 1), builder.mark)
      return
    }
    let mark = builder.mark
    let (function, captures, count) = compileApart(named: "wait until") { compiler in
      compiler.builder.emit(.returnValue, compiler.compile(expression))
    }
    let problemCount = problems.count
    let comparisons = expression.comparisons.map { sides in
      let apart = compileApart(named: "wait until") { compiler in
        let pair = compiler.builder.allocate(2)
        compiler.compileSides(sides.left, sides.right, into: pair)
        let list = compiler.builder.allocate()
        compiler.builder.emit(.list, list, pair, 2)
        compiler.builder.emit(.returnValue, list)
      }
      return apart.function
    }
    problems.removeLast(problems.count - problemCount)  // the same places were compiled above
    builder.range = range
    program.conditionSites.append(
      ConditionSite(
        function: function, comparisons: comparisons, hasAnswers: expression.hasAnswers, captureCount: count,
        neverRepeats: false, place: place(expression.range)))
    builder.emit(.waitUntil, 0, Int32(program.conditionSites.count - 1), captures)
    builder.release(to: mark)
  }
}

extension Expression {
  /// `true` if part of the condition's result comes from neither a comparison nor a state, for example from a call.
  fileprivate var hasAnswers: Bool {
    switch self {
    case .binary(let operation, let left, let right, _):
      if operation == .isIn || operation == .like { return true }
      return operation.isComparison ? false : left.hasAnswers || right.hasAnswers
    case .unary(.not, let operand, _): return operand.hasAnswers
    case .state, .literal, .variable: return false
    default: return true
    }
  }

  /// The comparisons that decide the condition's result, through `and`, `or` and `not`.
  var comparisons: [(left: Expression, right: Expression)] {
    switch self {
    case .binary(let operation, let left, let right, _):
      return operation.isComparison ? [(left, right)] : left.comparisons + right.comparisons
    case .unary(.not, let operand, _): return operand.comparisons
    default: return []
    }
  }
}

extension Compiler {
  /// The variable in which a prompt stores the last statement's value, which goals may read.
  private static let last = "last"

  private mutating func compileGoal(_ goal: Lesson.Goal) {
    if let event = goal.happened, schema.event(event.text) == nil { return reportUnknown(event) }
    guard let prediction = goal.prediction else {
      return compileWaitUntil(.expression(goal.condition), goal.range)
    }
    if let block = prediction.block { compile(block) }
    _ = compile(prediction.value)
  }

  /// Compiles a lesson to find its errors: it runs nothing, so its code is compiled separately and never called.
  mutating func compileLesson(_ lesson: Lesson, _ range: SourceRange) {
    guard isTop else { return report(.lessonNotAtTop, range) }
    _ = compileApart(named: "lesson", fields: [Self.last]) { compiler in
      for step in lesson.steps {
        compiler.compile(step.start)
        // Goals may read variables that a solution defines.
        compiler.compile(step.solution)
        for goal in step.goals { compiler.compileGoal(goal) }
      }
      compiler.builder.emit(.returnNone)
    }
  }
}
