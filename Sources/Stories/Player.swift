import Timeline

/// Plays a deck of stories: the behaviour of the apps under gestures and a timer, as a value.
///
/// The player has no clock. Its owner says what happens and when, and moves the player to its next deadline:
///
///     var player = Player(at: .practiceStart)
///     try player.handle(.open(.classic), at: now)
///     player.advance(to: now + .seconds(40))      // two stories further, each event at its exact instant
///
/// Time moves a story only in `entering` and `playing`, and then exactly one deadline is pending. A hold, a pause or
/// buffering of any length takes nothing from the story. `TransitionTable` defines what each input does in each
/// state.
///
/// A copy costs two reference counts, regardless of the length of the deck and of the playing time; the parts that
/// seldom change are shared.
public struct Player: Hashable, Sendable {
  public var settings: Settings {
    _read { yield setup.settings }
    _modify { yield &setup.settings }
  }
  /// The open deck; empty if nothing is open.
  public private(set) var deck = Deck.empty
  /// The decks that swipes to the side lead to.
  public private(set) var rail: Rail {
    get { setup.rail }
    set { if newValue != setup.rail { setup.rail = newValue } }
  }
  public private(set) var situation = Situation.idle
  /// The index of the current story in the deck, from 0.
  public private(set) var index = 0
  /// The player's present; never goes back.
  public private(set) var now: Instant

  /// The instant at which the moving story's own time was zero.
  private var origin: Instant
  /// The own time of a story that is not moving.
  private var frozen = Duration.zero
  /// The playing time of the current story.
  private var length = Duration.zero
  private var heldSince: Instant
  private var pausedSince: Instant
  /// The instant at which the story began to buffer or failed.
  private var stalledSince: Instant
  /// The instant at which a press with a length ends; `distantFuture` if it has no length.
  private var pressEnd = Instant.distantFuture
  /// The position of the finger, as a fraction of the width.
  private var pressPlace = Player.middle
  /// The instant at which the awaited picture arrives; `distantFuture` if unknown.
  private var stallEnd = Instant.distantFuture
  /// The story's own time at which the planned fault occurs, before its end; `max` for no fault.
  private var faultAt = Duration.max
  private var chance: SeededGenerator
  @CopyOnWrite private var setup: Setup

  /// The part that changes only when a deck is opened, a setting changes or a fault is planned. Many copies of a
  /// player share one.
  private struct Setup: Hashable, Sendable {
    var settings: Settings
    var rail = Rail.none
    /// The length that `open` gave each story, and the length in the settings at that time.
    var asked: Duration?
    var usual = Duration.zero
    /// The fault that occurs at `faultAt`.
    var fault = Fault.failure
  }

  /// Creates an idle player.
  /// - Parameters:
  ///   - instant: The player's present; earlier inputs count as coming at this instant.
  ///   - seed: The seed from which random faults are drawn.
  public init(at instant: Instant, settings: Settings = Settings(), seed: UInt64 = 0) {
    chance = SeededGenerator(seed: seed, stream: 1)
    setup = Setup(settings: settings)
    now = instant
    origin = instant
    heldSince = instant
    pausedSince = instant
    stalledSince = instant
  }

  // MARK: The visible state

  public var state: State { situation.state }
  /// The current story; `nil` if nothing is open.
  public var story: Story? { situation.isOpen ? deck[index] : nil }
  /// The playing time of the current story; zero if nothing is open.
  public var storyLength: Duration { situation.isOpen ? length : .zero }

  /// `true` if the deck has several stories and all have the same length.
  /// - Complexity: O(stories in the deck).
  public var hasOneLength: Bool { deck.count > 1 && lengths.allSatisfy { $0 == length } }

  /// The playing time of the deck's longest story; zero if nothing is open.
  /// - Complexity: O(stories in the deck).
  public var longest: Duration { lengths.max() ?? .zero }

  private var lengths: some Sequence<Duration> {
    (0..<deck.count).lazy.map { deck.length(at: $0, asked: setup.asked, usual: setup.usual) }
  }

  /// Returns the current story's own time at `instant`, without holds, pauses and buffering.
  ///
  /// Correct for any instant from `now` to the next deadline; earlier instants count as `now`, later ones as the end
  /// of the story. Zero if nothing is open.
  public func offset(at instant: Instant) -> Duration {
    guard situation.isOpen else { return .zero }
    guard situation.isMoving else { return frozen }
    return Swift.min(Swift.max(instant, now) - origin, length)
  }

  /// Returns the instant at which the current story's own time will be `offset` without further input, or `nil` if
  /// the story is not moving, has already passed that offset, or ends before it.
  public func instant(of offset: Duration) -> Instant? {
    guard situation.isMoving, offset <= length else { return nil }
    let instant = origin + offset
    return instant < now || instant == .distantFuture ? nil : instant
  }

  /// Returns the fraction of the current story that has been shown, 0 … 1; see `offset(at:)` for valid instants.
  public func progress(at instant: Instant) -> Double { offset(at: instant) / length }

  /// Returns how full segment `place` (from 0) of the progress bar is: 1 for past stories, the progress of the
  /// current one, 0 for future ones.
  public func segment(_ place: Int, at instant: Instant) -> Double {
    place == index ? progress(at: instant) : place < index ? 1 : 0
  }

  /// Returns the whole progress bar, one fraction for each story of the deck.
  /// - Complexity: O(stories in the deck).
  public func segments(at instant: Instant) -> [Double] {
    (0..<deck.count).map { segment($0, at: instant) }
  }

  /// The instant at which the current hold began; `nil` if there is none. `pauseStart` is that of an explicit pause.
  public var holdStart: Instant? { situation.isHeld ? heldSince : nil }
  public var pauseStart: Instant? { isPaused ? pausedSince : nil }
  /// The instant at which the awaited picture arrives; `nil` if the story is not waiting or the instant is unknown.
  public var stallEnding: Instant? { isStalled && stallEnd != .distantFuture ? stallEnd : nil }
  /// The fault planned for the current story, and the story's own time at which it occurs.
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

  /// `true` while the story waits for its picture, even if it is also held or paused.
  public var isBuffering: Bool { isStalled && situation != .failed && situation != .heldFailed }

  private var isStalled: Bool {
    switch situation {
    case .buffering, .failed, .pausedBuffering, .heldBuffering, .heldFailed, .heldPausedBuffering: return true
    default: return false
    }
  }

  // MARK: Time

  /// The instant at which the player next does something by itself, always after `now`; `nil` if nothing is pending.
  ///
  /// There is at most one deadline: the end of the entering part, of the story, of a press or of a wait for the
  /// picture, or the planned fault, whichever comes first.
  ///
  /// The getter changes nothing. It is `mutating` because a nonmutating one would be passed a copy, and it is called
  /// millions of times.
  public var nextDeadline: Instant? {
    mutating get {
      let due = deadline
      return due == .distantFuture ? nil : due
    }
  }

  /// Moves to `instant` and delivers all events up to and including that instant, in order.
  ///
  /// The number of steps makes no difference. An instant before `now` changes nothing.
  /// - Complexity: O(events); a looping deck never ends, so advancing it to `distantFuture` does not either.
  public mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    var due = deadline
    while due <= instant, due != .distantFuture {
      now = due
      handleDeadline(deliver)
      due = deadline
    }
    if instant > now { now = instant }
  }

  /// Like `advance(to:_:)`, but returns the events in an array.
  @discardableResult
  public mutating func advance(to instant: Instant) -> [Event] {
    var events: [Event] = []
    advance(to: instant) { events.append($0) }
    return events
  }

  /// The next deadline; `distantFuture` if there is none, which saves a comparison in the loop above.
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

  private mutating func handleDeadline(_ deliver: (Event) -> Void) {
    if situation.isMoving {
      if faultAt <= now - origin { return handleFault(deliver) }
    } else if stallEnd <= now {
      return endStall(deliver)
    }
    if situation == .entering, length > Player.enteringLength {
      assert(TransitionTable.cell(situation, .entered) == .accepted(.to(.playing)))
      situation = .playing
      deliver(Event(at: now, kind: .entered(index: index, id: deck.id(at: index))))
    } else if situation.isMoving {
      assert(TransitionTable.cell(situation, .ended) == .accepted(.storyOrEnd))
      goForward(cause: .advanced, deliver)
    } else if case .accepted(.letGo(let below)) = TransitionTable.cell(situation, .pressOver) {
      fingerLifted(to: below, deliver)
    }
  }

  /// Triggers the story's planned fault.
  private mutating func handleFault(_ deliver: (Event) -> Void) {
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
      deliver(Event(at: now, kind: .failed(offset: frozen, cause: .planned)))
    }
    faultAt = .max
  }

  /// Ends a wait for the picture, which has arrived by itself.
  private mutating func endStall(_ deliver: (Event) -> Void) {
    stallEnd = .distantFuture
    guard case .accepted(let next) = TransitionTable.cell(situation, .bufferOver) else { return }
    if case .to(let situation) = next { self.situation = situation } else { thaw() }
    deliver(Event(at: now, kind: .bufferingEnded(waited: now - stalledSince, offset: frozen, into: state)))
  }

  /// Draws whether the story's picture fails.
  private mutating func failsByChance() -> Bool {
    settings.faults.failureRate > 0 && chance.unit() < settings.faults.failureRate
  }

  /// Returns why the picture of the story at `place` cannot be shown now; `nil` if it can.
  private mutating func failure(at place: Int) -> FailureCause? {
    deck.isMissing(at: place) ? .missing : failsByChance() ? .chance : nil
  }

  /// Draws whether a picture that is not cached has to be loaded.
  private mutating func loadsByChance() -> Bool {
    let rate = settings.faults.loadingRate
    return rate >= 1 || rate > 0 && chance.unit() < rate
  }

  // MARK: From story to story

  /// Starts the story at `place` from its beginning and lifts any pause, buffering or failure of the previous story.
  private mutating func start(_ place: Int, cause: Cause, _ deliver: (Event) -> Void) {
    index = place
    length = deck.length(at: place, asked: setup.asked, usual: setup.usual)
    origin = now
    situation = .entering
    stallEnd = .distantFuture
    faultAt = .max
    deliver(Event(at: now, kind: .storyStarted(index: place, id: deck.id(at: place), cause: cause)))
    if let cause = failure(at: place) { failAtOnce(cause, deliver) }
  }

  /// Starts loading the picture of the story that has just started, unless chance says that it is available. Called
  /// for a picture that is not cached; loading takes `length`.
  public mutating func load(for length: Duration, _ deliver: (Event) -> Void) {
    guard situation.isMoving, length > .zero, loadsByChance() else { return }
    freeze()
    stalledSince = now
    stallEnd = now + length
    situation = .buffering
    deliver(Event(at: now, kind: .bufferingStarted(offset: frozen)))
  }

  /// Makes a story without a picture fail before it moves.
  private mutating func failAtOnce(_ cause: FailureCause, _ deliver: (Event) -> Void) {
    frozen = .zero
    stalledSince = now
    situation = .failed
    deliver(Event(at: now, kind: .failed(offset: .zero, cause: cause)))
  }

  /// Starts the next story, or does what the settings say after the last one.
  private mutating func goForward(cause: Cause, _ deliver: (Event) -> Void) {
    guard index + 1 == deck.count else { return start(index + 1, cause: cause, deliver) }
    switch settings.endOfDeck {
    case .loop:
      deliver(Event(at: now, kind: .deckFinished(then: .loop)))
      start(0, cause: .looped, deliver)
    case .nextDeck:
      if let next = rail.deck(.next, of: deck[index].author, at: now) {
        deliver(Event(at: now, kind: .deckFinished(then: .nextDeck)))
        deck = next
        start(0, cause: .nextDeck, deliver)
      } else {
        dismissAtEnd(deliver)
      }
    case .endless: continueEndlessly(deliver)
    case .dismiss: dismissAtEnd(deliver)
    }
  }

  /// The deck that the settings put after this one; `nil` if viewing ends.
  public var followingDeck: Deck? {
    switch settings.endOfDeck {
    case .loop: deck
    case .nextDeck: beside(.next)?.deck
    case .endless: deck.isFromFeed ? following?.deck : deck
    case .dismiss: nil
    }
  }

  /// Continues with the next round of the feed, or the next user's deck there. A deck from outside the feed starts
  /// again.
  private mutating func continueEndlessly(_ deliver: (Event) -> Void) {
    guard deck.isFromFeed else {
      deliver(Event(at: now, kind: .deckFinished(then: .loop)))
      return start(0, cause: .looped, deliver)
    }
    guard let next = following else { return dismissAtEnd(deliver) }
    deliver(Event(at: now, kind: .deckFinished(then: .endless)))
    start(next.deck, on: next.rail, cause: next.cause, deliver)
  }

  /// The deck that follows in endless viewing.
  private var following: Following? {
    guard case .cycle = deck.origin else { return beside(.next) }
    guard let (next, isReloaded) = endlessRail(.next), let round = next.round(at: now) else { return nil }
    return (round, next, isReloaded ? .reloaded : .nextRound)
  }

  private typealias Following = (deck: Deck, rail: Rail, cause: Cause)

  /// Returns the deck that a swipe leads to. It crosses the ends of the rail only in endless viewing.
  private func beside(_ direction: Rail.Direction) -> Following? {
    let cause = direction == .next ? Cause.nextDeck : .previousDeck
    if let deck = rail.deck(direction, of: deck[index].author, at: now) { return (deck, rail, cause) }
    guard settings.endOfDeck == .endless, let (next, isReloaded) = endlessRail(direction),
      let deck = direction == .next ? next.decks.first : next.decks.last
    else { return nil }
    return (deck, next, isReloaded ? .reloaded : cause)
  }

  /// Returns the reason why there is no deck in a direction.
  private func missingDeck(_ direction: Rail.Direction) -> MissingDeck {
    if rail.decks.isEmpty { return .outsideFeed }
    let author = deck[index].author
    let place = rail.decks.firstIndex { !$0.isEmpty && $0[0].author == author }
    if let place, direction == .next ? place + 1 < rail.decks.count : place > 0 { return .expired(author: author) }
    return .end(author: author)
  }

  /// Returns the rail of the neighbouring round. If the whole feed has expired, the next rail comes from a reloaded
  /// feed.
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

  /// Ends viewing and drops the deck, so that nothing of it leaks into the next one.
  private mutating func close(as situation: Situation) {
    self.situation = situation
    deck = .empty
    rail = .none
    index = 0
    stallEnd = .distantFuture
    faultAt = .max
  }

  // MARK: Stopping and resuming

  /// Stops the story's own time, if it is moving.
  private mutating func freeze() {
    if situation.isMoving { frozen = now - origin }
  }

  /// Resumes the story's own time at the point where it stopped.
  private mutating func thaw() {
    origin = now - frozen
    situation = frozen < Player.enteringLength ? .entering : .playing
  }

  /// Handles the lifting of the finger: returns to the state below the hold, or acts as a tap if the press was too
  /// short for a hold.
  private mutating func fingerLifted(to below: Situation?, _ deliver: (Event) -> Void) {
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

  /// Handles a tap: before the border, in the direction of reading, it goes back, otherwise forward.
  private mutating func tap(at x: Double, _ deliver: (Event) -> Void) {
    let place = settings.isRightToLeft ? 1 - x : x
    if place < settings.previousZone { goBack(cause: .tappedBack, deliver) } else { goForward(cause: .tapped, deliver) }
  }

  /// Starts the previous story. At the first story it starts that one again, or in endless viewing the last story of
  /// the previous round.
  private mutating func goBack(cause: Cause, _ deliver: (Event) -> Void) {
    guard index == 0 else { return start(index - 1, cause: cause, deliver) }
    guard settings.endOfDeck == .endless, case .cycle = deck.origin, let (rail, _) = endlessRail(.previous),
      let round = rail.round(at: now), !round.isEmpty
    else { return start(0, cause: .restartedFirst, deliver) }
    start(round, at: round.count - 1, on: rail, cause: .roundBefore, deliver)
  }

  // MARK: Inputs

  /// Handles `input` at `instant` and delivers the resulting events.
  ///
  /// Events due by `instant` come first (as in `advance(to:_:)`), then the input. An instant before `now` counts as
  /// `now`. An input without effect delivers an `ignored` event.
  /// - Throws: `Refusal` if the input is not accepted. The player has then advanced to `instant` and is otherwise
  ///   unchanged.
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

  /// Like `handle(_:at:_:)`, but returns the events in an array. A refusal leaves the player and its time unchanged.
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
      if case .letGo(let below) = next { fingerLifted(to: below, deliver) }
    case .tap(let place):
      try Player.check(place: place)
      tap(at: place, deliver)
    case .tapBar(let number), .jump(let number):
      guard number >= 1, number <= deck.count else { throw .noSuchStory(number: number, count: deck.count) }
      start(number - 1, cause: .jumped, deliver)
    case .next: goForward(cause: .next, deliver)
    case .previous: goBack(cause: .previous, deliver)
    case .swipe(let direction): swipe(direction, deliver)
    case .swipeBack: deliver(Event(at: now, kind: .ignored(input.kind, .takenBack)))
    case .doubleTap, .like: deliver(Event(at: now, kind: .liked(index: index, id: deck.id(at: index))))
    case .unlike: deliver(Event(at: now, kind: .unliked(index: index, id: deck.id(at: index))))
    case .bufferFor(let length):
      guard length >= .zero else { throw .negativeBuffering(length) }
      stopOrContinue(.bufferStart, next, deliver)
      stallEnd = now + length
    case .fault(let fault, let place): try plan(fault, at: place, deliver)
    case .pause, .resume, .bufferStart, .bufferEnd, .fail, .retry: stopOrContinue(input, next, deliver)
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

  /// Plans a fault between now and the story's end.
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
    case .left, .right: swipe(along: settings.direction(ofSwipe: direction), direction, deliver)
    }
  }

  private mutating func swipe(
    along direction: Rail.Direction, _ swipe: SwipeDirection, _ deliver: (Event) -> Void
  ) {
    guard let other = beside(direction) else {
      deliver(Event(at: now, kind: .ignored(Input.swipe(swipe).kind, .noDeck(direction, missingDeck(direction)))))
      return
    }
    start(other.deck, on: other.rail, cause: other.cause, deliver)
  }

  /// Handles the inputs that stop or resume the story's own time, except where another state still stops it.
  private mutating func stopOrContinue(_ input: Input, _ next: Next, _ deliver: (Event) -> Void) {
    if input == .retry, let cause = failure(at: index) {
      stalledSince = now
      deliver(Event(at: now, kind: .failed(offset: frozen, cause: cause)))
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

  /// Enters the situation given by the table; transitions to other stories go through `start` instead.
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
    case .noDeck: return .noDeck(.next, missingDeck(.next))
    case .noMeaning: return .noMeaning
    }
  }

  static func check(place: Double) throws(Refusal) {
    guard place >= 0, place <= 1 else { throw .placeOutside(place) }
  }

  // MARK: Copies shifted in time, and signatures

  /// Returns a copy shifted forward by `length`, or back for a negative length. The story's progress and the ages of
  /// holds and pauses stay the same, and deadlines shift by the same length.
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

  /// The part of a player that decides what it will do, relative to now: equal signatures have the same future.
  ///
  /// A caller that meets a signature twice without input in between knows that the deck loops for ever, so a
  /// condition that was false all the way will never be true. Comparison is O(1) for the same deck and rail.
  public struct Signature: Hashable, Sendable {
    private let deck: Deck
    private let rail: Rail
    private let settings: Settings
    private let situation: Situation
    private let index: Int
    private let offset: Duration
    private let asked: Duration?
    private let usual: Duration
    /// The time since the finger went down, capped at the hold threshold: longer makes no difference.
    private let held: Duration
    private let pressLeft: Duration?
    private let pressPlace: Double
    private let stallLeft: Duration?
    private let faultAt: Duration
    private let fault: Fault?
    /// The random generator, only if the settings leave something to chance: without chance a deck loops for ever.
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

  /// Returns the signature at `instant`, which must lie between `now` and the next deadline.
  public func signature(at instant: Instant) -> Signature { Signature(self, at: instant) }
}
