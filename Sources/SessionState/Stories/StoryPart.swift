import JSON
import Journal
import Stories
import StoryScript
import Timeline

/// The stories' part of a session's world: the playing story, its feed, and the seen and liked stories.
public struct StoryPart: WorldPart {
  /// The player together with gestures and drawing.
  public var viewer: Viewer
  /// The stories of the feed that were seen and liked.
  public private(set) var interactions = Interactions()
  /// The liked pictures and videos of the user's own decks, by file.
  @CopyOnWrite private(set) var likedFiles: Set<String> = []
  @CopyOnWrite public var feed: Feed
  /// The loader of the last requested list of the feed.
  @CopyOnWrite public var loader: FeedLoader
  /// The loaded pictures and videos.
  public var cache = MediaCache()

  /// - Parameter seed: the source of random faults.
  init(at start: Instant, seed: UInt64) {
    viewer = Viewer(at: start, seed: seed)
    loader = FeedLoader(seed: seed)
    feed = Feed(sessionStart: start)
  }

  /// The player itself, without the faults of the viewer.
  public var player: Player {
    _read { yield viewer.player }
    _modify { yield &viewer.player }
  }

  var choices: Viewer.Settings { viewer.settings }

  package enum Event: Sendable {
    case player(Player.Event)
    /// An effect of one of the app's faults.
    indirect case fault(Viewer.Notice, at: Instant)
    indirect case feed(FeedLoader.Event)
    /// The user shared a story, or removed it.
    indirect case shared(Story)
    indirect case unshared(Story)
  }

  /// The logged part of an event: of a start only the author's name, since a log of decks would keep all of them.
  package enum Logged: Sendable {
    /// - Parameter author: the number of the name in `StoryResources`, which saves two words in each of 100,000
    ///   entries.
    case story(Player.Event.Kind, author: Int32)
  }

  /// Returns whether a story is liked: by its number in the feed, or by its file.
  package func isLiked(_ story: Story) -> Bool {
    story.file.map { likedFiles.contains($0) } ?? interactions.isLiked(story.id)
  }

  /// `true` if the playing story is liked.
  package var isStoryLiked: Bool { player.story.map { isLiked($0) } ?? false }
}

// MARK: - Time

extension StoryPart {
  var nextDeadline: Instant { mutating get { min(viewer.nextDeadline ?? .distantFuture, loader.deadline) } }

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
    /// Part of the signature, since nothing repeats while a list is loading: the feed never returns to an earlier
    /// state.
    var loader: FeedLoader
  }

  func signature(at instant: Instant) -> Signature {
    Signature(viewer: viewer.signature(at: instant), loader: loader)
  }
}

// MARK: - Events

extension StoryPart {
  package enum Fact: Sendable {
    case seen(Int, at: Instant)
    case liked(Liked, at: Instant)
    case unliked(Liked, at: Instant)

    /// Something that can be liked: a story of the feed, or a file.
    package enum Liked: Hashable, Sendable {
      case story(Int)
      case file(String)
    }
  }

  mutating func absorb(_ event: Event, _ keep: (Fact) -> Void) -> Bool {
    switch event {
    case .shared(let story): feed.own.append(story)
    case .unshared(let story): feed.own.removeAll { $0.id == story.id }
    default: break
    }
    guard case .player(let event) = event else { return false }
    // The list of the feed must contain the playing story.
    if case .storyStarted(_, _, .reloaded) = event.kind, let reloaded = viewer.player.rail.feed { feed = reloaded }
    let isNew = remember(event)
    if isNew, let fact = Fact(event, in: viewer.player.deck) { keep(fact) }
    return isNew
  }

  /// Applies an event to the seen and liked stories.
  private mutating func remember(_ event: Player.Event) -> Bool {
    switch event.kind {
    case .liked(let place, _):
      guard let file = player.deck[place].file else { break }
      return likedFiles.contains(file) ? false : likedFiles.insert(file).inserted
    case .unliked(let place, _):
      guard let file = player.deck[place].file else { break }
      return likedFiles.contains(file) ? likedFiles.remove(file) != nil : false
    default: break
    }
    return viewer.player.deck.isFromFeed && interactions.apply(event)
  }

  /// Loads the media of a story through the cache. A deck's first media are loaded before it opens, and those of the
  /// next story while one plays; media that are missing when they are needed take time to load.
  mutating func cacheMedia(of event: Event, _ then: (Event) -> Void) {
    guard case .player(let event) = event else { return }
    switch event.kind {
    case .storyStarted(let place, _, let cause):
      if cause == .opened { preload(viewer.player.deck, place) }
      use(place, then)
    case .retried: use(viewer.player.index, then)
    case .failed where viewer.player.index < viewer.player.deck.count:
      // Media that could not be shown are not kept.
      cache.forget(viewer.player.deck.mediaKey(at: viewer.player.index))
    default: break
    }
  }

  private mutating func use(_ place: Int, _ then: (Event) -> Void) {
    guard place < viewer.player.deck.count else { return }
    if viewer.player.deck.isMissing(at: place) {
      cache.miss()
    } else if !cache.use(viewer.player.deck.mediaKey(at: place), viewer.player.deck.medium(at: place)) {
      viewer.load(for: viewer.player.deck.medium(at: place).loadingTime) { then(.player($0)) }
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
  fileprivate init?(_ event: Player.Event, in deck: Deck) {
    switch event.kind {
    // A view of one of the user's own stories is saved with the story: its number means another story on another
    // device.
    case .storyStarted(_, let id, _) where id < 0: return nil
    case .storyStarted(_, let id, _): self = .seen(id, at: event.at)
    case .liked(let place, _): self = .liked(Liked(deck[place]), at: event.at)
    case .unliked(let place, _): self = .unliked(Liked(deck[place]), at: event.at)
    default: return nil
    }
  }
}

extension StoryPart.Fact.Liked {
  fileprivate init(_ story: Story) { self = story.file.map { .file($0) } ?? .story(story.id) }

  /// The subject's names in a cause, and its fields in the payload.
  fileprivate var cause: [String] {
    switch self {
    case .story(let id): ["\(id)"]
    case .file(let path): ["file", path]
    }
  }

  fileprivate var payload: Journal.Payload {
    switch self {
    case .story(let id): ["story": .integer(Int64(id))]
    case .file(let path): ["file": .string(path)]
    }
  }
}

// MARK: - Undo

extension StoryPart {
  package enum Aspect: UInt8, CaseIterable, Sendable {
    case player, settings, seen, liked, likedFiles, feed, cache
  }

  func isSame(as other: StoryPart) -> Bool { false }

  func differs(in aspect: Aspect, from other: StoryPart) -> Bool {
    switch aspect {
    case .player: return playerDiffers(from: other)
    // The place of the feed's last list is not an aspect: only its settings can be undone, not a request.
    case .settings: return viewer.settings != other.viewer.settings || loader.settings != other.loader.settings
    case .seen: return interactions.seen != other.interactions.seen
    case .liked: return interactions.liked != other.interactions.liked
    case .likedFiles: return $likedFiles != other.$likedFiles
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

  mutating func adopt(_ aspect: Aspect, from other: StoryPart) {
    switch aspect {
    case .player:
      viewer.play(as: other.viewer)
    case .settings:
      viewer.set(as: other.viewer)
      loader.settings = other.loader.settings
    case .seen: interactions = Interactions(seen: other.interactions.seen, liked: interactions.liked)
    case .liked: interactions = Interactions(seen: interactions.seen, liked: other.interactions.liked)
    case .likedFiles: likedFiles = other.likedFiles
    case .feed: feed = other.feed
    case .cache: cache = other.cache
    }
  }

  func storage(apartFrom previous: StoryPart) -> Int {
    func bytes(_ set: StorySet, _ other: StorySet) -> Int { set.count == other.count ? 0 : set.storageBytes }
    var sum = bytes(interactions.seen, previous.interactions.seen)
    sum += bytes(interactions.liked, previous.interactions.liked)
    if !$likedFiles.isShared(with: previous.$likedFiles) {
      sum += likedFiles.capacity * 2 * MemoryLayout<String>.stride + CopyOnWrite<Set<String>>.bytes
    }
    if !player.deck.sharesStorage(with: previous.player.deck) {
      // A deck comes with its rail.
      sum += player.rail.decks.reduce(player.deck.storageBytes) { $0 + $1.storageBytes }
    }
    sum += viewer.storage(apartFrom: previous.viewer)
    if !cache.sharesStorage(with: previous.cache) { sum += cache.storageBytes }
    if cache != previous.cache { sum += cache.orderBytes }
    if !$loader.isShared(with: previous.$loader) { sum += CopyOnWrite<FeedLoader>.bytes }
    if !$feed.isShared(with: previous.$feed) {
      sum += CopyOnWrite<Feed>.bytes + feed.own.count * MemoryLayout<Story>.stride
    }
    return sum
  }
}

// MARK: - Persistence

extension StoryPart {
  /// The stories of the feed that were seen and liked, and those that the user has shared.
  package struct Persisted: PersistedShare {
    package enum Name: CaseIterable, Hashable, Sendable { case seen, liked, unliked, shared }

    fileprivate var seen = StorySet()
    fileprivate var liked = StorySet()
    fileprivate var files: Set<String> = []
    fileprivate var own = OwnStories()

    static func kind(_ name: Name) -> PersistedKind {
      let story: KeyValuePairs = ["story": "the story's number in the feed"]
      let forms: [String: PersistedForm] = ["story": .whole(0...1_000_000_000), "file": .line(8_192)]
      let liked: KeyValuePairs = [
        "story": "the story's number in the feed (absent if `file` is set)",
        "file": "the path of your own picture or video",
      ]
      return switch name {
      case .seen:
        PersistedKind(
          name: "story.started", formerly: ["story.seen"], summary: "a story was seen", fields: story, forms: forms)
      case .liked:
        PersistedKind(
          name: "story.liked", changes: true, action: .adds("like"), summary: "a story was liked", fields: liked,
          forms: forms)
      case .unliked:
        PersistedKind(
          name: "story.unliked", changes: true, action: .removes("like"), summary: "a like was removed", fields: liked,
          forms: forms)
      case .shared: OwnStories.kind
      }
    }

    mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      let payload = saved.event.payload
      if name == .shared { return own.fold(payload) }
      guard let story = payload["story"]?.integerValue.map({ Int($0) }) else {
        guard let file = payload["file"]?.stringValue, name != .seen else { return false }
        if name == .liked { files.insert(file) } else { files.remove(file) }
        return true
      }
      switch name {
      case .seen: seen.insert(story)
      case .liked: liked.insert(story)
      case .unliked: liked.remove(story)
      case .shared: return false
      }
      return true
    }
  }

  static func kept(_ fact: Fact, _ place: PersistedPlace) -> PersistedFact? { kept(fact) }

  private static func kept(_ fact: Fact) -> PersistedFact {
    switch fact {
    case .seen(let story, let at): make(.seen, Fact.Liked.story(story).payload, .id(seenID(story)), at)
    case .liked(let what, let at):
      make(.liked, what.payload, .turn(cause: ["story", "liked"] + what.cause, name: likeName(what)), at)
    case .unliked(let what, let at):
      make(.unliked, what.payload, .turn(cause: ["story", "unliked"] + what.cause, name: unlikeName(what)), at)
    }
  }

  private static func make(
    _ name: Persisted.Name, _ payload: Journal.Payload, _ identity: PersistedFact.Identity, _ at: Instant
  ) -> PersistedFact {
    PersistedFact(type: Persisted.kind(name).name, identity: identity, at: at, payload: payload)
  }

  private static func likeName(_ what: Fact.Liked) -> String { "like/" + what.cause.joined(separator: "/") }

  private static func unlikeName(_ what: Fact.Liked) -> String { "un" + likeName(what) }

  private static func seenID(_ story: Int) -> Journal.Event.ID { Journal.Event.ID(cause: "story", "seen", "\(story)") }

  func changes(to other: StoryPart, at now: Instant, _ place: PersistedPlace, _ change: (PersistedChange) -> Void) {
    let (mine, theirs) = (interactions, other.interactions)
    for story in mine.seen.sorted(without: theirs.seen) where story > 0 { change(.void(Self.seenID(story))) }
    for story in theirs.seen.sorted(without: mine.seen) where story > 0 { change(.restore(Self.seenID(story))) }
    for what in likes(without: other) {
      change(.takeBack(name: Self.likeName(what), otherwise: Self.kept(.unliked(what, at: now))))
    }
    for what in other.likes(without: self) {
      change(.takeBack(name: Self.unlikeName(what), otherwise: Self.kept(.liked(what, at: now))))
    }
  }

  /// Returns whether an event of another device ended a like; `nil` for other events.
  package func countsAsUnlike(_ saved: Journal.SavedEvent, since before: StoryPart) -> Bool? {
    guard saved.event.type == Persisted.kind(.unliked).name else { return nil }
    let payload = saved.event.payload
    if let story = payload["story"]?.integerValue.map({ Int($0) }) {
      return before.interactions.isLiked(story) && !interactions.isLiked(story)
    }
    guard let file = payload["file"]?.stringValue else { return false }
    return before.likedFiles.contains(file) && !likedFiles.contains(file)
  }

  /// Returns the likes that exist here and not there, in order.
  private func likes(without other: StoryPart) -> [Fact.Liked] {
    interactions.liked.sorted(without: other.interactions.liked).map { .story($0) }
      + ($likedFiles == other.$likedFiles
        ? [] : likedFiles.subtracting(other.likedFiles).sorted().map { .file($0) })
  }

  mutating func restore(_ kept: Persisted, _ place: PersistedPlace) {
    var seen = kept.seen
    let own = place.isReal ? kept.own.stories : feed.own
    let seenOwn = place.isReal ? kept.own.seen : Set(interactions.seen.sorted.filter { $0 < 0 })
    for story in seenOwn { seen.insert(story) }
    interactions = Interactions(seen: seen, liked: kept.liked)
    likedFiles = kept.files
    if own != feed.own { feed.own = own }
  }

  /// The user's own stories; a practice session forgets them.
  func snapshot(_ place: PersistedPlace) -> OwnStories {
    place.isReal ? OwnStories(feed.own, seen: interactions) : OwnStories()
  }

  static func snapshot(_ kept: Persisted) -> OwnStories { kept.own }

  static func changes(
    from before: OwnStories, to snapshot: OwnStories
  ) -> [(name: Persisted.Name, payload: Journal.Payload)] {
    snapshot.changes(since: before).map { (.shared, $0) }
  }
}
