/// Posts that wait to be published, in the order in which they were written.
public struct Outbox: Hashable, Sendable {
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Counts from 1 and is never given twice.
    public let id: Int
    public let post: Post
  }

  /// In pieces, so that adding to an outbox of which copies are kept moves one piece and not everything.
  private var pieces: [[Entry]] = []
  private static let pieceSize = 64
  public private(set) var count = 0
  private var lastID = 0

  public init() {}
  /// All posts. O(n).
  public var entries: [Entry] { pieces.flatMap(\.self) }

  /// About how much memory adding one post to a copy took.
  public var pieceBytes: Int {
    (pieces.last?.count ?? 0) * MemoryLayout<Entry>.stride + pieces.count * MemoryLayout<[Entry]>.stride
  }

  /// Keeps a post at the end.
  @discardableResult
  public mutating func add(_ post: Post) -> Entry {
    lastID += 1
    let entry = Entry(id: lastID, post: post)
    if let count = pieces.last?.count, count < Self.pieceSize {
      pieces[pieces.count - 1].append(entry)
    } else {
      pieces.append([entry])
    }
    count += 1
    return entry
  }

  /// Takes a post out; `nil` when no post has that id.
  public mutating func remove(_ id: Int) -> Entry? {
    for (place, piece) in pieces.enumerated() {
      guard let index = piece.firstIndex(where: { $0.id == id }) else { continue }
      count -= 1
      defer { if pieces[place].isEmpty { pieces.remove(at: place) } }
      return pieces[place].remove(at: index)
    }
    return nil
  }
}
