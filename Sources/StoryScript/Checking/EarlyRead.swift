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
    var own: Set<Int> = []
    /// The variables that it reads in every run before it may assign to them, in order; `nil` until it is asked.
    var reads: [Int]?
    /// The variables that it may assign to, also through other definitions.
    var assigns: Set<Int> = []
    var calls: Set<Int> = []
  }

  /// The places of the names that matter in the lists below: of definitions, and of variables at the top of the script.
  private var places: [String: Int] = [:]
  private var names: [String] = []
  private var definitions: [Definition?] = []
  /// The first `let` of each variable at the top of the script.
  private var made: [(index: Int, range: SourceRange)?] = []
  private var asked: Set<Int> = []

  /// Returns the first early read of each variable.
  /// - Parameter known: the variables that already have values.
  static func all(in script: Script, known: Set<String>) -> [EarlyRead] {
    var reads = EarlyReads()
    // Other scripts may make and change variables.
    guard reads.collect(from: script, known: known), reads.definitions.contains(where: { $0 != nil }),
      reads.made.contains(where: { $0 != nil })
    else { return [] }
    return reads.find(in: script)
  }

  /// - Returns: `false` if the script includes another one.
  private mutating func collect(from script: Script, known: Set<String>) -> Bool {
    for (index, statement) in script.statements.enumerated() {
      switch statement.kind {
      case .let(let name, _) where !known.contains(name.text):
        let place = add(name.text)
        if made[place] == nil { made[place] = (index, name.range.moved(by: script.shift(at: index))) }
      case .def(let name, let parameters, let block):
        let place = add(name.text)
        definitions[place] = Definition(block: block, own: Set(parameters.map { add($0.name.text) }))
      case .include: return false
      default: break
      }
    }
    return true
  }

  private mutating func add(_ name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    definitions.append(nil)
    made.append(nil)
    return names.count - 1
  }

  private mutating func find(in script: Script) -> [EarlyRead] {
    // In one order: the result for definitions that call each other depends on which one is asked first.
    let all = names.indices.filter { definitions[$0] != nil }.sorted { names[$0] < names[$1] }
    for place in all { survey(place) }
    spreadAssignments(all)
    var read: Set<Int> = []
    for place in all { read.formUnion(reads(of: place)) }
    guard let last = read.compactMap({ made[$0]?.index }).max() else { return [] }
    var (found, assigned) = ([] as [EarlyRead], Set<Int>())
    var walk = Walk(places)
    for (index, statement) in script.statements[..<last].enumerated() {
      walk.begin()
      walk.read(statement)
      for case .call(let place, let range) in walk.steps where definitions[place] != nil {
        for variable in reads(of: place) {
          guard let made = self.made[variable], index < made.index, !assigned.contains(variable) else { continue }
          assigned.insert(variable)
          found.append(
            EarlyRead(
              variable: names[variable], definition: names[place], range: range.moved(by: script.shift(at: index)),
              made: made.range))
        }
        assigned.formUnion(definitions[place]?.assigns ?? [])
      }
      assigned.formUnion(walk.assigned)
      for place in walk.possibleCalls { assigned.formUnion(definitions[place]?.assigns ?? []) }
      if statement.wordBeforeUnreachable != nil { break }
    }
    return found
  }

  /// Notes what a definition assigns to, calls, and has for itself.
  private mutating func survey(_ place: Int) {
    guard let definition = definitions[place] else { return }
    var walk = Walk(places)
    walk.survey(definition.block.statements)
    definitions[place]?.own.formUnion(walk.bound)
    definitions[place]?.assigns = walk.assigned.filter { made[$0] != nil }
    definitions[place]?.calls = walk.possibleCalls
  }

  /// Adds to each definition what the definitions that it calls assign to.
  private mutating func spreadAssignments(_ all: [Int]) {
    var callers: [Int: [Int]] = [:]
    for place in all { for other in definitions[place]?.calls ?? [] { callers[other, default: []].append(place) } }
    var changed = all.filter { definitions[$0]?.assigns.isEmpty == false }
    while let place = changed.popLast() {
      guard let assigns = definitions[place]?.assigns else { continue }
      for caller in callers[place] ?? [] where definitions[caller]?.assigns.isSuperset(of: assigns) == false {
        definitions[caller]?.assigns.formUnion(assigns)
        changed.append(caller)
      }
    }
  }

  /// Returns the variables that a definition reads in every run, before anything may assign to them.
  private mutating func reads(of place: Int) -> [Int] {
    guard let definition = definitions[place] else { return [] }
    if let reads = definition.reads { return reads }
    guard asked.count < Self.depthLimit, asked.insert(place).inserted else { return [] }
    defer { asked.remove(place) }
    var walk = Walk(places)
    for statement in definition.block.statements {
      walk.read(statement)
      if statement.wordBeforeUnreachable != nil { break }
    }
    var (found, assigned) = ([] as [Int], definition.own)
    func add(_ variables: [Int]) {
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
    definitions[place]?.reads = found
    return found
  }

  private static let depthLimit = 32

  /// The reads and writes of statements, in the order of a run. Only the given names are noted.
  private struct Walk {
    enum Step {
      case read(Int)
      case call(Int, SourceRange)
      /// A part that may run assigns to a variable, or calls a definition.
      case assign(Int)
      case maybe(Int)
    }

    private(set) var steps: [Step] = []
    private(set) var assigned: Set<Int> = []
    private(set) var possibleCalls: Set<Int> = []
    /// The names of parameters, loops, steps and inner variables.
    private(set) var bound: Set<Int> = []
    private let places: [String: Int]

    init(_ places: [String: Int]) { self.places = places }

    /// Forgets what was noted so far.
    mutating func begin() {
      if !steps.isEmpty { steps.removeAll(keepingCapacity: true) }
      (assigned, possibleCalls, bound) = ([], [], [])
    }

    private mutating func bind(_ name: String) { if let place = places[name] { bound.insert(place) } }

    private mutating func assign(_ name: String) {
      guard let place = places[name] else { return }
      assigned.insert(place)
      steps.append(.assign(place))
    }

    private mutating func mayCall(_ name: String) {
      guard let place = places[name] else { return }
      possibleCalls.insert(place)
      steps.append(.maybe(place))
    }

    private mutating func call(_ name: String, _ range: SourceRange) {
      guard let place = places[name] else { return }
      possibleCalls.insert(place)
      steps.append(.call(place, range))
    }

    /// Reads a statement: its own values, which every run needs, and then what its blocks may do.
    mutating func read(_ statement: Statement) {
      switch statement.kind {
      case .def, .when, .after, .every, .at, .waitUntil, .lesson, .expectError: return survey(statement)
      case .match(let subject, _): read(subject)
      default: statement.forEachExpression { read($0) }
      }
      switch statement.kind {
      case .assign(let name, _), .change(let name, _, _, _): assign(name.text)
      default: break
      }
      statement.forEachBlock { survey($0.statements) }
    }

    private mutating func read(_ expression: Expression) {
      switch expression {
      case .literal: break
      case .variable(let name, _): if let place = places[name] { steps.append(.read(place)) }
      case .call(let name, let arguments, let range):
        for argument in arguments { read(argument) }
        call(name.text, range)
      case .word(let name, let range): call(name, range)
      case .binary(let operation, let left, let right, _) where operation == .and || operation == .or:
        read(left)
        survey(right)
      // Opposite a state, a word is one of its cases.
      case .binary(_, .state, .word, _), .binary(_, .word, .state, _): break
      case .pipeline(let input, let stages, _):
        read(input)
        for stage in stages {
          survey(stage)
        }
      case .choice(let statement): read(statement)
      default: expression.forEachPart { read($0) }
      }
    }

    /// Notes what statements do that may not run.
    mutating func survey(_ statements: [Statement]) { for statement in statements { survey(statement) } }

    private mutating func survey(_ statement: Statement) {
      switch statement.kind {
      case .let(let name, _), .for(let name, _, _), .try(_, let name?, _): bind(name.text)
      case .assign(let name, _), .change(let name, _, _, _): assign(name.text)
      default: break
      }
      statement.forEachExpression { survey($0) }
      statement.forEachBlock { survey($0.statements) }
    }

    private mutating func survey(_ expression: Expression) {
      switch expression {
      case .literal: return
      case .call(let name, _, _): mayCall(name.text)
      case .word(let name, _): mayCall(name)
      case .choice(let statement): survey(statement)
      case .pipeline(_, let stages, _): for stage in stages { survey(stage) }
      default: break
      }
      expression.forEachPart { survey($0) }
    }

    private mutating func survey(_ stage: Stage) {
      switch stage.kind {
      case .each(let name, let block):
        if let name { bind(name.text) }
        survey(block.statements)
      case .reduce(_, let block):
        bind("sum")
        survey(block.statements)
      case .call(let name, _): mayCall(name.text)
      default: break
      }
    }
  }
}

extension Script {
  /// Returns the number of bytes by which a statement has moved since it was parsed.
  fileprivate func shift(at index: Int) -> Int32 { known.isEmpty ? 0 : known[index]?.shift ?? 0 }
}
