/// The items of a list, from whose front a queue may remove items at no cost.
///
/// An array whose first items may have been removed: `q = (slice $q 1)` counts them instead of moving all others.
/// The array is compacted after more items are removed than left, so each item moves once on average and at most half
/// of the memory is unused.
public struct ValueList: RandomAccessCollection, MutableCollection, Sendable {
  private var storage: [Value]
  /// The number of items removed from the front, whose slots hold `none`.
  private var removedCount = 0

  public init(_ items: [Value] = []) { storage = items }

  /// The items as an array. O(1) if none were removed from the front, otherwise O(count).
  public var array: [Value] { removedCount == 0 ? storage : Array(storage[removedCount...]) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.count - removedCount }
  public subscript(place: Int) -> Value {
    get { storage[removedCount + place] }
    set { storage[removedCount + place] = newValue }
  }

  public func withContiguousStorageIfAvailable<R>(_ body: (UnsafeBufferPointer<Value>) throws -> R) rethrows -> R? {
    try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[removedCount...])) }
  }

  /// Changes an item in place.
  mutating func change<E>(at place: Int, _ body: (inout Value) throws(E) -> Void) throws(E) {
    try body(&storage[removedCount + place])
  }

  // MARK: Growing and shrinking in place

  /// The number of items that fit without moving.
  var capacity: Int { storage.capacity - removedCount }

  mutating func append(_ item: Value) { storage.append(item) }
  mutating func append(contentsOf items: some Collection<Value>) { storage.append(contentsOf: items) }

  /// Keeps only a range of the items. O(removed items) on average.
  mutating func keep(_ range: Range<Int>) {
    storage.removeSubrange((removedCount + range.upperBound)...)
    for place in removedCount..<(removedCount + range.lowerBound) { storage[place] = .none }
    removedCount += range.lowerBound
    guard removedCount > storage.count - removedCount else { return }
    storage.removeFirst(removedCount)
    removedCount = 0
  }

  /// Removes the items at some places. O(distance to the nearer end of the list) on average.
  mutating func remove(at places: Set<Int>) {
    guard let first = places.min(), let last = places.max() else { return }
    if last < count - first - 1 {
      var next = last
      for place in (0..<last).reversed() where !places.contains(place) {
        self[next] = self[place]
        next -= 1
      }
      return keep(places.count..<count)
    }
    var next = first
    for place in first..<count where !places.contains(place) {
      if next != place { self[next] = self[place] }
      next += 1
    }
    storage.removeSubrange((removedCount + next)...)
  }

  /// Inserts removed items again, each at its old place; the places ascend. O(count).
  mutating func insert(_ items: [(place: Int, item: Value)]) {
    var all: [Value] = []
    all.reserveCapacity(count + items.count)
    var rest = self[...]
    for (place, item) in items {
      let kept = rest.prefix(place - all.count)
      all += kept
      all.append(item)
      rest = rest.dropFirst(kept.count)
    }
    self = ValueList(all + rest)
  }

  // MARK: Sharing

  /// `true` if a change would copy the list. O(1).
  var isShared: Bool { mutating get { storage.isShared } }

  /// Returns `true` if both are one list in memory. O(1).
  func hasStorage(of other: ValueList) -> Bool {
    removedCount == other.removedCount && storage.hasStorage(of: other.storage)
  }
}

extension Value {
  /// Returns a list of the items. O(1).
  public static func list(_ items: [Value]) -> Value { .list(ValueList(items)) }
}
