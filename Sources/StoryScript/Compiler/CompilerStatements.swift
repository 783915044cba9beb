extension Compiler {
  /// - Returns: the word after which nothing can run; `nil` if there is none or if statements after it were reported.
  @discardableResult
  mutating func compile(_ statements: [Statement]) -> String? {
    var ended: String?
    for statement in statements {
      guard continues() else { return nil }
      if let word = ended { report(.unreachable(after: word), statement.range) }
      compile(statement)
      ended = statement.wordBeforeUnreachable
    }
    return ended
  }

  /// Compiles the statements of a script, except those known to be without a mistake: of these only the names count.
  mutating func compile(_ script: Script) {
    if script.known.isEmpty {
      compile(script.statements)
      return
    }
    var ended: String?
    for (statement, known) in zip(script.statements, script.known) {
      guard continues() else { return }
      if let word = ended { report(.unreachable(after: word), statement.range.moved(by: known?.shift ?? 0)) }
      if let known {
        knownBlocks.formUnion(known.blockNames)
        switch statement.kind {
        case .let(let name, _): show(name)
        case .args(let arguments): for argument in arguments { show(argument.name) }
        default: break
        }
      } else {
        compile(statement)
      }
      ended = statement.wordBeforeUnreachable
    }
  }

  /// Compiles a block with a scope of its own.
  mutating func compile(_ block: Block) {
    builder.scopes.append([:])
    let mark = builder.mark
    compile(block.statements)
    builder.release(to: mark)
    builder.scopes.removeLast()
  }

  var isTop: Bool { builder.isMain && builder.scopes.count == 1 }

  private mutating func compile(_ statement: Statement) {
    builder.range = statement.range
    if environment.traces { builder.emit(.statement) }
    let mark = builder.mark
    switch statement.kind {
    case .expression(let expression):
      let register = compile(expression)
      if !expression.endsInSideEffects {
        if environment.echoes || !isDone(expression, statement) {
          let command = Self.lastCommand(of: expression)
          builder.emit(.report, register, command.map { -2 - Int32($0) } ?? -1, at: statement.range)
        } else if case .call(let name, _, _) = expression, let command = lastCommand(of: name.text) {
          builder.emit(.report, register, -2 - Int32(command), at: statement.range)
        }
      }
      traceValue(register)
    case .command(let call):
      let register = builder.allocate()
      let site = compile(call, into: register)
      builder.emit(.report, register, site)
      traceValue(register, site)
    case .let(let name, let value):
      compileLet(name, value)
      return  // its register stays
    case .assign(let name, let value): compileAssignment(name, value)
    case .change(let name, let parts, let operation, let value): compileChange(name, parts, operation, value)
    case .delete(let name, let parts): compileDeletion(of: parts, name)
    case .output(let value):
      let register = compile(value)
      builder.emit(.print, register, at: statement.range)
    case .if(let condition, let block, let otherwise): compileIf(condition, block, otherwise)
    case .match(let subject, let cases): compileMatch(subject, cases)
    case .repeat(let count, let block): compileRepeat(count, block)
    case .while(let condition, let block): compileWhile(condition, block)
    case .for(let name, let list, let block): compileFor(name, list, block)
    case .args(let arguments): compileArguments(arguments, statement.range)
    case .def(let name, let parameters, let block): compileDefinition(name, parameters, block)
    case .return(let value): compileReturn(value, statement.range)
    case .break, .continue: compileJump(statement)
    case .try(let block, let name, let handler): compileTry(block, name, handler)
    case .include(let path): compileInclude(path)
    case .wait(let time):
      if let word = unknownWord(time) {
        report(.wrongKind(operation: "'wait'", needs: "a duration such as 5s", found: "'\(word)'"), time.range)
        break
      }
      let register = compile(time)
      builder.emit(.wait, register, at: time.range)
    case .waitUntil(let condition): compileWaitUntil(condition, statement.range)
    case .expect(let condition, let why): compileExpect(condition, why, statement)
    case .expectError(let block): compileExpectError(block, statement.range)
    case .after(let time, let block, let name): compileScheduled(.after, time, block, name, statement.range)
    case .every(let time, let block, let name): compileScheduled(.every, time, block, name, statement.range)
    case .at(let time, let block, let name): compileScheduled(.at, time, block, name, statement.range)
    case .when(let event, let block, let name): compileWhen(event, block, name, statement.range)
    case .cancel(let name):
      cancelled.append((name.text, place(name.range)))
      builder.emit(.cancel, 0, builder.constant(.text(name.text)))
    case .fail(let why):
      let register = compile(why)
      builder.emit(.fail, register, at: statement.range)
    case .lesson(let lesson): compileLesson(lesson, statement.range)
    }
    builder.release(to: mark)
  }

  /// Returns `true` if a statement calls a definition like a command, for its effect: without parentheses.
  private func isDone(_ expression: Expression, _ statement: Statement) -> Bool {
    guard case .call(let name, _, let range) = expression, program.definitions[name.text] != nil else { return false }
    return range.start == statement.range.start
  }

  /// Returns the command that ends a pipeline, whose value is then printed as that command prints it.
  private static func lastCommand(of expression: Expression) -> Int? {
    guard case .pipeline(_, let stages, _) = expression, case .command(let call)? = stages.last?.kind else {
      return nil
    }
    return call.command
  }

  /// Returns the command whose value a definition returns, which is then printed as that command prints it.
  private func lastCommand(of name: String) -> Int? {
    var (name, steps) = (name, 0)
    while let definition = program.definitions[name], steps < program.definitions.count {
      if let command = definition.lastCommand { return command }
      guard let next = definition.lastCall else { return nil }
      (name, steps) = (next, steps + 1)
    }
    return nil
  }

  func traceValue(_ register: Int32, _ site: Int32 = -1) {
    if environment.traces { builder.emit(.statement, register, site, n: 1) }
  }

  // MARK: Variables

  private mutating func compileLet(_ name: Name, _ value: Expression) {
    checkVariable(name)
    if isTop, let slot = program.globals[name.text] {
      compile(value, into: Int32(slot))
      traceValue(Int32(slot))
      show(name)
      return
    }
    let register = builder.allocate()
    let mark = builder.mark
    let value = asCall(value)
    lendingDone(in: value) { $0.compile(value, into: register) }
    builder.release(to: mark)
    traceValue(register)
    builder.declare(name.text, register)
  }

  /// Makes a top-level variable visible: it has its value here, and may be read below.
  private mutating func show(_ name: Name) {
    if visibleGlobals.insert(name.text).inserted { program.addDefinitionPoint(variable: name.text, at: builder.here) }
  }

  // MARK: Branches and loops

  /// - Parameter sink: the destination of the value of the branch that runs; `nil` if the value is unused.
  mutating func compileIf(
    _ condition: Expression, _ block: Block, _ otherwise: Statement.Else?, yielding sink: Sink? = nil
  ) {
    let skip = compileCondition(condition, asking: .if)
    compileBranch(block, sink)
    guard otherwise != nil || sink != nil else { return skip.forEach(builder.patch) }
    let end = builder.emit(.jump)
    skip.forEach(builder.patch)
    switch otherwise {
    case .block(let block): compileBranch(block, sink)
    case .chain(let statement):
      compileBranch(Block(statements: [statement], range: statement.range), sink)
    case nil: if let sink { compileNone(yielding: sink) }
    }
    builder.patch(end)
  }

  /// Compiles `match`: the values of the cases are compared in order; values of other kinds are simply not equal.
  mutating func compileMatch(
    _ subject: Expression, _ cases: Statement.Cases, yielding sink: Sink? = nil
  ) {
    let value = builder.allocate()
    compile(subject, into: value)
    var ends: [Int] = []
    for (number, `case`) in cases.cases.enumerated() {
      let mark = builder.mark
      let isRest = number == cases.cases.count - 1 && `case`.values.count == 1 && cases.otherwise == nil
      let first = builder.allocate(Int32(`case`.values.count))
      for (place, item) in `case`.values.enumerated() {
        let target = first + Int32(place)
        guard case .word(let word, let range) = item else {
          compile(item, into: target)
          continue
        }
        let words = choices(of: subject)
        if OtherLanguageHints.rest.contains(word), words?.contains(word) != true,
          builder.variable("it") == nil || isRest
        {
          report(.bareWord(word, suggestion: OtherLanguageHints.otherwise, meant: isRest ? "else" : nil), range)
        } else if let words {
          compileCase(word, range, words, into: target)
        } else {
          compileWord(word, range, besides: OtherLanguageHints.otherwise, into: target)
        }
      }
      builder.emit(.list, first, first, Int32(`case`.values.count), at: `case`.range)
      builder.emit(.isIn, first, value, first)
      let skip = builder.emit(.jumpIfFalse, first, n: ConditionWord.if.rawValue)
      builder.release(to: mark)
      compileBranch(`case`.block, sink)
      ends.append(builder.emit(.jump))
      builder.patch(skip)
    }
    if let otherwise = cases.otherwise {
      compileBranch(otherwise, sink)
    } else if let sink {
      compileNone(yielding: sink)
    }
    ends.forEach(builder.patch)
  }

  private mutating func compileBranch(_ block: Block, _ sink: Sink?) {
    if let sink { compile(block, yielding: sink) } else { compile(block) }
  }

  private mutating func compileRepeat(_ count: Expression, _ block: Block) {
    let counter = builder.allocate()
    compile(count, into: counter)
    builder.emit(.repeatBegin, counter, at: count.range)
    let start = builder.here
    let exit = builder.emit(.repeatNext, counter)
    compileLoop(block, continueTarget: start)
    builder.patch(exit)
    patchBreaks()
  }

  private mutating func compileWhile(_ condition: Expression, _ block: Block) {
    let start = builder.here
    let exits = compileCondition(condition, asking: .while)
    compileLoop(block, continueTarget: start)
    exits.forEach(builder.patch)
    patchBreaks()
  }

  private mutating func compileFor(_ name: Name, _ list: Expression, _ block: Block) {
    checkVariable(name)
    let state = builder.allocate(2)
    compile(list, into: state)
    builder.emit(.forBegin, state, at: list.range)
    let start = builder.here
    builder.scopes.append([:])
    let item = builder.allocate()
    builder.declare(name.text, item)
    let exit = builder.emit(.forNext, state, item)
    compileLoop(block, continueTarget: start)
    builder.scopes.removeLast()
    builder.patch(exit)
    patchBreaks()
  }

  private mutating func compileLoop(_ block: Block, continueTarget: Int32) {
    builder.loops.append(FunctionBuilder.Loop(continueTarget: continueTarget, tryDepth: builder.tryDepth))
    compile(block)
    builder.emit(.jumpBack, continueTarget)
  }

  private mutating func patchBreaks() {
    let loop = builder.loops.removeLast()
    loop.breaks.forEach(builder.patch)
  }

  private mutating func compileJump(_ statement: Statement) {
    let isBreak = if case .break = statement.kind { true } else { false }
    guard let loop = builder.loops.last else {
      return report(.outsideLoop(isBreak ? "break" : "continue"), statement.range)
    }
    for _ in loop.tryDepth..<builder.tryDepth { builder.emit(.tryEnd) }
    if isBreak {
      let jump = builder.emit(.jump)
      builder.loops[builder.loops.count - 1].breaks.append(jump)
    } else {
      builder.emit(.jumpBack, loop.continueTarget)
    }
  }

  // MARK: Errors

  mutating func compileTry(_ block: Block, _ name: Name?, _ handler: Block, yielding sink: Sink? = nil) {
    let error = builder.allocate()
    let begin = builder.emit(.tryBegin, error)
    builder.tryDepth += 1
    compileBranch(block, sink)
    builder.tryDepth -= 1
    builder.emit(.tryEnd)
    let end = builder.emit(.jump)
    builder.patch(begin)
    builder.scopes.append([:])
    if let name {
      checkVariable(name)
      builder.declare(name.text, error)
    }
    compileBranch(handler, sink)
    builder.scopes.removeLast()
    builder.patch(end)
  }

  /// Tests the operands of `and` one after the other, so that the failing one is shown.
  private mutating func compileExpect(_ condition: Expression, _ why: Expression?, _ statement: Statement) {
    guard case .binary(.and, let left, let right, _) = condition else {
      return compileExpectation(condition, why, statement)
    }
    compileExpect(left, why, statement)
    compileExpect(right, why, statement)
  }

  private mutating func compileExpectation(_ condition: Expression, _ why: Expression?, _ statement: Statement) {
    // The condition is shown if it is false. Only then are secrets in it looked for.
    let written = source.text(withParentheses(condition.range, in: statement))
    compileExpectation(condition, why, builder.constant(.text(written)), condition.range)
  }

  private mutating func compileExpectation(
    _ condition: Expression, _ why: Expression?, _ text: Int32, _ range: SourceRange
  ) {
    // For `or`, the values of the last operand are shown.
    if why == nil, case .binary(.or, let left, let right, _) = condition {
      let register = compile(left)
      let end = builder.emit(.jumpIfTrue, register, n: ConditionWord.logic.rawValue, at: left.range)
      compileExpectation(right, nil, text, range)
      return builder.patch(end)
    }
    if case .binary(let operation, let left, let right, _) = condition, operation.isComparison {
      let (left, right) = compileSides(left, right)
      builder.range = range
      let number = UInt16(BinaryOperator.allCases.firstIndex(of: operation)!)
      guard let why else {
        builder.emit(.expectComparison, left, right, text, n: number)
        return
      }
      let skip = builder.emit(operation.comparison.jumpUnless, left, right)
      let end = builder.emit(.jump)
      builder.patch(skip)
      let reason = compile(why)
      builder.emit(.expectComparison, left, right, reason, n: number | Instruction.reasonFlag, at: range)
      builder.patch(end)
    } else {
      guard let why else {
        if compileAsking(condition, text, range) { return }
        let item = builder.allocate(2)
        let (register, showsItem) = compileAll(condition, noting: item)
        builder.emit(
          .expectTrue, register, text, item, n: showsItem ? Instruction.itemFlag : 0, at: range)
        return
      }
      let register = compile(condition)
      let end = builder.emit(.jumpIfTrue, register, n: ConditionWord.expect.rawValue, at: range)
      let reason = compile(why)
      builder.emit(.expectTrue, register, text, reason, n: Instruction.reasonFlag, at: range)
      builder.patch(end)
    }
  }

  /// Compiles an expectation about a function or operator with arguments, such as `starts $name "A"`: the arguments
  /// are shown if it fails.
  ///
  /// The arguments are evaluated again for the message, so only arguments without effects are shown.
  /// - Returns: `true` if the condition has this form.
  private mutating func compileAsking(_ condition: Expression, _ text: Int32, _ range: SourceRange) -> Bool {
    var (asked, isNegated) = (condition, false)
    while case .unary(.not, let operand, _) = asked { (asked, isNegated) = (operand, !isNegated) }
    let (word, values): (String, [Expression])
    switch asked {
    case .call(let name, let arguments, _) where !arguments.isEmpty && name.text != "match":
      (word, values) = (name.text, arguments)
    case .binary(let operation, let left, let right, _) where operation == .isIn || operation == .like:
      (word, values) = (operation.rawValue, [left, right])
    default: return false
    }
    guard !values.contains(where: { $0.mayHaveEffect(program.definitions) || $0.draws }) else { return false }
    let register = compile(condition)
    let end = builder.emit(.jumpIfTrue, register, n: ConditionWord.expect.rawValue, at: range)
    let parts = builder.allocate(Int32(values.count + 1))
    builder.emit(.constant, parts, builder.constant(.text(word)))
    for (index, value) in values.enumerated() { compileArgument(value, into: parts + Int32(index) + 1) }
    builder.emit(.list, parts, parts, Int32(values.count + 1))
    builder.emit(
      .expectTrue, register, text, parts, n: Instruction.questionFlag | (isNegated ? Instruction.negatedFlag : 0),
      at: range)
    builder.patch(end)
    return true
  }

  /// Returns the range of part of a statement, including parentheses at its ends, which belong to its first or last
  /// part.
  private func withParentheses(_ range: SourceRange, in statement: Statement) -> SourceRange {
    let bytes = source.bytes
    var (start, end) = (Int(range.start), Int(range.end))
    func count(_ character: Unicode.Scalar) -> Int { bytes[start..<end].count { $0 == UInt8(ascii: character) } }
    let missing = count("(") - count(")")
    for _ in 0..<max(0, missing) {
      guard let closer = bytes[end..<Int(statement.range.end)].firstIndex(of: UInt8(ascii: ")")) else { break }
      end = closer + 1
    }
    for _ in 0..<max(0, -missing) {
      guard let opener = bytes[Int(statement.range.start)..<start].lastIndex(of: UInt8(ascii: "(")) else { break }
      start = opener
    }
    return SourceRange(start, end)
  }

  private mutating func compileExpectError(_ block: Block, _ range: SourceRange) {
    let begin = builder.emit(.tryBegin, builder.allocate())
    builder.tryDepth += 1
    compile(block)
    builder.tryDepth -= 1
    builder.emit(.tryEnd)
    builder.emit(.expectedErrorMissing, at: range)
    builder.patch(begin)
  }

  // MARK: Definitions and other sources

  private mutating func compileDefinition(_ name: Name, _ parameters: [Statement.Argument], _ block: Block) {
    guard isTop else { return report(.definitionNotAtTop, name.range) }
    guard let definition = program.definitions[name.text] else { return }
    let inner = FunctionBuilder(name: name.text, isMain: false, recordsNames: environment.traces)
    inner.source = builder.source
    inner.range = name.range
    for parameter in parameters.map({ $0.name }) {
      checkVariable(parameter)
      if inner.variable(parameter.text) != nil { report(.repeatedName(parameter.text), parameter.range) }
      inner.declare(parameter.text, inner.allocate())
    }
    inner.parameterCount = parameters.count
    inner.bodyEnd = Int(block.range.end)
    builders.append(inner)
    if case .expression(let value)? = block.statements.last?.kind, block.yields {
      let last = Statement(kind: .return(value), range: value.range)
      compile(Block(statements: block.statements.dropLast() + [last], range: block.range))
    } else if block.yields {
      let value = inner.allocate()
      inner.resultRegister = value
      compile(block, yielding: .register(value))
      inner.emit(.returnValue, value)
    } else {
      compile(block)
      inner.emit(.returnNone)
    }
    builders.removeLast()
    program.functions[definition.function] = inner.build()
    program.addDefinitionPoint(definition: name.text, before: definitionsBefore[name.text], at: builder.here)
  }

  private mutating func compileArguments(_ arguments: [Statement.Argument], _ range: SourceRange) {
    guard isTop else { return report(.argumentsNotAtTop, range) }
    var site = ArgumentSite(names: [], fallbacks: fallbacks(of: arguments, in: source), globals: [])
    for name in arguments.map({ $0.name }) {
      checkVariable(name)
      if site.names.contains(name.text) { report(.repeatedName(name.text), name.range) }
      guard let slot = program.globals[name.text] else { continue }
      site.names.append(name.text)
      site.globals.append(slot)
    }
    program.argumentSites.append(site)
    builder.emit(.arguments, 0, Int32(program.argumentSites.count - 1), at: range)
    for argument in arguments { show(argument.name) }
  }

  mutating func compileReturn(_ value: Expression?, _ range: SourceRange) {
    guard !builder.isMain, !builder.capturesFromOutside else { return report(.outsideDefinition, range) }
    if let value, compileReturnedChange(value, range) { return }
    // The value is still part of the `try`.
    var register: Int32?
    if let value { lendingAll(in: value) { register = $0.compile(value) } }
    for _ in 0..<builder.tryDepth { builder.emit(.tryEnd) }
    if let register {
      builder.emit(.returnValue, register, at: range)
    } else {
      builder.emit(.returnNone)
    }
  }

  private mutating func compileInclude(_ path: Name) {
    guard isTop else { return report(.includeNotAtTop, path.range) }
    guard let script = includes[source.name]?[path.text] else { return }
    let outer = builder.source
    enter(script)
    compile(script.statements)
    builder.source = outer
  }
}

extension Statement {
  /// The statement's word if nothing after it can run.
  var wordBeforeUnreachable: String? {
    switch kind {
    case .return: "return"
    case .break: "break"
    case .continue: "continue"
    case .fail: "fail"
    default: nil
    }
  }
}
