/// Entries in the order they came, each text only at its newest place. Positions only grow, so that a place found once
/// means the same entry after others were added.
struct EntryLog {
  let limit: Int
  /// Nil where an entry was added again later.
  private var entries: [String?] = []
  /// The position of `entries[0]`.
  private var base = 0
  /// So many at the front are known to be nil: whoever looks for the oldest begins behind them.
  private var frontHoles = 0
  private var places: [String: Int] = [:]
  init(limit: Int) { self.limit = limit }
  var count: Int { places.count }
  func contains(_ entry: String) -> Bool { places[entry] != nil }
  /// Behind the newest entry.
  var end: Int { base + entries.count }

  /// Amortised constant.
  mutating func add(_ entry: String) {
    remove(entry)
    places[entry] = end
    entries.append(entry)
    if places.count > limit, let (oldest, text) = next(after: base - 1) {
      entries[oldest - base] = nil
      places[text] = nil
      frontHoles = oldest - base + 1
    }
    // Holes at the front go when they are more than half.
    if entries.count > 64, entries.count > 2 * places.count {
      while frontHoles < entries.count, entries[frontHoles] == nil { frontHoles += 1 }
      if 2 * frontHoles > entries.count {
        entries.removeFirst(frontHoles)
        (base, frontHoles) = (base + frontHoles, 0)
      }
    }
  }

  mutating func remove(_ entry: String) {
    if let place = places.removeValue(forKey: entry) { entries[place - base] = nil }
  }

  func previous(before position: Int) -> (position: Int, entry: String)? {
    let earlier = entries.prefix(max(0, position - base))
    return earlier.lastIndex { $0 != nil }.flatMap { index in entries[index].map { (base + index, $0) } }
  }

  func next(after position: Int) -> (position: Int, entry: String)? {
    let later = entries.dropFirst(max(frontHoles, position + 1 - base))
    return later.firstIndex { $0 != nil }.flatMap { index in entries[index].map { (base + index, $0) } }
  }

  func newestFirst() -> [String] { entries.reversed().compactMap { $0 } }
}
