/// Calls that run before the variables have values that they certainly read: `def f { $x }; print f; let x = 5`.
///
/// A definition may use a variable that is made below it, since it may be called later. Only calls and reads that every
/// run reaches are found. O(n) for the part of the script before the last such variable.
struct EarlyReads {
  struct EarlyRead {
    let variable: String
    let definition: String
    /// The place of the call.
    let range: SourceRange
    /// The place of the `let`.
    let made: SourceRange
  }

  private struct Definition {
    let block: Block
    /// The names that belong to the definition itself.
    var own: Set<String> = []
    /// The variables that it reads in every run before it may assign to them, in order; `nil` until it is asked.
    var reads: [String]?
    /// The variables that it may assign to, also through other definitions.
    var assigns: Set<String> = []
    var calls: Set<String> = []
  }

  private var definitions: [String: Definition] = [:]
  /// The first `let` of each variable at the top of the script.
  private var made: [String: (index: Int, range: SourceRange)] = [:]
  private var asked: Set<String> = []

  /// Returns the first early read of each variable.
  /// - Parameter known: the variables that already have values.
  static func all(in script: Script, known: Set<String>) -> [EarlyRead] {
    var reads = EarlyReads()
    for (index, statement) in script.statements.enumerated() {
      switch statement.kind {
      case .let(let name, _) where reads.made[name.text] == nil && !known.contains(name.text):
        reads.made[name.text] = (index, name.range.moved(by: script.shift(at: index)))
      case .def(let name, let parameters, let block):
        var definition = Definition(block: block)
        definition.own = Set(parameters.map { $0.name.text })
        reads.definitions[name.text] = definition
      // Other scripts may make and change variables.
      case .include: return []
      default: break
      }
    }
    guard !reads.definitions.isEmpty, !reads.made.isEmpty else { return [] }
    return reads.find(in: script)
  }

  private mutating func find(in script: Script) -> [EarlyRead] {
    // In one order: the result for definitions that call each other depends on which one is asked first.
    let names = definitions.keys.sorted()
    for name in names { survey(name) }
    spreadAssignments(names)
    var read: Set<String> = []
    for name in names { read.formUnion(reads(of: name)) }
    let wanted = made.filter { read.contains($0.key) }
    guard let last = wanted.values.map({ $0.index }).max() else { return [] }
    var (found, assigned) = ([] as [EarlyRead], Set<String>())
    for (index, statement) in script.statements[..<last].enumerated() {
      var walk = Walk()
      walk.read(statement)
      for case .call(let name, let range) in walk.steps where definitions[name] != nil {
        for variable in reads(of: name) {
          guard let place = wanted[variable], index < place.index, !assigned.contains(variable) else { continue }
          assigned.insert(variable)
          found.append(
            EarlyRead(
              variable: variable, definition: name, range: range.moved(by: script.shift(at: index)), made: place.range))
        }
        assigned.formUnion(definitions[name]?.assigns ?? [])
      }
      assigned.formUnion(walk.assigned)
      for name in walk.possibleCalls { assigned.formUnion(definitions[name]?.assigns ?? []) }
      if statement.wordBeforeUnreachable != nil { break }
    }
    return found
  }

  /// Notes the variables that a definition assigns to, its calls, and its own names.
  private mutating func survey(_ name: String) {
    guard let definition = definitions[name] else { return }
    var walk = Walk()
    walk.survey(definition.block.statements)
    definitions[name]?.own.formUnion(walk.bound)
    definitions[name]?.assigns = walk.assigned.filter { made[$0] != nil }
    definitions[name]?.calls = walk.possibleCalls
  }

  /// Adds to each definition the variables that the definitions it calls assign to.
  private mutating func spreadAssignments(_ names: [String]) {
    var callers: [String: [String]] = [:]
    for name in names { for other in definitions[name]?.calls ?? [] { callers[other, default: []].append(name) } }
    var changed = names.filter { definitions[$0]?.assigns.isEmpty == false }
    while let name = changed.popLast() {
      guard let assigns = definitions[name]?.assigns else { continue }
      for caller in callers[name] ?? [] where definitions[caller]?.assigns.isSuperset(of: assigns) == false {
        definitions[caller]?.assigns.formUnion(assigns)
        changed.append(caller)
      }
    }
  }

  /// Returns the variables that a definition reads in every run, before anything may assign to them.
  private mutating func reads(of name: String) -> [String] {
    guard let definition = definitions[name] else { return [] }
    if let reads = definition.reads { return reads }
    guard asked.count < Self.depthLimit, asked.insert(name).inserted else { return [] }
    defer { asked.remove(name) }
    var walk = Walk()
    for statement in definition.block.statements {
      walk.read(statement)
      if statement.wordBeforeUnreachable != nil { break }
    }
    var (found, assigned) = ([] as [String], definition.own)
    func add(_ variables: [String]) {
      for variable in variables where !assigned.contains(variable) && !found.contains(variable) {
        found.append(variable)
      }
    }
    for step in walk.steps {
      switch step {
      case .read(let variable): add([variable])
      case .assign(let variable): assigned.insert(variable)
      case .call(let other, _):
        add(reads(of: other))
        assigned.formUnion(definitions[other]?.assigns ?? [])
      case .maybe(let other): assigned.formUnion(definitions[other]?.assigns ?? [])
      }
    }
    definitions[name]?.reads = found
    return found
  }

  private static let depthLimit = 32

  /// The reads and writes of statements, in the order of a run.
  private struct Walk {
    enum Step {
      case read(String)
      case call(String, SourceRange)
      /// A part that may run assigns to a variable, or calls a definition.
      case assign(String)
      case maybe(String)
    }

    private(set) var steps: [Step] = []
    private(set) var assigned: Set<String> = []
    private(set) var possibleCalls: Set<String> = []
    /// The names of parameters, loops, steps and inner variables.
    private(set) var bound: Set<String> = []

    /// Reads a statement: its own values, which every run needs, and then its blocks, which may run.
    mutating func read(_ statement: Statement) {
      switch statement.kind {
      case .def, .when, .after, .every, .at, .waitUntil, .lesson, .expectError: return survey([statement])
      case .match(let subject, _): read(subject)
      default: for expression in statement.expressions { read(expression) }
      }
      switch statement.kind {
      case .assign(let name, _), .change(let name, _, _, _):
        assigned.insert(name.text)
        steps.append(.assign(name.text))
      default: break
      }
      surveyAsSteps { for block in statement.blocks { $0.survey(block.statements) } }
    }

    private mutating func read(_ expression: Expression) {
      switch expression {
      case .variable(let name, _): steps.append(.read(name))
      case .call(let name, let arguments, let range):
        for argument in arguments { read(argument) }
        steps.append(.call(name.text, range))
        possibleCalls.insert(name.text)
      case .word(let name, let range):
        steps.append(.call(name, range))
        possibleCalls.insert(name)
      case .binary(let operation, let left, let right, _) where operation == .and || operation == .or:
        read(left)
        surveyAsSteps { $0.survey(right) }
      // Opposite a state, a word is one of its cases.
      case .binary(_, .state, .word, _), .binary(_, .word, .state, _): break
      case .pipeline(let input, let stages, _):
        read(input)
        surveyAsSteps { for stage in stages { $0.survey(stage) } }
      case .choice(let statement): read(statement)
      default: for part in expression.parts { read(part) }
      }
    }

    /// Notes the effects of a part that may not run.
    private mutating func surveyAsSteps(_ body: (inout Walk) -> Void) {
      var walk = Walk()
      body(&walk)
      steps += walk.assigned.map { .assign($0) } + walk.possibleCalls.map { .maybe($0) }
      assigned.formUnion(walk.assigned)
      possibleCalls.formUnion(walk.possibleCalls)
      bound.formUnion(walk.bound)
    }

    mutating func survey(_ statements: [Statement]) { for statement in statements { survey(statement) } }

    private mutating func survey(_ statement: Statement) {
      switch statement.kind {
      case .let(let name, _), .for(let name, _, _), .try(_, let name?, _): bound.insert(name.text)
      case .assign(let name, _), .change(let name, _, _, _): assigned.insert(name.text)
      default: break
      }
      for expression in statement.expressions { survey(expression) }
      for block in statement.blocks { survey(block.statements) }
    }

    private mutating func survey(_ expression: Expression) {
      switch expression {
      case .call(let name, _, _): possibleCalls.insert(name.text)
      case .word(let name, _): possibleCalls.insert(name)
      case .choice(let statement): survey(statement)
      case .pipeline(_, let stages, _): for stage in stages { survey(stage) }
      default: break
      }
      for part in expression.parts { survey(part) }
    }

    private mutating func survey(_ stage: Stage) {
      switch stage.kind {
      case .each(let name, let block):
        if let name { bound.insert(name.text) }
        survey(block.statements)
      case .reduce(_, let block):
        bound.insert("sum")
        survey(block.statements)
      case .call(let name, _): possibleCalls.insert(name.text)
      default: break
      }
    }
  }
}

extension Script {
  /// Returns the number of bytes by which a statement has moved since it was parsed.
  fileprivate func shift(at index: Int) -> Int32 { known.isEmpty ? 0 : known[index]?.shift ?? 0 }
}
