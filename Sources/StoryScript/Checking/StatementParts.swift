/// What stands directly inside a statement.
extension Statement {
  var expressions: [Expression] {
    switch kind {
    case .expression(let value), .let(_, let value), .assign(_, let value), .output(let value), .wait(let value),
      .waitUntil(.expression(let value)), .return(let value?), .fail(let value), .if(let value, _, _),
      .repeat(let value, _), .while(let value, _), .for(_, in: let value, _), .after(let value, _, _),
      .every(let value, _, _), .at(let value, _, _):
      [value]
    case .command(let call): call.arguments.compactMap { $0 }
    case .change(_, let parts, _, let value): parts.map(\.key) + [value]
    case .match(let subject, let all): [subject] + all.cases.flatMap(\.values)
    case .expect(let condition, let why): [condition] + (why.map { [$0] } ?? [])
    case .args(let arguments), .def(_, let arguments, _): arguments.compactMap(\.fallback)
    case .lesson(let lesson): lesson.steps.flatMap(\.goals).map(\.condition)
    case .return(nil), .break, .continue, .try, .include, .waitUntil(.idle), .expectError, .when, .cancel: []
    }
  }

  /// The blocks of a chain of `else if` all together.
  var blocks: [Block] {
    switch kind {
    case .if(_, let block, .block(let otherwise)?): [block, otherwise]
    case .if(_, let block, .chain(let statement)?):
      [block, Block(statements: [statement], range: statement.range)]
    case .if(_, let block, nil), .repeat(_, let block), .while(_, let block), .for(_, in: _, let block),
      .def(_, _, let block), .expectError(let block), .after(_, let block, _), .every(_, let block, _),
      .at(_, let block, _), .when(_, let block, _):
      [block]
    case .match(_, let all): all.cases.map(\.block) + (all.otherwise.map { [$0] } ?? [])
    case .try(let block, _, let handler): [block, handler]
    case .lesson(let lesson):
      lesson.steps.flatMap {
        [Block(statements: $0.start, range: $0.range), Block(statements: $0.solution, range: $0.range)]
      }
    default: []
    }
  }

  /// Whether its first block may fail.
  var tries: Bool {
    switch kind {
    case .try, .expectError: true
    default: false
    }
  }
}
