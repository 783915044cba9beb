/// A queue of scheduled entries in one documented order: by instant, then by phase, then first come, first served.
///
///     var queue = EventQueue<String>()
///     let late = queue.schedule(at: now + .seconds(5), phase: .scheduled, "after 5 s")
///     queue.schedule(at: now + .seconds(2), phase: .scheduled, "after 2 s")
///     queue.cancel(late)
///     while let entry = queue.popNext(dueBy: now + .minutes(1)) { print(entry.instant, entry.payload) }
///
/// It is used with types of other modules, so it is inlinable: specialized, an entry costs a tenth.
///
/// A binary heap: `schedule` and `popNext` cost O(log n), `cancel` O(1) (the entry is dropped when it surfaces).
@frozen
public struct EventQueue<Payload: Sendable>: Sendable {
  /// The order of entries that are due at the same instant.
  @frozen
  public enum Phase: Int, Comparable, Sendable, CaseIterable {
    /// The domains' own events: stories, timers, photos, posts.
    case domain
    /// `when` handlers.
    case handler
    /// `after`, `every` and `at` blocks.
    case scheduled
    /// The statement that waits.
    case waiting

    @inlinable public static func < (a: Phase, b: Phase) -> Bool { a.rawValue < b.rawValue }
  }

  /// The identity of an entry, for `cancel`; never reused in a queue.
  @frozen
  public struct ID: Hashable, Sendable {
    @usableFromInline let serial: UInt64
    @usableFromInline let slot: Int

    @inlinable init(serial: UInt64, slot: Int) { (self.serial, self.slot) = (serial, slot) }
  }

  /// A scheduled entry.
  @frozen
  public struct Entry: Sendable {
    public let id: ID
    public let instant: Instant
    public let phase: Phase
    public let payload: Payload

    @inlinable init(id: ID, instant: Instant, phase: Phase, payload: Payload) {
      (self.id, self.instant, self.phase, self.payload) = (id, instant, phase, payload)
    }

    @inlinable func comesBefore(_ other: Entry) -> Bool {
      if instant != other.instant { return instant < other.instant }
      if phase != other.phase { return phase < other.phase }
      return id.serial < other.id.serial
    }
  }

  @usableFromInline var heap: [Entry] = []
  /// The serial number of the live entry in each slot; 0 for a free slot.
  @usableFromInline var slots: [UInt64] = []
  @usableFromInline var freeSlots: [Int] = []
  @usableFromInline var serial: UInt64 = 0

  @inlinable public init() {}
  @inlinable public var isEmpty: Bool { count == 0 }
  @inlinable public var count: Int { slots.count - freeSlots.count }

  /// Adds an entry; it comes after existing entries of the same instant and phase.
  @inlinable
  @discardableResult
  public mutating func schedule(at instant: Instant, phase: Phase, _ payload: Payload) -> ID {
    serial += 1
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      slots[slot] = serial
    } else {
      slot = slots.count
      slots.append(serial)
    }
    let id = ID(serial: serial, slot: slot)
    heap.append(Entry(id: id, instant: instant, phase: phase, payload: payload))
    siftUp(heap.count - 1)
    return id
  }

  /// Cancels an entry; returns `false` if it has already run or been cancelled.
  @inlinable
  @discardableResult
  public mutating func cancel(_ id: ID) -> Bool {
    guard isLive(id) else { return false }
    slots[id.slot] = 0
    freeSlots.append(id.slot)
    return true
  }

  @inlinable func isLive(_ id: ID) -> Bool { slots[id.slot] == id.serial }

  /// Returns the instant of the next entry; `nil` if there is none.
  @inlinable
  public mutating func nextInstant() -> Instant? {
    while let first = heap.first {
      if isLive(first.id) { return first.instant }
      removeFirst()
    }
    return nil
  }

  /// Returns whether any entry satisfies a condition. O(n).
  @inlinable
  public func contains(where condition: (Payload) -> Bool) -> Bool {
    heap.contains { isLive($0.id) && condition($0.payload) }
  }

  /// All entries in order. O(n log n).
  public var entries: [Entry] { heap.filter { isLive($0.id) }.sorted { $0.comesBefore($1) } }

  /// Removes and returns the next entry if it is due at or before `instant`.
  @inlinable
  public mutating func popNext(dueBy instant: Instant) -> Entry? {
    guard let next = nextInstant(), next <= instant else { return nil }
    let first = heap[0]
    removeFirst()
    _ = cancel(first.id)
    return first
  }

  @inlinable
  mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown(0)
  }

  @inlinable
  mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].comesBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  @inlinable
  mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var first = parent
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      if left < heap.count, heap[left].comesBefore(heap[first]) { first = left }
      if right < heap.count, heap[right].comesBefore(heap[first]) { first = right }
      guard first != parent else { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}
