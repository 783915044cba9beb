/// The pipeline steps that compare items by a key: `max by`, `min by`, `unique by` and `join … on`.
extension Machine {
  /// Returns the item with the largest or smallest key, the first of several. Items without a key are left out, as by
  /// the function `max`; if no item has a key, the result is `none`. O(n).
  func extreme(_ value: Value, by keys: Value, isLargest: Bool) throws(Failure) -> Value {
    let step = isLargest ? "max by" : "min by"
    let items = try Self.list(value, step)
    let keys = try Self.list(keys, step)
    var best: Int?
    for (index, key) in keys.enumerated() where !key.isNone {
      try context.look(at: index)
      // A single key is compared, too: it may be of a kind that has no order.
      guard let order = try key.ordered(keys[best ?? index], context) else {
        throw Failure(.incomparable(keys[best ?? index].kind.phrase, key.kind.phrase)).at(index, of: items, context)
      }
      if best == nil || (isLargest ? order > 0 : order < 0) { best = index }
    }
    guard !items.isEmpty else { throw Failure(.noItem(step: step)) }
    return best.map { items[$0] } ?? .none
  }

  /// Returns the first item for each distinct key, in the original order. O(n).
  func unique(_ value: Value, by keys: Value) throws(Failure) -> Value {
    let items = try Self.list(value, "unique by")
    try keys.checkParts("these keys", context)
    var found = ValueTable()
    var kept = ValueList()
    for (index, key) in try Self.list(keys, "unique by").enumerated() {
      try context.look(at: index)
      let before = found.values.count
      if try found.number(of: key, context) == before { kept.append(items[index]) }
    }
    return .list(kept)
  }

  /// Returns each record with the other fields of each record in the second list whose field is equal: in the order
  /// of the first list, and for one of its records in the order of the second. A missing value equals nothing.
  /// - Parameter names: the field's name; if it is another one in the second list, then also that.
  /// - Complexity: O(n + m + number of results).
  func joined(_ value: Value, _ other: Value, on names: [String]) throws(Failure) -> Value {
    let (left, right) = (try Self.list(value, "join … on"), try Self.list(other, "join … on"))
    let (ours, theirs) = (names[0], names.last!)
    var keys = ValueTable(bytesBeside: Self.bytesPerGroup)
    var partners: [[Record]] = []
    for (index, item) in right.enumerated() {
      try context.look(at: index)
      let key = try Self.field(item, .text(theirs))
      guard !key.isNone, case .record(let record) = item else { continue }
      let number = try keys.number(of: key, context)
      if number == partners.count { partners.append([]) }
      partners[number].append(record)
    }
    var (rows, pair) = (ValueList(), JoinedNames(leavingOut: theirs))
    for (index, item) in left.enumerated() {
      try context.look(at: index)
      let key = try Self.field(item, .text(ours))
      guard !key.isNone, case .record(let record) = item, let number = try keys.existingNumber(of: key, context)
      else { continue }
      for partner in partners[number] {
        try context.look(at: rows.count)
        try Limits.checkItems(rows.count + 1)
        let row = try pair.row(record, partner)
        try context.checkMemory(MemoryLayout<Value>.stride * (row.count + 1) + Self.bytesPerRecord)
        rows.append(.record(row))
      }
    }
    try checkJoinable(left, right, names, isEmpty: rows.isEmpty)
    return .list(rows)
  }

  /// The approximate memory of a record without its values, in bytes.
  private static let bytesPerRecord = 48

  /// Numbers in one list and their texts in the other are never equal; an empty list would not say why.
  private func checkJoinable(
    _ left: ValueList, _ right: ValueList, _ names: [String], isEmpty: Bool
  ) throws(Failure) {
    func kind(_ items: ValueList, _ name: String) -> ValueKind? {
      for case .record(let record) in items { if let value = record[name], !value.isNone { return value.kind } }
      return nil
    }
    guard isEmpty, let ours = kind(left, names[0]), let theirs = kind(right, names.last!), ours != theirs else {
      return
    }
    throw Failure(.incomparable(ours.phrase, theirs.phrase))
  }
}

/// The names of the records that a join makes: pairs of records with the same names share them.
private struct JoinedNames {
  /// The field of the second record that equals one of the first.
  let leftOut: String
  private var known: (left: Record.Shape, right: Record.Shape, joined: Record.Shape, places: [Int])?

  init(leavingOut name: String) { leftOut = name }

  /// Returns a record with the fields of the first record and the other fields of the second.
  /// - Throws: if both have a field of the same name.
  mutating func row(_ left: Record, _ right: Record) throws(Failure) -> Record {
    if let known, known.left === left.shape, known.right === right.shape {
      return Record(known.joined, left.values + known.places.map { right.values[$0] })
    }
    let places = right.names.indices.filter { right.names[$0] != leftOut }
    if let name = places.lazy.map({ right.names[$0] }).first(where: { left[$0] != nil }) {
      throw Failure(
        .foreign(
          "the records in both lists have a field '\(name)'",
          instead: "leave it out of one of them: join ($list | each { omit $it \"\(name)\" }) on …"))
    }
    let joined = Record.Shape(left.names + places.map { right.names[$0] })
    known = (left.shape, right.shape, joined, places)
    return Record(joined, left.values + places.map { right.values[$0] })
  }
}

extension Failure {
  /// Returns a copy about one of the items in a list.
  func at(_ place: Int, of items: ValueList, _ context: FunctionContext) -> Failure {
    var failure = self
    failure.item = (place, items.count, context.writer.brief(items[place]))
    return failure
  }
}
