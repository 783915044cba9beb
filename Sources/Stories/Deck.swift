import Timeline

/// An ordered run of stories, frozen when it is made: an open deck does not change when stories expire or load.
///
/// Copies share one storage, so copying a deck of any length costs one reference count.
public struct Deck: Hashable, Sendable {
  /// The source of a deck.
  public enum Origin: Hashable, Sendable {
    /// The four pictures of the classic app.
    case classic
    /// The feed's base library in its nth round; the first is 0.
    case cycle(Int)
    /// One user's stories in the feed.
    case user(String)
    /// A list that the caller names: a folder, a file or a photo cluster.
    case list(String)
  }

  /// A deck without stories; a player refuses to open it.
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
  /// `true` if the two decks are copies that share one storage.
  public func sharesStorage(with other: Deck) -> Bool { storage === other.storage }
  /// The approximate memory size of the storage, in bytes.
  public var storageBytes: Int { storage.ids.count * (MemoryLayout<Story>.stride + 3 * MemoryLayout<Int>.stride) + 160 }

  /// `true` if the stories belong to the feed, whose likes and views are stored.
  public var isFromFeed: Bool {
    switch storage.origin {
    case .cycle, .user: return true
    case .classic, .list: return false
    }
  }

  /// Returns the handle of the author of the story at `index`, without copying the rest of the story.
  public func author(at index: Int) -> String { storage.stories[index].author }
  /// The story at `index`, which counts from 0 and must be below `count`.
  public subscript(index: Int) -> Story { storage.stories[index] }

  /// Returns the index of the story with this id, or `nil` if there is none.
  /// - Complexity: O(1) if the ids are consecutive, as in a round of the feed, otherwise O(n).
  public func index(ofID id: Int) -> Int? {
    guard let first = storage.ids.first else { return nil }
    let (guess, overflow) = id.subtractingReportingOverflow(first)
    if !overflow, storage.ids.indices.contains(guess), storage.ids[guess] == id { return guess }
    return storage.ids.firstIndex(of: id)
  }

  func id(at index: Int) -> Int { storage.ids[index] }

  /// Returns the cache key of the story's picture or video. Keys are equal for equal files, or for equal names if the
  /// story has no file. The rounds of the feed share their keys; two lists never do, even if their pictures have the
  /// same names.
  public func mediaKey(at index: Int) -> Int { storage.mediaKeys[index] }

  /// Returns the story's picture or video as a cache entry.
  public func medium(at index: Int) -> MediaCache.Medium {
    let story = storage.stories[index]
    return MediaCache.Medium(key: storage.mediaKeys[index], name: story.media.name, bytes: story.bytes)
  }

  /// `true` if the story at `index` has nothing to show.
  public func isMissing(at index: Int) -> Bool { storage.hasMissing && storage.stories[index].isMissing }

  /// Returns how long the story at `index` plays: the length the viewer asked for, otherwise the story's own,
  /// otherwise the usual one.
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
    /// Copies of the ids and lengths, apart from the strings: starting a story must not touch a reference count.
    let ids: [Int]
    /// The stories' own lengths in microseconds; 0 for a story without one.
    let lengths: [Int64]
    /// `true` if any story is missing. Checked first, so that a deck without missing stories pays nothing for the
    /// check.
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

/// Media names as numbers, so that a cache access hashes no text.
private enum MediaKey {
  static func make(_ name: String, in origin: Deck.Origin) -> Int {
    let parts =
      switch origin {
      case .classic: ["classic", name]
      case .cycle, .user: ["feed", name]
      case .list(let title): ["list", title, name]
      }
    // The separator 0xFF never occurs in UTF-8 text.
    return Int(bitPattern: UInt(parts.flatMap { $0.utf8 + [0xFF] }.fingerprint()))
  }
}

/// The users' decks in the order in which a viewer swipes through them. Its order is frozen like a deck; a copy is as
/// cheap.
///
/// A rail does not wrap around: it ends at the last user, as in the apps. Only endless viewing continues past it
/// (`beyond`).
public struct Rail: Hashable, Sendable {
  /// A direction along the rail.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// The direction of a swipe to the left.
    case next
    /// The direction of a swipe to the right.
    case previous
  }

  /// A rail without decks: a swipe to the side finds nothing.
  public static let none = Rail([])
  /// One deck for each user; every story of a deck has the same author.
  public let decks: [Deck]
  /// The feed of this rail; `nil` for decks from outside the feed.
  public let feed: Feed?
  /// The round of the feed.
  private let cycle: Int

  public init(_ decks: [Deck], in feed: Feed? = nil, cycle: Int = 0) {
    (self.decks, self.feed, self.cycle) = (decks, feed, cycle)
  }

  /// Returns the rail of the feed's next or previous round as of `instant`, or `nil` if that round has no stories.
  /// - Complexity: O(stories in a round).
  func beyond(_ direction: Direction, at instant: Instant) -> Rail? {
    let rail = feed?.rail(cycle: direction == .next ? cycle + 1 : cycle - 1, at: instant)
    return rail?.decks.isEmpty == false ? rail : nil
  }

  /// Returns the rail of the next round after reloading the feed at `instant`, as if all users had posted again.
  func reloaded(at instant: Instant) -> Rail? {
    let rail = feed?.reloaded(at: instant).rail(cycle: cycle + 1, at: instant)
    return rail?.decks.isEmpty == false ? rail : nil
  }

  /// Returns the stories of all users in this rail's round that have not expired at `instant`.
  func round(at instant: Instant) -> Deck? { feed?.round(cycle, at: instant) }

  /// Returns the deck next to that of `author` as it would open at `instant`: without the stories that have expired, and
  /// past the users who have none left. Only the open deck is frozen.
  /// - Returns: `nil` at the end of the rail, and if the author has no deck in it.
  /// - Complexity: O(stories in a round) for a deck of the feed, otherwise O(users).
  public func deck(_ direction: Direction, of author: String, at instant: Instant) -> Deck? {
    guard let place = decks.firstIndex(where: { !$0.isEmpty && $0[0].author == author }) else { return nil }
    let others = direction == .next ? Array(decks[(place + 1)...]) : decks[..<place].reversed()
    guard let feed else { return others.first }
    return others.lazy.compactMap { $0.isEmpty ? nil : feed.deck(of: $0[0].author, cycle: cycle, at: instant) }.first
  }
}
