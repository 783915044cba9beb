/// Pipelines: the shape of the value that each step passes on.
extension KindChecker {
  mutating func shape(of stages: [Stage], _ input: ValueShape) -> ValueShape {
    var shape = input
    for stage in stages { shape = self.shape(of: stage, shape) }
    return shape
  }

  private mutating func shape(of stage: Stage, _ input: ValueShape) -> ValueShape {
    switch stage.kind {
    case .whereTrue(let condition):
      requireList("where", input, stage)
      var asks = false
      inItems(of: input) {
        $0.requireBool(condition, "'where'")
        asks = $0.asks(condition)
      }
      // The condition may keep only items with fields that are not known.
      return asks ? ValueShape(.list) : list(input)
    case .any(let condition), .all(let condition):
      requireList("any", input, stage)
      inItems(of: input) { $0.requireBool(condition, "'any' or 'all'") }
      return ValueShape(.bool)
    case .sort(let keys, _):
      requireList("sort", input, stage)
      for key in keys { inItems(of: input) { _ = $0.shape(of: key.value) } }
      return list(input)
    case .select(let names): return selected(names, input)
    case .first(let count), .last(let count):
      requireList("first", input, stage)
      guard let count else { return itemShape(of: input) }
      require(.number, count, "'first' or 'last'", "a whole number, 0 or greater")
      return list(input)
    case .count:
      requireList("count", input, stage, [.list, .record])
      return ValueShape(.number)
    case .sum(let value):
      requireList("sum", input, stage)
      if let value { inItems(of: input) { _ = $0.shape(of: value) } }
      return ValueShape([.number, .duration])
    case .group(let key):
      requireList("group by", input, stage)
      var shape = ValueShape.any
      inItems(of: input) { shape = $0.shape(of: key) }
      return ValueShape(listOf: .group(by: shape, of: input.item))
    case .pick(let pick, by: let key):
      requireList("\(pick.rawValue) by", input, stage)
      inItems(of: input) { _ = $0.shape(of: key) }
      // Without any key, the result is `none`.
      return pick == .unique ? list(input) : itemShape(of: input).or(ValueShape(.none))
    case .join(let other, let ours, let theirs):
      requireList("join … on", input, stage)
      let other = require(.list, other, "'join … on'", "a list")
      return joined(input, ours, other, theirs)
    case .number:
      guard input.kinds == .list else { return input.kinds.contains(.list) ? .any : ValueShape(.number) }
      let item = ValueShape.Field(name: "item", shape: input.item ?? .any)
      return ValueShape(
        listOf: ValueShape(
          .record, fields: [ValueShape.Field(name: "number", shape: ValueShape(.number)), item]))
    case .reduce(let start, let block):
      requireList("reduce", input, stage)
      _ = shape(of: start)
      inItems(of: input) { $0.checkBlock(block) }
      return .any
    case .each(let name, let block):
      requireList("each", input, stage)
      return mapped(input, name, block)
    case .call(let name, let arguments): return shape(ofCall: name.text, arguments, input: input, stage.range)
    case .command(let call): return shape(of: .command(call))
    }
  }

  private mutating func requireList(
    _ word: String, _ input: ValueShape, _ stage: Stage, _ wanted: Kinds = .list
  ) {
    guard input.kinds.isDisjoint(with: wanted), !input.kinds.isEmpty else { return }
    report(.wrongKind(operation: "'\(word)'", needs: "a list", found: input.kinds.phrase), stage.range)
  }

  /// Returns the list itself, if it is certain to be one.
  private func list(_ input: ValueShape) -> ValueShape {
    input.item.map { ValueShape(listOf: $0) } ?? ValueShape(.list)
  }

  private mutating func inItems(of input: ValueShape, _ body: (inout KindChecker) -> Void) {
    let outer = surroundings.item
    surroundings.item = itemShape(of: input)
    body(&self)
    surroundings.item = outer
  }

  private mutating func checkBlock(_ block: Block) { if reports { check(block.statements) } }

  /// Returns the list of the values of a block, or the items themselves if it has none.
  private mutating func mapped(_ input: ValueShape, _ name: Name?, _ block: Block) -> ValueShape {
    var shape = ValueShape.any
    let names = name.map { [(name: $0.text, shape: itemShape(of: input))] } ?? []
    surroundings.names += names
    inItems(of: input) { checker in
      checker.checkBlock(block)
      if block.yields { shape = checker.shapeWithoutReports { $0.shape(ofLast: block) } }
    }
    surroundings.names.removeLast(names.count)
    return block.yields ? ValueShape(listOf: shape) : list(input)
  }

  /// Returns the records with only some of their fields.
  private mutating func selected(_ names: [Name], _ input: ValueShape) -> ValueShape {
    let isList = input.kinds == .list
    let record = isList ? itemShape(of: input) : input.isRecord ? input : .any
    var fields: [ValueShape.Field] = []
    for name in names {
      if record.isRecord, let known = record.fields?.map({ $0.name }), !known.contains(name.text) {
        report(.noSuchField(name.text, known: known, suggestion: closest(to: name.text, among: known)), name.range)
      }
      fields.append(ValueShape.Field(name: name.text, shape: record.field(name.text) ?? .any))
    }
    let shape = ValueShape(.record, fields: fields)
    if isList { return ValueShape(listOf: shape) }
    if input.isRecord { return shape }
    // A list, or a record.
    var either = ValueShape([.list, .record], fields: fields)
    either.item = shape
    return either
  }

  /// Returns the records of two lists, each with the fields of both.
  private mutating func joined(
    _ input: ValueShape, _ ours: Name, _ other: ValueShape, _ theirs: Name
  ) -> ValueShape {
    let (left, right) = (itemShape(of: input), itemShape(of: other))
    for (shape, name) in [(left, ours), (right, theirs)] {
      guard shape.isRecord, let known = shape.fields?.map({ $0.name }), !known.contains(name.text) else {
        continue
      }
      report(.noSuchField(name.text, known: known, suggestion: closest(to: name.text, among: known)), name.range)
      // One name for both lists is reported once.
      if ours.range == theirs.range { break }
    }
    guard left.isRecord, right.isRecord, let fields = left.fields, let more = right.fields else {
      return ValueShape(.list)
    }
    return ValueShape(
      listOf: ValueShape(.record, fields: fields + more.filter { $0.name != theirs.text }))
  }
}
