import Timeline

/// The endless list of stories: the base library repeated, with new ids in each round.
///
/// Stories are made only on request, so story 1,000,000 costs the same as story 1. The rule is `id = base id + cycle
/// × base count`, with base ids 1 … count.
///
/// The viewer's own stories are not repeated: they come before the first round, and their ids count down from −1, so
/// that sharing one renumbers nothing.
public struct Feed: Hashable, Sendable {
  /// The number of stories on a page.
  public static let pageSize = 20
  /// The valid ids. The upper bound is high enough to call the feed endless and low enough never to overflow.
  public static let ids = 1...(Int.bitWidth == 64 ? Int(truncatingIfNeeded: 1_000_000_000_000 as Int64) : 1_000_000_000)
  /// The stories that repeat, renumbered 1 … count.
  public let base: [Story]
  /// The start of the session, from which posting times are computed.
  public let sessionStart: Instant
  /// The author of the viewer's own stories.
  public static let me = "me"
  /// The viewer's own stories, the oldest first, expired ones included.
  public var own: [Story] = []

  public init(base: [Story] = BaseLibrary.stories, sessionStart: Instant) {
    var numbered = base
    for place in numbered.indices { numbered[place].id = place + 1 }
    self.base = numbered
    self.sessionStart = sessionStart
  }

  /// The id of the next own story; ids of removed stories are used again only if they were the latest.
  public var nextOwnID: Int { (own.map { $0.id }.min() ?? 0) - 1 }

  /// Returns the own stories that have not expired at `instant`, the newest first.
  public func ownStories(at instant: Instant) -> [Story] { own.reversed().filter { isAlive($0, at: instant) } }

  /// Returns the feed reloaded at `instant`: the same users' stories have the same ages at `instant` as they had at
  /// the start of the session.
  func reloaded(at instant: Instant) -> Feed {
    var feed = Feed(base: base, sessionStart: instant)
    feed.own = own
    return feed
  }

  /// Returns the story with this id, expired or not, or `nil` if there is none.
  /// - Complexity: O(1); O(n) for an own story.
  public func story(id: Int) -> Story? {
    if id < 0 { return own.last { $0.id == id } }
    guard Feed.ids.contains(id), !base.isEmpty else { return nil }
    var story = base[(id - 1) % base.count]
    story.id = id
    return story
  }

  /// Returns the round of the base library that contains `id`; the first round, to which own stories belong, is 0.
  public func cycle(ofID id: Int) -> Int { base.isEmpty || id < 0 ? 0 : (id - 1) / base.count }

  /// `true` if `story` has not expired at `instant`.
  public func isAlive(_ story: Story, at instant: Instant) -> Bool {
    story.isAlive(at: instant, sessionStart: sessionStart)
  }

  /// Returns the stories of page `number` (from 1) that have not expired: ids 20 × (number − 1) + 1 … 20 × number.
  /// - Returns: At most 20 stories, and none for a page that does not exist.
  public func page(_ number: Int, at instant: Instant) -> [Story] {
    let (before, overflow) = (number - 1).multipliedReportingOverflow(by: Feed.pageSize)
    guard number >= 1, !overflow, before < Feed.ids.upperBound else { return [] }
    return (before + 1...before + Feed.pageSize).compactMap(story(id:)).filter { isAlive($0, at: instant) }
  }

  /// Returns the round of the base library that contains `id`.
  /// - Parameter instant: Leaves out stories that have expired by this instant; `nil` keeps all stories.
  /// - Returns: The round, or `nil` if it does not exist or all its stories have expired.
  public func deck(holding id: Int, at instant: Instant? = nil) -> Deck? {
    guard Feed.ids.contains(id), !base.isEmpty else { return nil }
    let cycle = cycle(ofID: id)
    let left = stories(inCycle: cycle).filter { story in instant.map { isAlive(story, at: $0) } ?? true }
    return left.isEmpty ? nil : Deck(left, origin: .cycle(cycle))
  }

  /// Returns the author's unexpired stories in one round, in the feed's order, or `nil` if there are none.
  public func deck(of author: String, cycle: Int = 0, at instant: Instant) -> Deck? {
    if author == Feed.me, cycle == 0 {
      let mine = ownStories(at: instant)
      if !mine.isEmpty { return Deck(mine, origin: .user(author)) }
    }
    let own = stories(inCycle: cycle).filter { $0.author == author && isAlive($0, at: instant) }
    return own.isEmpty ? nil : Deck(own, origin: .user(author))
  }

  /// The handles of all authors, without duplicates, in the feed's order; the viewer comes first.
  public var authors: [String] {
    var seen: Set<String> = []
    return ((own.isEmpty ? [] : [Feed.me]) + base.map { $0.author }).filter { seen.insert($0).inserted }
  }

  /// Returns every user's deck in one round, without expired stories.
  public func rail(cycle: Int = 0, at instant: Instant) -> Rail {
    Rail(authors.compactMap { deck(of: $0, cycle: cycle, at: instant) }, in: self, cycle: cycle)
  }

  /// Returns a round without expired stories, or `nil` if all have expired.
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

/// The position of a reader in the feed, for cursor paging without arithmetic by the reader.
///
/// A cursor names the last story handed out, so that stories that expire in the meantime are neither skipped nor
/// repeated. It also names its feed, so that it cannot be used in another one.
public struct FeedCursor: Hashable, Sendable {
  /// The author whose stories are read; `nil` for all authors.
  public let author: String?
  /// The id of the last story handed out.
  public let lastID: Int

  /// The reason why a text is not a cursor.
  public enum Problem: Error, Hashable, Sendable {
    /// The text does not have the form of a cursor.
    case malformed(String)
    /// The text has the form of a cursor, but its id is outside the feed.
    case noSuchStory(Int)
  }

  public init(author: String? = nil, lastID: Int) { (self.author, self.lastID) = (author, lastID) }

  /// Parses a text made by `text`. No other spelling is accepted, so that each position has exactly one.
  public init(text: String) throws(Problem) {
    guard var dash = text.lastIndex(of: "-"), dash > text.startIndex else { throw .malformed(text) }
    // The number of an own story has a sign.
    if text[text.index(before: dash)] == "-" { dash = text.index(before: dash) }
    guard dash > text.startIndex, let id = Int(text[text.index(after: dash)...]),
      !text[..<dash].hasSuffix("-"), text[..<dash] == "all" || text.hasPrefix("@")
    else { throw .malformed(text) }
    guard Feed.ids.contains(id) || id < 0 else { throw .noSuchStory(id) }
    let name = text[..<dash]
    author = name == "all" ? nil : String(name.dropFirst())
    lastID = id
    // Refuses other spellings of the number, such as `all-05` and `all-+5`.
    guard text == self.text else { throw .malformed(text) }
  }

  /// The cursor as a single word for commands: `all-20`, `@ana-16`.
  public var text: String { "\(author.map { "@" + $0 } ?? "all")-\(lastID)" }
}

extension Feed {
  /// A run of stories, and the cursor at which the next run begins.
  public struct Batch: Hashable, Sendable {
    public let stories: [Story]
    /// `nil` if nothing follows: all stories have expired, or the ids have ended.
    public let next: FeedCursor?
  }

  /// Returns the next `limit` stories (at most a page) after `cursor` that have not expired at `instant`; `nil`
  /// starts at the beginning.
  ///
  /// - Parameter author: The author of the stories; `nil` for all authors. A cursor of another author's feed
  ///   continues from its position.
  /// The viewer's own stories come first, the newest of them at the top.
  ///
  /// - Complexity: O(base count × limit + own count) for any cursor.
  public func stories(
    after cursor: FeedCursor?, of author: String? = nil, limit: Int = Feed.pageSize, at instant: Instant
  ) -> Batch {
    guard limit > 0 else { return Batch(stories: [], next: nil) }
    let wanted = Swift.min(limit, Feed.pageSize)
    let after = cursor?.lastID ?? Int.min
    let mine = author == nil || author == Feed.me ? ownStories(at: instant).filter { $0.id > after } : []
    var found = Array(mine.prefix(wanted))
    let shown = base.map { isAlive($0, at: instant) && (author == nil || $0.author == author) }
    let continues = shown.contains(true)
    var id = Swift.max(0, after)
    while found.count < wanted, id < Feed.ids.upperBound, continues {
      id += 1
      if shown[(id - 1) % base.count], let story = story(id: id) { found.append(story) }
    }
    let hasMore = mine.count > wanted || continues && id < Feed.ids.upperBound
    guard found.count == wanted, hasMore, let last = found.last else { return Batch(stories: found, next: nil) }
    return Batch(stories: found, next: FeedCursor(author: author, lastID: last.id))
  }
}
