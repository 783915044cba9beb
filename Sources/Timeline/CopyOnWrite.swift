/// A rarely changing part of a value. Copies share it, so that it costs one pointer in each, and the first change
/// after a copy creates a separate box. Inlinable, because other modules box their own types.
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

  /// The property wrapper itself, as `$name`.
  @inlinable public var projectedValue: CopyOnWrite { self }
  /// Returns whether two values share one box, and are therefore equal without a comparison.
  @inlinable public func isShared(with other: CopyOnWrite) -> Bool { box === other.box }
  /// The approximate memory of a separate box in bytes.
  public static var bytes: Int { MemoryLayout<Value>.stride + 16 }

  /// A shared value. A writer always holds the only reference, so accesses need no check at run time.
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
