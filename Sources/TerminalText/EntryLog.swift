/// Entries in order of arrival, each text only at its newest position. Positions only grow, so a position still means
/// the same entry after others were added.
struct EntryLog {
  let limit: Int
  /// `nil` where a later duplicate replaced the entry.
  private var entries: [String?] = []
  /// The first bytes of each entry, for searches through all entries at every key.
  private var heads: [UInt64] = []
  /// The position of `entries[0]`.
  private var base = 0
  /// The number of entries at the front that are known to be `nil`; a search for the oldest entry begins after them.
  private var frontHoles = 0
  private var places: [String: Int] = [:]
  init(limit: Int) { self.limit = limit }
  var count: Int { places.count }
  func contains(_ entry: String) -> Bool { places[entry] != nil }
  /// The position after the newest entry.
  var end: Int { base + entries.count }

  /// Appends an entry in amortised constant time.
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
    // Empty positions at the front are removed when they are more than half.
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

  /// Calls the closure with the entries that begin with a text, newest first, until it returns `false`.
  /// - Complexity: O(*n*), with one comparison of numbers for nearly every other entry.
  func newest(beginningWith prefix: String, _ continues: (String) -> Bool) {
    let head = Self.head(of: prefix)
    let mask = UInt64.max << UInt64(64 - 8 * min(8, prefix.utf8.count))
    var index = heads.count
    while index > 0 {
      index -= 1
      guard heads[index] & mask == head, let entry = entries[index], entry.utf8.starts(with: prefix.utf8) else {
        continue
      }
      if !continues(entry) { return }
    }
  }

  /// Returns the first eight bytes as a number, the first byte highest; shorter texts are padded with zeros.
  private static func head(of text: String) -> UInt64 {
    var (head, count) = (UInt64(0), 0)
    for byte in text.utf8.prefix(8) { (head, count) = (head << 8 | UInt64(byte), count + 1) }
    return count == 0 ? 0 : head << UInt64(64 - 8 * count)
  }
}
