import Timeline

/// Posts that wait to be published, in the order in which they were written.
public struct Outbox: Hashable, Sendable {
  /// What tells a post from every other, also when it says the same.
  public struct Identity: Hashable, Sendable {
    /// Counts from 1 and is never given twice in a session.
    public let number: Int
    public let created: Instant
    public let written: String
    /// The name under which it was kept when this session read it; `nil` for one that was written here.
    public let origin: String?

    init(number: Int, created: Instant, written: String, origin: String?) {
      (self.number, self.created, self.written, self.origin) = (number, created, written, origin)
    }

    /// One that left an outbox before this session read what was kept.
    public init(left post: Post, origin: String) {
      self.init(number: 0, created: post.created, written: post.written, origin: origin)
    }
  }

  public struct Entry: Hashable, Sendable, Identifiable {
    public var id: Int { identity.number }
    public let identity: Identity
    public let post: Post
    /// What it answers, quotes and shows.
    public let extras: PostExtras
    /// The DID of the account for which it was written; `nil` for none, and then it goes out only by its number.
    public let account: String?
    /// When it is to go out; `nil` for at once.
    public let planned: Instant?

    /// The post of the same outbox that it answers: the one before it, in a thread.
    public var follows: Identity? { if case .own(let before)? = extras.answers { before } else { nil } }
  }

  /// In pieces, so that adding to an outbox of which copies are kept moves one piece and not everything.
  private var pieces: [[Entry]] = []
  private static let pieceSize = 64
  public private(set) var count = 0
  /// The number that was given last.
  public private(set) var lastNumber = 0

  public init() {}

  /// Gives no number again that another one has given.
  public mutating func number(after other: Outbox) { lastNumber = max(lastNumber, other.lastNumber) }

  /// Gives only greater numbers from now on.
  public mutating func number(above last: Int) { lastNumber = max(lastNumber, last) }

  /// All posts. O(n).
  public var entries: [Entry] { pieces.flatMap { $0 } }

  /// About how much memory adding one post to a copy took.
  public var pieceBytes: Int {
    (pieces.last?.count ?? 0) * MemoryLayout<Entry>.stride + pieces.count * MemoryLayout<[Entry]>.stride
  }

  /// Keeps a post at the end.
  /// - Parameter number: the one that it has; otherwise it gets a new one.
  @discardableResult
  public mutating func add(
    _ post: Post, origin: String? = nil, number: Int? = nil, extras: PostExtras = PostExtras(), account: String? = nil,
    planned: Instant? = nil
  ) -> Entry {
    lastNumber = number.map { max($0, lastNumber) } ?? lastNumber + 1
    let identity = Identity(
      number: number ?? lastNumber, created: post.created, written: post.written, origin: origin)
    let entry = Entry(identity: identity, post: post, extras: extras, account: account, planned: planned)
    append(entry)
    return entry
  }

  /// Takes a post back in that was taken out.
  public mutating func append(_ entry: Entry) {
    if let count = pieces.last?.count, count < Self.pieceSize {
      pieces[pieces.count - 1].append(entry)
    } else {
      pieces.append([entry])
    }
    count += 1
  }

  /// Keeps the posts of a thread, each a reply to the one before it.
  /// - Parameters:
  ///   - extras: what the first of them answers, quotes and shows.
  ///   - first: the number of the first; `nil` for the next one.
  public mutating func add(
    thread posts: [Post], from first: Int? = nil, extras: PostExtras = PostExtras(), account: String? = nil,
    planned: Instant? = nil
  ) -> [Entry] {
    if let first { lastNumber = max(lastNumber, first - 1) }
    var entries: [Entry] = []
    for post in posts {
      let extras = entries.last.map { PostExtras(answers: .own($0.identity)) } ?? extras
      entries.append(add(post, extras: extras, account: account, planned: planned))
    }
    return entries
  }

  /// The post of a number; `nil` when there is none. O(n).
  public subscript(number: Int) -> Entry? {
    for piece in pieces { if let entry = piece.first(where: { $0.id == number }) { return entry } }
    return nil
  }

  /// Takes a post out; `nil` when no post has that number. O(n).
  public mutating func remove(_ number: Int) -> Entry? {
    for (place, piece) in pieces.enumerated() {
      guard let index = piece.firstIndex(where: { $0.id == number }) else { continue }
      count -= 1
      defer { if pieces[place].isEmpty { pieces.remove(at: place) } }
      return pieces[place].remove(at: index)
    }
    return nil
  }
}
