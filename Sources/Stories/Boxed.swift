/// A part of a value that seldom changes: copies share it, so that it costs a pointer in each, and the first change after a
/// copy makes one of its own.
@propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
  private var box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  /// The box itself, as `$name`.
  public var projectedValue: Boxed { self }

  /// Whether two are copies of one, and so equal without a look at them.
  public func isShared(with other: Boxed) -> Bool { box === other.box }

  /// About how much memory a box of its own takes.
  public static var bytes: Int { MemoryLayout<Value>.stride + 16 }

  /// Whoever writes to it holds the only reference.
  private final class Box: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
}

extension Boxed: Equatable where Value: Equatable {
  public static func == (a: Boxed, b: Boxed) -> Bool { a.box === b.box || a.box.value == b.box.value }
}

extension Boxed: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
