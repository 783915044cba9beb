import Timeline

/// Plays a deck of stories: what the apps do with gestures and a timer, as a value.
///
/// The player has no clock. Whoever owns it says what happens and when, and moves it to its next deadline:
///
///     var player = Player(at: .practiceStart)
///     try player.handle(.open(.classic), at: now)
///     player.advance(to: now + .seconds(40))      // two stories further, each event at its exact instant
///
/// Time moves a story only in `entering` and `playing`, and then exactly one deadline is pending; a hold, a pause or
/// buffering of any length takes nothing from the story. What an input does in which state stands in `TransitionTable`.
///
/// A copy costs two reference counts, however long the deck and however long it has played; what seldom changes is
/// shared.
public struct Player: Hashable, Sendable {
  public var settings: Settings {
    _read { yield setup.settings }
    _modify { yield &setup.settings }
  }
  /// What plays; empty while nothing is open.
  public private(set) var deck = Deck.empty
  /// Where swipes to the side go.
  public private(set) var rail: Rail {
    get { setup.rail }
    set { if newValue != setup.rail { setup.rail = newValue } }
  }
  public private(set) var situation = Situation.idle
  /// The place of the current story in the deck, from 0.
  public private(set) var index = 0
  /// How far the player has come in time; never goes back.
  public private(set) var now: Instant

  /// The instant at which the moving story's own time was zero.
  private var origin: Instant
  /// The own time of a story that does not move.
  private var frozen = Duration.zero
  /// How long the current story plays.
  private var length = Duration.zero
  private var heldSince: Instant
  private var pausedSince: Instant
  /// Since when the story has been buffering or failed.
  private var stalledSince: Instant
  /// When the finger of a press with a length goes up; `distantFuture` when nobody said.
  private var pressEnd = Instant.distantFuture
  /// Where the finger is.
  private var pressPlace = Player.middle
  /// When the picture that the story waits for comes; `distantFuture` when nobody said.
  private var stallEnd = Instant.distantFuture
  /// At which of the story's own time something is to go wrong, before its end; `max` for never.
  private var faultAt = Duration.max
  private var chance: SeededGenerator
  @CopyOnWrite private var setup: Setup

  /// The part that changes only when a deck is opened, or something is set or planned: a past of many copies keeps it
  /// once.
  private struct Setup: Hashable, Sendable {
    var settings: Settings
    var rail = Rail.none
    /// What `open` asked each story to last, and what the settings said then.
    var asked: Duration?
    var usual = Duration.zero
    /// What goes wrong at `faultAt`.
    var fault = Fault.failure
  }

  /// An idle player.
  /// - Parameters:
  ///   - instant: its present; earlier inputs count as coming then.
  ///   - seed: where faults by chance come from.
  public init(at instant: Instant, settings: Settings = Settings(), seed: UInt64 = 0) {
    chance = SeededGenerator(seed: seed, stream: 1)
    setup = Setup(settings: settings)
    now = instant
    origin = instant
    heldSince = instant
    pausedSince = instant
    stalledSince = instant
  }

  // MARK: What a viewer sees

  public var state: State { situation.state }
  /// The current story; `nil` while nothing is open.
  public var story: Story? { situation.isOpen ? deck[index] : nil }
  /// How long the current story plays; zero while nothing is open.
  public var storyLength: Duration { situation.isOpen ? length : .zero }

  /// Whether there are several stories, all of one length.
  /// - Complexity: O(stories in the deck).
  public var hasOneLength: Bool { deck.count > 1 && lengths.allSatisfy { $0 == length } }

  /// How long the deck's longest story plays; zero while nothing is open.
  /// - Complexity: O(stories in the deck).
  public var longest: Duration { lengths.max() ?? .zero }

  private var lengths: some Sequence<Duration> {
    (0..<deck.count).lazy.map { deck.length(at: $0, asked: setup.asked, usual: setup.usual) }
  }

  /// The current story's own time at `instant`, holds, pauses and buffering left out.
  ///
  /// Right for any instant from `now` to the next deadline; earlier ones count as `now`, later ones as the deadline of
  /// the story's end. Zero while nothing is open.
  public func offset(at instant: Instant) -> Duration {
    guard situation.isOpen else { return .zero }
    guard situation.isMoving else { return frozen }
    return Swift.min(Swift.max(instant, now) - origin, length)
  }

  /// When the current story's own time will be at `offset` if nobody touches it; `nil` when it does not move, has
  /// passed that already, or ends before.
  public func instant(of offset: Duration) -> Instant? {
    guard situation.isMoving, offset <= length else { return nil }
    let instant = origin + offset
    return instant < now || instant == .distantFuture ? nil : instant
  }

  /// The current story's share that has been shown, 0 … 1, as `offset(at:)`.
  public func progress(at instant: Instant) -> Double { offset(at: instant) / length }

  /// How full segment `place` (from 0) of the progress bar is: past 1, current its progress, future 0.
  public func segment(_ place: Int, at instant: Instant) -> Double {
    place == index ? progress(at: instant) : place < index ? 1 : 0
  }

  /// The whole progress bar, one share for each story of the deck.
  /// - Complexity: O(stories in the deck).
  public func segments(at instant: Instant) -> [Double] {
    (0..<deck.count).map { segment($0, at: instant) }
  }

  /// When the current hold or explicit pause began; `nil` when there is none.
  public var holdStart: Instant? { situation.isHeld ? heldSince : nil }
  public var pauseStart: Instant? { isPaused ? pausedSince : nil }
  /// When the picture that the story waits for comes; `nil` when it does not wait, or nobody knows.
  public var stallEnding: Instant? { isStalled && stallEnd != .distantFuture ? stallEnd : nil }
  /// What is going to go wrong in the current story, and when by its own time.
  public var plannedFault: (fault: Fault, at: Duration)? {
    guard situation.isOpen, faultAt != .max else { return nil }
    return (setup.fault, faultAt)
  }

  private var isPaused: Bool {
    switch situation {
    case .paused, .pausedBuffering, .heldPaused, .heldPausedBuffering: return true
    default: return false
    }
  }

  /// Whether the story waits for its picture, whatever else holds it.
  public var isBuffering: Bool { isStalled && situation != .failed && situation != .heldFailed }

  private var isStalled: Bool {
    switch situation {
    case .buffering, .failed, .pausedBuffering, .heldBuffering, .heldFailed, .heldPausedBuffering: return true
    default: return false
    }
  }

  // MARK: Time

  /// When the player next does something by itself, always after `now`; `nil` when nothing is pending.
  ///
  /// One deadline at most: the end of the entering part, of the story, of a press or of a wait for the picture, or what
  /// was planned to go wrong, whichever comes first.
  ///
  /// It changes nothing. A getter that could not would be given a copy, and it is asked millions of times a year.
  public var nextDeadline: Instant? {
    mutating get {
      let due = deadline
      return due == .distantFuture ? nil : due
    }
  }

  /// Moves on to `instant` and delivers everything that happens until then, that instant included, in order.
  ///
  /// In how many steps one goes makes no difference. An earlier instant than `now` changes nothing.
  /// - Complexity: O(events); a looping deck has no end, so neither has the way to `distantFuture`.
  public mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    var due = deadline
    while due <= instant, due != .distantFuture {
      now = due
      meetDeadline(deliver)
      due = deadline
    }
    if instant > now { now = instant }
  }

  /// As `advance(to:_:)`, with the events in an array.
  @discardableResult
  public mutating func advance(to instant: Instant) -> [Event] {
    var events: [Event] = []
    advance(to: instant) { events.append($0) }
    return events
  }

  /// `distantFuture` for none: one comparison in the loop above instead of two.
  private var deadline: Instant {
    mutating get {
      switch situation {
      case .entering:
        let end = length > Player.enteringLength ? Player.enteringLength : length
        return origin + (faultAt < end ? faultAt : end)
      case .playing: return origin + (faultAt < length ? faultAt : length)
      case .heldPlaying, .heldPaused, .heldFailed: return pressEnd
      case .buffering, .pausedBuffering: return stallEnd
      case .heldBuffering, .heldPausedBuffering: return Swift.min(pressEnd, stallEnd)
      case .idle, .dismissed, .paused, .failed: return .distantFuture
      }
    }
  }

  private mutating func meetDeadline(_ deliver: (Event) -> Void) {
    if situation.isMoving {
      if faultAt <= now - origin { return meetFault(deliver) }
    } else if stallEnd <= now {
      return endStall(deliver)
    }
    if situation == .entering, length > Player.enteringLength {
      assert(TransitionTable.cell(situation, .entered) == .accepted(.to(.playing)))
      situation = .playing
      deliver(Event(at: now, kind: .entered(index: index, id: deck.id(at: index))))
    } else if situation.isMoving {
      assert(TransitionTable.cell(situation, .ended) == .accepted(.storyOrEnd))
      goOn(cause: .advanced, deliver)
    } else if case .accepted(.letGo(let below)) = TransitionTable.cell(situation, .pressOver) {
      letGo(to: below, deliver)
    }
  }

  /// What was planned to go wrong in the story does.
  private mutating func meetFault(_ deliver: (Event) -> Void) {
    assert(TransitionTable.cell(situation, .faultDue) == .accepted(.fault))
    freeze()
    stalledSince = now
    switch setup.fault {
    case .buffering(let length):
      situation = .buffering
      stallEnd = now + length
      deliver(Event(at: now, kind: .bufferingStarted(offset: frozen)))
    case .failure:
      situation = .failed
      deliver(Event(at: now, kind: .failed(offset: frozen)))
    }
    faultAt = .max
  }

  /// The picture comes by itself.
  private mutating func endStall(_ deliver: (Event) -> Void) {
    stallEnd = .distantFuture
    guard case .accepted(let next) = TransitionTable.cell(situation, .bufferOver) else { return }
    if case .to(let situation) = next { self.situation = situation } else { thaw() }
    deliver(Event(at: now, kind: .bufferingEnded(waited: now - stalledSince, offset: frozen, into: state)))
  }

  /// Whether chance lets the story's picture fail.
  private mutating func failsByChance() -> Bool {
    settings.faults.failureRate > 0 && chance.unit() < settings.faults.failureRate
  }

  /// Whether a picture that no cache holds has to be loaded.
  private mutating func loadsByChance() -> Bool {
    let rate = settings.faults.loadingRate
    return rate >= 1 || rate > 0 && chance.unit() < rate
  }

  // MARK: From story to story

  /// Starts the story at `place` from its beginning; lifts any pause, buffering or failure of the one before.
  private mutating func start(_ place: Int, cause: Cause, _ deliver: (Event) -> Void) {
    index = place
    length = deck.length(at: place, asked: setup.asked, usual: setup.usual)
    origin = now
    situation = .entering
    stallEnd = .distantFuture
    faultAt = .max
    deliver(Event(at: now, kind: .storyStarted(index: place, id: deck.id(at: place), cause: cause)))
    if deck.isMissing(at: place) || failsByChance() { failAtOnce(deliver) }
  }

  /// The picture of the story that has just started is in no cache: it takes so long to load, unless chance has it here.
  public mutating func load(for length: Duration, _ deliver: (Event) -> Void) {
    guard situation.isMoving, length > .zero, loadsByChance() else { return }
    freeze()
    stalledSince = now
    stallEnd = now + length
    situation = .buffering
    deliver(Event(at: now, kind: .bufferingStarted(offset: frozen)))
  }

  /// A story without its picture has failed before it has moved.
  private mutating func failAtOnce(_ deliver: (Event) -> Void) {
    frozen = .zero
    stalledSince = now
    situation = .failed
    deliver(Event(at: now, kind: .failed(offset: .zero)))
  }

  /// The story after this one, or whatever the settings put after the last.
  private mutating func goOn(cause: Cause, _ deliver: (Event) -> Void) {
    guard index + 1 == deck.count else { return start(index + 1, cause: cause, deliver) }
    switch settings.endOfDeck {
    case .loop:
      deliver(Event(at: now, kind: .deckFinished(then: .loop)))
      start(0, cause: .looped, deliver)
    case .nextDeck:
      if let next = rail.deck(.next, of: deck[index].author) {
        deliver(Event(at: now, kind: .deckFinished(then: .nextDeck)))
        deck = next
        start(0, cause: .nextDeck, deliver)
      } else {
        dismissAtEnd(deliver)
      }
    case .endless: goOnForEver(deliver)
    case .dismiss: dismissAtEnd(deliver)
    }
  }

  /// The deck that comes after this one by the settings; `nil` where viewing ends.
  public var followingDeck: Deck? {
    switch settings.endOfDeck {
    case .loop: deck
    case .nextDeck: beside(.next)?.deck
    case .endless: deck.isFromFeed ? following?.deck : deck
    case .dismiss: nil
    }
  }

  /// The next round of the feed, or the next user's deck there; a deck of one's own begins again.
  private mutating func goOnForEver(_ deliver: (Event) -> Void) {
    guard deck.isFromFeed else {
      deliver(Event(at: now, kind: .deckFinished(then: .loop)))
      return start(0, cause: .looped, deliver)
    }
    guard let next = following else { return dismissAtEnd(deliver) }
    deliver(Event(at: now, kind: .deckFinished(then: .endless)))
    start(next.deck, on: next.rail, cause: next.cause, deliver)
  }

  /// What plays after the deck for a viewer who never stops.
  private var following: Following? {
    guard case .cycle = deck.origin else { return beside(.next) }
    guard let (next, isReloaded) = endlessRail(.next), let round = next.round(at: now) else { return nil }
    return (round, next, isReloaded ? .reloaded : .nextRound)
  }

  private typealias Following = (deck: Deck, rail: Rail, cause: Cause)

  /// The deck to which a swipe goes; past the ends of the rail only where viewing is endless.
  private func beside(_ direction: Rail.Direction) -> Following? {
    let cause = direction == .next ? Cause.nextDeck : .previousDeck
    if let deck = rail.deck(direction, of: deck[index].author) { return (deck, rail, cause) }
    guard settings.endOfDeck == .endless, let (next, isReloaded) = endlessRail(direction),
      let deck = direction == .next ? next.decks.first : next.decks.last
    else { return nil }
    return (deck, next, isReloaded ? .reloaded : cause)
  }

  /// The round beside this one; when all of the feed has expired, what it brings when it is loaded anew.
  private func endlessRail(_ direction: Rail.Direction) -> (rail: Rail, isReloaded: Bool)? {
    if let rail = rail.beyond(direction, at: now) { return (rail, false) }
    return direction == .next ? rail.reloaded(at: now).map { ($0, true) } : nil
  }

  private mutating func start(
    _ deck: Deck, at place: Int = 0, on rail: Rail, cause: Cause, _ deliver: (Event) -> Void
  ) {
    self.deck = deck
    self.rail = rail
    start(place, cause: cause, deliver)
  }

  private mutating func dismissAtEnd(_ deliver: (Event) -> Void) {
    deliver(Event(at: now, kind: .deckFinished(then: .dismiss)))
    close(as: .dismissed)
    deliver(Event(at: now, kind: .dismissed(.deckEnded)))
  }

  /// Ends viewing. The deck goes too: nothing of it may leak into what is opened next.
  private mutating func close(as situation: Situation) {
    self.situation = situation
    deck = .empty
    rail = .none
    index = 0
    stallEnd = .distantFuture
    faultAt = .max
  }

  // MARK: Standing still and moving on

  /// Takes the story's own time off the clock, if it is on it.
  private mutating func freeze() {
    if situation.isMoving { frozen = now - origin }
  }

  /// Puts the story's own time on the clock again, where it was.
  private mutating func thaw() {
    origin = now - frozen
    situation = frozen < Player.enteringLength ? .entering : .playing
  }

  /// The finger goes up: back to what lay below, or a tap if it was too short for a hold.
  private mutating func letGo(to below: Situation?, _ deliver: (Event) -> Void) {
    let heldFor = now - heldSince
    pressEnd = .distantFuture
    if heldFor < settings.pressThreshold {
      deliver(Event(at: now, kind: .shortPress(heldFor: heldFor)))
      tap(at: pressPlace, deliver)
      return
    }
    if let below { situation = below } else { thaw() }
    deliver(Event(at: now, kind: .released(heldFor: heldFor, offset: frozen, into: state)))
  }

  /// A tap left of the border goes back, on it or right of it on.
  private mutating func tap(at place: Double, _ deliver: (Event) -> Void) {
    if place < settings.previousZone { goBack(cause: .tapped, deliver) } else { goOn(cause: .tapped, deliver) }
  }

  /// The story before this one. The first one starts again, but where viewing is endless the feed goes on backwards, too.
  private mutating func goBack(cause: Cause, _ deliver: (Event) -> Void) {
    guard index == 0 else { return start(index - 1, cause: cause, deliver) }
    guard settings.endOfDeck == .endless, case .cycle = deck.origin, let (rail, _) = endlessRail(.previous),
      let round = rail.round(at: now), !round.isEmpty
    else { return start(0, cause: .restartedFirst, deliver) }
    start(round, at: round.count - 1, on: rail, cause: .roundBefore, deliver)
  }

  // MARK: Inputs

  /// Takes `input` in at `instant` and delivers what follows from it.
  ///
  /// What is due by `instant` comes first (as `advance(to:_:)`), then the input. An instant before `now` counts as
  /// `now`. An input that has no effect says so with an `ignored` event.
  /// - Throws: `Refusal` when the input cannot be taken. The player has then come to `instant` and is otherwise as it
  ///   was.
  public mutating func handle(_ input: Input, at instant: Instant, _ deliver: (Event) -> Void) throws(Refusal) {
    advance(to: instant, deliver)
    switch TransitionTable.cell(situation, input.kind) {
    case .refused, .never: throw .nothingPlays(input.kind, state: state)
    case .ignored(let kind): deliver(Event(at: now, kind: .ignored(input.kind, ignored(kind))))
    case .accepted(let next):
      try perform(input, next, deliver)
      advance(to: now, deliver)  // a press of no length is over at once
    }
  }

  /// As `handle(_:at:_:)`, with the events in an array; a refusal leaves the player untouched, its time included.
  @discardableResult
  public mutating func handle(_ input: Input, at instant: Instant) throws(Refusal) -> [Event] {
    var next = self
    var events: [Event] = []
    try next.handle(input, at: instant) { events.append($0) }
    self = next
    return events
  }

  private mutating func perform(_ input: Input, _ next: Next, _ deliver: (Event) -> Void) throws(Refusal) {
    switch input {
    case .open(let deck, let place, let length, let rail): try open(deck, place, length, rail, deliver)
    case .hold(let place): try hold(at: place, until: .distantFuture, next, deliver)
    case .press(let length, let place):
      guard length >= .zero else { throw .negativePress(length) }
      try hold(at: place, until: now + length, next, deliver)
    case .release:
      if case .letGo(let below) = next { letGo(to: below, deliver) }
    case .tap(let place):
      try Player.check(place: place)
      tap(at: place, deliver)
    case .tapBar(let number), .jump(let number):
      guard number >= 1, number <= deck.count else { throw .noSuchStory(number: number, count: deck.count) }
      start(number - 1, cause: .jumped, deliver)
    case .next: goOn(cause: .next, deliver)
    case .previous: goBack(cause: .previous, deliver)
    case .swipe(let direction): swipe(direction, deliver)
    case .doubleTap, .like: deliver(Event(at: now, kind: .liked(index: index, id: deck.id(at: index))))
    case .unlike: deliver(Event(at: now, kind: .unliked(index: index, id: deck.id(at: index))))
    case .bufferFor(let length):
      guard length >= .zero else { throw .negativeBuffering(length) }
      standOrGo(.bufferStart, next, deliver)
      stallEnd = now + length
    case .fault(let fault, let place): try plan(fault, at: place, deliver)
    case .pause, .resume, .bufferStart, .bufferEnd, .fail, .retry: standOrGo(input, next, deliver)
    case .stop:
      let kind = Event.Kind.stopped(index: index, id: deck.id(at: index), offset: offset(at: now))
      close(as: .idle)
      deliver(Event(at: now, kind: kind))
    }
  }

  private mutating func open(
    _ deck: Deck, _ place: Int, _ length: Duration?, _ rail: Rail, _ deliver: (Event) -> Void
  ) throws(Refusal) {
    guard !deck.isEmpty else { throw .emptyDeck }
    guard place >= 0, place < deck.count else {
      throw .noSuchStory(number: place == .max ? place : place + 1, count: deck.count)
    }
    let shortest = length ?? settings.length
    guard shortest > .zero else { throw .lengthNotPositive(shortest) }
    self.deck = deck
    self.rail = rail
    if setup.asked != length { setup.asked = length }
    if setup.usual != settings.length { setup.usual = settings.length }
    start(place, cause: .opened, deliver)
  }

  private mutating func hold(
    at place: Double, until end: Instant, _ next: Next, _ deliver: (Event) -> Void
  ) throws(Refusal) {
    try Player.check(place: place)
    freeze()
    enter(next)
    heldSince = now
    pressEnd = end
    pressPlace = place
    deliver(Event(at: now, kind: .held(offset: frozen)))
  }

  /// Something is to go wrong, between now and the story's end.
  private mutating func plan(_ fault: Fault, at place: Duration, _ deliver: (Event) -> Void) throws(Refusal) {
    let offset = offset(at: now)
    guard place >= offset, place >= .zero, place < length else {
      throw .faultOutside(at: place, offset: offset, length: length)
    }
    if case .buffering(let length) = fault, length < .zero { throw .negativeBuffering(length) }
    if fault != setup.fault { setup.fault = fault }
    faultAt = place
    deliver(Event(at: now, kind: .faultPlanned(fault, at: place)))
  }

  private mutating func swipe(_ direction: SwipeDirection, _ deliver: (Event) -> Void) {
    switch direction {
    case .up: break  // ignored by the table
    case .down:
      close(as: .dismissed)
      deliver(Event(at: now, kind: .dismissed(.swipedDown)))
    case .left: swipe(along: .next, deliver)
    case .right: swipe(along: .previous, deliver)
    }
  }

  private mutating func swipe(along direction: Rail.Direction, _ deliver: (Event) -> Void) {
    guard let other = beside(direction) else {
      let kind = direction == .next ? InputKind.swipeLeft : .swipeRight
      deliver(Event(at: now, kind: .ignored(kind, .noDeck(direction))))
      return
    }
    start(other.deck, on: other.rail, cause: other.cause, deliver)
  }

  /// The inputs that stop the story's own time or let it go on, where nothing else does the opposite.
  private mutating func standOrGo(_ input: Input, _ next: Next, _ deliver: (Event) -> Void) {
    if input == .retry, deck.isMissing(at: index) || failsByChance() {
      stalledSince = now
      deliver(Event(at: now, kind: .failed(offset: frozen)))
      return
    }
    freeze()
    enter(next)
    let kind: Event.Kind
    switch input {
    case .pause:
      pausedSince = now
      kind = .paused(offset: frozen)
    case .resume: kind = .resumed(pausedFor: now - pausedSince, offset: frozen, into: state)
    case .bufferStart:
      stalledSince = now
      stallEnd = .distantFuture
      kind = .bufferingStarted(offset: frozen)
    case .bufferEnd:
      stallEnd = .distantFuture
      kind = .bufferingEnded(waited: now - stalledSince, offset: frozen, into: state)
    case .fail:
      stalledSince = now
      stallEnd = .distantFuture
      kind = .failed(offset: frozen)
    default: kind = .retried(offset: frozen, into: state)
    }
    deliver(Event(at: now, kind: kind))
  }

  /// Goes where the table says; the ways to other stories go through `start` instead.
  private mutating func enter(_ next: Next) {
    switch next {
    case .to(let situation): self.situation = situation
    case .moving: thaw()
    case .story, .beside, .storyOrEnd, .letGo, .fault: break
    }
  }

  private func ignored(_ kind: IgnoredKind) -> Ignored {
    switch kind {
    case .held: return .held(since: heldSince)
    case .alreadyHeld: return .alreadyHeld(since: heldSince)
    case .notHeld: return .notHeld
    case .alreadyPaused: return .alreadyPaused(since: pausedSince)
    case .notPaused: return .notPaused
    case .alreadyBuffering: return .alreadyBuffering(since: stalledSince)
    case .notBuffering: return .notBuffering
    case .failed: return .failed(since: stalledSince)
    case .notFailed: return .notFailed
    case .noDeck: return .noDeck(.next)
    case .noMeaning: return .noMeaning
    }
  }

  static func check(place: Double) throws(Refusal) {
    guard place >= 0, place <= 1 else { throw .placeOutside(place) }
  }

  // MARK: The same player, elsewhere

  /// The same player as if everything had happened `length` later, or earlier for a negative length: what plays has
  /// come just as far, holds and pauses are just as old, and what is due comes as much later.
  public func shifted(by length: Duration) -> Player {
    var moved = self
    moved.now += length
    moved.origin += length
    moved.heldSince += length
    moved.pausedSince += length
    moved.stalledSince += length
    if stallEnd != .distantFuture { moved.stallEnd += length }
    if pressEnd != .distantFuture { moved.pressEnd += length }
    return moved
  }

  /// The part of a player that decides what it will do, relative to now: two equal signatures have the same future.
  ///
  /// A caller that meets one twice while nobody touches the player knows that the deck goes round for ever, so that a
  /// condition that was false all the way will never be true. Comparing is O(1) for the same deck and rail.
  public struct Signature: Hashable, Sendable {
    private let deck: Deck
    private let rail: Rail
    private let settings: Settings
    private let situation: Situation
    private let index: Int
    private let offset: Duration
    private let asked: Duration?
    private let usual: Duration
    /// How long the finger has been down, up to what makes it a hold: longer makes no difference.
    private let held: Duration
    private let pressLeft: Duration?
    private let pressPlace: Double
    private let stallLeft: Duration?
    private let faultAt: Duration
    private let fault: Fault?
    /// Chance counts only where something is left to it: without it a deck goes round for ever.
    private let chance: SeededGenerator?

    fileprivate init(_ player: Player, at instant: Instant) {
      let now = Swift.max(instant, player.now)
      let isHeld = player.situation.isHeld
      deck = player.deck
      rail = player.rail
      settings = player.settings
      situation = player.situation
      index = player.index
      offset = player.offset(at: now)
      asked = player.situation.isOpen ? player.setup.asked : nil
      usual = player.situation.isOpen ? player.setup.usual : .zero
      held = isHeld ? Swift.min(now - player.heldSince, player.settings.pressThreshold) : .zero
      pressLeft = isHeld && player.pressEnd != .distantFuture ? player.pressEnd - now : nil
      pressPlace = isHeld ? player.pressPlace : Player.middle
      stallLeft = player.stallEnding.map { $0 - now }
      faultAt = player.situation.isOpen ? player.faultAt : .max
      fault = player.plannedFault?.fault
      chance = player.settings.faults.areCertain ? nil : player.chance
    }
  }

  /// The signature at `instant`, which lies between `now` and the next deadline.
  public func signature(at instant: Instant) -> Signature { Signature(self, at: instant) }
}
