/// A value as the key of a table: values that are equal are one key. What cannot be compared is not equal.
struct ValueKey: Hashable {
  let value: Value

  static func == (a: ValueKey, b: ValueKey) -> Bool { a.value.equals(b.value) ?? false }

  /// O(size).
  func hash(into hasher: inout Hasher) {
    hasher.combine(value.kind)
    switch value {
    case .none: break
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .whole(let whole): hasher.combine(whole)
    case .duration(let duration): hasher.combine(duration)
    case .date(let instant): hasher.combine(instant)
    case .text(let text): hasher.combine(text)
    case .list(let items):
      hasher.combine(items.count)
      for item in items { ValueKey(value: item).hash(into: &hasher) }
    case .record(let record):
      // Equal records may have their fields in different orders.
      var sum = 0
      for (name, value) in zip(record.names, record.values) {
        var field = Hasher()
        field.combine(name)
        ValueKey(value: value).hash(into: &field)
        sum &+= field.finalize()
      }
      hasher.combine(sum)
    }
  }
}
