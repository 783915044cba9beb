import Journal
import Stories
import StoryScript
import Timeline

/// The stories' share of a session: what plays, the feed it comes from, and what was seen and liked.
public struct StoryPart: WorldPart {
  /// What plays, as hands and eyes meet it.
  public var viewer: Viewer
  /// The stories of the feed that were seen and liked.
  public private(set) var interactions = Interactions()
  /// The stories that were liked in the open deck when that is not the feed's.
  @CopyOnWrite private var deckLikes = StorySet()
  @CopyOnWrite public var feed: Feed
  /// The list of the feed that was last asked for.
  @CopyOnWrite public var loader: FeedLoader
  /// The pictures and videos that are loaded.
  public var cache = MediaCache()

  /// - Parameter seed: where faults by chance come from.
  init(at start: Instant, seed: UInt64) {
    viewer = Viewer(at: start, seed: seed)
    loader = FeedLoader(seed: seed)
    feed = Feed(sessionStart: start)
  }

  /// What plays itself, without the faults that may stand before it.
  public var player: Player {
    _read { yield viewer.player }
    _modify { yield &viewer.player }
  }

  enum Event: Sendable {
    case player(Player.Event)
    /// What one of the app's faults did.
    indirect case fault(Viewer.Notice, at: Instant)
    indirect case feed(FeedLoader.Event)
  }

  /// What the log keeps of an event: of a start the author's name alone, since a log of decks would keep them all.
  enum Logged: Sendable {
    case story(Player.Event.Kind, author: String)
  }

  /// Whether a story of the open deck is liked. Likes of the feed are kept; those of another deck last while it is open.
  func isLiked(_ id: Int) -> Bool {
    player.deck.isFromFeed ? interactions.isLiked(id) : deckLikes.contains(id)
  }

  /// Whether the story that plays is liked.
  var isStoryLiked: Bool { player.story.map { isLiked($0.id) } ?? false }
}

// MARK: - Time

extension StoryPart {
  var nextDeadline: Instant { min(viewer.nextDeadline ?? .distantFuture, loader.deadline) }

  mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    if viewer.nextDeadline == instant {
      viewer.advance(to: instant) {
        deliver(.player($0))
      } notice: {
        deliver(.fault($0, at: $1))
      }
    }
    if loader.deadline == instant { loader.advance(to: instant) { deliver(.feed($0)) } }
  }

  mutating func settle(at instant: Instant) { viewer.advance(to: instant) { _ in } }

  func shifted(by length: Duration) -> StoryPart {
    var moved = self
    moved.viewer = viewer.shifted(by: length)
    moved.loader = loader.shifted(by: length)
    return moved
  }

  struct Signature: Hashable, Sendable {
    var viewer: Viewer.Signature
    /// The feed never comes round by itself: while a list is on its way nothing repeats.
    var loader: FeedLoader
  }

  func signature(at instant: Instant) -> Signature {
    Signature(viewer: viewer.signature(at: instant), loader: loader)
  }
}

// MARK: - Events

extension StoryPart {
  enum Fact: Sendable {
    case seen(Int, at: Instant)
    case liked(Int, at: Instant)
    case unliked(Int, at: Instant)
  }

  mutating func absorb(_ event: Event, _ keep: (Fact) -> Void) -> Bool {
    guard case .player(let event) = event else { return false }
    let isNew = remember(event)
    if isNew, viewer.player.deck.isFromFeed, let fact = Fact(event) { keep(fact) }
    return isNew
  }

  /// Takes in what was seen and liked.
  private mutating func remember(_ event: Player.Event) -> Bool {
    if viewer.player.deck.isFromFeed { return interactions.apply(event) }
    switch event.kind {
    case .storyStarted(_, _, .opened):
      deckLikes = StorySet()
      return false
    case .liked(_, let id): return deckLikes.insert(id)
    case .unliked(_, let id): return deckLikes.remove(id)
    default: return false
    }
  }

  /// What a story shows goes through the cache, and what the next one shows is loaded meanwhile. What is not there when
  /// it is wanted may take its time.
  mutating func keepMedia(of event: Event, _ then: (Event) -> Void) {
    guard case .player(let event) = event else { return }
    switch event.kind {
    case .storyStarted(let place, _, _): use(place, then)
    case .retried: use(viewer.player.index, then)
    case .failed where viewer.player.index < viewer.player.deck.count:
      // What could not be shown is not kept.
      cache.forget(viewer.player.deck.mediaKey(at: viewer.player.index))
    default: break
    }
  }

  private mutating func use(_ place: Int, _ then: (Event) -> Void) {
    guard place < viewer.player.deck.count else { return }
    if viewer.player.deck.isMissing(at: place) {
      cache.miss()
    } else if !cache.use(viewer.player.deck.mediaKey(at: place), viewer.player.deck.medium(at: place)) {
      viewer.load { then(.player($0)) }
    }
    let next = place + 1
    if next < viewer.player.deck.count {
      preload(viewer.player.deck, next)
    } else if let following = viewer.player.followingDeck {
      preload(following, 0)
    }
  }

  private mutating func preload(_ deck: Deck, _ place: Int) {
    guard !deck.isMissing(at: place) else { return }
    cache.preload(deck.mediaKey(at: place), deck.medium(at: place))
  }
}

extension StoryPart.Fact {
  fileprivate init?(_ event: Player.Event) {
    switch event.kind {
    case .storyStarted(_, let id, _): self = .seen(id, at: event.at)
    case .liked(_, let id): self = .liked(id, at: event.at)
    case .unliked(_, let id): self = .unliked(id, at: event.at)
    default: return nil
    }
  }
}

// MARK: - Undo

extension StoryPart {
  enum Aspect: UInt8, CaseIterable, Sendable {
    case player, settings, seen, liked, deckLikes, feed, cache
  }

  func isSame(as other: StoryPart) -> Bool { false }

  func differs(in aspect: Aspect, from other: StoryPart) -> Bool {
    switch aspect {
    case .player: return playerDiffers(from: other)
    // Where the feed's last list stands is no aspect: asking for one is no change, only its settings are.
    case .settings: return viewer.settings != other.viewer.settings || loader.settings != other.loader.settings
    case .seen: return interactions.seen != other.interactions.seen
    case .liked: return interactions.liked != other.interactions.liked
    case .deckLikes: return $deckLikes != other.$deckLikes
    case .feed: return $feed != other.$feed
    case .cache: return cache != other.cache
    }
  }

  private func playerDiffers(from other: StoryPart) -> Bool {
    if viewer == other.viewer { return false }
    var same = other.viewer
    same.settings = viewer.settings
    return viewer != same
  }

  mutating func take(_ aspect: Aspect, from other: StoryPart) {
    switch aspect {
    case .player:
      viewer.play(as: other.viewer)
    case .settings:
      viewer.set(as: other.viewer)
      loader.settings = other.loader.settings
    case .seen: interactions = Interactions(seen: other.interactions.seen, liked: interactions.liked)
    case .liked: interactions = Interactions(seen: interactions.seen, liked: other.interactions.liked)
    case .deckLikes: deckLikes = other.deckLikes
    case .feed: feed = other.feed
    case .cache: cache = other.cache
    }
  }

  func storage(apartFrom previous: StoryPart) -> Int {
    func bytes(_ set: StorySet, _ other: StorySet) -> Int { set.count == other.count ? 0 : set.storageBytes }
    var sum = bytes(interactions.seen, previous.interactions.seen)
    sum += bytes(interactions.liked, previous.interactions.liked)
    if !$deckLikes.isShared(with: previous.$deckLikes) { sum += deckLikes.storageBytes + CopyOnWrite<StorySet>.bytes }
    if !player.deck.sharesStorage(with: previous.player.deck) {
      // A deck comes with the rail on which it lies.
      sum += player.rail.decks.reduce(player.deck.storageBytes) { $0 + $1.storageBytes }
    }
    sum += viewer.storage(apartFrom: previous.viewer)
    if !cache.sharesStorage(with: previous.cache) { sum += cache.storageBytes }
    if cache != previous.cache { sum += cache.orderBytes }
    if !$loader.isShared(with: previous.$loader) { sum += CopyOnWrite<FeedLoader>.bytes }
    return sum
  }
}

// MARK: - What is kept

extension StoryPart {
  /// The stories of the feed that were seen and liked.
  struct Kept: KeptShare {
    enum Name: CaseIterable, Hashable, Sendable { case seen, liked, unliked }

    fileprivate var seen = StorySet()
    fileprivate var liked = StorySet()

    static func kind(_ name: Name) -> KeptKind {
      let story: KeyValuePairs = ["story": "its number in the feed"]
      return switch name {
      case .seen:
        KeptKind(name: "story.started", formerly: ["story.seen"], summary: "a story was seen", fields: story)
      case .liked: KeptKind(name: "story.liked", changes: true, summary: "a story was liked", fields: story)
      case .unliked: KeptKind(name: "story.unliked", changes: true, summary: "a like was taken back", fields: story)
      }
    }

    mutating func take(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      guard let story = saved.event.payload["story"]?.integerValue.map({ Int($0) }) else { return false }
      switch name {
      case .seen: seen.insert(story)
      case .liked: liked.insert(story)
      case .unliked: liked.remove(story)
      }
      return true
    }
  }

  static func kept(_ fact: Fact, _ place: KeptPlace) -> KeptFact? { kept(fact) }

  private static func kept(_ fact: Fact) -> KeptFact {
    switch fact {
    case .seen(let story, let at): make(.seen, story, .id(seenID(story)), at)
    case .liked(let story, let at):
      make(.liked, story, .turn(cause: ["story", "liked", "\(story)"], name: likeName(story)), at)
    case .unliked(let story, let at):
      make(.unliked, story, .turn(cause: ["story", "unliked", "\(story)"], name: nil), at)
    }
  }

  private static func make(_ name: Kept.Name, _ story: Int, _ identity: KeptFact.Identity, _ at: Instant) -> KeptFact {
    KeptFact(type: Kept.kind(name).name, identity: identity, at: at, payload: ["story": .integer(Int64(story))])
  }

  private static func likeName(_ story: Int) -> String { "like/\(story)" }

  private static func seenID(_ story: Int) -> Journal.Event.ID { Journal.Event.ID(cause: "story", "seen", "\(story)") }

  func changes(to other: StoryPart, at now: Instant, _ place: KeptPlace, _ change: (KeptChange) -> Void) {
    let (mine, theirs) = (interactions, other.interactions)
    for story in mine.seen.sorted(without: theirs.seen) { change(.void(Self.seenID(story))) }
    for story in theirs.seen.sorted(without: mine.seen) { change(.restore(Self.seenID(story))) }
    for story in mine.liked.sorted(without: theirs.liked) {
      change(.takeBack(name: Self.likeName(story), otherwise: Self.kept(.unliked(story, at: now))))
    }
    for story in theirs.liked.sorted(without: mine.liked) {
      change(.append(Self.kept(.liked(story, at: now))))
    }
  }

  mutating func restore(_ kept: Kept, _ place: KeptPlace) {
    interactions = Interactions(seen: kept.seen, liked: kept.liked)
  }
}
