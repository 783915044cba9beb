/// Entries in the order they came, each text only at its newest place. Positions only grow, so that a place found once
/// means the same entry after others were added.
struct EntryLog {
  let limit: Int
  /// Nil where an entry was added again later.
  private var entries: [String?] = []
  /// The first bytes of each, for whoever looks through all of them at every key.
  private var heads: [UInt64] = []
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
    heads.append(Self.head(of: entry))
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
        heads.removeFirst(frontHoles)
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

  /// Those that begin with a text, newest first, until one of them ends it.
  /// - Complexity: O(*n*), one comparison of numbers for nearly each that begins otherwise.
  func newest(beginningWith prefix: String, _ goesOn: (String) -> Bool) {
    let head = Self.head(of: prefix)
    let mask = UInt64.max << UInt64(64 - 8 * min(8, prefix.utf8.count))
    var index = heads.count
    while index > 0 {
      index -= 1
      guard heads[index] & mask == head, let entry = entries[index], entry.utf8.starts(with: prefix.utf8) else {
        continue
      }
      if !goesOn(entry) { return }
    }
  }

  /// The first eight bytes as a number, the first one foremost; zeros behind a shorter text.
  private static func head(of text: String) -> UInt64 {
    var (head, count) = (UInt64(0), 0)
    for byte in text.utf8.prefix(8) { (head, count) = (head << 8 | UInt64(byte), count + 1) }
    return count == 0 ? 0 : head << UInt64(64 - 8 * count)
  }
}
