/// Statements: the kinds that they need, and the blocks in which names have values.
extension KindChecker {
  mutating func check(_ script: Script) {
    if script.known.isEmpty { return check(script.statements) }
    for (statement, known) in zip(script.statements, script.known) where known == nil { check(statement) }
  }

  mutating func check(_ statements: [Statement]) { for statement in statements { check(statement) } }

  mutating func check(_ statement: Statement) {
    switch statement.kind {
    case .if(let condition, _, _): requireBool(condition, "'if'")
    case .while(let condition, _): requireBool(condition, "'while'")
    case .expect(let condition, let why):
      requireBool(condition, "'expect'")
      if let why { _ = kinds(of: why) }
    case .waitUntil(.expression(let condition)): requireBool(condition, "'wait until'")
    case .wait(let time): requireTime(time, "'wait'", "a duration such as 5s", .duration)
    case .after(let time, _, _): requireTime(time, "'after'", "a duration such as 10s", .duration)
    case .every(let time, _, _): requireTime(time, "'every'", "a duration such as 10s", .duration)
    case .at(let time, _, _): requireTime(time, "'at'", "a date, or a duration such as 10s", [.duration, .date])
    case .repeat(let count, _):
      require(.number, count, "'repeat'", "a whole number, 0 or greater")
      if case .literal(.number(let number), let range) = count, number < 0 || number != number.rounded() {
        let found = NumberText.plain(number)
        report(.wrongKind(operation: "'repeat'", needs: "a whole number, 0 or greater", found: found), range)
      }
    case .for(let name, let list, let block):
      let found = require([.list, .record], list, "'for'", "a list")
      return check(block, naming: [(name.text, found.kinds == .list ? itemShape(of: found) : .any)])
    case .match(let subject, let all):
      let found = shape(of: subject)
      for value in all.cases.flatMap({ $0.values }) {
        compare(.equal, (subject, found), (value, shape(of: value, oppositeOf: subject)), value.range)
      }
    case .command(let call): _ = shape(of: .command(call))
    case .fail(let why): require([.text, .record], why, "'fail'", "text")
    case .def(_, _, let block):
      statement.forEachExpression { _ = kinds(of: $0) }
      let outer = surroundings
      surroundings = Surroundings()
      check(block.statements)
      surroundings = outer
      return
    default: statement.forEachExpression { _ = kinds(of: $0) }
    }
    let isGuarded = isGuarded(statement)
    let names = names(in: statement)
    var isTried = isGuarded || statement.tries
    statement.forEachBlock { block in
      check(block, naming: names, isTried: isTried)
      isTried = isGuarded
    }
  }

  /// Returns the names that a statement's blocks have besides variables.
  private func names(in statement: Statement) -> [(name: String, shape: ValueShape)] {
    switch statement.kind {
    case .try(_, let name?, _): [(name.text, .caught)]
    case .when(let event, _, _):
      (schema.event(event.text).map { schema.events[$0].fields } ?? []).map { field in
        var shape = ValueShape.any
        shape.mark = field.mark
        return (field.name, shape)
      }
    default: []
    }
  }

  /// Checks a block in which these names have values.
  private mutating func check(
    _ block: Block, naming names: [(name: String, shape: ValueShape)], isTried: Bool = false
  ) {
    surroundings.names += names
    if isTried { mutedDepth += 1 }
    check(block.statements)
    if isTried { mutedDepth -= 1 }
    surroundings.names.removeLast(names.count)
  }

  /// Returns `true` if a statement runs its blocks depending on a value's kind or fields, so that an apparent error
  /// may never occur.
  mutating func isGuarded(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .if(let condition, _, _), .while(let condition, _), .match(let condition, _): asks(condition)
    default: false
    }
  }

  /// Returns `true` if a condition tests a value's kind or a record's fields.
  mutating func asks(_ condition: Expression) -> Bool {
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

  mutating func mayBeRecord(_ whole: Expression) -> Bool {
    if case .call(let name, let arguments, _) = whole, name.text == "keys", let record = arguments.first {
      return mayBeRecord(record)
    }
    mutedDepth += 1
    defer { mutedDepth -= 1 }
    let kinds = kinds(of: whole)
    return kinds != .any && kinds.contains(.record)
  }

  @discardableResult
  mutating func require(
    _ wanted: Kinds, _ expression: Expression, _ operation: String, _ needs: String
  ) -> ValueShape {
    let found = shape(of: expression)
    if found.kinds.isDisjoint(with: wanted), !found.kinds.isEmpty {
      report(.wrongKind(operation: operation, needs: needs, found: found.kinds.phrase), expression.range)
    }
    return found
  }

  mutating func requireBool(_ expression: Expression, _ context: String) {
    let found = kinds(of: expression)
    guard found.isDisjoint(with: .bool), !found.isEmpty else { return }
    report(.notBoolean(context: context, found: found.phrase), expression.range)
  }

  mutating func requireTime(_ expression: Expression, _ operation: String, _ needs: String, _ wanted: Kinds) {
    let found = kinds(of: expression)
    guard found.isDisjoint(with: wanted), !found.isEmpty else { return }
    report(
      .wrongTime(operation: operation, needs: needs, found: found.phrase, suggestion: expression.asSeconds),
      expression.range)
  }
}

extension Expression {
  /// A suggestion of `5s` for `5`.
  var asSeconds: String? {
    guard case .literal(.number(let number), _) = self else { return nil }
    return Problem.question(about: "\(NumberText.plain(number))s")
  }
}
