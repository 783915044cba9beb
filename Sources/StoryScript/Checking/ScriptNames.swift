/// The names of a script: the values of its variables, the results of its definitions, and the names that hide others
/// or are never used. Collected before checking starts. O(n).
///
/// Each name has a place in one list, so that a name in the text is looked up once.
public struct ScriptNames {
  enum Origin {
    case value(Expression)
    case shape(ValueShape)
    /// The items of a list, for the name of a loop.
    case items(of: Expression)
    /// The arguments in one position of all calls of a definition, whose name is at `of`.
    case parameter(Int, of: Int, fallback: Expression?)
    /// A part of the value changes, which keeps its kind.
    case part([Statement.Part], BinaryOperator?, Expression)
  }

  struct Definition {
    let block: Block
    /// The values of its `return`s; `nil` for a `return` without a value.
    fileprivate(set) var returned: [Expression?] = []
  }

  /// Everything that the script says about a name.
  struct Entry {
    let name: String
    /// The values assigned to a variable, anywhere in the script.
    fileprivate(set) var origins: [Origin] = []
    fileprivate(set) var uses: Uses = []
    /// The arguments of each call.
    fileprivate(set) var calls: [[Expression]] = []
    fileprivate(set) var definition: Definition?

    fileprivate init(_ name: String) { self.name = name }
  }

  struct Uses: OptionSet {
    let rawValue: UInt8
    /// A `let` or a `catch` makes the variable. A variable that is only assigned may have held any value before.
    static let made = Uses(rawValue: 1)
    /// The name belongs to a loop or a parameter.
    static let bound = Uses(rawValue: 2)
    /// A `let` or another assignment gives the variable a value.
    static let assigned = Uses(rawValue: 4)
    /// The definition is also called in a pipe, with values that are not followed.
    static let piped = Uses(rawValue: 8)
    /// Something other than a `let` changes the variable, which must exist.
    static let changed = Uses(rawValue: 16)
  }

  private(set) var entries: [Entry] = []
  private var places: [String: Int] = [:]
  /// The variables and definitions in the order of the script, by their places.
  private(set) var order: [Int] = []
  /// `true` if other scripts are included, which may change this script's variables.
  private(set) var includes = false
  private let schema: Schema
  /// The definitions around the current statement, the innermost last.
  private var inside: [Int] = []
  private var unused = UnusedNames()
  /// Fields of events that are read although a variable has the same name.
  private var hiding: [(problem: Problem, range: SourceRange)] = []
  /// The variable to which the current statement assigns.
  private var assigning: Int?
  private let script: Script
  /// The number of bytes by which the current statement has moved since it was parsed.
  private var shift: Int32 = 0

  init(of script: Script, schema: Schema) {
    (self.script, self.schema) = (script, schema)
    if script.known.isEmpty {
      collect(script.statements)
      return
    }
    for (statement, known) in zip(script.statements, script.known) {
      shift = known?.shift ?? 0
      collect(statement)
    }
  }

  /// Returns the place of a name in `entries`; `nil` if the script does not use it.
  func place(of name: String) -> Int? { places[name] }

  /// Returns `true` if the script has a definition of this name.
  func defines(_ name: String) -> Bool { places[name].map { entries[$0].definition != nil } ?? false }

  /// The names that are never used, and those that hide another.
  var problems: [(problem: Problem, range: SourceRange)] { hiding + unused.problems(in: script) }

  /// Returns the silent errors from names that hide another; these are also reported when the script runs.
  public static func hidden(in script: Script, schema: Schema) -> [Diagnostic] {
    ScriptNames(of: script, schema: schema).problems.filter {
      switch $0.problem {
      case .fieldHidesVariable, .unreadVariable(_, hides: true): true
      default: false
      }
    }.prefix(Diagnostics.limit).map { Diagnostic($0.problem, $0.range, in: script.source) }.sorted {
      $0.range.start < $1.range.start
    }
  }

  /// Returns the place of a name, which is added if it is new.
  private mutating func add(_ name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = entries.count
    entries.append(Entry(name))
    unused.addName()
    return entries.count - 1
  }

  private func moved(_ name: Name) -> Name { Name(text: name.text, range: name.range.moved(by: shift)) }

  private mutating func collect(_ statements: [Statement]) { for statement in statements { collect(statement) } }

  private mutating func collect(_ statement: Statement) {
    // An assignment to an event's field is reported itself.
    let outer = assigning
    assigning = nil
    switch statement.kind {
    case .let(let name, let value):
      let place = add(name.text)
      make(place)
      entries[place].uses.insert(.assigned)
      entries[place].origins.append(.value(value))
      collect(value)
      unused.make(place, moved(name))
    case .delete(let name, _):
      let place = add(name.text)
      unused.read(place)
      entries[place].uses.insert(.changed)
      statement.forEachExpression { collect($0) }
    case .assign(let name, let value):
      let place = add(name.text)
      entries[place].uses.formUnion([.assigned, .changed])
      entries[place].origins.append(.value(value))
      assigning = place
      collect(value)
    case .change(let name, let parts, let operation, let value):
      let place = add(name.text)
      unused.read(place)
      entries[place].uses.formUnion([.assigned, .changed])
      entries[place].origins.append(.part(parts, operation, value))
      assigning = place
      statement.forEachExpression { collect($0) }
    case .for(let name, let list, let block):
      let place = add(name.text)
      bind(place, .items(of: list))
      collect(list)
      collect(block, with: [place])
    case .try(let block, let name, let handler):
      var names: [Int] = []
      if let name {
        let place = add(name.text)
        make(place)
        entries[place].origins.append(.shape(.caught))
        names = [place]
      }
      collect(block, with: names)
      collect(handler, with: names)
    case .def(let name, let parameters, let block): collectDefinition(name, parameters, block)
    case .return(let value):
      if let place = inside.last { entries[place].definition?.returned.append(value) }
      if let value { collect(value) }
    case .when(let event, let block, _):
      var names: [Int] = []
      for field in schema.event(event.text).map({ schema.events[$0].fields }) ?? [] {
        let place = add(field.name)
        names.append(place)
        entries[place].origins.append(.shape(.any))
      }
      collect(block, with: names, isHandler: true)
    case .args(let arguments):
      for argument in arguments { entries[add(argument.name.text)].origins.append(.shape(.any)) }
      statement.forEachExpression { collect($0) }
    case .include: includes = true
    default:
      statement.forEachExpression { collect($0) }
      statement.forEachBlock { collect($0) }
    }
    assigning = outer
  }

  private mutating func collectDefinition(_ name: Name, _ parameters: [Statement.Argument], _ block: Block) {
    let place = add(name.text)
    if entries[place].definition == nil { order.append(place) }
    entries[place].definition = Definition(block: block)
    inside.append(place)
    unused.beginDefinition(place, moved(name))
    var names: [Int] = []
    for (position, parameter) in parameters.enumerated() {
      let bound = add(parameter.name.text)
      names.append(bound)
      bind(bound, .parameter(position, of: place, fallback: parameter.fallback))
    }
    for parameter in parameters { if let fallback = parameter.fallback { collect(fallback) } }
    collect(block, with: names)
    inside.removeLast()
    unused.endDefinition()
  }

  private mutating func make(_ place: Int) { if entries[place].uses.insert(.made).inserted { order.append(place) } }

  private mutating func bind(_ place: Int, _ origin: Origin) {
    if entries[place].uses.insert(.bound).inserted { order.append(place) }
    entries[place].origins.append(origin)
  }

  private mutating func collect(_ block: Block, with names: [Int] = [], isHandler: Bool = false) {
    unused.enter(with: names, isHandler: isHandler)
    collect(block.statements)
    unused.leave()
  }

  private mutating func collect(_ expression: Expression) {
    switch expression {
    case .literal: return
    case .variable(let name, let range):
      let place = add(name)
      if unused.read(place), place != assigning {
        hiding.append((.fieldHidesVariable(name), range.moved(by: shift)))
      }
      return
    case .call(let name, let arguments, _):
      let place = add(name.text)
      unused.call(place)
      if Functions.byName[name.text] == nil { entries[place].calls.append(arguments) }
    case .word(let name, _): call(name)
    case .choice(let statement): collect(statement)
    case .pipeline(_, let stages, _): for stage in stages { collect(stage) }
    default: break
    }
    expression.forEachPart { collect($0) }
  }

  /// Collects the block of a step, and what it calls with the value of the pipe.
  private mutating func collect(_ stage: Stage) {
    switch stage.kind {
    case .each(let name, let block):
      let place = name.map { add($0.text) }
      if let place { entries[place].origins.append(.shape(.any)) }
      collect(block, with: place.map { [$0] } ?? [])
    case .reduce(_, let block):
      let place = add("sum")
      entries[place].origins.append(.shape(.any))
      collect(block, with: [place])
    case .call(let name, _): call(name.text)
    default: break
    }
  }

  /// Notes a word that may call a definition with other values than its arguments.
  private mutating func call(_ name: String) {
    let place = add(name)
    unused.call(place)
    entries[place].uses.insert(.piped)
  }
}

extension Script {
  /// The names of the blocks that `cancel` can cancel.
  public func blockNames(_ schema: Schema) -> [String] {
    ScriptSymbols(of: self, schema: schema).symbols.filter { $0.kind == .block && !$0.definitions.isEmpty }.map {
      $0.name
    }
  }
}

/// The expressions and blocks directly inside a statement.
extension Statement {
  package var expressions: [Expression] {
    var expressions: [Expression] = []
    forEachExpression { expressions.append($0) }
    return expressions
  }

  /// Passes on each expression directly inside the statement.
  func forEachExpression(_ body: (Expression) -> Void) {
    switch kind {
    case .expression(let value), .let(_, let value), .assign(_, let value), .output(let value), .wait(let value),
      .waitUntil(.expression(let value)), .return(let value?), .fail(let value), .if(let value, _, _),
      .repeat(let value, _), .while(let value, _), .for(_, in: let value, _), .after(let value, _, _),
      .every(let value, _, _), .at(let value, _, _):
      body(value)
    case .command(let call): for case let argument? in call.arguments { body(argument) }
    case .change(_, let parts, _, let value):
      for part in parts { body(part.key) }
      body(value)
    case .delete(_, let parts): for part in parts { body(part.key) }
    case .match(let subject, let all):
      body(subject)
      for item in all.cases { for value in item.values { body(value) } }
    case .expect(let condition, let why):
      body(condition)
      if let why { body(why) }
    case .args(let arguments), .def(_, let arguments, _):
      for argument in arguments { if let fallback = argument.fallback { body(fallback) } }
    case .lesson(let lesson):
      for step in lesson.steps { for goal in step.goals { body(goal.prediction?.value ?? goal.condition) } }
    case .return(nil), .break, .continue, .try, .include, .waitUntil(.idle), .expectError, .when, .cancel: break
    }
  }

  /// The blocks of the statement. An `else if` is one block, with its statement in it.
  package var blocks: [Block] {
    var blocks: [Block] = []
    forEachBlock { blocks.append($0) }
    return blocks
  }

  /// Calls `body` with each block of the statement.
  func forEachBlock(_ body: (Block) -> Void) {
    switch kind {
    case .if(_, let block, .block(let otherwise)?):
      body(block)
      body(otherwise)
    case .if(_, let block, .chain(let statement)?):
      body(block)
      body(Block(statements: [statement], range: statement.range))
    case .if(_, let block, nil), .repeat(_, let block), .while(_, let block), .for(_, in: _, let block),
      .def(_, _, let block), .expectError(let block), .after(_, let block, _), .every(_, let block, _),
      .at(_, let block, _), .when(_, let block, _):
      body(block)
    case .match(_, let all):
      for item in all.cases { body(item.block) }
      if let otherwise = all.otherwise { body(otherwise) }
    case .try(let block, _, let handler):
      body(block)
      body(handler)
    case .lesson(let lesson):
      for step in lesson.steps {
        body(Block(statements: step.start, range: step.range))
        body(Block(statements: step.solution, range: step.range))
        for goal in step.goals { if let block = goal.prediction?.block { body(block) } }
      }
    default: break
    }
  }

  /// `true` if errors in the statement's first block are caught.
  var tries: Bool {
    switch kind {
    case .try, .expectError: true
    default: false
    }
  }
}
