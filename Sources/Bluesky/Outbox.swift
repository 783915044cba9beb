/// Posts that wait to be published, in the order in which they were written.
public struct Outbox: Hashable, Sendable {
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Counts from 1 and is never given twice.
    public let id: Int
    public let post: Post
  }

  public private(set) var entries: [Entry] = []
  private var lastID = 0

  public init() {}

  public var count: Int { entries.count }

  /// Keeps a post at the end.
  @discardableResult
  public mutating func add(_ post: Post) -> Entry {
    lastID += 1
    let entry = Entry(id: lastID, post: post)
    entries.append(entry)
    return entry
  }

  /// Takes a post out; `nil` when no post has that id.
  public mutating func remove(_ id: Int) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    return entries.remove(at: index)
  }
}
