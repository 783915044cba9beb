import Timeline

/// The endless list of stories: the base library over and over, each round with ids of its own.
///
/// Nothing is ever materialised but what is asked for, so story 1,000,000 costs the same as story 1. The rule is
/// `id = base id + cycle × base count`, with base ids 1 … count.
public struct Feed: Hashable, Sendable {
  /// Stories on a page.
  public static let pageSize = 20
  /// The ids there are; the end is far enough away to call the feed endless and near enough never to overflow.
  public static let ids = 1...(Int.bitWidth == 64 ? Int(truncatingIfNeeded: 1_000_000_000_000 as Int64) : 1_000_000_000)
  /// The stories that repeat, renumbered 1 … count.
  public let base: [Story]
  /// Posted times count from here.
  public let sessionStart: Instant

  public init(base: [Story] = BaseLibrary.stories, sessionStart: Instant) {
    var numbered = base
    for place in numbered.indices { numbered[place].id = place + 1 }
    self.base = numbered
    self.sessionStart = sessionStart
  }

  /// The feed as it is when it is loaded anew at `instant`: the same people have posted as long before that as they had
  /// before the session.
  func reloaded(at instant: Instant) -> Feed { Feed(base: base, sessionStart: instant) }

  /// The story with that id, expired or not; `nil` outside `ids` or when the base is empty.
  /// - Complexity: O(1).
  public func story(id: Int) -> Story? {
    guard Feed.ids.contains(id), !base.isEmpty else { return nil }
    var story = base[(id - 1) % base.count]
    story.id = id
    return story
  }

  /// Which round of the base library holds `id`; the first is 0.
  public func cycle(ofID id: Int) -> Int { base.isEmpty ? 0 : (id - 1) / base.count }

  /// Whether `story` is still listed at `instant`.
  public func isAlive(_ story: Story, at instant: Instant) -> Bool {
    story.isAlive(at: instant, sessionStart: sessionStart)
  }

  /// Page `number` (from 1) without what has expired: ids 20 × (number − 1) + 1 … 20 × number.
  /// - Returns: at most 20 stories; none for a page that does not exist.
  public func page(_ number: Int, at instant: Instant) -> [Story] {
    let (before, overflow) = (number - 1).multipliedReportingOverflow(by: Feed.pageSize)
    guard number >= 1, !overflow, before < Feed.ids.upperBound else { return [] }
    return (before + 1...before + Feed.pageSize).compactMap(story(id:)).filter { isAlive($0, at: instant) }
  }

  /// The round of the base library that holds `id`.
  /// - Parameter instant: leaves out what has expired by then; without it the round is whole.
  /// - Returns: `nil` when nothing is left of it, or there is none.
  public func deck(holding id: Int, at instant: Instant? = nil) -> Deck? {
    guard Feed.ids.contains(id), !base.isEmpty else { return nil }
    let cycle = cycle(ofID: id)
    let left = stories(inCycle: cycle).filter { story in instant.map { isAlive(story, at: $0) } ?? true }
    return left.isEmpty ? nil : Deck(left, origin: .cycle(cycle))
  }

  /// What `author` has in one round and has not expired, in the feed's order; `nil` when that is nothing.
  public func deck(of author: String, cycle: Int = 0, at instant: Instant) -> Deck? {
    let own = stories(inCycle: cycle).filter { $0.author == author && isAlive($0, at: instant) }
    return own.isEmpty ? nil : Deck(own, origin: .user(author))
  }

  /// The handles of all authors, each once, in the feed's order.
  public var authors: [String] {
    var seen: Set<String> = []
    return base.map { $0.author }.filter { seen.insert($0).inserted }
  }

  /// Every user's deck in one round, without what has expired.
  public func rail(cycle: Int = 0, at instant: Instant) -> Rail {
    Rail(authors.compactMap { deck(of: $0, cycle: cycle, at: instant) }, in: self, cycle: cycle)
  }

  /// A round without what has expired; `nil` when that is nothing.
  func round(_ cycle: Int, at instant: Instant) -> Deck? {
    let alive = stories(inCycle: cycle).filter { isAlive($0, at: instant) }
    return alive.isEmpty ? nil : Deck(alive, origin: .cycle(cycle))
  }

  private func stories(inCycle cycle: Int) -> [Story] {
    guard cycle >= 0, cycle <= Feed.ids.upperBound / Swift.max(1, base.count) else { return [] }
    return base.compactMap { story in
      var copy = story
      copy.id = story.id + cycle * base.count
      return Feed.ids.contains(copy.id) ? copy : nil
    }
  }
}

/// Where a reader of the feed stopped; real cursor paging, for which the reader needs no arithmetic.
///
/// A cursor names the last story that was handed out, so stories that expire meanwhile are neither skipped nor repeated,
/// and the feed that handed it out, so that it cannot be used in another one.
public struct FeedCursor: Hashable, Sendable {
  /// Whose stories are read: everybody's, or one author's.
  public let author: String?
  /// The id of the last story handed out.
  public let lastID: Int

  /// Why a text is no cursor.
  public enum Problem: Error, Hashable, Sendable {
    /// It does not look like one.
    case malformed(String)
    /// It looks like one, but no feed has such a story.
    case noSuchStory(Int)
  }

  public init(author: String? = nil, lastID: Int) { (self.author, self.lastID) = (author, lastID) }

  /// Reads what `text` gives, and nothing else: there are no two ways to write a place.
  public init(text: String) throws(Problem) {
    guard let dash = text.lastIndex(of: "-"), dash > text.startIndex, let id = Int(text[text.index(after: dash)...]),
      !text[..<dash].hasSuffix("-"), text[..<dash] == "all" || text.hasPrefix("@")
    else { throw .malformed(text) }
    guard Feed.ids.contains(id) else { throw .noSuchStory(id) }
    let name = text[..<dash]
    author = name == "all" ? nil : String(name.dropFirst())
    lastID = id
    // `all-05`, `all-+5`.
    guard text == self.text else { throw .malformed(text) }
  }

  /// The cursor as a word that a command can carry: `all-20`, `@ana-16`.
  public var text: String { "\(author.map { "@" + $0 } ?? "all")-\(lastID)" }
}

extension Feed {
  /// A run of stories and where the next begins.
  public struct Batch: Hashable, Sendable {
    public let stories: [Story]
    /// `nil` when nothing follows: everything has expired, or the ids have ended.
    public let next: FeedCursor?
  }

  /// The next `limit` stories (at most a page) after `cursor` that are alive at `instant`; from the start for `nil`.
  ///
  /// - Parameter author: whose stories; everybody's for `nil`. A cursor of another feed reads on where it stands.
  /// - Complexity: O(base count × limit), wherever the cursor stands.
  public func stories(
    after cursor: FeedCursor?, of author: String? = nil, limit: Int = Feed.pageSize, at instant: Instant
  ) -> Batch {
    let shown = base.map { isAlive($0, at: instant) && (author == nil || $0.author == author) }
    guard limit > 0, shown.contains(true) else { return Batch(stories: [], next: nil) }
    let wanted = Swift.min(limit, Feed.pageSize)
    var found: [Story] = []
    var id = Swift.max(0, cursor?.lastID ?? 0)
    while found.count < wanted, id < Feed.ids.upperBound {
      id += 1
      if shown[(id - 1) % base.count], let story = story(id: id) { found.append(story) }
    }
    let next = found.count == wanted && id < Feed.ids.upperBound ? FeedCursor(author: author, lastID: id) : nil
    return Batch(stories: found, next: next)
  }
}
