import Timeline

/// Posts waiting to be published, in the order in which they were written.
///
///     var outbox = Outbox()
///     let entry = outbox.add(try Post("hello", created: now), planned: now + .hours(1))
///     let text = outbox[entry.id]?.post.text            // "hello"
///     let removed = outbox.remove(entry.id)
public struct Outbox: Hashable, Sendable {
  /// The identity of a post, which distinguishes it even from a post with the same text.
  public struct Identity: Hashable, Sendable {
    /// The post's number. It counts from 1 and is never reused in a session.
    public let number: Int
    public let created: Instant
    public let written: String
    /// The name under which the post was stored when this session read it; `nil` for a post written in this session.
    public let origin: String?

    init(number: Int, created: Instant, written: String, origin: String?) {
      (self.number, self.created, self.written, self.origin) = (number, created, written, origin)
    }

    /// The identity of a post that left an outbox before this session read its files.
    public init(left post: Post, origin: String) {
      self.init(number: 0, created: post.created, written: post.written, origin: origin)
    }
  }

  public struct Entry: Hashable, Sendable, Identifiable {
    public var id: Int { identity.number }
    public let identity: Identity
    public let post: Post
    /// The post that this one answers, the post that it quotes, and its pictures.
    public let extras: PostExtras
    /// The DID of the account for which the post was written; `nil` if there was none: then it is sent only by its
    /// number.
    public let account: String?
    /// The planned time of sending; `nil` to send at once.
    public let planned: Instant?

    /// The post of the same outbox that this one answers: the previous post of a thread.
    public var follows: Identity? { if case .own(let before)? = extras.answers { before } else { nil } }
  }

  /// The entries in chunks, so that appending to an outbox with saved copies moves one chunk instead of everything.
  private var pieces: [[Entry]] = []
  private static let pieceSize = 64
  public private(set) var count = 0
  /// The number assigned last.
  public private(set) var lastNumber = 0

  public init() {}

  /// Avoids all numbers that another outbox has assigned.
  public mutating func number(after other: Outbox) { lastNumber = max(lastNumber, other.lastNumber) }

  /// Assigns only greater numbers from now on.
  public mutating func number(above last: Int) { lastNumber = max(lastNumber, last) }

  /// All posts. O(n).
  public var entries: [Entry] { pieces.flatMap { $0 } }

  /// The approximate memory in bytes that appending one post to a copy took.
  public var pieceBytes: Int {
    (pieces.last?.count ?? 0) * MemoryLayout<Entry>.stride + pieces.count * MemoryLayout<[Entry]>.stride
  }

  /// Appends a post.
  /// - Parameter number: the post's number; `nil` for a new one.
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

  /// Appends a post that was removed before.
  public mutating func append(_ entry: Entry) {
    if let count = pieces.last?.count, count < Self.pieceSize {
      pieces[pieces.count - 1].append(entry)
    } else {
      pieces.append([entry])
    }
    count += 1
  }

  /// Appends the posts of a thread, each a reply to the previous one.
  /// - Parameters:
  ///   - extras: the extras of the first post.
  ///   - cards: the previews of linked pages, by the index of the post.
  ///   - first: the number of the first post; `nil` for the next free number.
  public mutating func add(
    thread posts: [Post], from first: Int? = nil, extras: PostExtras = PostExtras(), cards: [Int: LinkCard] = [:],
    account: String? = nil, planned: Instant? = nil
  ) -> [Entry] {
    if let first { lastNumber = max(lastNumber, first - 1) }
    var entries: [Entry] = []
    for post in posts {
      // The pictures and the quoted post belong to the first post.
      var own =
        entries.last.map { PostExtras(answers: .own($0.identity), gates: extras.gates.ofContinuation) } ?? extras
      own.card = cards[entries.count] ?? own.card
      entries.append(add(post, extras: own, account: account, planned: planned))
    }
    return entries
  }

  /// The post with a number; `nil` if there is none. O(n).
  public subscript(number: Int) -> Entry? {
    for piece in pieces { if let entry = piece.first(where: { $0.id == number }) { return entry } }
    return nil
  }

  /// Removes a post; returns `nil` if no post has that number. O(n).
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
