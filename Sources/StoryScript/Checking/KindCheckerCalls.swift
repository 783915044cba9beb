/// Calls: the kinds that functions accept, and the shapes of their results.
extension KindChecker {
  typealias Argument = (shape: ValueShape, place: SourceRange)

  /// - Parameter input: the value from the pipe, which is the first argument.
  mutating func shape(
    ofCall name: String, _ arguments: [Expression], input: ValueShape?, _ range: SourceRange
  ) -> ValueShape {
    var found: [Argument] = []
    found.reserveCapacity(arguments.count + 1)
    if let input { found.append((input, range)) }
    for argument in arguments { found.append((shape(of: argument), argument.range)) }
    if let shape = shape(ofDefinition: name) { return shape }
    guard let index = Functions.byName[name] else { return .any }
    let function = Functions.all[index]
    var isWrong = false
    for ((shape, place), wanted) in zip(found, Functions.accepted[index])
    where shape.kinds.isDisjoint(with: wanted) && !shape.kinds.isEmpty {
      report(.wrongKind(operation: "'\(name)'", needs: wanted.phrase, found: shape.kinds.phrase), place)
      isWrong = true
    }
    if function.compares {
      checkOrder(of: found, name)
    } else if input == nil, !isWrong, reports {
      if let (problem, place) = LiteralCall.problem(of: function, arguments, range) { report(problem, place) }
    }
    return shape(ofResultOf: function, found, arguments)
  }

  /// Checks values whose minimum or maximum is taken; a single list means its items.
  private mutating func checkOrder(of values: [Argument], _ name: String) {
    guard values.count > 1 else { return }
    var shared = Kinds.ordered
    for (number, value) in values.enumerated() where !value.shape.kinds.subtracting(.none).isEmpty {
      shared.formIntersection(value.shape.kinds)
      guard shared.isEmpty else { continue }
      let problem =
        number == 0
        ? Problem.wrongKind(
          operation: "'\(name)'", needs: "numbers, durations, dates, texts, or true and false",
          found: value.shape.kinds.phrase)
        : .incomparable(values[0].shape.kinds.phrase, value.shape.kinds.phrase)
      return report(problem, value.place)
    }
  }

  /// Returns the shape of a built-in function's result: many return their argument, or a part of it.
  /// - Parameter arguments: those in the text, without the value from the pipe.
  private func shape(ofResultOf function: Function, _ found: [Argument], _ arguments: [Expression]) -> ValueShape {
    let other = ValueShape(function.signature.gives)
    guard (function.minimum...function.maximum).contains(found.count), let first = found.first?.shape else {
      return other
    }
    func text(_ place: Int) -> String? {
      let index = place - (found.count - arguments.count)
      if index >= 0, case .literal(.text(let text), _) = arguments[index] { return text }
      return nil
    }
    switch function.name {
    case "slice", "reverse", "unique", "shuffle": return first.kinds == .list ? first : other
    case "keys", "split", "lines": return ValueShape(listOf: ValueShape(.text))
    case "range": return ValueShape(listOf: ValueShape(.number))
    case "append":
      guard first.kinds == .list, let item = first.item else { return other }
      return ValueShape(listOf: item.or(found[1].shape))
    case "flatten":
      guard first.kinds == .list, let item = first.item, item.kinds == .list else { return other }
      return item
    case "pick": return itemShape(of: first)
    case "with":
      guard first.kinds == .record, first.fields != nil, let name = text(1) else { return other }
      return first.with(name, found[2].shape)
    case "omit":
      guard first.kinds == .record, let fields = first.fields else { return other }
      let names = (1..<found.count).map(text)
      guard !names.contains(nil) else { return first }
      return ValueShape(.record, fields: fields.filter { !names.contains($0.name) })
    case "get":
      let fallback = found.count > 2 ? found[2].shape : ValueShape(.none)
      if first.kinds == .record, let name = text(1), let field = first.field(name) { return field.or(fallback) }
      return first.kinds == .list && first.item != nil ? itemShape(of: first).or(fallback) : other
    default: return other
    }
  }
}
