/// A value that copies of the world share until one of them changes it.
///
/// For what changes seldom: a copy costs eight bytes and one reference, and the first change after it copies the value.
@dynamicMemberLookup
struct Boxed<Value: Sendable & Equatable>: Sendable {
  // Only changed while a single reference to it exists.
  private final class Box: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    get { box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Part {
    get { box.value[keyPath: path] }
    _modify { yield &value[keyPath: path] }
  }

  subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part { box.value[keyPath: path] }

  /// Whether both share their storage, so that neither has changed since one was copied.
  func isSame(as other: Boxed) -> Bool { box === other.box }
}

extension Boxed: Equatable {
  static func == (a: Boxed, b: Boxed) -> Bool { a.isSame(as: b) || a.box.value == b.box.value }
}
