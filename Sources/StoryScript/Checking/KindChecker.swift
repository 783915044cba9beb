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
  /// The shapes of the names found so far, by their places.
  private var found: [Found]
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

  private struct Found {
    /// The value of a variable.
    var value: ValueShape?
    /// The result of a definition.
    var result: ValueShape?
    /// `true` while the shape is being computed.
    var isAsked = false
    var isCalled = false
  }

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
    KindChecker(of: script, schema: schema, holding: held).mistakes(in: script)
  }

  /// Finds the shapes of all names of a script.
  /// - Parameter held: variables that exist before the script runs, with their values; `nil` if the value is unknown.
  package init(of script: Script, schema: Schema, holding held: [String: Value?] = [:]) {
    self.init(
      schema: schema, source: script.source, names: ScriptNames(of: script, schema: schema),
      held: held.mapValues { $0.map { ValueShape(of: $0) } ?? .any })
    findShapes()
  }

  /// Returns the mistakes in the script whose names were found. Some of its statements may have been parsed again.
  package func mistakes(in script: Script) -> [Diagnostic] {
    var checker = self
    checker.check(script)
    for (problem, range) in names.problems { checker.report(problem, range) }
    return checker.problems.sorted { $0.range.start < $1.range.start }
  }

  /// Returns the comparisons that look right and never find anything: of names with texts that have a mark, such as
  /// `author == "@ana"`, although tables show `@ana`; and of a field's name in quotes, such as `"author" == "ana"`.
  /// O(n), and much less for a script without such a text.
  public static func silentComparisons(in script: Script, schema: Schema) -> [Diagnostic] {
    let bytes = script.source.bytes
    let isSuspect = bytes.indices.dropLast().contains { index in
      guard bytes[index].isOne(of: "\"'") else { return false }
      if bytes[index + 1].isOne(of: "@#") { return true }
      let next = bytes[(index + 1)...].first { $0 != UInt8(ascii: " ") }
      return next?.isOne(of: "=!<>") ?? false
    }
    guard isSuspect else { return [] }
    return problems(in: script, schema: schema).filter { $0.problem.isSilentComparison }
  }

  /// Everything that the check of a statement uses of the other statements: what is known of each name.
  package struct Facts {
    fileprivate struct Fact: Equatable {
      var value: ValueShape
      var result: ValueShape?
      var isAssigned: Bool
      var hasOrigins: Bool
    }

    fileprivate var names: [String: Fact] = [:]

    package init() {}

    /// Returns the names of which something else is known.
    package func differences(from other: Facts) -> [String] {
      var found: [String] = []
      for (name, fact) in names where other.names[name] != fact { found.append(name) }
      for name in other.names.keys where names[name] == nil { found.append(name) }
      return found
    }
  }

  package var facts: Facts {
    var facts = Facts()
    facts.names.reserveCapacity(names.order.count)
    for (entry, found) in zip(names.entries, found) where !entry.origins.isEmpty || entry.definition != nil {
      facts.names[entry.name] = Facts.Fact(
        value: found.value ?? .any, result: entry.definition == nil ? nil : found.result ?? .any,
        isAssigned: entry.uses.contains(.assigned), hasOrigins: !entry.origins.isEmpty)
    }
    return facts
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
    for entry in names.entries where entry.uses.contains(.made) {
      found[entry.name] = Description(checker.shape(ofVariable: entry.name))
    }
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
    found = [Found](repeating: Found(), count: names.entries.count)
  }

  mutating func report(_ problem: Problem, _ range: SourceRange) {
    guard mutedDepth == 0, problems.count < Diagnostics.limit else { return }
    problems.append(Diagnostic(OtherLanguageHints.explained(problem, at: source.text(range)), range, in: source))
  }

  /// `true` if problems are reported; otherwise only shapes are wanted.
  var reports: Bool { mutedDepth == 0 }

  // MARK: Names

  /// Finds the shapes of all names, in the order of the script. The result for names that depend on each other then
  /// depends on nothing else, such as the statements that are checked.
  private mutating func findShapes() {
    for place in names.order {
      _ = shape(ofVariableAt: place)
      _ = shape(ofDefinitionAt: place)
    }
  }

  /// Returns the shape of a variable: of the loop or step around the expression, or the union of all values assigned
  /// to that name.
  mutating func shape(ofVariable name: String) -> ValueShape {
    let place = names.place(of: name)
    if place.map({ !names.entries[$0].uses.contains(.assigned) }) ?? true {
      if let local = surroundings.names.last(where: { $0.name == name }) { return local.shape }
      if name == "it", let item = surroundings.item { return item }
    }
    if let place { return shape(ofVariableAt: place) }
    return names.includes ? .any : held[name] ?? .any
  }

  private mutating func shape(ofVariableAt place: Int) -> ValueShape {
    if let shape = found[place].value { return shape }
    let hasOrigins = !names.entries[place].origins.isEmpty
    if !held.isEmpty, let shape = held[names.entries[place].name] {
      return names.includes || hasOrigins ? .any : shape
    }
    guard depth < Self.depthLimit, !names.includes, hasOrigins,
      !names.entries[place].uses.isDisjoint(with: [.made, .bound]), !found[place].isAsked
    else { return .any }
    found[place].isAsked = true
    let shape = elsewhere { $0.shape(of: place, from: $0.names.entries[place].origins) }
    found[place].isAsked = false
    found[place].value = shape
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

  private mutating func shape(of place: Int, from origins: [ScriptNames.Origin]) -> ValueShape {
    let name = names.entries[place].name
    var shape = ValueShape.never
    var hasParts = false
    for origin in origins {
      switch origin {
      case .value(let value): shape = shape.or(self.shape(assigning: value, to: name))
      case .shape(let other): shape = shape.or(other)
      case .items(let list):
        let list = self.shape(of: list)
        shape = shape.or(list.kinds == .list ? itemShape(of: list) : .any)
      case .parameter(let position, let definition, let fallback):
        shape = shape.or(self.shape(ofParameter: position, of: definition, fallback))
      case .part: hasParts = true
      }
    }
    guard hasParts else { return shape }
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
    where function.text == "append" && arguments.count == 2 && !names.defines("append"):
      if case .variable(name, _) = arguments[0] { return ValueShape(listOf: shape(of: arguments[1])) }
    case .pipeline(.variable(name, _), let stages, _) where stages.count == 1:
      guard case .call(let function, let arguments) = stages[0].kind, function.text == "append", arguments.count == 1,
        !names.defines("append")
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
  private mutating func shape(
    ofParameter position: Int, of definition: Int, _ fallback: Expression?
  ) -> ValueShape {
    let calls = names.entries[definition].calls
    guard !calls.isEmpty, !names.entries[definition].uses.contains(.piped) else { return .any }
    var shape = ValueShape.never
    for arguments in calls {
      guard let value = position < arguments.count ? arguments[position] : fallback else { return .any }
      shape = shape.or(self.shape(of: value))
      guard shape.isOfRecords else { return .any }
    }
    return shape
  }

  /// Returns the shape of a definition's result: its `return`s and its last value. `.any` for a recursive definition.
  private mutating func shape(ofDefinitionAt place: Int) -> ValueShape {
    if let shape = found[place].result { return shape }
    guard depth < Self.depthLimit, let definition = names.entries[place].definition, !found[place].isCalled else {
      return .any
    }
    found[place].isCalled = true
    let shape = elsewhere { checker in
      var shape = checker.shape(ofLast: definition.block)
      for value in definition.returned {
        shape = shape.or(value.map { checker.shape(of: $0) } ?? ValueShape(.none))
      }
      return shape
    }
    found[place].isCalled = false
    found[place].result = shape
    return shape
  }

  /// Returns the shape of a definition's result; `nil` if the script has no definition of that name.
  mutating func shape(ofDefinition name: String) -> ValueShape? {
    guard let place = names.place(of: name), names.entries[place].definition != nil else { return nil }
    return shape(ofDefinitionAt: place)
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

extension Problem {
  /// `true` for a comparison that can be made but never finds anything.
  public var isSilentComparison: Bool {
    switch self {
    case .markedName, .fieldInQuotes: true
    default: false
    }
  }
}
