/// Finds values whose kind does not fit their use, before anything runs: `1 + "a"`, `wait 5`, `if 5 { }`.
///
/// It only reports certain errors: nothing is known about parameters, and about items or fields unless a value shows
/// it. Code in `try` and code that is expected to fail is not checked. O(n).
public struct KindChecker {
  let schema: Schema
  let source: Source
  private(set) var problems: [Diagnostic] = []
  private let names: ScriptNames
  /// The known shapes of variables that exist before the script runs.
  private let held: [String: ValueShape]
  /// The shapes of variables found so far, and the variables whose shapes are being computed.
  private var known: [String: ValueShape] = [:]
  private var asked: Set<String> = []
  /// The shapes of definitions' results found so far.
  private var given: [String: ValueShape] = [:]
  private var called: Set<String> = []
  /// Above 0 while nothing is reported.
  private var mutedDepth = 0
  /// The fields that the items of the enclosing step may have; `nil` if unknown.
  private var itemFields: [ValueShape.Field]?
  /// The depth of nested expressions, including those of the variables and definitions being followed.
  private var depth = 0
  /// The depth at which variables and definitions are no longer followed: a chain of thousands must not overflow the
  /// stack.
  private static let depthLimit = 32

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

  /// Returns what is known of all variables that a script makes, by name. O(n).
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
    return (isRow ? shape.itemFields ?? shape.fields : shape.fields)?.map { $0.name } ?? []
  }

  private init(schema: Schema, source: Source, names: ScriptNames, held: [String: ValueShape]) {
    (self.schema, self.source, self.names, self.held) = (schema, source, names, held)
  }

  mutating func report(_ problem: Problem, _ range: SourceRange) {
    guard mutedDepth == 0, problems.count < Diagnostics.limit else { return }
    problems.append(Diagnostic(problem, range, in: source))
  }

  // MARK: Names

  /// Finds the shapes of all names, in the order of the script. The result for names that depend on each other then
  /// depends on nothing else, such as the statements that are checked.
  private mutating func findShapes() {
    for name in names.order {
      _ = shape(ofVariable: name)
      _ = shape(ofDefinition: name)
    }
  }

  /// Returns the shape of a variable: the union of all values assigned to that name.
  private mutating func shape(ofVariable name: String) -> ValueShape {
    if let shape = known[name] { return shape }
    if let shape = held[name] { return names.includes || names.origins[name] != nil ? .any : shape }
    guard depth < Self.depthLimit, !names.includes, names.made.contains(name),
      let all = names.origins[name],
      asked.insert(name).inserted
    else { return .any }
    var (shape, changes) = (ValueShape.never, false)
    mutedDepth += 1
    for origin in all {
      switch origin {
      case .value(let value): shape = shape.or(self.shape(of: value))
      case .shape(let other): shape = shape.or(other)
      case .changed: changes = true
      }
    }
    mutedDepth -= 1
    if changes { (shape.fields, shape.itemFields) = (nil, nil) }
    asked.remove(name)
    known[name] = shape
    return shape
  }

  /// Returns the shape of a definition's result: its `return`s and its last value. `.any` for a recursive definition.
  private mutating func shape(ofDefinition name: String) -> ValueShape {
    if let shape = given[name] { return shape }
    guard depth < Self.depthLimit, let definition = names.definitions[name], called.insert(name).inserted else {
      return .any
    }
    mutedDepth += 1
    var shape = shape(ofLast: definition.block)
    for value in definition.returned { shape = shape.or(value.map { self.shape(of: $0) } ?? ValueShape(.none)) }
    mutedDepth -= 1
    called.remove(name)
    given[name] = shape
    return shape
  }

  /// Returns the shape of a block's last statement.
  private mutating func shape(ofLast block: Block) -> ValueShape {
    guard let last = block.statements.last else { return ValueShape(.none) }
    switch last.kind {
    case .expression(let value): return shape(of: value)
    case .command(let call): return shape(of: .command(call))
    case .if(_, let block, .block(let otherwise)?): return shape(ofLast: block).or(shape(ofLast: otherwise))
    case .if(_, let block, .chain(let statement)?):
      let otherwise = shape(ofLast: Block(statements: [statement], range: statement.range))
      return shape(ofLast: block).or(otherwise)
    case .if(_, let block, nil): return shape(ofLast: block).or(ValueShape(.none))
    case .match(_, let all):
      let otherwise = all.otherwise.map { shape(ofLast: $0) } ?? ValueShape(.none)
      return all.cases.reduce(otherwise) { $0.or(shape(ofLast: $1.block)) }
    case .try(let block, _, let handler): return shape(ofLast: block).or(shape(ofLast: handler))
    case .return, .fail: return .never
    case .break, .continue: return .any
    default: return ValueShape(.none)
    }
  }

  // MARK: Statements

  private mutating func check(_ script: Script) {
    if script.known.isEmpty { return check(script.statements) }
    for (statement, known) in zip(script.statements, script.known) where known == nil { check(statement) }
  }

  private mutating func check(_ statements: [Statement]) { for statement in statements { check(statement) } }

  private mutating func check(_ statement: Statement) {
    switch statement.kind {
    case .if(let condition, _, _): needBool(condition, "'if'")
    case .while(let condition, _): needBool(condition, "'while'")
    case .expect(let condition, let why):
      needBool(condition, "'expect'")
      if let why { _ = kinds(of: why) }
    case .waitUntil(.expression(let condition)): needBool(condition, "'wait until'")
    case .wait(let time): needTime(time, "'wait'", "a duration such as 5s", .duration)
    case .after(let time, _, _): needTime(time, "'after'", "a duration such as 10s", .duration)
    case .every(let time, _, _): needTime(time, "'every'", "a duration such as 10s", .duration)
    case .at(let time, _, _): needTime(time, "'at'", "a date, or a duration such as 10s", [.duration, .date])
    case .repeat(let count, _):
      need(.number, count, "'repeat'", "a whole number, 0 or greater")
      if case .literal(.number(let number), let range) = count, number < 0 || number != number.rounded() {
        let found = NumberText.plain(number)
        report(.wrongKind(operation: "'repeat'", needs: "a whole number, 0 or greater", found: found), range)
      }
    case .for(_, let list, _): need([.list, .record], list, "'for'", "a list")
    case .match(let subject, let all):
      let found = shape(of: subject)
      for value in all.cases.flatMap({ $0.values }) {
        compare(.equal, (subject, found), (value, shape(of: value)), value.range)
      }
    case .fail(let why): need([.text, .record], why, "'fail'", "text")
    default: for expression in statement.expressions { _ = kinds(of: expression) }
    }
    let isGuarded = isGuarded(statement)
    for (place, block) in statement.blocks.enumerated() {
      check(block, isTried: isGuarded || statement.tries && place == 0)
    }
  }

  /// Returns `true` if a statement runs its blocks depending on a value's kind or fields, so that an apparent error
  /// may never occur.
  private mutating func isGuarded(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .if(let condition, _, _), .while(let condition, _), .match(let condition, _): asks(condition)
    default: false
    }
  }

  /// Returns `true` if a condition tests a value's kind or a record's fields.
  private mutating func asks(_ condition: Expression) -> Bool {
    switch condition {
    case .call(let name, _, _) where name.text == "type": return true
    case .call(let name, let arguments, _) where name.text == "contains" && !arguments.isEmpty:
      return mayBeRecord(arguments[0])
    case .binary(.isIn, _, let whole, _): return mayBeRecord(whole)
    case .binary(_, let left, let right, _): return asks(left) || asks(right)
    case .unary(_, let operand, _): return asks(operand)
    default: return false
    }
  }

  private mutating func mayBeRecord(_ whole: Expression) -> Bool {
    if case .call(let name, let arguments, _) = whole, name.text == "keys", let record = arguments.first {
      return mayBeRecord(record)
    }
    mutedDepth += 1
    defer { mutedDepth -= 1 }
    let kinds = kinds(of: whole)
    return kinds != .any && kinds.contains(.record)
  }

  private mutating func check(_ block: Block, isTried: Bool) {
    if isTried { mutedDepth += 1 }
    check(block.statements)
    if isTried { mutedDepth -= 1 }
  }

  @discardableResult
  private mutating func need(
    _ wanted: Kinds, _ expression: Expression, _ operation: String, _ needs: String
  ) -> Kinds {
    let found = kinds(of: expression)
    if found.isDisjoint(with: wanted), !found.isEmpty {
      report(.wrongKind(operation: operation, needs: needs, found: found.phrase), expression.range)
    }
    return found
  }

  private mutating func needBool(_ expression: Expression, _ context: String) {
    let found = kinds(of: expression)
    guard found.isDisjoint(with: .bool), !found.isEmpty else { return }
    report(.notBoolean(context: context, found: found.phrase), expression.range)
  }

  private mutating func needTime(_ expression: Expression, _ operation: String, _ needs: String, _ wanted: Kinds) {
    let found = kinds(of: expression)
    guard found.isDisjoint(with: wanted), !found.isEmpty else { return }
    report(
      .wrongTime(operation: operation, needs: needs, found: found.phrase, suggestion: expression.asSeconds),
      expression.range)
  }

  // MARK: Expressions

  /// Returns the kinds that an expression may have, and reports errors in it.
  private mutating func kinds(of expression: Expression) -> Kinds { shape(of: expression).kinds }

  /// Returns the shape of an expression's value, and reports errors in it.
  private mutating func shape(of expression: Expression) -> ValueShape {
    depth += 1
    defer { depth -= 1 }
    switch expression {
    case .literal(let value, _): return ValueShape(Kinds(value.kind))
    case .civil: return ValueShape(.date)
    case .interpolation(let pieces, _):
      for case .expression(let expression) in pieces { _ = kinds(of: expression) }
      return ValueShape(.text)
    case .variable(let name, _): return shape(ofVariable: name)
    case .state(let root, let field, _):
      return schema.state(root, field).map { ValueShape(schema.states[$0].kinds, state: $0) } ?? .any
    case .word(let word, let range):
      checkField(word, range)
      return .any
    case .list(let items, _): return ValueShape(list: items.map { shape(of: $0) })
    case .record(let fields, _):
      return ValueShape(
        .record, fields: fields.map { ValueShape.Field(name: $0.name.text, shape: shape(of: $0.value)) })
    case .field(let base, let name, let range): return shape(ofField: name, of: base, range)
    case .index(let base, let index, let range): return shape(ofItem: index, of: base, range)
    case .unary(.not, let operand, _):
      needBool(operand, "'and', 'or' or 'not'")
      return ValueShape(.bool)
    case .unary(.minus, let operand, _):
      let found = need([.number, .duration], operand, "'-'", "a number or a duration")
      return ValueShape(found.intersection([.number, .duration]))
    case .binary(let operation, let left, let right, let range):
      return ValueShape(kinds(of: operation, left, right, range))
    case .call(let name, let arguments, let range): return shape(ofCall: name.text, arguments, input: nil, range)
    case .command(let call):
      for case let argument? in call.arguments { _ = kinds(of: argument) }
      let fields = schema.vocabulary.commands.commands[call.command].fields
      return fields.isEmpty ? .any : ValueShape(record: fields)
    case .pipeline(let input, let stages, _): return shape(of: stages, shape(of: input))
    case .choice(let statement):
      check(statement)
      return .any
    }
  }

  private mutating func shape(ofField name: String, of base: Expression, _ range: SourceRange) -> ValueShape {
    let found = shape(of: base)
    if found.kinds.isDisjoint(with: [.record, .date]), !found.kinds.isEmpty {
      let isFunction = Functions.byName[name] != nil
      report(.notARecord(field: name, found: found.kinds.phrase, isFunction: isFunction), range)
      return .any
    }
    return shape(ofField: name, of: found, range)
  }

  /// Returns the shape of a field of a value that may be a record or a date.
  private mutating func shape(ofField name: String, of base: ValueShape, _ range: SourceRange) -> ValueShape {
    let names: [String]
    if base.kinds.subtracting(.none) == .date {
      names = DateParts.names
      if names.contains(name) { return ValueShape(.number) }
    } else if let fields = base.fields {
      if let field = fields.first(where: { $0.name == name }) { return field.shape }
      names = fields.map { $0.name }
    } else {
      return .any
    }
    report(.noSuchField(name, known: names, suggestion: closest(to: name, among: names)), range)
    return .any
  }

  private mutating func shape(ofItem index: Expression, of base: Expression, _ range: SourceRange) -> ValueShape {
    let found = shape(of: base)
    let place = kinds(of: index)
    if found.kinds.isDisjoint(with: [.list, .record, .text, .date]), !found.kinds.isEmpty {
      let needs = "a list, a record, text or a date"
      report(.wrongKind(operation: "'[…]'", needs: needs, found: found.kinds.phrase), range)
    } else if found.kinds == .list || found.kinds == .text, place.isDisjoint(with: .number), !place.isEmpty {
      report(.wrongKind(operation: "'[…]'", needs: "a whole number", found: place.phrase), index.range)
    } else if case .list(let items, _) = base, case .literal(.number(let number), _) = index,
      number >= Double(items.count) || number < -Double(items.count)
    {
      report(.indexOutOfRange(index: NumberText.plain(number), count: items.count), range)
    } else if case .literal(.text(let name), _) = index, found.kinds.isDisjoint(with: [.list, .text]) {
      return shape(ofField: name, of: found, range)
    }
    return found.kinds == .text ? ValueShape(.text) : .any
  }

  private mutating func kinds(
    of operation: BinaryOperator, _ left: Expression, _ right: Expression, _ range: SourceRange
  ) -> Kinds {
    switch operation {
    case .and, .or:
      needBool(left, "'and', 'or' or 'not'")
      let isGuarded = asks(left)
      if isGuarded { mutedDepth += 1 }
      needBool(right, "'and', 'or' or 'not'")
      if isGuarded { mutedDepth -= 1 }
      return .bool
    case .isIn:
      _ = kinds(of: left)
      need([.list, .text, .record], right, "'in'", "a list, text or a record")
      return .bool
    case .like:
      need(.text, left, "'like'", "text on both sides")
      need(.text, right, "'like'", "text on both sides")
      return .bool
    case .plus, .minus, .times, .divided, .modulo:
      let (first, second) = (kinds(of: left), kinds(of: right))
      let result = Self.result(of: operation, first, second)
      if result.isEmpty, !first.isEmpty, !second.isEmpty {
        report(Self.mismatch(operation, first, second), range)
        return .any
      }
      if operation == .divided || operation == .modulo, case .literal(.number(0), _) = right {
        report(.divisionByZero, right.range)
      }
      return result
    default:
      compare(operation, (left, shape(of: left)), (right, shape(of: right)), range)
      return .bool
    }
  }

  private static func mismatch(_ operation: BinaryOperator, _ first: Kinds, _ second: Kinds) -> Problem {
    if operation == .plus, [first, second].contains(where: { $0.subtracting(.none) == .text }) {
      return .joined(first.phrase, second.phrase)
    }
    return .wrongKind(
      operation: "'\(operation.rawValue)'", needs: "compatible values",
      found: "\(first.phrase) and \(second.phrase)")
  }

  /// Returns the kinds that a calculation may produce; empty if no kinds of its operands fit together.
  private static func result(of operation: BinaryOperator, _ first: Kinds, _ second: Kinds) -> Kinds {
    var result: Kinds = []
    for (left, right, gives) in rules[operation] ?? [] where first.contains(left) && second.contains(right) {
      result.formUnion(gives)
    }
    return result
  }

  private static let rules: [BinaryOperator: [(Kinds, Kinds, Kinds)]] = [
    .plus: [
      (.number, .number, .number), (.duration, .duration, .duration), (.date, .duration, .date),
      (.duration, .date, .date), (.text, .text, .text), (.list, .list, .list),
    ],
    .minus: [
      (.number, .number, .number), (.duration, .duration, .duration), (.date, .duration, .date),
      (.date, .date, .duration),
    ],
    .times: [(.number, .number, .number), (.duration, .number, .duration), (.number, .duration, .duration)],
    .divided: [(.number, .number, .number), (.duration, .number, .duration), (.duration, .duration, .number)],
    .modulo: [(.number, .number, .number), (.duration, .duration, .duration)],
  ]

  private typealias Side = (expression: Expression, shape: ValueShape)

  private mutating func compare(_ operation: BinaryOperator, _ left: Side, _ right: Side, _ range: SourceRange) {
    let (first, second) = (left.shape.kinds, right.shape.kinds)
    guard !first.isEmpty, !second.isEmpty else { return }
    let isEquality = operation == .equal || operation == .notEqual
    let shared = first.intersection(second).intersection(isEquality ? .any : .ordered)
    if shared.isEmpty, !isEquality || !(first.contains(.none) || second.contains(.none)) || isState(left, right) {
      let (found, other) = (first.subtracting(.none), second.subtracting(.none))
      if !found.isEmpty, !other.isEmpty {
        let seconds =
          found == .duration ? right.expression.asSeconds : other == .duration ? left.expression.asSeconds : nil
        report(.neverComparable(found.phrase, other.phrase, suggestion: seconds), range)
      }
      return
    }
    if let problem = slip(left, right) ?? slip(right, left) { report(problem.0, problem.1) }
  }

  /// Returns `true` if a side is a state: `none` at first and then of its kind, which must fit the other side.
  private func isState(_ left: Side, _ right: Side) -> Bool {
    (left.shape.state != nil && right.shape.kinds != .none) || (right.shape.state != nil && left.shape.kinds != .none)
  }

  /// Returns the problem if a word is not one of a state's cases, or a share is above 1.
  private func slip(_ side: Side, _ other: Side) -> (Problem, SourceRange)? {
    guard let index = side.shape.state else { return nil }
    let state = schema.states[index]
    switch (state.kind, other.expression) {
    case (.choice(let cases), .literal(.text(let word), let range)) where !cases.contains(word):
      return (.unknownState(word: word, cases: cases, suggestion: closest(to: word, among: cases)), range)
    case (.number, .literal(.number(let number), let range)) where state.isShare && number > 1:
      return (.beyondShare(state.path, NumberText.plain(number)), range)
    default: return nil
    }
  }

  // MARK: Calls and steps

  private mutating func shape(
    ofCall name: String, _ arguments: [Expression], input: Kinds?, _ range: SourceRange
  ) -> ValueShape {
    var found: [(kinds: Kinds, place: SourceRange)] = input.map { [($0, range)] } ?? []
    found += arguments.map { (kinds: kinds(of: $0), place: $0.range) }
    guard names.definitions[name] == nil else { return shape(ofDefinition: name) }
    guard let index = Functions.byName[name] else { return .any }
    let function = Functions.all[index]
    let signature = function.signature
    for ((kinds, place), wanted) in zip(found, signature.takes) where kinds.isDisjoint(with: wanted) && !kinds.isEmpty {
      report(.wrongKind(operation: "'\(name)'", needs: wanted.phrase, found: kinds.phrase), place)
    }
    if function.compares { checkOrder(of: found, name) }
    return ValueShape(signature.gives)
  }

  /// Checks values of which the least or greatest is taken; a single list means its items.
  private mutating func checkOrder(of values: [(kinds: Kinds, place: SourceRange)], _ name: String) {
    guard values.count > 1 else { return }
    var shared = Kinds.ordered
    for (number, value) in values.enumerated() where !value.kinds.subtracting(.none).isEmpty {
      shared.formIntersection(value.kinds)
      guard shared.isEmpty else { continue }
      let problem =
        number == 0
        ? Problem.wrongKind(
          operation: "'\(name)'", needs: "numbers, durations, dates, texts, or true and false",
          found: value.kinds.phrase)
        : .incomparable(values[0].kinds.phrase, value.kinds.phrase)
      return report(problem, value.place)
    }
  }

  private mutating func shape(of stages: [Stage], _ input: ValueShape) -> ValueShape {
    let outer = itemFields
    defer { itemFields = outer }
    var shape = input
    for stage in stages {
      itemFields = stage.readsFields ? shape.itemFields : outer
      let fields = shape.itemFields
      shape = ValueShape(kinds(of: stage, shape.kinds))
      if stage.returnsItemsUnchanged { shape.itemFields = fields }
    }
    return shape
  }

  /// Checks a bare word in a step, which is a field of its item.
  private mutating func checkField(_ word: String, _ range: SourceRange) {
    guard let names = itemFields?.map({ $0.name }), !word.hasPrefix("@"),
      let name = word.split(separator: ".").first.map(String.init), !names.contains(name)
    else { return }
    let isVariable = name == word && self.names.origins[name] != nil
    report(.noSuchField(name, known: names, suggestion: nil, isWord: name == word, isVariable: isVariable), range)
  }

  private mutating func kinds(of stage: Stage, _ input: Kinds) -> Kinds {
    func needList(_ word: String, _ wanted: Kinds? = nil) {
      let wanted = wanted ?? .list
      guard input.isDisjoint(with: wanted), !input.isEmpty else { return }
      report(.wrongKind(operation: "'\(word)'", needs: "a list", found: input.phrase), stage.range)
    }
    switch stage.kind {
    case .whereTrue(let condition):
      needList("where")
      needBool(condition, "'where'")
      return .list
    case .any(let condition), .all(let condition):
      needList("any")
      needBool(condition, "'any' or 'all'")
      return .bool
    case .sort(let keys, _):
      needList("sort")
      for key in keys { _ = kinds(of: key.value) }
      return .list
    case .select: return input.isSubset(of: [.list, .record]) ? input : .any
    case .first(let count), .last(let count):
      needList("first")
      guard let count else { return .any }
      need(.number, count, "'first' or 'last'", "a whole number, 0 or greater")
      return .list
    case .count:
      needList("count", [.list, .record])
      return .number
    case .sum(let value):
      needList("sum")
      if let value { _ = kinds(of: value) }
      return [.number, .duration]
    case .group(let key):
      needList("group by")
      _ = kinds(of: key)
      return .list
    case .pick(let pick, by: let key):
      needList("\(pick) by")
      _ = kinds(of: key)
      return pick == .unique ? .list : .any
    case .join(let other, _, _):
      needList("join … on")
      need(.list, other, "'join … on'", "a list")
      return .list
    case .number: return input == .list ? .list : .any
    case .reduce(let start, let block):
      needList("reduce")
      _ = kinds(of: start)
      check(block.statements)
      return .any
    case .each(_, let block):
      needList("each")
      check(block.statements)
      return .list
    case .call(let name, let arguments): return shape(ofCall: name.text, arguments, input: input, stage.range).kinds
    case .command(let call): return kinds(of: .command(call))
    }
  }
}

extension Stage {
  /// `true` if a bare word in the step is a field of the item.
  fileprivate var readsFields: Bool {
    switch kind {
    case .whereTrue, .sort, .sum, .group, .pick, .any, .all, .reduce, .each: true
    default: false
    }
  }

  /// `true` if the step returns items unchanged.
  fileprivate var returnsItemsUnchanged: Bool {
    switch kind {
    case .whereTrue, .sort, .first(.some), .last(.some), .pick(.unique, _): true
    default: false
    }
  }
}

extension Expression {
  /// A suggestion of `5s` for `5`.
  fileprivate var asSeconds: String? {
    guard case .literal(.number(let number), _) = self else { return nil }
    return Problem.question(about: "\(NumberText.plain(number))s")
  }
}

extension StateField {
  /// The state's kind, and also `none` unless the state always has a value.
  fileprivate var kinds: Kinds {
    switch kind {
    case .number: [.number, .none]
    case .duration: [.duration, .none]
    case .date: [.date, .none]
    case .text, .choice: [.text, .none]
    case .bool: .bool
    case .list: .list
    case .record: .record
    }
  }

  /// `true` if the value is a share from 0 to 1, according to the summary.
  fileprivate var isShare: Bool { summary.contains("0 to 1") }
}
