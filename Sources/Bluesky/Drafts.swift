import Timeline

/// Texts that are to become posts one day.
public struct Drafts: Hashable, Sendable {
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Counts from 1 and is never given twice in a session, nor in a folder where it is kept.
    public let id: Int
    /// Names it on all devices, for ever: when it was begun, in digits that sort by that, and where.
    public let key: String
    public let text: String
  }

  public private(set) var entries: [Entry] = []
  /// The greatest number that was given.
  public private(set) var lastID = 0
  /// The texts by their keys, without their numbers, which other devices count in another way.
  public private(set) var texts: [String: String] = [:]
  /// Many posts, and far below what one line of a journal may have.
  public static let byteLimit = 100_000

  public init() {}

  /// Drafts that were kept. O(n log n).
  /// - Parameters:
  ///   - numbers: those that they have, by their keys; others get the next ones, in the order in which they were begun.
  ///   - last: the greatest number that was given before.
  public init(_ texts: [String: String], numbers: [String: Int] = [:], above last: Int = 0) {
    lastID = max(last, numbers.values.max() ?? 0)
    var given: Set<Int> = []
    for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
      add(text, key, numbers[key].flatMap { given.insert($0).inserted ? $0 : nil })
    }
    entries.sort { $0.id < $1.id }
  }

  /// Begins one at an instant.
  /// - Parameters:
  ///   - origin: what no other device or session calls itself: the clocks of practice begin alike everywhere.
  ///   - number: the one that it gets; `nil` for the next one.
  @discardableResult
  public mutating func add(_ text: String, at instant: Instant, origin: String = "", number: Int? = nil) -> Entry {
    var time = instant.microseconds
    // Two of one instant are two.
    while texts[Self.key(time, origin)] != nil { time += 1 }
    return add(text, Self.key(time, origin), number)
  }

  @discardableResult
  private mutating func add(_ text: String, _ key: String, _ number: Int?) -> Entry {
    lastID = number.map { max($0, lastID) } ?? lastID + 1
    let entry = Entry(id: number ?? lastID, key: key, text: text)
    entries.append(entry)
    texts[key] = text
    return entry
  }

  private static func key(_ microseconds: Int64, _ origin: String) -> String {
    let digits = String(UInt64(bitPattern: microseconds) ^ 1 << 63, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + (origin.isEmpty ? "" : "-" + origin)
  }

  /// About how many bytes they hold. O(n).
  public var storageBytes: Int {
    entries.reduce(0) { $0 + 2 * MemoryLayout<Entry>.stride + $1.text.utf8.count }
  }

  /// The draft of a number.
  public subscript(id: Int) -> Entry? { entries.first { $0.id == id } }

  /// Gives a draft another text; `nil` when none has that number.
  public mutating func edit(_ id: Int, _ text: String) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = Entry(id: id, key: entries[index].key, text: text)
    entries[index] = entry
    texts[entry.key] = text
    return entry
  }

  /// Takes a draft out; `nil` when none has that number.
  public mutating func remove(_ id: Int) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    texts[entries[index].key] = nil
    return entries.remove(at: index)
  }
}
