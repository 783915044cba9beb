/// Events that wait to be saved, in order, each id once.
struct PendingEvents {
  private(set) var events: [Journal.Event] = []
  /// The hash of each event's id, as the index computes it.
  private(set) var hashes: [UInt32] = []
  /// A hash table with open addressing over `events`: position + 1, 0 is free. An event is looked up once and usually
  /// not found, so a `Set` of ids, which hashes against hostile input, would be the most expensive part of an append.
  private var slots: [UInt32] = []

  var isEmpty: Bool { events.isEmpty }
  var count: Int { events.count }

  func contains(_ id: Journal.Event.ID, hash: UInt32) -> Bool {
    guard !slots.isEmpty else { return false }
    var slot = start(hash)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if hashes[position] == hash, events[position].id == id { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  /// Adds an event, unless there is already one with its id.
  mutating func append(_ event: Journal.Event, hash: UInt32) {
    guard !contains(event.id, hash: hash) else { return }
    events.append(event)
    hashes.append(hash)
    if events.count * 2 > slots.count { rebuild(Swift.max(64, slots.count * 4)) } else { insert(events.count - 1) }
  }

  /// Adds events; events whose id is already present or repeated are skipped.
  mutating func append(contentsOf others: [Journal.Event], hashes otherHashes: [UInt32]) {
    if isEmpty {
      // Usually no event waits and no id is repeated: the group is then adopted without a copy.
      (events, hashes) = (others, otherHashes)
      var size = 64
      while size < others.count * 2 { size *= 2 }
      if rebuild(size) { return }
      removeAll()
    }
    for (event, hash) in zip(others, otherHashes) { append(event, hash: hash) }
  }

  mutating func removeAll(where isGone: (Journal.Event.ID, UInt32) -> Bool) {
    let kept = events.indices.filter { !isGone(events[$0].id, hashes[$0]) }
    guard kept.count < events.count else { return }
    (events, hashes) = (kept.map { events[$0] }, kept.map { hashes[$0] })
    rebuild(slots.count)
  }

  mutating func removeAll() { self = PendingEvents() }

  private func start(_ hash: UInt32) -> Int {
    Int((UInt64(hash) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - slots.count.trailingZeroBitCount))
  }

  private mutating func insert(_ position: Int) {
    var slot = start(hashes[position])
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }

  /// Rebuilds the table; returns `false` if an id occurs twice.
  @discardableResult
  private mutating func rebuild(_ size: Int) -> Bool {
    slots = [UInt32](repeating: 0, count: size)
    for position in events.indices {
      var slot = start(hashes[position])
      while slots[slot] != 0 {
        let other = Int(slots[slot]) - 1
        if hashes[other] == hashes[position], events[other].id == events[position].id { return false }
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = UInt32(position + 1)
    }
    return true
  }
}
