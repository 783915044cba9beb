/// The names of a script: the values of its variables, the results of its definitions, and the names that hide others
/// or are never used. Collected before checking starts. O(n).
public struct ScriptNames {
  enum Origin {
    case value(Expression)
    case shape(ValueShape)
    /// The items of a list, for the name of a loop.
    case items(of: Expression)
    /// The arguments in one place of all calls of a definition.
    case parameter(Int, of: String, fallback: Expression?)
    /// A part of the value changes, which keeps its kind.
    case part([Statement.Part], BinaryOperator?, Expression)
  }

  struct Definition {
    let block: Block
    /// The values of its `return`s; `nil` for a `return` without a value.
    fileprivate(set) var returned: [Expression?] = []
  }

  /// The values assigned to variables, by name, anywhere in the script.
  private(set) var origins: [String: [Origin]] = [:]
  /// The variables that a `let` defines. A variable that is only assigned may have held any value before.
  private(set) var made: Set<String> = []
  /// The names of loops and parameters.
  private(set) var bound: Set<String> = []
  /// The names that a `let` or another assignment gives a value.
  private(set) var assigned: Set<String> = []
  /// The arguments of each call of a definition.
  private(set) var calls: [String: [[Expression]]] = [:]
  /// The definitions that are also called in a pipe, with values that are not followed.
  private(set) var openCalls: Set<String> = []
  private(set) var definitions: [String: Definition] = [:]
  /// The variables and definitions in the order of the script.
  private(set) var order: [String] = []
  /// `true` if other scripts are included, which may change this script's variables.
  private(set) var includes = false
  private let schema: Schema
  /// The definitions around the current statement, the innermost last.
  private var inside: [String] = []
  private var unused = UnusedNames()
  /// Fields of events that are read although a variable has the same name.
  private var hiding: [(problem: Problem, range: SourceRange)] = []
  /// The variable to which the current statement assigns.
  private var assigning: String?
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

  private func moved(_ name: Name) -> Name { Name(text: name.text, range: name.range.moved(by: shift)) }

  private mutating func collect(_ statements: [Statement]) { for statement in statements { collect(statement) } }

  private mutating func collect(_ statement: Statement) {
    var names: [String] = []
    switch statement.kind {
    case .let(let name, let value):
      if made.insert(name.text).inserted { order.append(name.text) }
      assigned.insert(name.text)
      origins[name.text, default: []].append(.value(value))
    case .delete(let name, _): unused.read(name.text)
    case .assign(let name, let value):
      assigned.insert(name.text)
      origins[name.text, default: []].append(.value(value))
    case .change(let name, let parts, let operation, let value):
      unused.read(name.text)
      assigned.insert(name.text)
      origins[name.text, default: []].append(.part(parts, operation, value))
    case .for(let name, let list, _):
      names = [name.text]
      bind(name.text, .items(of: list))
    case .try(_, let name?, _):
      names = [name.text]
      if made.insert(name.text).inserted { order.append(name.text) }
      origins[name.text, default: []].append(.shape(.caught))
    case .def(let name, let parameters, let block):
      if definitions.updateValue(Definition(block: block), forKey: name.text) == nil { order.append(name.text) }
      inside.append(name.text)
      unused.beginDefinition(moved(name))
      names = parameters.map { $0.name.text }
      for (place, parameter) in parameters.enumerated() {
        bind(parameter.name.text, .parameter(place, of: name.text, fallback: parameter.fallback))
      }
    case .return(let value):
      if let name = inside.last { definitions[name]?.returned.append(value) }
    case .when(let event, _, _):
      for field in schema.event(event.text).map({ schema.events[$0].fields }) ?? [] {
        names.append(field.name)
        origins[field.name, default: []].append(.shape(.any))
      }
    case .args(let arguments):
      for argument in arguments { origins[argument.name.text, default: []].append(.shape(.any)) }
    case .include: includes = true
    default: break
    }
    // An assignment to an event's field is reported itself.
    let outer = assigning
    switch statement.kind {
    case .assign(let name, _), .change(let name, _, _, _): assigning = name.text
    default: assigning = nil
    }
    for expression in statement.expressions { collect(expression) }
    assigning = outer
    if case .let(let name, _) = statement.kind { unused.make(moved(name)) }
    let isHandler = if case .when = statement.kind { true } else { false }
    for block in statement.blocks { collect(block, with: names, isHandler: isHandler) }
    if case .def = statement.kind {
      inside.removeLast()
      unused.endDefinition()
    }
  }

  private mutating func bind(_ name: String, _ origin: Origin) {
    if bound.insert(name).inserted { order.append(name) }
    origins[name, default: []].append(origin)
  }

  private mutating func collect(_ block: Block, with names: [String] = [], isHandler: Bool = false) {
    unused.enter(with: names, isHandler: isHandler)
    collect(block.statements)
    unused.leave()
  }

  private mutating func collect(_ expression: Expression) {
    switch expression {
    case .variable(let name, let range):
      if unused.read(name), name != assigning { hiding.append((.fieldHidesVariable(name), range.moved(by: shift))) }
    case .call(let name, let arguments, _):
      unused.call(name.text)
      if Functions.byName[name.text] == nil { calls[name.text, default: []].append(arguments) }
    case .word(let name, _):
      unused.call(name)
      openCalls.insert(name)
    case .choice(let statement): collect([statement])
    case .pipeline(_, let stages, _):
      for stage in stages {
        switch stage.kind {
        case .each(let name, let block):
          if let name { origins[name.text, default: []].append(.shape(.any)) }
          collect(block, with: name.map { [$0.text] } ?? [])
        case .reduce(_, let block):
          origins["sum", default: []].append(.shape(.any))
          collect(block, with: ["sum"])
        case .call(let name, _):
          unused.call(name.text)
          openCalls.insert(name.text)
        default: break
        }
      }
    default: break
    }
    for part in expression.parts { collect(part) }
  }
}

extension Script {
  /// The names that the script gives a meaning: its variables, parameters, items and definitions, and the fields of
  /// the events that it handles.
  public func boundNames(_ schema: Schema) -> Set<String> {
    let names = ScriptNames(of: self, schema: schema)
    return Set(names.origins.keys).union(names.made).union(names.definitions.keys)
  }

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
    switch kind {
    case .expression(let value), .let(_, let value), .assign(_, let value), .output(let value), .wait(let value),
      .waitUntil(.expression(let value)), .return(let value?), .fail(let value), .if(let value, _, _),
      .repeat(let value, _), .while(let value, _), .for(_, in: let value, _), .after(let value, _, _),
      .every(let value, _, _), .at(let value, _, _):
      [value]
    case .command(let call): call.arguments.compactMap { $0 }
    case .change(_, let parts, _, let value): parts.map { $0.key } + [value]
    case .delete(_, let parts): parts.map { $0.key }
    case .match(let subject, let all): [subject] + all.cases.flatMap { $0.values }
    case .expect(let condition, let why): [condition] + (why.map { [$0] } ?? [])
    case .args(let arguments), .def(_, let arguments, _): arguments.compactMap { $0.fallback }
    case .lesson(let lesson): lesson.steps.flatMap { $0.goals }.map { $0.prediction?.value ?? $0.condition }
    case .return(nil), .break, .continue, .try, .include, .waitUntil(.idle), .expectError, .when, .cancel: []
    }
  }

  /// The blocks of the statement. An `else if` is one block, with its statement in it.
  package var blocks: [Block] {
    switch kind {
    case .if(_, let block, .block(let otherwise)?): [block, otherwise]
    case .if(_, let block, .chain(let statement)?):
      [block, Block(statements: [statement], range: statement.range)]
    case .if(_, let block, nil), .repeat(_, let block), .while(_, let block), .for(_, in: _, let block),
      .def(_, _, let block), .expectError(let block), .after(_, let block, _), .every(_, let block, _),
      .at(_, let block, _), .when(_, let block, _):
      [block]
    case .match(_, let all): all.cases.map { $0.block } + (all.otherwise.map { [$0] } ?? [])
    case .try(let block, _, let handler): [block, handler]
    case .lesson(let lesson):
      lesson.steps.flatMap {
        [Block(statements: $0.start, range: $0.range), Block(statements: $0.solution, range: $0.range)]
          + $0.goals.compactMap { $0.prediction?.block }
      }
    default: []
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
