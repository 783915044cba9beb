/// The comparison of a field with a number, the most common kind of filter: `where likes > 20`.
struct NumberFilter {
  enum Comparison: UInt16 {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

    /// Creates the comparison of an instruction that skips an item unless a constant compares this way.
    init?(unless operation: Operation) {
      switch operation {
      case .jumpUnlessEqualK: self = .equal
      case .jumpUnlessNotEqualK: self = .notEqual
      case .jumpUnlessLessK: self = .less
      case .jumpUnlessLessOrEqualK: self = .lessOrEqual
      case .jumpUnlessGreaterK: self = .greater
      case .jumpUnlessGreaterOrEqualK: self = .greaterOrEqual
      default: return nil
      }
    }
  }

  let field: String
  let comparison: Comparison
  let bound: Double

  /// The number of items between two checks for cancellation.
  private static let itemsPerCheck = 1 << 12

  init?(field: Value, _ comparison: Comparison, bound: Value) {
    guard case .text(let field) = field, case .number(let bound) = bound else { return nil }
    (self.field, self.comparison, self.bound) = (field, comparison, bound)
  }

  /// Collects the matching items, as long as the items are records with a number in the field; any other item is left
  /// to the caller.
  /// - Returns: the index of the first item not examined.
  func collect(from items: ValueList, at place: Int, into kept: inout [Value]) -> Int {
    let end = min(items.count, place + Self.itemsPerCheck)
    return items.withContiguousStorageIfAvailable { items in
      switch comparison {
      case .equal: collect(items, place, end, &kept) { $0 == bound }
      case .notEqual: collect(items, place, end, &kept) { $0 != bound }
      case .less: collect(items, place, end, &kept) { $0 < bound }
      case .lessOrEqual: collect(items, place, end, &kept) { $0 <= bound }
      case .greater: collect(items, place, end, &kept) { $0 > bound }
      case .greaterOrEqual: collect(items, place, end, &kept) { $0 >= bound }
      }
    } ?? place
  }

  @inline(__always)
  private func collect(
    _ items: UnsafeBufferPointer<Value>, _ start: Int, _ end: Int, _ kept: inout [Value], _ holds: (Double) -> Bool
  ) -> Int {
    // Records created together share their names, so the field is looked up only once.
    var (shape, position): (Record.Shape?, Int) = (nil, 0)
    for place in start..<end {
      guard case .record(let record) = items[place] else { return place }
      if record.shape !== shape {
        guard let known = record.position(of: field) else { return place }
        (shape, position) = (record.shape, known)
      }
      guard case .number(let number) = record.value(at: position) else { return place }
      if holds(number) { kept.append(items[place]) }
    }
    return end
  }
}
