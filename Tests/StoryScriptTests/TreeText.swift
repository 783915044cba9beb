@testable import StoryScript
@testable import StorySyntax

/// A syntax tree as text without source ranges: two scripts have the same meaning if these texts are equal.
enum TreeText {
  static func of(_ script: Script) -> String { of(script.statements) }

  private static func of(_ statements: [Statement]) -> String {
    "{" + statements.map(of).joined(separator: "; ") + "}"
  }

  private static func of(_ block: Block) -> String { of(block.statements) }
  private static func of(_ name: Name?) -> String { name.map { "<\($0.text)>" } ?? "-" }
  private static func of(_ expression: Expression?) -> String { expression.map(of) ?? "-" }

  private static func of(_ statement: Statement) -> String {
    switch statement.kind {
    case .expression(let value): "expression \(of(value))"
    case .command(let call): "command \(of(call))"
    case .let(let name, let value): "let \(of(name)) \(of(value))"
    case .assign(let name, let value): "assign \(of(name)) \(of(value))"
    case .change(let name, let parts, let operation, let value):
      "change \(of(name)) \(parts.map { of($0.key) }) \(operation?.rawValue ?? "") \(of(value))"
    case .delete(let name, let parts): "delete \(of(name)) \(parts.map { of($0.key) })"
    case .match(let subject, let all):
      "match \(of(subject)) \(all.cases.map { "\($0.values.map(of)) \(of($0.block))" }) \(all.otherwise.map { of($0) } ?? "-")"
    case .fail(let value): "fail \(of(value))"
    case .output(let value): "print \(of(value))"
    case .if(let condition, let block, let otherwise): "if \(of(condition)) \(of(block)) \(of(otherwise))"
    case .repeat(let count, let block): "repeat \(of(count)) \(of(block))"
    case .while(let condition, let block): "while \(of(condition)) \(of(block))"
    case .for(let name, let list, let block): "for \(of(name)) \(of(list)) \(of(block))"
    case .def(let name, let parameters, let block):
      "def \(of(name)) \(parameters.map { of($0.name) + of($0.fallback) }.joined(separator: " ")) \(of(block))"
    case .args(let arguments): "args \(arguments.map { of($0.name) + of($0.fallback) })"
    case .return(let value): "return \(of(value))"
    case .break: "break"
    case .continue: "continue"
    case .try(let block, let name, let handler): "try \(of(block)) \(of(name)) \(of(handler))"
    case .include(let path): "include \(of(path))"
    case .wait(let time): "wait \(of(time))"
    case .waitUntil(.idle): "wait idle"
    case .waitUntil(.expression(let condition)): "wait until \(of(condition))"
    case .expect(let condition, let why): "expect \(of(condition)) \(of(why))"
    case .expectError(let block): "expect error \(of(block))"
    case .after(let time, let block, let name): "after \(of(time)) \(of(block)) \(of(name))"
    case .every(let time, let block, let name): "every \(of(time)) \(of(block)) \(of(name))"
    case .at(let time, let block, let name): "at \(of(time)) \(of(block)) \(of(name))"
    case .when(let event, let block, let name): "when \(of(event)) \(of(block)) \(of(name))"
    case .cancel(let name): "cancel \(of(name))"
    case .lesson(let lesson):
      "lesson \(of(lesson.title)) \(lesson.length?.literal ?? "-") [\(lesson.steps.map(of).joined(separator: " "))]"
    }
  }

  private static func of(_ step: Lesson.Step) -> String {
    let items = step.items.map { item in
      switch item.kind {
      case .statement(let statement): of(statement)
      case .text(let word, let text): "\(word) \(of(text))"
      case .goal(let goal):
        if let prediction = goal.prediction {
          "predict \(of(prediction.value)) \(prediction.block.map(of) ?? "-") \(of(goal.otherwise))"
        } else {
          "goal \(of(goal.condition)) \(of(goal.otherwise))"
        }
      case .solution(let block): "solution \(of(block))"
      }
    }
    return "step \(of(step.title)) \(step.length?.literal ?? "-") [\(items.joined(separator: "; "))]"
  }

  private static func of(_ otherwise: Statement.Else?) -> String {
    switch otherwise {
    case .block(let block): "else \(of(block))"
    case .chain(let statement): "else \(of(statement))"
    case nil: "-"
    }
  }

  private static func of(_ call: CommandCall) -> String {
    "#\(call.command)(" + call.arguments.map { of($0) }.joined(separator: ", ") + ")"
  }

  private static func of(_ expression: Expression) -> String {
    switch expression {
    case .literal(let value, _): "\(value.kind):\(ValueWriter().literal(Value(value)))"
    case .civil(let civil, _): "civil:\(civil)"
    case .interpolation(let pieces, _): "string(" + pieces.map(of).joined(separator: ", ") + ")"
    case .variable(let name, _): "$\(name)"
    case .state(let root, let field, _): "state \(root).\(field)"
    case .word(let word, _): "word:\(word)"
    case .list(let items, _): "[" + items.map(of).joined(separator: ", ") + "]"
    case .record(let fields, _):
      "record(" + fields.map { "\(of($0.name)) \(of($0.value))" }.joined(separator: ", ") + ")"
    case .field(let base, let name, _): "(\(of(base))).\(name)"
    case .index(let base, let index, _): "(\(of(base)))[\(of(index))]"
    case .unary(let operation, let operand, _): "(\(operation.rawValue) \(of(operand)))"
    case .binary(let operation, let left, let right, _): "(\(of(left)) \(operation.rawValue) \(of(right)))"
    case .call(let name, let arguments, _): "call \(of(name))(" + arguments.map(of).joined(separator: ", ") + ")"
    case .command(let call): of(call)
    case .choice(let statement): of(statement)
    case .pipeline(let input, let stages, _): "(\(of(input))" + stages.map { " | \(of($0))" }.joined() + ")"
    }
  }

  private static func of(_ piece: Expression.Piece) -> String {
    switch piece {
    case .text(let text): ValueWriter.quoted(text)
    case .expression(let expression): of(expression)
    }
  }

  private static func of(_ stage: Stage) -> String {
    switch stage.kind {
    case .whereTrue(let condition): "where \(of(condition))"
    case .sort(let keys, let descending):
      "sort \(keys.map { "\(of($0.value)) \($0.descending)" }) \(descending)"
    case .any(let condition): "any \(of(condition))"
    case .all(let condition): "all \(of(condition))"
    case .number: "number"
    case .reduce(let start, let block): "reduce \(of(start)) \(of(block))"
    case .select(let names): "select " + names.map { of($0) }.joined(separator: " ")
    case .first(let count): "first \(of(count))"
    case .last(let count): "last \(of(count))"
    case .count: "count"
    case .sum(let value): "sum \(of(value))"
    case .group(let key): "group \(of(key))"
    case .pick(let pick, by: let key): "\(pick) by \(of(key))"
    case .join(let list, let ours, let theirs): "join \(of(list)) on \(of(ours)) \(of(theirs))"
    case .each(let name, let block): "each \(of(name)) \(of(block))"
    case .call(let name, let arguments): "call \(of(name)) " + arguments.map(of).joined(separator: ", ")
    case .command(let call): of(call)
    }
  }
}
