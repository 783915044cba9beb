/// What is due when, in the one documented order: by instant, then by phase, then first come, first served.
///
/// A binary heap: `schedule` and `popNext` cost O(log n), `cancel` O(1) (the entry is dropped when it surfaces).
public struct EventQueue<Payload: Sendable>: Sendable {
  /// Who goes first when several are due at the same instant.
  public enum Phase: Int, Comparable, Sendable, CaseIterable {
    /// What the domains themselves do: stories, timers, photos, posts.
    case domain
    /// `when` handlers.
    case handler
    /// `after`, `every` and `at` blocks.
    case scheduled
    /// The statement that waits.
    case waiting

    public static func < (a: Phase, b: Phase) -> Bool { a.rawValue < b.rawValue }
  }

  /// Names one entry for `cancel`; never used twice in one queue.
  public struct ID: Hashable, Sendable {
    fileprivate let serial: UInt64
  }

  /// One thing that is due.
  public struct Entry: Sendable {
    public let id: ID
    public let instant: Instant
    public let phase: Phase
    public let payload: Payload

    fileprivate func comesBefore(_ other: Entry) -> Bool {
      if instant != other.instant { return instant < other.instant }
      if phase != other.phase { return phase < other.phase }
      return id.serial < other.id.serial
    }
  }

  private var heap: [Entry] = []
  private var live: Set<UInt64> = []
  private var serial: UInt64 = 0

  public init() {}
  public var isEmpty: Bool { live.isEmpty }
  public var count: Int { live.count }

  /// Adds an entry; at the same instant and phase it comes after those that are already there.
  @discardableResult
  public mutating func schedule(at instant: Instant, phase: Phase, _ payload: Payload) -> ID {
    serial += 1
    let id = ID(serial: serial)
    live.insert(serial)
    heap.append(Entry(id: id, instant: instant, phase: phase, payload: payload))
    siftUp(heap.count - 1)
    return id
  }

  /// Takes an entry out; `false` when it has already run or was cancelled before.
  @discardableResult
  public mutating func cancel(_ id: ID) -> Bool { live.remove(id.serial) != nil }

  /// The next entry, left in place.
  public mutating func peek() -> Entry? {
    while let first = heap.first {
      if live.contains(first.id.serial) { return first }
      removeFirst()
    }
    return nil
  }

  /// Takes out the next entry if it is due at `instant` or before.
  public mutating func popNext(dueBy instant: Instant) -> Entry? {
    guard let first = peek(), first.instant <= instant else { return nil }
    removeFirst()
    live.remove(first.id.serial)
    return first
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown(0)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].comesBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].comesBefore(heap[first]) { first = child }
      }
      guard first != parent else { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}
