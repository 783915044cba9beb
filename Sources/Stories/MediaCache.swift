import Timeline

/// A bounded store of loaded pictures and videos that evicts the least recently used entry first (LRU).
///
/// Each access is O(1). A copy shares all storage. The order of use, which changes at every access, is separate from
/// the table of media, which seldom changes. After a copy, an access rewrites only the order, which takes two bytes
/// per medium; the table is copied only when a medium is inserted or removed. So the past of a session can keep a
/// version of the cache for every command.
public struct MediaCache: Hashable, Sendable {
  /// A picture or video; the key is `Deck.mediaKey(at:)`.
  public struct Medium: Hashable, Sendable {
    public let key: Int
    public let name: String
    /// The size in bytes; never negative.
    public let bytes: Int

    public init(key: Int, name: String, bytes: Int) {
      self.key = key
      self.name = name
      self.bytes = Swift.max(0, bytes)
    }

    /// The time the medium takes to load over a simulated network: a second for 10 MB, and at most 2 s, since a long
    /// video starts before it has loaded completely.
    public var loadingTime: Duration { Swift.min(Duration(microseconds: Int64(bytes / 10)), .seconds(2)) }
  }

  /// The maximum number of media and their maximum total size.
  public struct Limits: Hashable, Sendable {
    public static let counts = 1...100
    /// The maximum number of media, within `counts`.
    public var count = 24
    /// The maximum total size in bytes.
    public var bytes = 32_000_000

    public init() {}
  }

  /// Counts of cache accesses.
  public struct Figures: Hashable, Sendable {
    /// Accesses that found the medium in the cache.
    public var hits: UInt32 = 0
    /// Accesses that had to load the medium.
    public var misses: UInt32 = 0
    /// Media loaded before they were needed.
    public var preloaded: UInt32 = 0
    /// Media removed to make room.
    public var evicted: UInt32 = 0

    public init() {}
  }

  public private(set) var figures = Figures()
  private var table = Table()
  /// The circular list of slots in the order of use. Index 2s holds the slot used just before slot s, index 2s + 1
  /// the one used just after it. Slot 0 is the list's head and holds no medium: index 0 has the newest slot, index 1
  /// the oldest.
  private var ring: [UInt8] = [0, 0]

  public init() {}

  public var limits: Limits {
    get { table.limits }
    set {
      guard newValue != table.limits else { return }
      makeTableOwn()
      table.limits = newValue
      table.limits.count = Swift.min(Swift.max(newValue.count, Limits.counts.lowerBound), Limits.counts.upperBound)
      evict(for: 0, slots: 0)
    }
  }

  /// The number of cached media.
  public var count: Int { table.slots.count }
  /// The total size of the cached media in bytes.
  public var bytes: Int { table.bytes }

  /// The cached media, most recently used first.
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
  /// `true` if the two caches are copies that share the table of media.
  public func sharesStorage(with other: MediaCache) -> Bool { table === other.table }
  /// The approximate memory size of the table in bytes; `orderBytes` is that of the order of use.
  public var storageBytes: Int { 128 + table.media.capacity * 48 + table.slots.capacity * 24 }
  public var orderBytes: Int { 32 + ring.capacity }

  /// Looks up a medium that is needed now. On a miss it is loaded, and cached if it fits.
  /// - Returns: `true` if the medium was in the cache.
  /// - Complexity: O(1), plus O(media evicted).
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

  /// Loads a medium that is needed soon, unless it is cached. The most recently used medium is never evicted for it.
  public mutating func preload(_ key: Int, _ medium: @autoclosure () -> Medium) {
    guard table.slots[key] == nil, table.limits.count > 1 || count == 0 else { return }
    let medium = medium()
    let last = table.media[Int(ring[0])]?.bytes ?? 0
    let (sum, overflow) = last.addingReportingOverflow(medium.bytes)
    guard !overflow, sum <= table.limits.bytes else { return }
    figures.preloaded &+= 1
    insert(medium)
  }

  /// Counts an access to a medium that cannot be loaded: a miss, with nothing to cache.
  public mutating func miss() { figures.misses &+= 1 }

  /// Removes a medium that turned out to be unusable.
  public mutating func forget(_ key: Int) {
    guard let slot = table.slots[key] else { return }
    makeTableOwn()
    remove(slot)
  }

  /// Removes all media; the figures remain.
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
    evict(for: medium.bytes, slots: 1)
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

  /// Evicts media until `bytes` and `slots` more fit. The table must not be shared.
  private mutating func evict(for bytes: Int, slots: Int) {
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

  /// The part that changes only when media are inserted or removed. Each writer first makes sure that it holds the
  /// only reference. So the table may be shared, and no access needs a run-time exclusivity check.
  private final class Table: @unchecked Sendable {
    @exclusivity(unchecked) var limits = Limits()
    @exclusivity(unchecked) var slots: [Int: Int] = [:]
    /// The media by slot; slot 0 has none.
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
