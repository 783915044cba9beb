import Timeline

/// An ordered run of stories, frozen when it is made: what expires or loads later never changes an open deck.
///
/// Copies share one storage, so a copy costs one reference count whatever the length.
public struct Deck: Hashable, Sendable {
  /// Where a deck came from.
  public enum Origin: Hashable, Sendable {
    /// The four pictures of the classic app.
    case classic
    /// The feed's base library in its nth round; the first is 0.
    case cycle(Int)
    /// One user's stories in the feed.
    case user(String)
    /// A folder, a file, a photo cluster: whatever the caller calls it.
    case list(String)
  }

  /// Nothing to play; a player refuses to open it.
  public static let empty = Deck([], origin: .list(""))

  /// The classic deck of four: image01 … image04.
  public static let classic = Deck(
    (1...4).map {
      Story(id: $0, author: "classic", media: .image("image0\($0)"), bytes: 1_500_000, file: "image0\($0)")
    }, origin: .classic)

  private let storage: Storage

  /// - Complexity: O(n), once.
  public init(_ stories: [Story], origin: Origin) { storage = Storage(stories, origin: origin) }
  public var origin: Origin { storage.origin }
  public var stories: [Story] { storage.stories }
  public var count: Int { storage.ids.count }
  public var isEmpty: Bool { storage.ids.isEmpty }
  /// Whether two decks are copies of one, which cost nothing beside each other.
  public func sharesStorage(with other: Deck) -> Bool { storage === other.storage }
  /// About how much memory its storage takes.
  public var storageBytes: Int { storage.ids.count * (MemoryLayout<Story>.stride + 3 * MemoryLayout<Int>.stride) + 160 }

  /// Whether its stories belong to the feed, whose likes and views are kept.
  public var isFromFeed: Bool {
    switch storage.origin {
    case .cycle, .user: return true
    case .classic, .list: return false
    }
  }

  /// Who shared the story at `index`; without copying the rest of it.
  public func author(at index: Int) -> String { storage.stories[index].author }
  /// The story at `index`, which counts from 0 and must be below `count`.
  public subscript(index: Int) -> Story { storage.stories[index] }

  /// The place of the story with that id, or `nil`.
  /// - Complexity: O(1) where ids follow each other, as in a round of the feed, else O(n).
  public func index(ofID id: Int) -> Int? {
    guard let first = storage.ids.first else { return nil }
    let (guess, overflow) = id.subtractingReportingOverflow(first)
    if !overflow, storage.ids.indices.contains(guess), storage.ids[guess] == id { return guess }
    return storage.ids.firstIndex(of: id)
  }

  func id(at index: Int) -> Int { storage.ids[index] }

  /// What names the story's picture or video in a cache: equal for equal files, and where none is
  /// named for equal names. The rounds of the feed share their pictures; two lists share none, even if their names are the same.
  public func mediaKey(at index: Int) -> Int { storage.mediaKeys[index] }

  /// The story's picture or video as a cache keeps it.
  public func medium(at index: Int) -> MediaCache.Medium {
    let story = storage.stories[index]
    return MediaCache.Medium(key: storage.mediaKeys[index], name: story.media.name, bytes: story.bytes)
  }

  /// Whether the story at `index` has nothing to show.
  public func isMissing(at index: Int) -> Bool { storage.hasMissing && storage.stories[index].isMissing }

  /// How long the story at `index` plays: what the viewer asked for, else its own length, else the usual one.
  func length(at index: Int, asked: Duration?, usual: Duration) -> Duration {
    let own = storage.lengths[index]
    return asked ?? (own == 0 ? usual : Duration(microseconds: own))
  }

  public static func == (a: Deck, b: Deck) -> Bool {
    a.storage === b.storage || (a.storage.origin == b.storage.origin && a.storage.stories == b.storage.stories)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.origin)
    hasher.combine(storage.ids.count)
    hasher.combine(storage.ids.first)
  }

  private final class Storage: Sendable {
    let origin: Origin
    let stories: [Story]
    /// Ids and lengths once more, apart from the strings: starting a story must not touch a reference count.
    let ids: [Int]
    /// Own lengths in microseconds: 0 for none.
    let lengths: [Int64]
    /// Asked first, so that a deck without a gap pays nothing for those that have one.
    let hasMissing: Bool
    let mediaKeys: [Int]

    init(_ stories: [Story], origin: Origin) {
      self.origin = origin
      self.stories = stories
      ids = stories.map { $0.id }
      hasMissing = stories.contains(where: { $0.isMissing })
      mediaKeys = stories.map { MediaKey.make($0.file ?? $0.media.name, in: origin) }
      lengths = stories.map { Swift.max(0, $0.length?.microseconds ?? 0) }
    }
  }
}

/// Names of media as numbers, so that an access to a cache hashes no text.
private enum MediaKey {
  static func make(_ name: String, in origin: Deck.Origin) -> Int {
    let parts =
      switch origin {
      case .classic: ["classic", name]
      case .cycle, .user: ["feed", name]
      case .list(let title): ["list", title, name]
      }
    // No text has the byte that ends each.
    return Int(bitPattern: UInt(parts.flatMap { $0.utf8 + [0xFF] }.fingerprint()))
  }
}

/// The users' decks in the order in which a viewer swipes through them; frozen like a deck, and as cheap to copy.
///
/// It does not go round: past the last user there is nothing, as in the apps, but for viewers who never stop (`beyond`).
public struct Rail: Hashable, Sendable {
  /// The two ways along the rail.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// Where a swipe to the left goes.
    case next
    /// Where a swipe to the right goes.
    case previous
  }

  /// No other decks: swipes to the side find nothing.
  public static let none = Rail([])
  /// One deck for each user; every story of a deck has the same author.
  public let decks: [Deck]
  /// The feed on which it lies; `nil` for decks of one's own.
  public let feed: Feed?
  /// The round there.
  private let cycle: Int

  public init(_ decks: [Deck], in feed: Feed? = nil, cycle: Int = 0) {
    (self.decks, self.feed, self.cycle) = (decks, feed, cycle)
  }

  /// The rail of the feed's round after this one, or before, as it is at `instant`; `nil` when nothing is there.
  /// - Complexity: O(stories in a round).
  func beyond(_ direction: Direction, at instant: Instant) -> Rail? {
    let rail = feed?.rail(cycle: direction == .next ? cycle + 1 : cycle - 1, at: instant)
    return rail?.decks.isEmpty == false ? rail : nil
  }

  /// The rail of the round after this one when the feed is loaded anew at `instant`: everybody has posted again.
  func reloaded(at instant: Instant) -> Rail? {
    let rail = feed?.reloaded(at: instant).rail(cycle: cycle + 1, at: instant)
    return rail?.decks.isEmpty == false ? rail : nil
  }

  /// The stories of its round that have not expired at `instant`, of all users.
  func round(at instant: Instant) -> Deck? { feed?.round(cycle, at: instant) }

  /// The deck beside that of `author`, or `nil` at the end and for an author who has no deck here.
  /// - Complexity: O(users).
  public func deck(_ direction: Direction, of author: String) -> Deck? {
    guard let place = decks.firstIndex(where: { !$0.isEmpty && $0[0].author == author }) else { return nil }
    let wanted = direction == .next ? place + 1 : place - 1
    return decks.indices.contains(wanted) ? decks[wanted] : nil
  }
}
