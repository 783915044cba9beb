import Bluesky
import Stories
import Timeline
import Timers

extension World {
  /// What a command can change apart from the rest, and `undo` bring back apart from the rest.
  struct Parts: OptionSet, Hashable {
    let rawValue: UInt16

    static let player = Parts(rawValue: 1 << 0)
    static let settings = Parts(rawValue: 1 << 1)
    static let seen = Parts(rawValue: 1 << 2)
    static let liked = Parts(rawValue: 1 << 3)
    static let feed = Parts(rawValue: 1 << 4)
    static let activities = Parts(rawValue: 1 << 5)
    static let countdown = Parts(rawValue: 1 << 6)
    static let album = Parts(rawValue: 1 << 7)
    static let outbox = Parts(rawValue: 1 << 8)
    static let deckLikes = Parts(rawValue: 1 << 9)
    static let cache = Parts(rawValue: 1 << 10)
    /// What was saved of timers, and what is asked about them.
    static let sessions = Parts(rawValue: 1 << 11)
    static let profile = Parts(rawValue: 1 << 12)
    static let tutorial = Parts(rawValue: 1 << 13)

    /// The parts and all that follows from them by itself: a timer that is taken back has not ended either.
    var withConsequences: Parts { contains(.countdown) ? union(.sessions) : self }
  }

  /// Where the feed's last list stands is no such part: asking for one is no change, only its settings are.
  /// The parts that differ between two worlds that stand at the same instant.
  ///
  /// Storage that is shared counts as equal without a look at it, so this costs next to nothing for what did not change.
  func parts(changedSince before: World) -> Parts {
    var parts: Parts = []
    if player.settings != before.player.settings || loader.settings != before.loader.settings
      || sounds != before.sounds
    {
      parts.insert(.settings)
    }
    if player != before.player {
      var same = before.player
      same.settings = player.settings
      if player != same { parts.insert(.player) }
    }
    if interactions.seen != before.interactions.seen { parts.insert(.seen) }
    if interactions.liked != before.interactions.liked { parts.insert(.liked) }
    if deckLikes != before.deckLikes { parts.insert(.deckLikes) }
    if $feed != before.$feed { parts.insert(.feed) }
    if $activities != before.$activities { parts.insert(.activities) }
    if timerDiffers(from: before) { parts.insert(.countdown) }
    if !$household.isShared(with: before.$household) {
      if household.facts != before.household.facts || household.flow != before.household.flow {
        parts.insert(.sessions)
      }
      if household.profile != before.household.profile { parts.insert(.profile) }
      if household.tutorial != before.household.tutorial { parts.insert(.tutorial) }
    }
    if cache != before.cache { parts.insert(.cache) }
    if album !== before.album { parts.insert(.album) }
    if $outbox != before.$outbox { parts.insert(.outbox) }
    return parts
  }

  /// A timer that stands is not settled, so that both come to one instant first.
  private func timerDiffers(from other: World) -> Bool {
    if $countdown.isShared(with: other.$countdown) { return false }
    var (one, two) = (countdown, other.countdown)
    let present = max(one.now, two.now)
    one.advance(to: present) { _ in }
    two.advance(to: present) { _ in }
    // Whether it ticks is a setting.
    one.ticks = two.ticks
    return one != two
  }

  /// Takes some parts over from another world and leaves the rest as it is.
  mutating func take(_ parts: Parts, from other: World) {
    if parts.contains(.player) {
      let settings = player.settings
      player = other.player
      if player.settings != settings { player.settings = settings }
    }
    if parts.contains(.settings) {
      player.settings = other.player.settings
      loader.settings = other.loader.settings
      sounds = other.sounds
    }
    if parts.contains(.cache) { cache = other.cache }
    if !parts.isDisjoint(with: [.seen, .liked]) {
      interactions = Interactions(
        seen: parts.contains(.seen) ? other.interactions.seen : interactions.seen,
        liked: parts.contains(.liked) ? other.interactions.liked : interactions.liked)
    }
    if parts.contains(.deckLikes) { deckLikes = other.deckLikes }
    if parts.contains(.feed) { feed = other.feed }
    if parts.contains(.activities) { activities = other.activities }
    if parts.contains(.countdown) {
      countdown = other.countdown
      countdown.ticks = sounds.ticks
    }
    if parts.contains(.sessions) { household.takeSessions(from: other.household) }
    if parts.contains(.profile) { household.profile = other.household.profile }
    if parts.contains(.tutorial) { household.tutorial = other.household.tutorial }
    if parts.contains(.album) { album = other.album }
    if parts.contains(.outbox) { outbox = other.outbox }
  }

  /// The same world as if its domains had lived `length` later. What has a date of its own, such as a post, keeps it.
  func shifted(by length: Duration) -> World {
    var moved = self
    moved.player = player.shifted(by: length)
    moved.countdown = countdown.shifted(by: length)
    moved.loader = loader.shifted(by: length)
    return moved
  }

  /// Brings the domains to `instant`, up to which nothing is due, so that two worlds of one instant can be compared.
  mutating func settle(at instant: Instant) {
    player.advance(to: instant) { _ in }
    // A timer that stands keeps its box: whatever comes next brings it there.
    if countdown.state == .running { countdown.advance(to: instant) { _ in } }
  }

  /// Lets pass what passed before: nobody is told again, but everything comes out as it did.
  mutating func relive(to instant: Instant) {
    var stories: [Player.Event] = []
    var timers: [Countdown.Event] = []
    while let deadline = advanceToNext(limit: instant, &stories, &timers) {
      _ = takeList(at: deadline)
      for event in stories { remember(event) }
      for case .completed(let session, _) in timers.lazy.map(\.kind) {
        // What was told before is not told again.
        _ = household.complete(session)
        _ = household.confirm(at: session.ended)
        if household.tutorial.state == .walking { household.tutorial.handle(.did(.timerCompleted)) }
      }
      stories.removeAll(keepingCapacity: true)
      timers.removeAll(keepingCapacity: true)
    }
    settle(at: instant)
  }

  /// Keeps what an event of the player leaves behind.
  /// - Returns: whether anything changed that lasts beyond the session.
  @discardableResult
  mutating func remember(_ event: Player.Event) -> Bool {
    keepMedia(of: event)
    if player.deck.isFromFeed { return interactions.apply(event) }
    switch event.kind {
    case .storyStarted(_, _, .opened): deckLikes = StorySet()
    case .liked(_, let id): deckLikes.insert(id)
    case .unliked(_, let id): deckLikes.remove(id)
    default: break
    }
    return false
  }

  /// What a story shows goes through the cache, and what the next one shows is loaded meanwhile.
  private mutating func keepMedia(of event: Player.Event) {
    switch event.kind {
    case .storyStarted(let place, _, _): use(place)
    case .retried: use(player.index)
    case .failed where player.index < player.deck.count:
      // What could not be shown is not kept.
      cache.forget(player.deck.mediaKey(at: player.index))
    default: break
    }
  }

  private mutating func use(_ place: Int) {
    guard place < player.deck.count else { return }
    if player.deck.isMissing(at: place) {
      cache.miss()
    } else {
      cache.use(player.deck.mediaKey(at: place), player.deck.medium(at: place))
    }
    let next = place + 1
    if next < player.deck.count {
      preload(player.deck, next)
    } else {
      switch player.settings.endOfDeck {
      case .loop: preload(player.deck, 0)
      case .nextDeck:
        if let beside = player.rail.deck(.next, of: player.deck.author(at: place)) { preload(beside, 0) }
      case .dismiss: break
      }
    }
  }

  private mutating func preload(_ deck: Deck, _ place: Int) {
    guard !deck.isMissing(at: place) else { return }
    cache.preload(deck.mediaKey(at: place), deck.medium(at: place))
  }

  /// Whether a story of the open deck is liked. Likes of the feed are kept; those of another deck last while it is open.
  func isLiked(_ id: Int) -> Bool {
    player.deck.isFromFeed ? interactions.isLiked(id) : deckLikes.contains(id)
  }

  /// About how many bytes a copy of this world holds that it does not share with `previous`, beside its own.
  func storage(apartFrom previous: World) -> Int {
    func bytes(_ set: StorySet, _ other: StorySet) -> Int { set.count == other.count ? 0 : set.storageBytes }
    var sum = bytes(interactions.seen, previous.interactions.seen)
    sum += bytes(interactions.liked, previous.interactions.liked)
    sum += bytes(deckLikes, previous.deckLikes)
    if !player.deck.sharesStorage(with: previous.player.deck) {
      // A deck comes with the rail on which it lies.
      sum += player.rail.decks.reduce(player.deck.storageBytes) { $0 + $1.storageBytes }
    }
    if !cache.sharesStorage(with: previous.cache) { sum += cache.storageBytes }
    if cache != previous.cache { sum += cache.orderBytes }
    if !$countdown.isShared(with: previous.$countdown) { sum += Boxed<Countdown>.bytes }
    if !$loader.isShared(with: previous.$loader) { sum += Boxed<FeedLoader>.bytes }
    if outbox.count != previous.outbox.count { sum += outbox.pieceBytes + Boxed<Outbox>.bytes }
    return sum
  }
}
