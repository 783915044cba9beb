import Timeline

extension Player {
  /// Takes `input` in at `instant` and delivers what follows from it.
  ///
  /// What is due by `instant` comes first (as `advance(to:_:)`), then the input. An instant before `now` counts as `now`.
  /// An input that has no effect says so with an `ignored` event.
  /// - Throws: `Refusal` when the input cannot be taken. The player has then come to `instant` and is otherwise as it was.
  public mutating func handle(
    _ input: Input, at instant: Instant, _ deliver: (Event) -> Void
  ) throws(Refusal) {
    advance(to: instant, deliver)
    switch TransitionTable.cell(situation, input.kind) {
    case .refused, .never:
      throw .nothingPlays(input.kind, state: state)
    case .ignored(let kind):
      deliver(Event(at: now, kind: .ignored(input.kind, ignored(kind))))
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
    case .open(let deck, let place, let length, let rail):
      try open(deck, place, length, rail, deliver)
    case .hold(let place):
      try hold(at: place, until: .distantFuture, next, deliver)
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
  private mutating func plan(
    _ fault: Fault, at place: Duration, _ deliver: (Event) -> Void
  ) throws(Refusal) {
    let offset = offset(at: now)
    guard place >= offset, place >= .zero, place < length else {
      throw .faultOutside(at: place, offset: offset, length: length)
    }
    if case .buffering(let length) = fault {
      guard length >= .zero else { throw .negativeBuffering(length) }
      faultLength = length
    } else {
      faultLength = .milliseconds(-1)
    }
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
    guard let other = rail.deck(direction, of: deck[index].author) else {
      let kind = direction == .next ? InputKind.swipeLeft : .swipeRight
      deliver(Event(at: now, kind: .ignored(kind, .noDeck(direction))))
      return
    }
    deck = other
    start(0, cause: direction == .next ? .nextDeck : .previousDeck, deliver)
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
    case .resume:
      kind = .resumed(pausedFor: now - pausedSince, offset: frozen, into: state)
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
    default:
      kind = .retried(offset: frozen, into: state)
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

  private static func check(place: Double) throws(Refusal) {
    guard place >= 0, place <= 1 else { throw .placeOutside(place) }
  }
}
