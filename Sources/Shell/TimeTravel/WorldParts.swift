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
    /// What was saved of timers, and what is asked about them.
    static let sessions = Parts(rawValue: 1 << 10)
    static let profile = Parts(rawValue: 1 << 11)
    static let tutorial = Parts(rawValue: 1 << 12)

    /// The parts and all that follows from them by itself: a timer that is taken back has not ended either.
    var withConsequences: Parts { contains(.countdown) ? union(.sessions) : self }
  }

  /// The parts that differ between two worlds that stand at the same instant.
  ///
  /// Storage that is shared counts as equal without a look at it, so this costs next to nothing for what did not change.
  func parts(changedSince before: World) -> Parts {
    var parts: Parts = []
    if player.settings != before.player.settings { parts.insert(.settings) }
    if sounds != before.sounds { parts.insert(.settings) }
    if player != before.player {
      var same = before.player
      same.settings = player.settings
      if player != same { parts.insert(.player) }
    }
    if interactions.seen != before.interactions.seen { parts.insert(.seen) }
    if interactions.liked != before.interactions.liked { parts.insert(.liked) }
    if deckLikes != before.deckLikes { parts.insert(.deckLikes) }
    if feed != before.feed { parts.insert(.feed) }
    if activities != before.activities { parts.insert(.activities) }
    if countdown != before.countdown {
      var same = before.countdown
      same.ticks = countdown.ticks
      if countdown != same { parts.insert(.countdown) }
    }
    if !household.isSame(as: before.household) {
      let (now, then) = (household.value, before.household.value)
      if now.facts != then.facts || now.flow != then.flow { parts.insert(.sessions) }
      if now.profile != then.profile { parts.insert(.profile) }
      if now.tutorial != then.tutorial { parts.insert(.tutorial) }
    }
    if album !== before.album { parts.insert(.album) }
    if outbox != before.outbox { parts.insert(.outbox) }
    return parts
  }

  /// Takes some parts over from another world and leaves the rest as it is.
  mutating func take(_ parts: Parts, from other: World) {
    if parts.contains(.player) {
      let settings = player.settings
      player = other.player
      player.settings = settings
    }
    if parts.contains(.settings) {
      player.settings = other.player.settings
      sounds = other.sounds
    }
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
    if parts.isSuperset(of: [.sessions, .profile, .tutorial]) {
      household = other.household
    } else {
      if parts.contains(.sessions) { household.value.takeSessions(from: other.household.value) }
      if parts.contains(.profile) { household.profile = other.household.profile }
      if parts.contains(.tutorial) { household.tutorial = other.household.tutorial }
    }
    if parts.contains(.album) { album = other.album }
    if parts.contains(.outbox) { outbox = other.outbox }
  }

  /// The same world as if its domains had lived `length` later. What has a date of its own, such as a post, keeps it.
  func shifted(by length: Duration) -> World {
    var moved = self
    moved.player = player.shifted(by: length)
    moved.countdown = countdown.shifted(by: length)
    return moved
  }

  /// Brings the domains to `instant`, up to which nothing is due, so that two worlds of one instant can be compared.
  mutating func settle(at instant: Instant) {
    player.advance(to: instant) { _ in }
    countdown.advance(to: instant) { _ in }
  }

  /// Lets pass what passed before: nobody is told again, but everything comes out as it did.
  mutating func relive(to instant: Instant) {
    var stories: [Player.Event] = []
    var timers: [Countdown.Event] = []
    while advanceToNext(limit: instant, &stories, &timers) != nil {
      for event in stories { remember(event) }
      for case .completed(let session, _) in timers.lazy.map(\.kind) {
        // What was told before is not told again.
        _ = household.value.complete(session)
        _ = household.value.confirm(at: session.ended)
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
    if player.deck.isFromFeed { return interactions.apply(event) }
    switch event.kind {
    case .storyStarted(_, _, .opened): deckLikes = StorySet()
    case .liked(_, let id): deckLikes.insert(id)
    case .unliked(_, let id): deckLikes.remove(id)
    default: break
    }
    return false
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
    if outbox.count != previous.outbox.count { sum += outbox.pieceBytes }
    return sum
  }
}
