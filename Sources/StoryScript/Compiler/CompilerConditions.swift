import Timeline

/// A condition may only read, since it is evaluated any number of times, and ahead of time. Its effects are found in
/// the compiled code, through all calls, so that no construct of the language is overlooked.
extension Compiler {
  /// Determines the effects of the functions compiled since `function`, and rejects the conditions since `condition`
  /// that have any.
  ///
  /// Runs after all are compiled, since a definition may be used above its place. O(code compiled).
  mutating func settle(functionsFrom function: Int, conditionsFrom condition: Int) {
    learn(from: function)
    for index in program.conditionSites.indices.dropFirst(condition) where program.conditionSites[index].function >= 0 {
      settleCondition(index)
    }
  }

  private mutating func settleCondition(_ index: Int) {
    let site = program.conditionSites[index]
    let traits = program.traits[site.function]
    if traits.contains(.hasEffect) { refuse(site.function) }
    program.conditionSites[index].neverRepeats = traits.contains(.readsClock)
    program.conditionSites[index].comparisons = site.comparisons.filter { program.traits[$0].contains(.readsState) }
    guard traits.contains(.readsState), !traits.contains(.hasEffect) else { return }
    let comparisons = program.conditionSites[index].comparisons.compactMap {
      program.testInterval(of: $0, isBare: true)
    }
    let whole = site.hasAnswers ? program.testInterval(of: site.function, isBare: false) : nil
    program.conditionSites[index].testInterval = (comparisons + [whole].compactMap { $0 }).min()
  }

  /// Computes the traits of functions: their own, and those of the functions they call. Functions of earlier sources
  /// keep theirs, since they call none of these.
  private mutating func learn(from first: Int) {
    var callers = [[Int]](repeating: [], count: program.functions.count - first)
    for function in first..<program.functions.count {
      program.traits.append(program.ownTraits(of: function, schema))
      for call in program.calls(of: function) {
        if call.function >= first {
          callers[call.function - first].append(function)
        } else {
          program.traits[function].formUnion(program.traits[call.function])
        }
      }
    }
    spread(to: callers, from: first)
  }

  /// Propagates traits to callers until nothing changes: at most once per trait and function.
  private mutating func spread(to callers: [[Int]], from first: Int) {
    var changed = Array(first..<program.functions.count)
    while let function = changed.popLast() {
      for caller in callers[function - first] where !program.traits[caller].isSuperset(of: program.traits[function]) {
        program.traits[caller].formUnion(program.traits[function])
        changed.append(caller)
      }
    }
  }

  /// Reports the nearest effect where it is written in the condition, or at the condition's call that leads to it.
  private mutating func refuse(_ condition: Int) {
    var reached: [(function: Int, root: Program.Call?)] = [(condition, nil)]
    var seen: Set = [condition]
    var next = 0
    while problems.count < Diagnostics.limit, next < reached.count {
      let (function, root) = reached[next]
      next += 1
      if let act = program.firstEffect(of: function) {
        let place = program.placeOfSideEffect(in: function, at: act)
        let sideEffect = program.sideEffect(in: function, at: act, schema)
        return report(problem(sideEffect, place, in: function, root), root?.place ?? place)
      }
      for call in program.calls(of: function) where seen.insert(call.function).inserted {
        reached.append((call.function, root ?? call))
      }
    }
  }

  private func problem(_ sideEffect: SideEffect, _ place: Place, in function: Int, _ root: Program.Call?) -> Problem {
    guard let root else { return .actInCondition(sideEffect) }
    return .actInDefinition(
      program.functions[root.function].name, sideEffect, in: program.functions[function].name,
      place: wording(of: place, seenFrom: root.place))
  }

  /// Returns " on line 3" or " on line 3 of lib.story"; empty for an earlier line of a prompt, which has the same
  /// name.
  private func wording(of place: Place, seenFrom other: Place) -> String {
    let (source, here) = (program.sources[Int(place.source)], program.sources[Int(other.source)])
    let line = " on line \(source.position(of: Int(place.range.start)).line)"
    if source === here { return line }
    return source.name == here.name ? "" : line + " of \(source.name)"
  }
}

extension Program {
  /// A function's effects and dependencies, of its own or through its calls.
  struct Traits: OptionSet {
    var rawValue: UInt8
    static let hasEffect = Traits(rawValue: 1)
    static let readsState = Traits(rawValue: 2)
    /// Reads state whose values never repeat during a session.
    static let readsClock = Traits(rawValue: 4)
  }

  /// A call of a definition, and its place in the source.
  struct Call {
    var function: Int
    var place: Place
  }

  /// O(code).
  func calls(of function: Int) -> [Call] {
    let code = functions[function]
    return (0..<code.codeCount).compactMap {
      code.code[$0].operation == .call ? Call(function: Int(code.code[$0].b), place: code.places[$0]) : nil
    }
  }

  /// Returns the state fields that a function reads, also through its calls.
  func statesRead(by function: Int) -> [Int] {
    var (reached, states, next) = ([function], [Int](), 0)
    while next < reached.count {
      let code = functions[reached[next]]
      states += (0..<code.codeCount).filter { code.code[$0].operation == .state }.map { Int(code.code[$0].b) }
      for call in calls(of: reached[next]) where !reached.contains(call.function) { reached.append(call.function) }
      next += 1
    }
    return states
  }

  func ownTraits(of function: Int, _ schema: Schema) -> Traits {
    var traits: Traits = firstEffect(of: function) == nil ? [] : .hasEffect
    let code = functions[function]
    for index in 0..<code.codeCount where code.code[index].operation == .state {
      traits.insert(.readsState)
      if schema.states[Int(code.code[index].b)].neverRepeats { traits.insert(.readsClock) }
    }
    return traits
  }

  /// Returns the first instruction of a function that has an effect by itself.
  func firstEffect(of function: Int) -> Int? {
    let code = functions[function]
    return (0..<code.codeCount).first { index in
      switch code.code[index].operation {
      case .command, .print, .wait, .waitUntil, .schedule, .subscribe, .cancel, .setGlobal, .addGlobal: true
      case .append: code.code[index].n & 1 != 0
      case .update, .setPart: code.code[index].n & Instruction.globalFlag != 0
      case .builtin: Functions.all[Int(code.code[index].b)].draws
      // A definition called for its effect prints nothing; if it returns a value, the machine reports an error.
      case .report: index == 0 || code.code[index - 1].operation != .call
      default: false
      }
    }
  }

  /// Returns the effect of an instruction.
  func sideEffect(in function: Int, at index: Int, _ schema: Schema) -> SideEffect {
    let instruction = functions[function].code[index]
    switch instruction.operation {
    case .command:
      return .run(schema.vocabulary.commands.commands[commandSites[Int(instruction.b)].command].name)
    case .print: return .run("print")
    case .wait, .waitUntil: return .run("wait")
    case .schedule, .subscribe: return .run(blockSites[Int(instruction.b)].kind.word)
    case .cancel: return .run("cancel")
    case .setGlobal, .addGlobal, .append, .update, .setPart:
      return .change(globals.first { $0.value == Int(instruction.a) }?.key ?? "")
    case .builtin: return .draw(function: Functions.all[Int(instruction.b)].name)
    default: return .show
    }
  }

  /// Returns `true` if a `cancel` anywhere names these blocks, or all blocks, or blocks by number. O(code).
  func cancels(_ name: String?) -> Bool {
    functions.contains { function in
      (0..<function.codeCount).contains { index in
        let instruction = function.code[index]
        guard instruction.operation == .cancel, let word = function.constants[Int(instruction.b)].text else {
          return false
        }
        return word == name || Name.isPendingWord(word)
      }
    }
  }

  func placeOfSideEffect(in function: Int, at index: Int) -> Place {
    let instruction = functions[function].code[index]
    switch instruction.operation {
    case .schedule, .subscribe: return blockSites[Int(instruction.b)].place
    default: return functions[function].places[index]
    }
  }
}
