import Timeline

/// A bounded store of loaded pictures and videos: the one used longest ago goes first (LRU).
///
/// Each access is O(1). A copy shares all storage. What changes at every access is apart from what seldom does: who was
/// used when is two bytes a medium, and only that is written anew after a copy; the table of media is, when one comes or
/// goes. So the past of a session can keep a version of it for every command.
public struct MediaCache: Hashable, Sendable {
  /// A picture or video; the key is `Deck.mediaKey(at:)`.
  public struct Medium: Hashable, Sendable {
    public let key: Int
    public let name: String
    /// Its size; never negative.
    public let bytes: Int

    public init(key: Int, name: String, bytes: Int) {
      self.key = key
      self.name = name
      self.bytes = Swift.max(0, bytes)
    }

    /// How long it takes to load, as over a network: a second for 10 MB, and 2 s at most, since a long video begins
    /// before all of it is there.
    public var loadingTime: Duration { Swift.min(Duration(microseconds: Int64(bytes / 10)), .seconds(2)) }
  }

  /// How much is kept.
  public struct Limits: Hashable, Sendable {
    public static let counts = 1...100
    /// Media at most; within `counts`.
    public var count = 24
    /// All sizes together at most.
    public var bytes = 32_000_000

    public init() {}
  }

  /// What became of all accesses so far.
  public struct Figures: Hashable, Sendable {
    /// It was there when it was wanted.
    public var hits: UInt32 = 0
    /// It had to be loaded when it was wanted.
    public var misses: UInt32 = 0
    /// It was loaded before it was wanted.
    public var preloaded: UInt32 = 0
    /// It had to go to make room.
    public var evicted: UInt32 = 0

    public init() {}
  }

  public private(set) var figures = Figures()
  private var table = Table()
  /// The ring of slots in the order of their use: at 2s the slot used just before slot s, at 2s + 1 the one used just
  /// after it. Slot 0 is no medium but where the ring begins: the newest stands at 0, the oldest at 1.
  private var ring: [UInt8] = [0, 0]

  public init() {}

  public var limits: Limits {
    get { table.limits }
    set {
      guard newValue != table.limits else { return }
      makeTableOwn()
      table.limits = newValue
      table.limits.count = Swift.min(Swift.max(newValue.count, Limits.counts.lowerBound), Limits.counts.upperBound)
      makeRoom(for: 0, slots: 0)
    }
  }

  /// How many media are kept.
  public var count: Int { table.slots.count }
  /// The sizes of all that is kept.
  public var bytes: Int { table.bytes }

  /// What is kept, the one used last first.
  /// - Complexity: O(count).
  public var media: [Medium] {
    var all: [Medium] = []
    var slot = Int(ring[0])
    while slot != 0 {
      if let medium = table.media[slot] { all.append(medium) }
      slot = Int(ring[2 * slot])
    }
    return all
  }

  public func contains(_ key: Int) -> Bool { table.slots[key] != nil }
  /// Whether two caches are copies of one in what is large.
  public func sharesStorage(with other: MediaCache) -> Bool { table === other.table }
  /// About how much memory the table takes, and the order of use.
  public var storageBytes: Int { 128 + table.media.capacity * 48 + table.slots.capacity * 24 }
  public var orderBytes: Int { 32 + ring.capacity }

  /// The medium is wanted now: found, or loaded and kept if it fits at all.
  /// - Returns: whether it was there.
  /// - Complexity: O(1), and O(media evicted).
  @discardableResult
  public mutating func use(_ key: Int, _ medium: @autoclosure () -> Medium) -> Bool {
    if let slot = table.slots[key] {
      figures.hits &+= 1
      if Int(ring[0]) != slot {
        unlink(slot)
        link(slot)
      }
      return true
    }
    figures.misses &+= 1
    insert(medium())
    return false
  }

  /// The medium is wanted soon: loaded unless it is there. What was used last is never given up for it.
  public mutating func preload(_ key: Int, _ medium: @autoclosure () -> Medium) {
    guard table.slots[key] == nil, table.limits.count > 1 || count == 0 else { return }
    let medium = medium()
    let last = table.media[Int(ring[0])]?.bytes ?? 0
    let (sum, overflow) = last.addingReportingOverflow(medium.bytes)
    guard !overflow, sum <= table.limits.bytes else { return }
    figures.preloaded &+= 1
    insert(medium)
  }

  /// There was nothing to load: wanted, not there, and not kept.
  public mutating func miss() { figures.misses &+= 1 }

  /// Takes one out, which could not be shown after all.
  public mutating func forget(_ key: Int) {
    guard let slot = table.slots[key] else { return }
    makeTableOwn()
    remove(slot)
  }

  /// Takes everything out; the figures stay.
  public mutating func clear() {
    guard count > 0 else { return }
    let limits = table.limits
    table = Table()
    table.limits = limits
    ring = [0, 0]
  }

  public static func == (a: MediaCache, b: MediaCache) -> Bool {
    guard a.figures == b.figures, a.table === b.table || a.table.limits == b.table.limits else { return false }
    if a.table === b.table, a.ring == b.ring { return true }
    return a.count == b.count && a.bytes == b.bytes && a.media == b.media
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(figures)
    hasher.combine(count)
  }

  // MARK: Slots

  private mutating func insert(_ medium: Medium) {
    guard medium.bytes <= table.limits.bytes else { return }
    makeTableOwn()
    makeRoom(for: medium.bytes, slots: 1)
    let slot: Int
    if let free = table.free.popLast() {
      slot = free
      table.media[slot] = medium
    } else {
      slot = table.media.count
      table.media.append(medium)
      ring += [0, 0]
    }
    table.slots[medium.key] = slot
    table.bytes += medium.bytes
    link(slot)
  }

  /// Evicts until so much more fits. The table must be its own.
  private mutating func makeRoom(for bytes: Int, slots: Int) {
    while ring[1] != 0, table.bytes > table.limits.bytes - bytes || count + slots > table.limits.count {
      remove(Int(ring[1]))
      figures.evicted &+= 1
    }
  }

  private mutating func remove(_ slot: Int) {
    guard let medium = table.media[slot] else { return }
    unlink(slot)
    table.slots[medium.key] = nil
    table.media[slot] = nil
    table.bytes -= medium.bytes
    table.free.append(slot)
  }

  private mutating func link(_ slot: Int) {
    let newest = Int(ring[0])
    ring[2 * slot] = UInt8(newest)
    ring[2 * slot + 1] = 0
    ring[2 * newest + 1] = UInt8(slot)
    ring[0] = UInt8(slot)
  }

  private mutating func unlink(_ slot: Int) {
    let (before, after) = (ring[2 * slot], ring[2 * slot + 1])
    ring[2 * Int(after)] = before
    ring[2 * Int(before) + 1] = after
  }

  private mutating func makeTableOwn() {
    if !isKnownUniquelyReferenced(&table) { table = Table(copying: table) }
  }

  /// What changes only when media come and go. Whoever writes to it holds the only reference: it may be shared, and no
  /// access needs a check at run time.
  private final class Table: @unchecked Sendable {
    @exclusivity(unchecked) var limits = Limits()
    @exclusivity(unchecked) var slots: [Int: Int] = [:]
    /// By slot; none at 0.
    @exclusivity(unchecked) var media: [Medium?] = [nil]
    @exclusivity(unchecked) var free: [Int] = []
    @exclusivity(unchecked) var bytes = 0

    init() {}

    init(copying other: Table) {
      limits = other.limits
      slots = other.slots
      media = other.media
      free = other.free
      bytes = other.bytes
    }
  }
}
