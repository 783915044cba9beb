import Timeline

/// Texts that may become posts later.
public struct Drafts: Hashable, Sendable {
  public struct Entry: Hashable, Sendable, Identifiable {
    /// The draft's number. It counts from 1 and is never reused in a session, nor in a folder where drafts are kept.
    public let id: Int
    /// The draft's permanent name on all devices: the time at which it was begun, in digits that sort by time, and
    /// its origin.
    public let key: String
    public let text: String
  }

  public private(set) var entries: [Entry] = []
  /// The greatest number assigned so far.
  public private(set) var lastID = 0
  /// The texts by key. They have no numbers, because other devices number them differently.
  public private(set) var texts: [String: String] = [:]
  /// Enough for many posts, and far below the limit of a journal's line.
  public static let byteLimit = 100_000

  public init() {}

  /// Restores saved drafts. O(n log n).
  /// - Parameters:
  ///   - numbers: the known numbers of drafts, by key; other drafts get the next ones, oldest first.
  ///   - last: the greatest number assigned before.
  public init(_ texts: [String: String], numbers: [String: Int] = [:], above last: Int = 0) {
    lastID = max(last, numbers.values.max() ?? 0)
    var given: Set<Int> = []
    for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
      add(text, key, numbers[key].flatMap { given.insert($0).inserted ? $0 : nil })
    }
    entries.sort { $0.id < $1.id }
  }

  /// Begins a draft at an instant.
  /// - Parameters:
  ///   - origin: a name unique to this device or session, needed because the clocks of practice start alike
  ///     everywhere.
  ///   - number: the draft's number; `nil` for the next one.
  @discardableResult
  public mutating func add(_ text: String, at instant: Instant, origin: String = "", number: Int? = nil) -> Entry {
    var time = instant.microseconds
    // Two drafts of one instant get different keys.
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

  /// The approximate memory use in bytes. O(n).
  public var storageBytes: Int {
    entries.reduce(0) { $0 + 2 * MemoryLayout<Entry>.stride + $1.text.utf8.count }
  }

  /// The draft with a number.
  public subscript(id: Int) -> Entry? { entries.first { $0.id == id } }

  /// Replaces the text of a draft; returns `nil` if no draft has that number.
  public mutating func edit(_ id: Int, _ text: String) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = Entry(id: id, key: entries[index].key, text: text)
    entries[index] = entry
    texts[entry.key] = text
    return entry
  }

  /// Removes a draft; returns `nil` if no draft has that number.
  public mutating func remove(_ id: Int) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    texts[entries[index].key] = nil
    return entries.remove(at: index)
  }
}
