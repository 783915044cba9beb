/// A change of a value in place, in the form of its inverse.
struct Undo {
  var change: Change
  /// The keys that lead to the part that changed: the first one, `none` for the value itself, and the others. Most
  /// changes have one key, which must not cost an array.
  private var key = Value.none
  private var more: [Value] = []

  init(change: Change) { self.change = change }

  /// - Parameter keys: lead to the part that changes.
  init(_ change: Change, at keys: [Value]) {
    self.change = change
    key = keys.first ?? .none
    more = Array(keys.dropFirst())
  }

  mutating func setKeys(_ keys: Slice<UnsafeBufferPointer<Value>>) {
    key = keys.first ?? .none
    more = keys.count > 1 ? Array(keys.dropFirst()) : []
  }

  enum Change {
    /// The part was this value.
    case set(Value)
    /// The text had this many bytes, or the list this many items, before more were added.
    case truncate(Int)
    /// These items of the list were removed at its ends.
    case items(front: [Value], back: [Value])
    /// The list had these items at these places, in ascending order.
    case removed([(place: Int, item: Value)])
    /// The last field of the record was added.
    case removeLast
    /// The field of the record had this value.
    case field(String, Value)
    /// The record had this field, and has a gap in its place.
    case gap(String, Value, at: Int)
  }

  /// Reverts the change in a value that has not changed since.
  func apply(to value: inout Value) { apply(to: &value, key, more[...]) }

  private func apply(to value: inout Value, _ key: Value, _ more: ArraySlice<Value>) {
    if key.isNone { return restore(&value) }
    value.changePart(at: key) { apply(to: &$0, more.first ?? .none, more.dropFirst()) }
  }

  private func restore(_ value: inout Value) {
    if case .set(let old) = change {
      value = old
    } else if case .text(let text) = value {
      if case .truncate(let count) = change { value = .text(String(decoding: text.utf8.prefix(count), as: UTF8.self)) }
    } else if case .list(var list) = value {
      value = .none
      defer { value = .list(list) }
      switch change {
      case .truncate(let count): list.keep(0..<count)
      case .items(let front, let back): list = ValueList(front + list + back)
      case .removed(let items): list.insert(items)
      default: break
      }
    } else if case .record(var record) = value {
      value = .none
      defer { value = .record(record) }
      switch change {
      case .removeLast: record.removeLast()
      case .field(let name, let old): record[name] = old
      case .gap(let name, let old, let place): record.restore(name, old, at: place)
      default: break
      }
    }
  }

  /// Returns `true` if taking back this change, the earlier one, also takes back the next one.
  func covers(_ next: Undo) -> Bool {
    guard case .truncate(let count) = change, case .truncate(let later) = next.change, count <= later,
      more.count == next.more.count
    else { return false }
    return Self.isSame(key, next.key) && zip(more, next.more).allSatisfy { Self.isSame($0, $1) }
  }

  private static func isSame(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    // A place counted from the end is another one in a longer list.
    case (.number(let a), .number(let b)): a == b && a >= 0
    case (.text(let a), .text(let b)): a == b
    default: false
    }
  }
}

extension Value {
  /// Changes a part in place; does nothing if there is none at the key. The keys may be those of another value.
  mutating func changePart(at key: Value, _ body: (inout Value) -> Void) {
    // One pattern at a time: a `switch` would retain the value once more.
    if case .list(var list) = self, case .number(let number) = key {
      self = .none
      defer { self = .list(list) }
      guard let place = Int(exactly: number).map({ $0 < 0 ? $0 + list.count : $0 }), list.indices.contains(place) else {
        return
      }
      list.change(at: place) { body(&$0) }
    } else if case .record(var record) = self, case .text(let name) = key {
      self = .none
      defer { self = .record(record) }
      if let place = record.position(of: name) { record.change(at: place) { body(&$0) } }
    }
  }
}
