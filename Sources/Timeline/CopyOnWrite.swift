/// A part of a value that seldom changes: copies share it, so that it costs a pointer in each, and the first change after a
/// copy makes one of its own. Inlinable, because other modules box types of their own.
@propertyWrapper
@frozen
public struct CopyOnWrite<Value: Sendable>: Sendable {
  @usableFromInline var box: Box

  @inlinable public init(wrappedValue: Value) { box = Box(wrappedValue) }

  @inlinable public var wrappedValue: Value {
    @inline(__always) _read { yield box.value }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  /// The box itself, as `$name`.
  @inlinable public var projectedValue: CopyOnWrite { self }
  /// Whether two are copies of one, and so equal without a look at them.
  @inlinable public func isShared(with other: CopyOnWrite) -> Bool { box === other.box }
  /// About how much memory a box of its own takes.
  public static var bytes: Int { MemoryLayout<Value>.stride + 16 }

  /// Whoever writes to it holds the only reference, so no access needs a check at run time.
  @usableFromInline final class Box: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var value: Value
    @inlinable init(_ value: Value) { self.value = value }
  }
}

extension CopyOnWrite: Equatable where Value: Equatable {
  public static func == (a: CopyOnWrite, b: CopyOnWrite) -> Bool { a.box === b.box || a.box.value == b.box.value }
}

extension CopyOnWrite: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
