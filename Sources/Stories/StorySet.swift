/// A set of story ids that stays cheap to change after it was copied.
///
/// Ids of a feed follow each other, so 64 neighbours share a word: a thousand seen stories are some twenty words, and
/// the first change after a copy moves those instead of a thousand entries.
public struct StorySet: Hashable, Sendable {
  /// Bit `id % 64` of word `id / 64`; a word is never zero, so that equal sets are equal dictionaries.
  private var words: [Int: UInt64] = [:]
  /// How many ids there are.
  public private(set) var count = 0

  public init() {}

  public init(_ ids: some Sequence<Int>) {
    for id in ids { insert(id) }
  }

  public var isEmpty: Bool { count == 0 }

  /// All ids, ascending.
  /// - Complexity: O(n log n).
  public var sorted: [Int] {
    words.sorted { $0.key < $1.key }.flatMap { word, bits in
      (0..<64).filter { bits & (1 << UInt64($0)) != 0 }.map { word << 6 + $0 }
    }
  }

  /// About how much memory its storage takes; two sets may share it.
  public var storageBytes: Int { words.capacity * (MemoryLayout<Int>.stride + MemoryLayout<UInt64>.stride) * 4 / 3 }

  /// The ids that `other` does not have, ascending.
  /// - Complexity: O(n log n).
  public func sorted(without other: StorySet) -> [Int] {
    self == other ? [] : sorted.filter { !other.contains($0) }
  }

  /// - Complexity: O(1).
  public func contains(_ id: Int) -> Bool { words[id >> 6, default: 0] & StorySet.bit(id) != 0 }

  /// Adds `id`.
  /// - Returns: whether it is new; one that is there already never copies a shared set.
  /// - Complexity: O(1), and O(n / 64) once after a copy where ids are neighbours.
  @discardableResult
  public mutating func insert(_ id: Int) -> Bool {
    guard !contains(id) else { return false }
    words[id >> 6, default: 0] |= StorySet.bit(id)
    count += 1
    return true
  }

  /// Takes `id` out.
  /// - Returns: whether it was there.
  /// - Complexity: as `insert(_:)`.
  @discardableResult
  public mutating func remove(_ id: Int) -> Bool {
    guard let word = words[id >> 6], word & StorySet.bit(id) != 0 else { return false }
    let rest = word & ~StorySet.bit(id)
    words[id >> 6] = rest == 0 ? nil : rest
    count -= 1
    return true
  }

  private static func bit(_ id: Int) -> UInt64 { 1 << UInt64(id & 63) }
}
