/// The items of a list, of which a queue may take the first ones away at no cost.
///
/// An array of which some items at the front may be gone: `q = (slice $q 1)` counts them instead of moving all others. As
/// soon as more are gone than are left they are taken out, so each item moves once on the average and at most half of the
/// memory is unused.
public struct ValueList: RandomAccessCollection, MutableCollection, Sendable {
  private var storage: [Value]
  /// How many at the front are gone; they hold nothing.
  private var gone = 0

  public init(_ items: [Value] = []) { storage = items }

  /// O(1) while none are gone from the front, else O(count).
  public var array: [Value] { gone == 0 ? storage : Array(storage[gone...]) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.count - gone }
  public subscript(place: Int) -> Value {
    get { storage[gone + place] }
    set { storage[gone + place] = newValue }
  }

  public func withContiguousStorageIfAvailable<R>(_ body: (UnsafeBufferPointer<Value>) throws -> R) rethrows -> R? {
    try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[gone...])) }
  }

  /// Changes an item where it stands.
  mutating func change<E>(at place: Int, _ body: (inout Value) throws(E) -> Void) throws(E) {
    try body(&storage[gone + place])
  }

  // MARK: Growing and shrinking in place

  /// How many items it can hold without moving.
  var capacity: Int { storage.capacity - gone }

  mutating func append(_ item: Value) { storage.append(item) }
  mutating func append(contentsOf items: some Collection<Value>) { storage.append(contentsOf: items) }

  /// Keeps only some of the items. O(items that go) on the average.
  mutating func keep(_ range: Range<Int>) {
    storage.removeSubrange((gone + range.upperBound)...)
    for place in gone..<(gone + range.lowerBound) { storage[place] = .none }
    gone += range.lowerBound
    guard gone > storage.count - gone else { return }
    storage.removeFirst(gone)
    gone = 0
  }

  // MARK: Sharing

  /// Whether changing it would copy it. O(1).
  var isShared: Bool { mutating get { storage.isShared } }

  /// Whether both are one list in memory. O(1).
  func hasStorage(of other: ValueList) -> Bool { gone == other.gone && storage.hasStorage(of: other.storage) }
}

extension Value {
  /// A list of some items. O(1).
  public static func list(_ items: [Value]) -> Value { .list(ValueList(items)) }
}
