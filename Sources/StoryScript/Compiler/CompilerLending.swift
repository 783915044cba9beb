/// Calls that lend a variable: `r = put $r "a" 1` replaces the variable's value, so that the definition may change it
/// in place. `s.r = put $s.r "a" 1` lends the part of a variable in the same way.
extension Compiler {
  /// A variable that nothing reads between its last read in the expression being compiled and its next value.
  struct LentVariable {
    let name: String
    let register: Int32
    let isGlobal: Bool
    /// The number of reads that are not compiled yet. Only calls after the last one lend the variable.
    var readsLeft: Int
    /// `true` if only its part that the statement replaces is lent.
    var isPart = false
    /// `true` if nothing reads it later: a call that gets it as an argument may keep it.
    var isDone = false
    /// `true` if a call got it.
    var isMoved = false
    /// `true` if a call lends it.
    var isUsed = false
  }

  /// Compiles the new value of a variable, which calls may change in place.
  mutating func lending(
    _ name: String?, _ register: Int32, isGlobal: Bool, in value: Expression, _ compile: (inout Compiler) -> Void
  ) {
    let candidates = name.map { [LentVariable(name: $0, register: register, isGlobal: isGlobal, readsLeft: 0)] } ?? []
    let isUsed = lending(candidates, in: value, compile)
    if isUsed, isGlobal || builder.isMain || builder.tryDepth > 0 { builder.emit(.closeDebts) }
  }

  /// Compiles the new value of a variable's part, which calls may change in place.
  /// - Returns: `true` if `closeDebts` must follow the assignment.
  mutating func lendingPart(
    of name: String, _ register: Int32, isGlobal: Bool, in value: Expression, _ compile: (inout Compiler) -> Void
  ) -> Bool {
    let part = LentVariable(name: name, register: register, isGlobal: isGlobal, readsLeft: 0, isPart: true)
    return lending([part], in: value, compile) && (isGlobal || builder.isMain || builder.tryDepth > 0)
  }

  /// Compiles a value that ends the function: its variables are not read afterwards.
  mutating func lendingAll(in value: Expression, _ compile: (inout Compiler) -> Void) {
    var candidates: [LentVariable] = []
    if builder.tryDepth == 0, !builder.isMain, mayUseLent(value) {
      for name in value.namesRead {
        guard case .register(let register)? = resolve(name) else { continue }
        candidates.append(LentVariable(name: name, register: register, isGlobal: false, readsLeft: 0, isDone: true))
      }
    }
    _ = lending(candidates, in: value, compile)
  }

  /// Compiles the value of a new variable of a definition: `let next = put $list 1`. The variables whose names do not
  /// occur in the rest of the definition are not read afterwards.
  mutating func lendingDone(in value: Expression, _ compile: (inout Compiler) -> Void) {
    let names = namesDone(in: value)
    _ = lending(
      names.map { LentVariable(name: $0.name, register: $0.register, isGlobal: false, readsLeft: 0, isDone: true) },
      in: value, compile)
    if case .variable = value, let done = names.first {
      // The new variable is the only owner.
      builder.emit(.constant, done.register, builder.constant(.none))
    }
  }

  private func namesDone(in value: Expression) -> [(name: String, register: Int32)] {
    // Only a call can use a lent variable, and only the value of a lone variable can be moved.
    let isVariable = if case .variable = value { true } else { false }
    guard isVariable || mayUseLent(value) else { return [] }
    // Only in the definition's own block, which runs once.
    guard let end = builder.bodyEnd, builder.scopes.count == 2, builder.loops.isEmpty, builder.tryDepth == 0,
      !environment.traces, value.range.end <= end, end - Int(value.range.end) <= Self.longestRest
    else { return [] }
    let rest = source.bytes[Int(value.range.end)..<end]
    return value.namesRead.compactMap { name in
      guard case .register(let register)? = resolve(name),
        !Self.occurs(name, in: rest)
      else { return nil }
      return (name, register)
    }
  }

  private static func occurs(_ name: String, in text: Array<UInt8>.SubSequence) -> Bool {
    let name = Array(name.utf8)
    guard text.count >= name.count else { return false }
    return (text.startIndex...(text.endIndex - name.count)).contains {
      text[$0] == name[0] && text[$0..<$0 + name.count].elementsEqual(name)
    }
  }

  /// The bytes of a definition that are searched for each of its variables.
  private static let longestRest = 4_096

  private mutating func lending(
    _ candidates: [LentVariable], in value: Expression, _ compile: (inout Compiler) -> Void
  ) -> Bool {
    let outer = lent
    defer { lent = outer }
    lent = []
    // Only what nothing reads later can be moved to a function of the language.
    let isUsable = candidates.contains { $0.isDone } ? mayUseLent(value) : value.calls(isDefinition)
    if isUsable, !environment.traces, value.runsOnce {
      lent = candidates.compactMap { variable in
        var variable = variable
        variable.readsLeft = value.readCount(of: variable.name)
        return variable.readsLeft > 0 ? variable : nil
      }
    }
    compile(&self)
    return lent.contains { $0.isUsed }
  }

  /// Returns `true` if a value calls a definition, or a function that may change its first argument in place.
  private func mayUseLent(_ value: Expression) -> Bool {
    value.calls { isDefinition($0) || Self.changing.contains($0) }
  }

  private func isDefinition(_ name: String) -> Bool { program.definitions[name] != nil }

  /// Compiles `let next = append $list 1` and `return {list: append $list 1}`, where nothing reads the list later: a
  /// function of the language changes it in place.
  /// - Parameter first: the register of the first argument.
  /// - Returns: `false` if the value is no such call, or the variable is read later.
  mutating func compileMovedChange(
    _ name: Name, _ arguments: [Expression], from first: Int32, into target: Int32
  ) -> Bool {
    guard case .variable(let variable, _)? = arguments.first, let index = changingFunction(name, arguments),
      let place = lent.firstIndex(where: { $0.name == variable && $0.isDone && $0.readsLeft == 0 && !$0.isMoved })
    else { return false }
    builder.emit(.move, target, lent[place].register)
    builder.emit(.constant, lent[place].register, builder.constant(.none))
    lent[place].isMoved = true
    builder.emit(.update, target, Int32(index), first, n: UInt16(arguments.count), at: builder.range)
    return true
  }

  /// Notes that a variable's read was compiled.
  mutating func noteRead(_ name: String) {
    for index in lent.indices where lent[index].name == name { lent[index].readsLeft -= 1 }
  }

  /// Returns `true` if a value must be copied before something else runs, which a direct read would follow.
  func isLent(_ name: String) -> Bool { lent.contains { $0.name == name } }

  /// Returns `true` if the register belongs to a variable, and not to an intermediate result.
  func isVariable(_ register: Int32) -> Bool {
    if builder.isMain, Int(register) < program.globalCount { return true }
    return builder.scopes.contains { $0.values.contains { $0.register == register } }
  }

  /// Moves the arguments that nothing reads later to a call. If there are none, the call lends a variable: preferably
  /// one of its arguments.
  /// - Returns: what the call lends, as encoded in the call.
  mutating func lend(_ arguments: [Expression], lendsTarget: Bool) -> UInt16 {
    guard !lent.isEmpty else { return Lending(register: -1, isGlobal: false, lendsTarget: lendsTarget).bits }
    let names = arguments.compactMap { if case .variable(let name, _) = $0 { name } else { nil } }
    let ready = lent.indices.filter { lent[$0].readsLeft == 0 && !lent[$0].isMoved }
    let moved = ready.filter { lent[$0].isDone && names.contains(lent[$0].name) }
    for index in moved {
      builder.emit(.constant, lent[index].register, builder.constant(.none))
      lent[index].isMoved = true
    }
    guard moved.isEmpty,
      let chosen = ready.first(where: { names.contains(lent[$0].name) }) ?? ready.last(where: { lent[$0].isUsed })
        ?? ready.last
    else {
      let register = lent.contains { $0.isMoved } ? Lending.passesOn : -1
      return Lending(register: register, isGlobal: false, lendsTarget: lendsTarget).bits
    }
    lent[chosen].isUsed = true
    let variable = lent[chosen]
    return Lending(
      register: Int(variable.register), isGlobal: variable.isGlobal, lendsTarget: lendsTarget, isPart: variable.isPart
    ).bits
  }
}

extension Expression {
  /// `true` if each part is evaluated at most once, in the order in which it is written: there are no blocks, and no
  /// steps with an expression for each item.
  fileprivate var runsOnce: Bool {
    switch self {
    case .choice, .command: return false
    case .pipeline(_, let stages, _):
      let areCalls = stages.allSatisfy { if case .call = $0.kind { true } else { false } }
      return areCalls && !hasPart { !$0.runsOnce }
    default: return !hasPart { !$0.runsOnce }
    }
  }

  fileprivate func readCount(of name: String) -> Int {
    if case .variable(name, _) = self { return 1 }
    var count = 0
    forEachPart { count += $0.readCount(of: name) }
    return count
  }

  /// The variables that are read, in the order of the text: the same script compiles to the same program each time.
  fileprivate var namesRead: [String] {
    if case .variable(let name, _) = self { return [name] }
    var names: [String] = []
    forEachPart { part in names += part.namesRead.filter { !names.contains($0) } }
    return names
  }

  /// Returns `true` if the expression calls anything whose name fulfils a condition.
  fileprivate func calls(_ isWanted: (String) -> Bool) -> Bool {
    switch self {
    case .call(let name, _, _) where isWanted(name.text): return true
    case .pipeline(_, let stages, _):
      for stage in stages {
        if case .call(let name, _) = stage.kind, isWanted(name.text) { return true }
      }
    default: break
    }
    return hasPart { $0.calls(isWanted) }
  }
}
