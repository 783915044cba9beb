/// Finds values whose kind does not fit their use, and fields that cannot exist, before anything runs: `1 + "a"`,
/// `wait 5`, `stories | sort by autor`.
///
/// It only reports certain errors: a value has an unknown shape unless the script or the declaration of a command
/// shows it. Code in `try` and code that is expected to fail is not checked. O(n).
public struct KindChecker {
  let schema: Schema
  let source: Source
  private(set) var problems: [Diagnostic] = []
  let names: ScriptNames
  /// The known shapes of variables that exist before the script runs.
  private let held: [String: ValueShape]
  /// The shapes of variables found so far, and the variables whose shapes are being computed.
  private var known: [String: ValueShape] = [:]
  private var asked: Set<String> = []
  /// The shapes of definitions' results found so far.
  private var given: [String: ValueShape] = [:]
  private var called: Set<String> = []
  /// The shapes of commands' results found so far, by the command's index.
  private var results: [Int: ValueShape] = [:]
  /// Above 0 while nothing is reported.
  var mutedDepth = 0
  /// The names whose values the statements and steps around the current expression decide.
  var surroundings = Surroundings()
  /// The depth of nested expressions, including those of the variables and definitions being followed.
  var depth = 0
  /// The depth at which variables and definitions are no longer followed: a chain of thousands must not overflow the
  /// stack.
  private static let depthLimit = 32

  /// The names whose values the statements and steps around an expression decide.
  struct Surroundings {
    /// The item of the enclosing step, `$it`; `nil` outside steps.
    var item: ValueShape?
    /// The names of loops, steps and handlers, the innermost last.
    var names: [(name: String, shape: ValueShape)] = []
  }

  /// Returns the mistakes in a script that was parsed and compiled without an error.
  /// - Parameter held: variables that exist before the script runs, with their values; `nil` if the value is unknown.
  public static func problems(in script: Script, schema: Schema, holding held: [String: Value?] = [:]) -> [Diagnostic] {
    let names = ScriptNames(of: script, schema: schema)
    var checker = KindChecker(
      schema: schema, source: script.source, names: names,
      held: held.mapValues { $0.map { ValueShape(of: $0) } ?? .any })
    checker.findShapes()
    checker.check(script)
    for (problem, range) in names.problems { checker.report(problem, range) }
    return checker.problems.sorted { $0.range.start < $1.range.start }
  }

  /// Returns the comparisons of names with texts that have a mark, such as `author == "@ana"`: they are never true,
  /// although tables show `@ana`. O(n), and much less for a script without such a text.
  public static func markedNames(in script: Script, schema: Schema) -> [Diagnostic] {
    let bytes = script.source.bytes
    let hasMark = bytes.indices.dropLast().contains { bytes[$0].isOne(of: "\"'") && bytes[$0 + 1].isOne(of: "@#") }
    guard hasMark else { return [] }
    return problems(in: script, schema: schema).filter {
      if case .markedName = $0.problem { true } else { false }
    }
  }

  /// The known facts about a value before the script runs.
  public struct Description: Sendable, Equatable {
    /// The kinds in words, such as "a number or text".
    public let kinds: String
    /// The fields of a record.
    public let fields: [String]

    /// Returns `nil` if nothing is known.
    fileprivate init?(_ shape: ValueShape) {
      guard shape.kinds != .any, !shape.kinds.isEmpty else { return nil }
      (kinds, fields) = (shape.kinds.phrase, shape.fields?.map { $0.name } ?? [])
    }
  }

  /// Returns the known facts about all variables that a script creates, by name. O(n).
  public static func descriptions(in script: Script, schema: Schema) -> [String: Description] {
    let names = ScriptNames(of: script, schema: schema)
    var checker = KindChecker(schema: schema, source: script.source, names: names, held: [:])
    var found: [String: Description] = [:]
    for name in names.made { found[name] = Description(checker.shape(ofVariable: name)) }
    return found
  }

  /// Returns the fields that the value of an expression has, or the fields of its rows; empty if they are unknown.
  /// - Parameters:
  ///   - expression: a value of another script, which may use the variables and definitions of this one.
  ///   - isRow: `true` for the fields of the items of a list.
  public static func fields(
    of expression: Expression, isRow: Bool, in script: Script, schema: Schema
  ) -> [String] {
    var checker = KindChecker(
      schema: schema, source: script.source, names: ScriptNames(of: script, schema: schema), held: [:])
    checker.mutedDepth = 1
    let shape = checker.shape(of: expression)
    return (isRow ? shape.item?.fields ?? shape.fields : shape.fields)?.map { $0.name } ?? []
  }

  private init(schema: Schema, source: Source, names: ScriptNames, held: [String: ValueShape]) {
    (self.schema, self.source, self.names, self.held) = (schema, source, names, held)
  }

  mutating func report(_ problem: Problem, _ range: SourceRange) {
    guard mutedDepth == 0, problems.count < Diagnostics.limit else { return }
    problems.append(Diagnostic(problem, range, in: source))
  }

  /// `true` if problems are reported; otherwise only shapes are wanted.
  var reports: Bool { mutedDepth == 0 }

  // MARK: Names

  /// Finds the shapes of all names, in the order of the script. The result for names that depend on each other then
  /// depends on nothing else, such as the statements that are checked.
  private mutating func findShapes() {
    for name in names.order {
      _ = shape(ofVariable: name)
      _ = shape(ofDefinition: name)
    }
  }

  /// Returns the shape of a variable: of the loop or step around the expression, or the union of all values assigned
  /// to that name.
  mutating func shape(ofVariable name: String) -> ValueShape {
    if !names.assigned.contains(name) {
      if let local = surroundings.names.last(where: { $0.name == name }) { return local.shape }
      if name == "it", let item = surroundings.item { return item }
    }
    if let shape = known[name] { return shape }
    if let shape = held[name] { return names.includes || names.origins[name] != nil ? .any : shape }
    guard depth < Self.depthLimit, !names.includes, names.made.contains(name) || names.bound.contains(name),
      let all = names.origins[name], asked.insert(name).inserted
    else { return .any }
    let shape = elsewhere { $0.shape(of: name, from: all) }
    asked.remove(name)
    known[name] = shape
    return shape
  }

  /// Computes a shape at another place of the script, without reporting anything.
  private mutating func elsewhere(_ body: (inout KindChecker) -> ValueShape) -> ValueShape {
    let outer = surroundings
    surroundings = Surroundings()
    mutedDepth += 1
    defer { (surroundings, mutedDepth) = (outer, mutedDepth - 1) }
    return body(&self)
  }

  private mutating func shape(of name: String, from origins: [ScriptNames.Origin]) -> ValueShape {
    var shape = ValueShape.never
    for origin in origins {
      switch origin {
      case .value(let value): shape = shape.or(self.shape(assigning: value, to: name))
      case .shape(let other): shape = shape.or(other)
      case .items(let list):
        let list = self.shape(of: list)
        shape = shape.or(list.kinds == .list ? itemShape(of: list) : .any)
      case .parameter(let place, let definition, let fallback):
        shape = shape.or(self.shape(ofParameter: place, of: definition, fallback))
      case .part: break
      }
    }
    // A part may lie in one that a later line adds.
    for case .part(let parts, let operation, let value) in origins {
      let old = ValueShape.any
      let new =
        operation.map { self.shape(of: $0, old, self.shape(of: value)) } ?? self.shape(of: value)
      shape = self.shape(shape, changing: parts[...], to: new)
    }
    return shape
  }

  /// Returns the shape of a variable's new value, which may be the old one with more items.
  private mutating func shape(assigning value: Expression, to name: String) -> ValueShape {
    switch value {
    case .binary(.plus, .variable(name, _), let more, _):
      let added = shape(of: more)
      if added.kinds == .list { return added }
    case .call(let function, let arguments, _)
    where function.text == "append" && arguments.count == 2 && names.definitions["append"] == nil:
      if case .variable(name, _) = arguments[0] { return ValueShape(listOf: shape(of: arguments[1])) }
    case .pipeline(.variable(name, _), let stages, _) where stages.count == 1:
      guard case .call(let function, let arguments) = stages[0].kind, function.text == "append", arguments.count == 1,
        names.definitions["append"] == nil
      else { break }
      return ValueShape(listOf: shape(of: arguments[0]))
    default: break
    }
    return shape(of: value)
  }

  /// Returns the shape of a value after a part of it has changed.
  private mutating func shape(
    _ whole: ValueShape, changing parts: ArraySlice<Statement.Part>, to new: ValueShape
  ) -> ValueShape {
    guard let part = parts.first else { return whole.or(new) }
    if case .literal(.text(let name), _) = part.key, whole.isRecord, whole.fields != nil {
      guard let old = whole.field(name) else { return whole.with(name, parts.count == 1 ? new : .any) }
      return whole.with(name, shape(old, changing: parts.dropFirst(), to: new))
    }
    var changed = whole
    if whole.kinds == .list, let item = whole.item {
      changed.item = shape(item, changing: parts.dropFirst(), to: new)
    } else {
      (changed.fields, changed.item) = (nil, nil)
    }
    return changed
  }

  /// Returns the shape of a parameter: of all values that the script passes, if these are records or their lists. The
  /// kinds of other values are left open: a definition may ask for them in ways that are not followed here.
  private mutating func shape(ofParameter place: Int, of definition: String, _ fallback: Expression?) -> ValueShape {
    guard let calls = names.calls[definition], !names.openCalls.contains(definition) else { return .any }
    var shape = ValueShape.never
    for arguments in calls {
      guard let value = place < arguments.count ? arguments[place] : fallback else { return .any }
      shape = shape.or(self.shape(of: value))
      guard shape.isOfRecords else { return .any }
    }
    return shape
  }

  /// Returns the shape of a definition's result: its `return`s and its last value. `.any` for a recursive definition.
  mutating func shape(ofDefinition name: String) -> ValueShape {
    if let shape = given[name] { return shape }
    guard depth < Self.depthLimit, let definition = names.definitions[name], called.insert(name).inserted else {
      return .any
    }
    let shape = elsewhere { checker in
      var shape = checker.shape(ofLast: definition.block)
      for value in definition.returned {
        shape = shape.or(value.map { checker.shape(of: $0) } ?? ValueShape(.none))
      }
      return shape
    }
    called.remove(name)
    given[name] = shape
    return shape
  }

  mutating func shape(ofResultOf command: Int) -> ValueShape {
    if let shape = results[command] { return shape }
    let shape = ValueShape(resultOf: schema.vocabulary.commands.commands[command])
    results[command] = shape
    return shape
  }

  /// Returns the shape of a block's last statement.
  mutating func shape(ofLast block: Block) -> ValueShape {
    guard let last = block.statements.last else { return ValueShape(.none) }
    return shape(ofResultOf: last)
  }

  /// Returns the shape of a statement's value.
  mutating func shape(ofResultOf statement: Statement) -> ValueShape {
    switch statement.kind {
    case .expression(let value): return shape(of: value)
    case .command(let call): return shape(of: .command(call))
    case .if(_, let block, .block(let otherwise)?): return shape(ofLast: block).or(shape(ofLast: otherwise))
    case .if(_, let block, .chain(let statement)?): return shape(ofLast: block).or(shape(ofResultOf: statement))
    case .if(_, let block, nil): return shape(ofLast: block).or(ValueShape(.none))
    case .match(_, let all):
      let chosen = all.cases.reduce(ValueShape.never) { $0.or(shape(ofLast: $1.block)) }
      return chosen.or(all.otherwise.map { shape(ofLast: $0) } ?? ValueShape(.none))
    case .try(let block, _, let handler): return shape(ofLast: block).or(shape(ofLast: handler))
    case .return, .fail: return .never
    case .break, .continue: return .any
    default: return ValueShape(.none)
    }
  }

  /// Returns the shape of each item that a loop or step visits.
  func itemShape(of list: ValueShape) -> ValueShape { list.item ?? .any }
}
