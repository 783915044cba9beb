import Timeline

/// A player as the user controls and sees it: correct, or with faults that the app had during its development.
///
///     var viewer = Viewer(at: now)
///     viewer.choices.gestures = .toggle                 // a design with a fault
///     try viewer.handle(.open(.classic), at: now, { print($0.kind) })
///     try viewer.handle(.press(.seconds(1)), at: now + .seconds(3), { print($0.kind) })
///     viewer.advance(to: now + .minutes(1), { print($0.kind) }, notice: { fault, at in print(fault, at) })
///
/// Without faults it is the player itself. With faults the player stays the same, and small tables come between it
/// and the user: `Recognizer` for the finger, `Ending` for the end, `TickingClock` for the time, and a bar that is
/// drawn wrongly. Like the player it has no clock, and a copy costs three reference counts.
public struct Viewer: Hashable, Sendable {
  /// The choice between correct and faulty behaviour.
  public struct Choices: Hashable, Sendable {
    public var gestures = Recognizer.Design.hold
    public var ending = Ending.clean
    /// `true` if a `TickingClock` counts the progress.
    public var isTicking = false
    /// `true` if the drawn bar restarts from zero after each resume.
    public var restartsBar = false

    public init() {}
  }

  /// An effect of a fault, of which the player knows nothing.
  public enum Notice: Hashable, Sendable {
    /// - Parameters:
    ///   - held: The time that the finger has been, or was, down.
    ///   - state: The state of the story before the gesture took effect.
    case gesture(Recognizer.Design, Recognizer.Step, held: Duration, state: Player.State)
    /// Viewing does not end: no input leads out.
    case stuck
    /// An input was tried while viewing was stuck.
    case stuckStill(Player.InputKind)
    /// The story that ended took this much longer than its length.
    case drifted(Duration)
    /// The time since the last tick, lost when the timer stopped.
    case lost(Duration)
    /// The bar is drawn from zero although this fraction has been shown.
    case redrawn(progress: Double)
  }

  /// The time the bar takes to catch up.
  public static let catchingUp = Duration.milliseconds(100)

  public var player: Player
  /// `true` without faults: then the player is all there is.
  public internal(set) var isPlain = true
  @CopyOnWrite var flawed: Flawed

  /// The state of a faulty viewer in addition to the player's.
  struct Flawed: Hashable, Sendable {
    var choices = Choices()
    /// The chosen action after the deck, while `ending` sets another one in the player.
    var end: Player.EndOfDeck?
    var recognizer = Recognizer(.hold)
    var isDismissing = false
    /// The clock whose count determines the player's own time; `nil` while the clock is stopped.
    var tick: TickingClock?
    /// The story's delay behind real time.
    var behind = Duration.zero
    var resumedAt = Instant.distantPast
    var chance: SeededGenerator
  }

  public init(at instant: Instant, settings: Player.Settings = Player.Settings(), seed: UInt64 = 0) {
    player = Player(at: instant, settings: settings, seed: seed)
    flawed = Flawed(chance: SeededGenerator(seed: seed, stream: 3))
  }

  // MARK: Choices

  public var choices: Choices {
    get { flawed.choices }
    set { if newValue != flawed.choices { choose(newValue) } }
  }

  /// The action after the last story of a deck.
  public var end: Player.EndOfDeck {
    get { isPlain ? player.settings.endOfDeck : flawed.end ?? player.settings.endOfDeck }
    set { if flawed.end == nil { player.settings.endOfDeck = newValue } else { flawed.end = newValue } }
  }

  /// The settings, without the playing deck.
  public struct Settings: Hashable, Sendable {
    let player: Player.Settings
    let choices: Choices
    let end: Player.EndOfDeck
  }

  public var settings: Settings {
    get { Settings(player: player.settings, choices: flawed.choices, end: end) }
    set {
      guard newValue != settings else { return }
      choices = Choices()
      player.settings = newValue.player
      player.settings.endOfDeck = newValue.end
      choices = newValue.choices
    }
  }

  private mutating func choose(_ new: Choices) {
    if !isPlain { catchUp(to: now) }
    let old = flawed.choices
    flawed.choices = new
    if new.gestures != old.gestures { flawed.recognizer = Recognizer(new.gestures) }
    if new.ending != old.ending {
      let end = self.end
      flawed.end = new.ending == .stuck ? end : nil
      flawed.isDismissing = false
      player.settings.endOfDeck = new.ending == .stuck ? .dismiss : end
    }
    if new.isTicking != old.isTicking {
      flawed.behind = .zero
      flawed.tick = nil
      if new.isTicking, player.situation.isMoving { flawed.tick = TickingClock(at: now, &flawed.chance) }
    }
    flawed.resumedAt = .distantPast
    isPlain = new == Choices()
  }

  // MARK: The visible state

  /// The viewer's present.
  public var now: Instant { player.now }
  /// `true` if viewing is over but does not end.
  public var isDismissing: Bool { !isPlain && flawed.isDismissing }
  /// Returns the story's delay behind real time, caused by the ticking clock.
  public func behind(at instant: Instant) -> Duration {
    isPlain ? .zero : flawed.behind + (flawed.tick == nil ? .zero : Swift.max(.zero, instant - counted(instant)))
  }
  /// The recognizer of the finger.
  public var recognizer: Recognizer { flawed.recognizer }

  /// Like the player's `offset(at:)`, but with the ticking clock's time if there is one.
  public func offset(at instant: Instant) -> Duration { player.offset(at: counted(instant)) }
  public func progress(at instant: Instant) -> Double { player.progress(at: counted(instant)) }
  public func segments(at instant: Instant) -> [Double] { player.segments(at: counted(instant)) }

  /// Returns how much of the current segment is drawn, 0 … 1: its progress, unless the bar has just restarted.
  public func drawn(at instant: Instant) -> Double {
    let progress = progress(at: instant)
    guard !isPlain, flawed.resumedAt != .distantPast else { return progress }
    return progress * Swift.min(1, Swift.max(0, (instant - flawed.resumedAt) / Self.catchingUp))
  }

  /// Returns the instant on the player's clock.
  private func counted(_ instant: Instant) -> Instant {
    guard !isPlain, let tick = flawed.tick else { return instant }
    return player.now + tick.counted(at: instant)
  }

  // MARK: Time

  /// The next instant at which something happens by itself. Like the player's, the getter changes nothing.
  public var nextDeadline: Instant? {
    mutating get {
      if isPlain { return player.nextDeadline }
      let due = Swift.min(playerDeadline, flawed.recognizer.nextDeadline)
      return due == .distantFuture ? nil : due
    }
  }

  private var playerDeadline: Instant {
    mutating get {
      guard let due = player.nextDeadline else { return .distantFuture }
      return flawed.tick?.instant(ofCounting: due - player.now) ?? due
    }
  }

  /// Moves to `instant`, like the player's `advance(to:_:)`.
  /// - Parameter notice: Receives the effects of the faults, in order with the events.
  public mutating func advance(
    to instant: Instant, _ deliver: (Player.Event) -> Void, notice: (Notice, Instant) -> Void = { _, _ in }
  ) {
    if isPlain { return player.advance(to: instant, deliver) }
    while true {
      let (own, touch) = (playerDeadline, flawed.recognizer.nextDeadline)
      let due = Swift.min(own, touch)
      guard due <= instant, due != .distantFuture else { break }
      if own == due {
        movePlayer(at: due, deliver, notice)
      } else {
        catchUp(to: due)
        receive(flawed.recognizer.touchAtDeadline, at: due, deliver, notice)
      }
    }
    catchUp(to: instant)
  }

  /// Advances the player to `instant` by the time that the ticking clock has counted. The player has no deadline
  /// before that.
  mutating func catchUp(to instant: Instant) {
    guard var tick = flawed.tick else { return player.advance(to: instant) { _ in } }
    player.advance(to: player.now + tick.counted(at: instant)) { _ in }
    lag(by: instant - player.now)
    tick.count(to: instant)
    flawed.tick = tick
  }

  /// Starts loading the story's picture, which was not cached.
  public mutating func load(for length: Duration, _ deliver: (Player.Event) -> Void) {
    let wasMoving = player.situation.isMoving
    player.load(for: length, deliver)
    if wasMoving, !player.situation.isMoving, !isPlain { flawed.tick = nil }
  }

  private mutating func lag(by length: Duration) {
    player = player.shifted(by: length)
    flawed.behind = flawed.behind + length
  }

  /// Moves the player to its deadline, which is `due` in real time.
  private mutating func movePlayer(
    at due: Instant, _ deliver: (Player.Event) -> Void, _ notice: (Notice, Instant) -> Void
  ) {
    guard let own = player.nextDeadline else { return }
    // If a finger goes up or a picture arrives, the story was not moving before.
    let wasMoving = player.situation.isMoving
    var events: [Player.Event] = []
    player.advance(to: own) { events.append(Player.Event(at: due, kind: $0.kind)) }
    if flawed.tick != nil {
      lag(by: due - own)
      flawed.tick?.count(to: due)
    }
    follow(events, wasMoving: wasMoving, at: due, deliver, notice)
  }

  // MARK: Inputs

  /// Handles `input` at `instant`, like the player's `handle(_:at:_:)`; faults may change its effects.
  public mutating func handle(
    _ input: Player.Input, at instant: Instant, _ deliver: (Player.Event) -> Void,
    notice: (Notice, Instant) -> Void = { _, _ in }
  ) throws(Player.Refusal) {
    if isPlain { return try player.handle(input, at: instant, deliver) }
    advance(to: instant, deliver, notice: notice)
    if flawed.isDismissing {
      switch Ending.cell(input.kind) {
      case .swallowed: return notice(.stuckStill(input.kind), instant)
      case .leaves: flawed.isDismissing = false
      }
    }
    guard flawed.choices.gestures != .hold, player.situation.isOpen else {
      return try give(input, at: instant, deliver, notice)
    }
    switch input {
    case .hold(let place): try touch(down: place, for: nil, at: instant, deliver, notice)
    case .press(let length, let place):
      guard length >= .zero else { throw .negativePress(length) }
      try touch(down: place, for: length, at: instant, deliver, notice)
    case .tap(let place) where !flawed.recognizer.isDown:
      try touch(down: place, for: .zero, at: instant, deliver, notice)
    case .release where flawed.recognizer.isDown: receive(.up, at: instant, deliver, notice)
    // A second finger, and any input that is not a touch of the picture. Only the design `hold` has guards.
    default: try give(input, at: instant, deliver, notice)
    }
    // A press of zero length ends at once.
    advance(to: instant, deliver, notice: notice)
  }

  private mutating func touch(
    down place: Double, for length: Duration?, at now: Instant, _ deliver: (Player.Event) -> Void,
    _ notice: (Notice, Instant) -> Void
  ) throws(Player.Refusal) {
    try Player.check(place: place)
    guard !flawed.recognizer.isDown else {
      return deliver(
        Player.Event(at: now, kind: .ignored(.hold, .alreadyHeld(since: flawed.recognizer.since))))
    }
    receive(.down, at: now, place: place, lift: length.map { now + $0 } ?? .distantFuture, deliver, notice)
  }

  /// Passes a touch to the recognizer, and the recognizer's order to the player.
  private mutating func receive(
    _ touch: Recognizer.Touch, at now: Instant, place: Double = Player.middle, lift: Instant = .distantFuture,
    _ deliver: (Player.Event) -> Void, _ notice: (Notice, Instant) -> Void
  ) {
    guard let cell = flawed.recognizer.handle(touch, at: now, place: place, lift: lift) else { return }
    notice(
      .gesture(
        flawed.choices.gestures, cell.step, held: now - flawed.recognizer.since, state: player.state), now)
    let input: Player.Input
    switch cell.act {
    case .nothing: return
    case .hold: input = .hold(x: flawed.recognizer.place)
    case .release: input = .release
    case .pause: input = .pause
    case .toggle: input = player.pauseStart == nil ? .pause : .resume
    case .tap: input = .tap(x: flawed.recognizer.place)
    }
    // Refused if nothing is playing any longer: the finger rests on nothing.
    try? give(input, at: now, deliver, notice)
  }

  /// Passes an input to the player.
  private mutating func give(
    _ input: Player.Input, at now: Instant, _ deliver: (Player.Event) -> Void, _ notice: (Notice, Instant) -> Void
  ) throws(Player.Refusal) {
    let wasMoving = player.situation.isMoving
    var events: [Player.Event] = []
    try player.handle(input, at: now) { events.append($0) }
    if input.kind == .open { flawed.recognizer = Recognizer(flawed.choices.gestures) }
    follow(events, wasMoving: wasMoving, at: now, deliver, notice)
  }

  // MARK: Effects of events

  private mutating func follow(
    _ events: [Player.Event], wasMoving: Bool, at now: Instant, _ deliver: (Player.Event) -> Void,
    _ notice: (Notice, Instant) -> Void
  ) {
    let isNewStory = events.contains { if case .storyStarted = $0.kind { true } else { false } }
    if flawed.choices.isTicking { tickClock(events, wasMoving: wasMoving, isNewStory, at: now, notice) }
    for event in events {
      // If viewing is stuck, its end is not reported.
      if event.kind == .dismissed(.deckEnded), flawed.choices.ending == .stuck {
        flawed.isDismissing = true
        notice(.stuck, now)
        continue
      }
      deliver(event)
      switch event.kind {
      case .released(_, _, .playing), .released(_, _, .entering), .resumed(_, _, .playing), .resumed(_, _, .entering):
        guard flawed.choices.restartsBar else { break }
        flawed.resumedAt = now
        notice(.redrawn(progress: progress(at: now)), now)
      default: break
      }
    }
    if isNewStory { flawed.resumedAt = .distantPast }
    if !player.situation.isOpen { flawed.recognizer = Recognizer(flawed.choices.gestures) }
  }

  /// Starts and stops the ticking clock with the story, and reports the time it has cost.
  private mutating func tickClock(
    _ events: [Player.Event], wasMoving: Bool, _ isNewStory: Bool, at now: Instant, _ notice: (Notice, Instant) -> Void
  ) {
    let isMoving = player.situation.isMoving
    if wasMoving, !isMoving, player.situation.isOpen, let tick = flawed.tick, now > tick.last {
      notice(.lost(now - tick.last), now)
    }
    if isNewStory || !player.situation.isOpen {
      if events.contains(where: { $0.endsStory }), flawed.behind > .zero { notice(.drifted(flawed.behind), now) }
      flawed.behind = .zero
    }
    if !isMoving {
      flawed.tick = nil
    } else if isNewStory || !wasMoving {
      flawed.tick = TickingClock(at: now, &flawed.chance)
    }
  }

  // MARK: Copies and signatures

  /// Returns a copy shifted forward by `length`.
  public func shifted(by length: Duration) -> Viewer {
    var moved = self
    moved.player = player.shifted(by: length)
    if isPlain { return moved }
    moved.flawed.recognizer = flawed.recognizer.shifted(by: length)
    moved.flawed.tick?.shift(by: length)
    if flawed.resumedAt != .distantPast { moved.flawed.resumedAt += length }
    return moved
  }

  /// Adopts what `other` is playing and keeps its own settings.
  public mutating func play(as other: Viewer) {
    let settings = settings
    self = other
    self.settings = settings
  }

  /// Adopts the settings of `other`, and whether its viewing is stuck in dismissing.
  public mutating func set(as other: Viewer) {
    settings = other.settings
    if player.state == .dismissed, isDismissing != other.isDismissing { flawed.isDismissing = other.isDismissing }
  }

  /// Like the player's signature: equal signatures have the same future.
  public struct Signature: Hashable, Sendable {
    private let player: Player.Signature
    private let flawed: Flaws?

    private struct Flaws: Hashable, Sendable {
      let choices: Choices
      let end: Player.EndOfDeck?
      let recognizer: Recognizer.Signature
      let isDismissing: Bool
      let sinceTick: Duration?
      let period: Duration?
      let sinceResume: Duration
      let chance: SeededGenerator?
    }

    fileprivate init(_ viewer: Viewer, at instant: Instant) {
      player = viewer.player.signature(at: viewer.counted(instant))
      guard !viewer.isPlain else {
        flawed = nil
        return
      }
      let own = viewer.flawed
      flawed = Flaws(
        choices: own.choices, end: own.end, recognizer: own.recognizer.signature(at: instant),
        isDismissing: own.isDismissing, sinceTick: own.tick.map { instant - $0.last }, period: own.tick?.period,
        sinceResume: own.resumedAt == .distantPast
          ? catchingUp : Swift.min(instant - own.resumedAt, catchingUp),
        chance: own.choices.isTicking ? own.chance : nil)
    }
  }

  public func signature(at instant: Instant) -> Signature { Signature(self, at: instant) }
  /// The approximate memory size, in bytes, of the faults' state that `other` does not share.
  public func storage(apartFrom other: Viewer) -> Int {
    $flawed.isShared(with: other.$flawed) ? 0 : CopyOnWrite<Flawed>.bytes
  }
}

extension Player.Event {
  /// `true` if a story has ended by itself.
  fileprivate var endsStory: Bool {
    switch kind {
    case .storyStarted(_, _, .advanced), .deckFinished: true
    default: false
    }
  }
}
