/// Assignments, which change in place what they can: growing something in a loop would cost its square otherwise.
extension Compiler {
  mutating func compileAssignment(_ name: Name, _ value: Expression) {
    checkIsNoField(name)
    switch resolve(name.text) {
    case .register(let register):
      if !compileChange(of: name.text, at: register, isGlobal: false, value) { compile(value, into: register) }
      traceValue(register)
    case .global(let slot):
      if !environment.traces, compileChange(of: name.text, at: slot, isGlobal: true, value) { return }
      let result = compile(value)
      builder.emit(.setGlobal, slot, result, at: name.range)
      traceValue(result)
    case .capture: report(.capturedAssignment(name.text), name.range)
    case nil:
      report(.undeclaredAssignment(name.text, suggestion: closest(to: name.text, among: visibleVariables)), name.range)
      _ = compile(value)
    }
  }

  /// In a handler a field of its event hides the variable of the same name, and is gone at the end.
  private mutating func checkIsNoField(_ name: Name) {
    guard builder.variable(name.text)?.isField == true, program.globals[name.text] != nil else { return }
    report(.fieldAssignment(name.text), name.range)
  }

  /// `p.age = 10`, `grid[$y][$x] += 1`. Keys, value and change follow each other from left to right.
  mutating func compileChange(
    _ name: Name, _ parts: [Statement.Part], _ operation: BinaryOperator?, _ value: Expression
  ) {
    checkIsNoField(name)
    let (target, isGlobal): (Int32, Bool)
    switch resolve(name.text) {
    case .register(let register): (target, isGlobal) = (register, false)
    case .global(let slot): (target, isGlobal) = (slot, true)
    case .capture: return report(.capturedAssignment(name.text), name.range)
    case nil:
      return report(
        .undeclaredAssignment(name.text, suggestion: closest(to: name.text, among: visibleVariables)), name.range)
    }
    let range = parts.reduce(name.range) { $0.through($1.range) }
    let keys = builder.allocate(Int32(parts.count))
    for (place, part) in parts.enumerated() { compile(part.key, into: keys + Int32(place)) }
    let register = builder.allocate()
    var operation = operation
    if let sign = operation, value.mayAct(program.definitions) {
      // The part is read before anything can change it.
      let old = builder.allocate()
      builder.emit(isGlobal ? .getGlobal : .move, old, target, at: range)
      for place in parts.indices { builder.emit(.index, old, old, keys + Int32(place)) }
      compile(value, into: register)
      builder.emit(sign.arithmetic.withRegister, register, old, register, at: range)
      operation = nil
    } else {
      compile(value, into: register)
    }
    builder.emit(
      .setPart, target, keys, builder.mark,
      n: PartChange(keys: parts.count, operation: operation, isGlobal: isGlobal).bits, at: range)
    traceValue(register)
  }

  /// Compiles a change of what a variable holds; `false` when the value is not made of it.
  private mutating func compileChange(
    of name: String, at target: Int32, isGlobal: Bool, _ value: Expression
  ) -> Bool {
    switch value {
    case .call(let function, let arguments, let range):
      guard arguments.first?.reads(name) == true, Self.changing.contains(function.text),
        program.definitions[function.text] == nil, let index = Functions.byName[function.text],
        (Functions.all[index].least...Functions.all[index].most).contains(arguments.count)
      else { return false }
      if function.text == "append" { return compileAppend(arguments[1], to: target, isGlobal, value) }
      compileUpdate(index, arguments, target, isGlobal, range)
      return true
    case .binary(.plus, let left, let right, let range) where left.reads(name):
      if case .list(let items, _) = right, items.count == 1 {
        return compileAppend(items[0], to: target, isGlobal, value, isSum: true)
      }
      // A variable of this function is changed by the addition itself.
      guard isGlobal else { return false }
      let first = right.mayAct(program.definitions) ? compile(left) : -1
      let second = compile(right)
      builder.emit(.addGlobal, target, first, second, n: unused, at: range)
      return true
    default: return false
    }
  }

  /// The functions whose first argument may become their result.
  private static let changing: Set<String> = ["append", "with", "slice"]

  /// `x = (append $x item)`. An item that may change the list itself is evaluated after the list was read.
  private mutating func compileAppend(
    _ item: Expression, to target: Int32, _ isGlobal: Bool, _ value: Expression, isSum: Bool = false
  ) -> Bool {
    let isShared = isGlobal || (builder.isMain && Int(target) < program.globals.count)
    if isShared, item.mayAct(program.definitions) {
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
}
