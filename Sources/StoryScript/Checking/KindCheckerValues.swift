/// Values: the shapes of expressions, and operands that do not fit together.
extension KindChecker {
  /// Returns the kinds that an expression may have, and reports errors in it.
  mutating func kinds(of expression: Expression) -> Kinds { shape(of: expression).kinds }

  /// Returns the shape of an expression's value, and reports errors in it.
  mutating func shape(of expression: Expression) -> ValueShape {
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
      guard let index = schema.state(root, field) else { return .any }
      return ValueShape(schema.states[index].kinds, state: index, mark: schema.states[index].mark)
    case .word(let word, let range): return shape(ofWord: word, range)
    case .list(let items, _): return ValueShape(list: items.map { shape(of: $0) })
    case .record(let fields, _):
      return ValueShape(
        .record, fields: fields.map { ValueShape.Field(name: $0.name.text, shape: shape(of: $0.value)) })
    case .field(let base, let name, let range): return shape(ofField: name, of: base, range)
    case .index(let base, let index, let range): return shape(ofItem: index, of: base, range)
    case .unary(.not, let operand, _):
      requireBool(operand, "'and', 'or' or 'not'")
      return ValueShape(.bool)
    case .unary(.minus, let operand, _):
      let found = require([.number, .duration], operand, "'-'", "a number or a duration")
      return ValueShape(found.kinds.intersection([.number, .duration]))
    case .binary(let operation, let left, let right, let range):
      return shape(of: operation, left, right, range)
    case .call(let name, let arguments, let range): return shape(ofCall: name.text, arguments, input: nil, range)
    case .command(let call):
      for case let argument? in call.arguments { _ = kinds(of: argument) }
      if reports { checkTexts(of: call) }
      return shape(ofResultOf: call.command)
    case .pipeline(let input, let stages, _): return shape(of: stages, shape(of: input))
    case .choice(let statement):
      if reports { check(statement) }
      return shapeWithoutReports { $0.shape(ofResultOf: statement) }
    }
  }

  /// Reports the texts with which a command would fail in every run.
  private mutating func checkTexts(of call: CommandCall) {
    for (parameter, argument) in zip(schema.vocabulary.commands.commands[call.command].parameters, call.arguments) {
      guard let test = parameter.test, case .literal(.text(let text), let range)? = argument, let failure = test(text)
      else { continue }
      report(failure.problem, failure.part.flatMap { source.range(of: $0, in: text, at: range) } ?? range)
    }
  }

  mutating func shape(ofField name: String, of base: Expression, _ range: SourceRange) -> ValueShape {
    let found = shape(of: base)
    if found.kinds.isDisjoint(with: [.record, .date]), !found.kinds.isEmpty {
      let isFunction = Functions.byName[name] != nil
      report(.notARecord(field: name, found: found.kinds.phrase, isFunction: isFunction), range)
      return .any
    }
    return shape(ofField: name, of: found, range)
  }

  /// Returns the shape of a field of a value that may be a record or a date.
  mutating func shape(ofField name: String, of base: ValueShape, _ range: SourceRange) -> ValueShape {
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

  mutating func shape(ofItem index: Expression, of base: Expression, _ range: SourceRange) -> ValueShape {
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
    return found.kinds == .text ? ValueShape(.text) : itemShape(of: found)
  }

  /// Returns the shape of a bare word in a step: of a field of the item, whose fields may be known.
  private mutating func shape(ofWord word: String, _ range: SourceRange) -> ValueShape {
    // `@ana` is a user.
    if word.hasPrefix("@") { return .any }
    var shape = surroundings.item ?? .any
    let path = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !path.contains("") else { return .any }
    for (place, name) in path.enumerated() {
      guard shape.isRecord, let fields = shape.fields else { return .any }
      guard let field = shape.field(name) else {
        let known = fields.map { $0.name }
        let isVariable = name == word && names.place(of: name).map { !names.entries[$0].origins.isEmpty } == true
        // After a comparison a text is more often meant than a field of another name.
        let near = isOperand(range) ? nil : closest(to: name, among: known)
        report(
          .noSuchField(
            name, known: known, suggestion: near, isWord: near == nil && place == 0 && name == word,
            isVariable: isVariable), range)
        return .any
      }
      shape = field
    }
    return shape
  }

  /// Returns `true` if a word follows the sign of a comparison.
  private func isOperand(_ range: SourceRange) -> Bool {
    // Muted expressions may have places in an earlier text.
    reports && source.bytes[..<Int(range.start)].last { $0 != UInt8(ascii: " ") }?.isOne(of: "=<>") == true
  }

  /// Returns the shape of a value that is compared with another one. A bare word opposite a state is one of its cases.
  mutating func shape(of expression: Expression, oppositeOf other: Expression) -> ValueShape {
    if case .state(let root, let field, _) = other, case .word = expression, let index = schema.state(root, field),
      case .choice = schema.states[index].kind
    {
      return .any
    }
    return shape(of: expression)
  }

  /// Returns a shape without repeating earlier reports.
  mutating func shapeWithoutReports(_ body: (inout KindChecker) -> ValueShape) -> ValueShape {
    mutedDepth += 1
    defer { mutedDepth -= 1 }
    return body(&self)
  }

  private mutating func shape(
    of operation: BinaryOperator, _ left: Expression, _ right: Expression, _ range: SourceRange
  ) -> ValueShape {
    switch operation {
    case .and, .or:
      requireBool(left, "'and', 'or' or 'not'")
      let isGuarded = asks(left)
      if isGuarded { mutedDepth += 1 }
      requireBool(right, "'and', 'or' or 'not'")
      if isGuarded { mutedDepth -= 1 }
      return ValueShape(.bool)
    case .isIn:
      let part = shape(of: left)
      let whole = require([.list, .text, .record], right, "'in'", "a list, text or a record")
      checkMark(right, of: part, left)
      checkMark(left, of: whole, right)
      return ValueShape(.bool)
    case .like:
      let text = require(.text, left, "'like'", "text on both sides")
      require(.text, right, "'like'", "text on both sides")
      checkMark(right, of: text, left)
      return ValueShape(.bool)
    case .plus, .minus, .times, .divided, .modulo:
      let (first, second) = (shape(of: left), shape(of: right))
      let result = shape(of: operation, first, second)
      if result.kinds.isEmpty, !first.kinds.isEmpty, !second.kinds.isEmpty {
        report(Self.mismatch(operation, first.kinds, second.kinds), range)
        return .any
      }
      if operation == .divided || operation == .modulo, case .literal(.number(0), _) = right {
        report(.divisionByZero, right.range)
      }
      return result
    default:
      let (first, second) = (shape(of: left, oppositeOf: right), shape(of: right, oppositeOf: left))
      compare(operation, (left, first), (right, second), range)
      return ValueShape(.bool)
    }
  }

  /// Returns the shape of a calculation's result, with no kinds if those of its operands never fit together.
  func shape(of operation: BinaryOperator, _ first: ValueShape, _ second: ValueShape) -> ValueShape {
    var shape = ValueShape(Self.result(of: operation, first.kinds, second.kinds))
    if shape.kinds == .list, first.kinds == .list, second.kinds == .list, let item = first.item, let more = second.item
    {
      shape.item = item.or(more)
    }
    return shape
  }

  static func mismatch(_ operation: BinaryOperator, _ first: Kinds, _ second: Kinds) -> Problem {
    if operation == .plus, [first, second].contains(where: { $0.subtracting(.none) == .text }) {
      return .joined(first.phrase, second.phrase)
    }
    return .wrongKind(
      operation: "'\(operation.rawValue)'", needs: "compatible values",
      found: "\(first.phrase) and \(second.phrase)")
  }

  /// Returns the kinds that a calculation may produce; empty if no kinds of its operands fit together.
  static func result(of operation: BinaryOperator, _ first: Kinds, _ second: Kinds) -> Kinds {
    var result: Kinds = []
    for (left, right, gives) in rules[operation] ?? [] where first.contains(left) && second.contains(right) {
      result.formUnion(gives)
    }
    return result
  }

  static let rules: [BinaryOperator: [(Kinds, Kinds, Kinds)]] = [
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

  typealias Side = (expression: Expression, shape: ValueShape)

  mutating func compare(_ operation: BinaryOperator, _ left: Side, _ right: Side, _ range: SourceRange) {
    let (first, second) = (left.shape.kinds, right.shape.kinds)
    guard !first.isEmpty, !second.isEmpty else { return }
    let isEquality = operation == .equal || operation == .notEqual
    let shared = first.intersection(second).intersection(isEquality ? .any : .ordered)
    if shared.isEmpty, !isEquality || !(first.contains(.none) || second.contains(.none)) || isState(left, right) {
      let (found, other) = (first.subtracting(.none), second.subtracting(.none))
      if !found.isEmpty, !other.isEmpty {
        let seconds =
          found == .duration ? right.expression.asSeconds : other == .duration ? left.expression.asSeconds : nil
        if let field = quotedField(left) ?? quotedField(right) {
          return report(.fieldInQuotes(field.name), field.range)
        }
        report(.neverComparable(found.phrase, other.phrase, suggestion: seconds), range)
      }
      return
    }
    if let problem = slip(left, right) ?? slip(right, left) { return report(problem.0, problem.1) }
    if case .literal = left.expression, case .literal = right.expression,
      let field = quotedField(left) ?? quotedField(right)
    {
      return report(.fieldInQuotes(field.name), field.range)
    }
    checkMark(right.expression, of: left.shape, left.expression)
    checkMark(left.expression, of: right.shape, right.expression)
  }

  /// Returns the text of a literal that has the name of a field of a step's items, as in `where "author" == "ana"`.
  private func quotedField(_ side: Side) -> (name: String, range: SourceRange)? {
    guard case .literal(.text(let name), let range) = side.expression,
      surroundings.item?.fields?.contains(where: { $0.name == name }) == true
    else { return nil }
    return (name, range)
  }

  /// Returns `true` if a side is a state: `none` at first and then of its kind, which must fit the other side.
  func isState(_ left: Side, _ right: Side) -> Bool {
    (left.shape.state != nil && right.shape.kinds != .none) || (right.shape.state != nil && left.shape.kinds != .none)
  }

  /// Returns the problem if a word is not one of a state's cases, or a share is above 1.
  func slip(_ side: Side, _ other: Side) -> (Problem, SourceRange)? {
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

  /// Reports `author == "@ana"`: people read `@ana`, and the value is `ana`.
  private mutating func checkMark(_ expression: Expression, of shape: ValueShape, _ marked: Expression) {
    guard let mark = shape.mark else { return }
    switch expression {
    case .literal(.text(let text), let range):
      guard text.count > 1, let sign = mark.prefix(of: text) else { return }
      let name =
        switch marked {
        case .word(let name, _), .field(_, let name, _): "'\(name)'"
        case .state(let root, let field, _): "'\(root).\(field)'"
        case .variable(let name, _) where name != "it": "'$\(name)'"
        default: "the name"
        }
      report(.markedName(name, mark: String(sign), plain: String(text.dropFirst())), range)
    case .list(let items, _): for item in items { checkMark(item, of: shape, marked) }
    default: break
    }
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
