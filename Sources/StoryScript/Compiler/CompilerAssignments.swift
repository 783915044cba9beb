/// Assignments, in place where possible: otherwise growing a value in a loop would take quadratic time.
extension Compiler {
  mutating func compileAssignment(_ name: Name, _ value: Expression) {
    checkIsNoField(name)
    switch resolve(name.text) {
    case .capture: report(.capturedAssignment(name.text), name.range)
    case nil:
      reportUndeclared(name)
      _ = compile(value)
    case let variable?: compileAssignment(name.text, to: variable, value, at: name.range)
    }
  }

  /// Reports an assignment to a variable that was never declared. From here on the variable exists, so that its uses
  /// are not reported as well.
  private mutating func reportUndeclared(_ name: Name) {
    report(.undeclaredAssignment(name.text, suggestion: closest(to: name.text, among: visibleVariables)), name.range)
    program.reserveGlobal(name.text)
    visibleGlobals.insert(name.text)
  }

  /// - Parameter name: the variable's name in the value; `nil` if another variable has this name there.
  mutating func compileAssignment(
    _ name: String?, to variable: Resolution, _ value: Expression, at range: SourceRange
  ) {
    if let name, !environment.traces, case .choice(let statement) = value {
      return compileChoice(statement, yielding: .variable(Name(text: name, range: range), variable))
    }
    switch variable {
    case .register(let register):
      if name.map({ compileChange(of: $0, at: register, isGlobal: false, value) }) != true {
        lending(name, register, isGlobal: false, in: value) { $0.compile(value, into: register) }
      }
      traceValue(register)
    case .global(let slot):
      if let name, !environment.traces, compileChange(of: name, at: slot, isGlobal: true, value) { return }
      lending(name, slot, isGlobal: true, in: value) { compiler in
        let result = compiler.compile(value)
        compiler.builder.emit(.setGlobal, slot, result, at: range)
        compiler.traceValue(result)
      }
    case .capture: break
    }
  }

  /// Reports an assignment to an event's field in a handler: it hides the variable of the same name, and is lost at
  /// the end.
  private mutating func checkIsNoField(_ name: Name) {
    guard builder.variable(name.text)?.isField == true, program.globals[name.text] != nil else { return }
    report(.fieldAssignment(name.text), name.range)
  }

  /// Returns the register or slot of a variable that changes; `nil` after an error.
  private mutating func changedVariable(_ name: Name) -> (Int32, isGlobal: Bool)? {
    checkIsNoField(name)
    switch resolve(name.text) {
    case .register(let register): return (register, false)
    case .global(let slot): return (slot, true)
    case .capture: report(.capturedAssignment(name.text), name.range)
    case nil: reportUndeclared(name)
    }
    return nil
  }

  /// Compiles `delete $p.age`, `delete $rows[$y].cells[0]`: `omit` for the value that has the part.
  mutating func compileDeletion(of parts: [Statement.Part], _ name: Name) {
    guard let (target, isGlobal) = changedVariable(name), let part = parts.last else { return }
    let range = parts.reduce(name.range) { $0.through($1.range) }
    let count = Int32(parts.count - 1)
    let keys = builder.allocate(count)
    let (whole, key) = (builder.allocate(), builder.allocate())
    for (place, part) in parts.dropLast().enumerated() { compile(part.key, into: keys + Int32(place)) }
    compile(part.key, into: key)
    builder.emit(isGlobal ? .getGlobal : .move, whole, target, at: range)
    for place in 0..<count { builder.emit(.index, whole, whole, keys + place, at: range) }
    // Only an existing part can be deleted.
    builder.emit(.index, builder.allocate(), whole, key, at: range)
    let omit = Int32(Functions.byName["omit"]!)
    if count == 0 {
      builder.emit(.update, target, omit, whole, n: 2 | (isGlobal ? Instruction.globalFlag : 0), at: range)
    } else {
      let change = PartChange(keys: parts.count - 1, arguments: 2, isGlobal: isGlobal)
      builder.emit(.updatePart, target, keys, omit, n: change.bits, at: range)
    }
  }

  /// Compiles `p.age = 10`, `grid[$y][$x] += 1`. Keys, value and change are evaluated from left to right.
  mutating func compileChange(
    _ name: Name, _ parts: [Statement.Part], _ operation: BinaryOperator?, _ value: Expression
  ) {
    guard let (target, isGlobal) = changedVariable(name) else { return }
    let range = parts.reduce(name.range) { $0.through($1.range) }
    let keys = builder.allocate(Int32(parts.count))
    for (place, part) in parts.enumerated() { compile(part.key, into: keys + Int32(place)) }
    if operation == nil, !environment.traces,
      compileUpdate(ofPart: parts, of: name.text, target, isGlobal, keys, asCall(value), range)
    {
      return
    }
    let register = builder.allocate()
    var (operation, closesDebts) = (operation, false)
    if let sign = operation, value.mayHaveEffect(program.definitions) {
      // The part is read before anything can change it.
      let old = builder.allocate()
      builder.emit(isGlobal ? .getGlobal : .move, old, target, at: range)
      for place in parts.indices { builder.emit(.index, old, old, keys + Int32(place)) }
      compile(value, into: register)
      builder.emit(sign.arithmetic.withRegister, register, old, register, at: range)
      operation = nil
    } else {
      closesDebts =
        operation == nil
        && lendingPart(of: name.text, target, isGlobal: isGlobal, in: value) { $0.compile(value, into: register) }
      if operation != nil { compile(value, into: register) }
    }
    builder.emit(
      .setPart, target, keys, builder.mark,
      n: PartChange(keys: parts.count, operation: operation, isGlobal: isGlobal, closesPart: closesDebts).bits,
      at: range)
    if closesDebts { builder.emit(.closeDebts) }
    traceValue(register)
  }

  /// Compiles a change of a variable's value; returns `false` if the new value is not based on the old one.
  private mutating func compileChange(
    of name: String, at target: Int32, isGlobal: Bool, _ value: Expression
  ) -> Bool {
    let value = asCall(value)
    switch value {
    case .call(let function, let arguments, let range):
      guard arguments.first?.reads(name) == true, let index = changingFunction(function, arguments) else {
        return false
      }
      if function.text == "append" { return compileAppend(arguments[1], to: target, isGlobal, value) }
      compileUpdate(index, arguments, target, isGlobal, range)
      return true
    case .binary(.plus, let left, let right, let range) where left.reads(name):
      if case .list(let items, _) = right, items.count == 1 {
        return compileAppend(items[0], to: target, isGlobal, value, isSum: true)
      }
      // A local variable is changed by the addition itself.
      guard isGlobal else { return false }
      let first = right.mayHaveEffect(program.definitions) ? compile(left) : -1
      let second = compile(right)
      builder.emit(.addGlobal, target, first, second, n: unused, at: range)
      return true
    default: return false
    }
  }

  /// The functions that may return their first argument, changed in place.
  static let changing: Set<String> = ["append", "with", "slice", "omit"]

  /// Returns the index of such a function, if the call is valid; `nil` for any other call.
  func changingFunction(_ name: Name, _ arguments: [Expression]) -> Int? {
    guard Self.changing.contains(name.text), program.definitions[name.text] == nil,
      let index = Functions.byName[name.text],
      (Functions.all[index].minimum...Functions.all[index].maximum).contains(arguments.count)
    else { return nil }
    return index
  }

  /// Returns `$x | append 1` as the equivalent call.
  func asCall(_ value: Expression) -> Expression {
    guard case .pipeline(let input, let stages, _) = value, stages.count == 1,
      case .call(let name, let arguments) = stages[0].kind, changingFunction(name, [input] + arguments) != nil
    else { return value }
    return .call(name, [input] + arguments, stages[0].range)
  }

  /// Compiles `p.l = append $p.l $i`, `p.l = $p.l + $more`: the part changes in place, if it is still the value that
  /// was read.
  ///
  /// - Returns: `true` if the assignment is such a change.
  private mutating func compileUpdate(
    ofPart parts: [Statement.Part], of name: String, _ target: Int32, _ isGlobal: Bool, _ keys: Int32,
    _ value: Expression, _ statement: SourceRange
  ) -> Bool {
    switch value {
    case .call(let function, let arguments, let range):
      let mayLack = function.text == "append" && isGet(arguments.first, parts, of: name)
      guard mayLack || arguments.first?.depth(in: name) == parts.count,
        let index = changingFunction(function, arguments)
      else { return false }
      for argument in arguments { compileArgument(argument, into: builder.allocate()) }
      let change = PartChange(keys: parts.count, arguments: arguments.count, isGlobal: isGlobal)
      if mayLack { builder.emit(.checkPlace, target, keys, n: change.bits, at: statement) }
      builder.emit(.updatePart, target, keys, Int32(index), n: change.bits, at: range)
    case .binary(.plus, let left, let right, let range):
      if case .literal = right { return false }
      guard left.isPart(parts.map { $0.key }, of: name), !right.mayHaveEffect(program.definitions) else { return false }
      let register = builder.allocate()
      // The part must exist, as for every read; then the variable is its only owner.
      compile(left, into: register)
      builder.emit(.constant, register, builder.constant(.none))
      compile(right, into: register)
      let change = PartChange(keys: parts.count, operation: .plus, isGlobal: isGlobal)
      builder.emit(.setPart, target, keys, builder.mark, n: change.bits, at: range)
    default: return false
    }
    return true
  }

  /// Returns `true` for `get $p "l" []` as the value of the part `p.l`, which may not exist yet.
  private func isGet(_ value: Expression?, _ parts: [Statement.Part], of name: String) -> Bool {
    guard case .call(let function, let arguments, _)? = value, function.text == "get", arguments.count == 3,
      case .list(let items, _) = arguments[2], items.isEmpty, let last = parts.last
    else { return false }
    return arguments[0].isPart(parts.dropLast().map { $0.key }, of: name)
      && arguments[1].isSameConstant(as: last.key)
  }

  /// Compiles `return append $l $v`: the variable's value is given back to the caller's variable that it came from,
  /// so there is only one owner in between.
  ///
  /// - Returns: `true` if the value is such a change. Never in a `try`, where the variable may still be read after an
  ///   error.
  mutating func compileReturnedChange(_ value: Expression, _ range: SourceRange) -> Bool {
    guard builder.tryDepth == 0, !environment.traces else { return false }
    let (value, first) = (asCall(value), builder.mark)
    switch value {
    case .call(let function, let arguments, let range):
      guard isOwn(arguments.first), let index = changingFunction(function, arguments) else { return false }
      for argument in arguments { compileArgument(argument, into: builder.allocate()) }
      builder.emit(.returnUpdate, Int32(index), first, n: UInt16(arguments.count), at: range)
    case .binary(.plus, let left, let right, let range):
      guard isOwn(left), case .list = right else { return false }
      compile(left, into: builder.allocate())
      compile(right, into: builder.allocate())
      builder.emit(.returnUpdate, -1, first, n: 2, at: range)
    default: return false
    }
    builder.release(to: first)
    return true
  }

  /// Returns `true` if the expression is a variable of this function.
  private func isOwn(_ expression: Expression?) -> Bool {
    guard case .variable(let name, _)? = expression, case .register? = resolve(name) else { return false }
    return true
  }

  /// Compiles `x = (append $x item)`. An item that may change the list itself is evaluated after the list was read.
  private mutating func compileAppend(
    _ item: Expression, to target: Int32, _ isGlobal: Bool, _ value: Expression, isSum: Bool = false
  ) -> Bool {
    let isShared = isGlobal || (builder.isMain && Int(target) < program.globalCount)
    if isShared, item.mayHaveEffect(program.definitions) {
      let list = Expression.variable(name(of: value), value.range)
      compileUpdate(Functions.byName["append"]!, [list, item], target, isGlobal, value.range)
      return true
    }
    let register = builder.allocate()
    if isSum { compile(item, into: register) } else { compileArgument(item, into: register) }
    builder.emit(.append, target, register, builder.mark, n: (isGlobal ? 1 : 0) | (isSum ? 2 : 0), at: value.range)
    return true
  }

  private func name(of change: Expression) -> String {
    switch change {
    case .call(_, let arguments, _): name(of: arguments[0])
    case .binary(_, let left, _, _): name(of: left)
    case .variable(let name, _): name
    default: ""
    }
  }

  private mutating func compileUpdate(
    _ function: Int, _ arguments: [Expression], _ target: Int32, _ isGlobal: Bool, _ range: SourceRange
  ) {
    let first = builder.mark
    for argument in arguments { compileArgument(argument, into: builder.allocate()) }
    builder.emit(
      .update, target, Int32(function), first, n: UInt16(arguments.count) | (isGlobal ? Instruction.globalFlag : 0),
      at: range)
  }
}

extension Expression {
  fileprivate func reads(_ name: String) -> Bool { if case .variable(name, _) = self { true } else { false } }

  /// Returns the number of steps from that variable to this expression: 2 for `$p.a[0]`; `nil` if it is not a part of
  /// it.
  fileprivate func depth(in name: String) -> Int? {
    switch self {
    case .variable(name, _): 0
    case .field(let base, _, _), .index(let base, _, _): base.depth(in: name).map { $0 + 1 }
    default: nil
    }
  }

  /// Returns `true` if the expression always denotes the part at these keys.
  fileprivate func isPart(_ keys: [Expression], of name: String) -> Bool {
    guard let key = keys.last else { return reads(name) }
    switch (self, key) {
    case (.field(let base, let field, _), .literal(.text(let wanted), _)):
      return field == wanted && base.isPart(keys.dropLast(), of: name)
    case (.index(let base, let index, _), _):
      return index.isSameConstant(as: key) && base.isPart(keys.dropLast(), of: name)
    default: return false
    }
  }

  fileprivate func isSameConstant(as other: Expression) -> Bool {
    switch (self, other) {
    case (.variable(let a, _), .variable(let b, _)): a == b
    case (.literal(.number(let a), _), .literal(.number(let b), _)): a == b
    case (.literal(.text(let a), _), .literal(.text(let b), _)): a == b
    default: false
    }
  }
}
