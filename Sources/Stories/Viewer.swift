import Timeline

/// A player as somebody's hands and eyes meet it: right, or with the faults that the app had on its way there.
///
/// Without faults it is the player itself. With them the player stays as it is, and small tables beside it stand
/// between: `Recognizer` for the finger, `Ending` for the end, `TickingClock` for the time, and a bar that is drawn
/// wrongly. Like the player it has no clock, and a copy costs three reference counts.
public struct Viewer: Hashable, Sendable {
  /// What is right and what is as it once was.
  public struct Choices: Hashable, Sendable {
    public var gestures = Recognizer.Design.hold
    public var ending = Ending.clean
    /// Whether progress is counted by a `TickingClock`.
    public var isTicking = false
    /// Whether the drawn bar begins again at nothing after each resume.
    public var restartsBar = false

    public init() {}
  }

  /// What one of the faults did; the player knows nothing of it.
  public enum Notice: Hashable, Sendable {
    /// - Parameters:
    ///   - held: how long the finger has been down, or was.
    ///   - state: what the story was then, before anything came of it.
    case gesture(Recognizer.Design, Recognizer.Step, held: Duration, state: Player.State)
    /// Viewing does not end: nothing leads out.
    case stuck
    /// It was tried all the same.
    case stuckStill(Player.InputKind)
    /// The story that is over took so much longer than it lasts.
    case drifted(Duration)
    /// So much of the story had passed since the last tick when the timer stopped.
    case lost(Duration)
    /// The bar is drawn from nothing, although so much has been shown.
    case redrawn(progress: Double)
  }

  /// How long the bar takes to catch up.
  public static let catchingUp = Duration.milliseconds(100)

  public var player: Player
  /// Whether nothing stands between: then the player is all there is.
  public internal(set) var isPlain = true
  @CopyOnWrite var flawed: Flawed

  /// All that a faulty viewer remembers beside the player.
  struct Flawed: Hashable, Sendable {
    var choices = Choices()
    /// What is to come after a deck, while `ending` has it otherwise.
    var end: Player.EndOfDeck?
    var recognizer = Recognizer(.hold)
    var isDismissing = false
    /// What the ticking clock has counted is how far the player's own time has come; `nil` while it stands.
    var tick: TickingClock?
    /// How far the story has fallen behind the wall.
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

  /// What comes after a deck's last story.
  public var end: Player.EndOfDeck {
    get { isPlain ? player.settings.endOfDeck : flawed.end ?? player.settings.endOfDeck }
    set { if flawed.end == nil { player.settings.endOfDeck = newValue } else { flawed.end = newValue } }
  }

  /// What is set, without what plays.
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

  // MARK: What a viewer sees

  /// How far the viewer has come in time.
  public var now: Instant { player.now }
  /// Whether viewing is over and does not end.
  public var isDismissing: Bool { !isPlain && flawed.isDismissing }
  /// How far the story has fallen behind the wall by the ticking clock.
  public func behind(at instant: Instant) -> Duration {
    isPlain ? .zero : flawed.behind + (flawed.tick == nil ? .zero : Swift.max(.zero, instant - counted(instant)))
  }
  /// What is made of the finger.
  public var recognizer: Recognizer { flawed.recognizer }

  /// As the player's `offset(at:)`: what was counted, where it is counted.
  public func offset(at instant: Instant) -> Duration { player.offset(at: counted(instant)) }
  public func progress(at instant: Instant) -> Double { player.progress(at: counted(instant)) }
  public func segments(at instant: Instant) -> [Double] { player.segments(at: counted(instant)) }

  /// How much of the current segment is drawn, 0 … 1: its progress, unless it has just begun again.
  public func drawn(at instant: Instant) -> Double {
    let progress = progress(at: instant)
    guard !isPlain, flawed.resumedAt != .distantPast else { return progress }
    return progress * Swift.min(1, Swift.max(0, (instant - flawed.resumedAt) / Self.catchingUp))
  }

  /// The instant by the player's clock.
  private func counted(_ instant: Instant) -> Instant {
    guard !isPlain, let tick = flawed.tick else { return instant }
    return player.now + tick.counted(at: instant)
  }

  // MARK: Time

  /// When something next happens by itself. It changes nothing, as the player's.
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

  /// Moves on to `instant`, as the player's `advance(to:_:)`.
  /// - Parameter notice: takes what the faults did, between the events where it belongs.
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
        feel(flawed.recognizer.dueTouch, at: due, deliver, notice)
      }
    }
    catchUp(to: instant)
  }

  /// Brings the player to `instant`, before which it does nothing, with what the ticking clock has counted.
  mutating func catchUp(to instant: Instant) {
    guard var tick = flawed.tick else { return player.advance(to: instant) { _ in } }
    player.advance(to: player.now + tick.counted(at: instant)) { _ in }
    lag(by: instant - player.now)
    tick.count(to: instant)
    flawed.tick = tick
  }

  /// The picture that the story shows was in no cache.
  public mutating func load(for length: Duration, _ deliver: (Player.Event) -> Void) {
    let wasMoving = player.situation.isMoving
    player.load(for: length, deliver)
    if wasMoving, !player.situation.isMoving, !isPlain { flawed.tick = nil }
  }

  private mutating func lag(by length: Duration) {
    player = player.shifted(by: length)
    flawed.behind = flawed.behind + length
  }

  /// The player meets its deadline, which the wall shows as `due`.
  private mutating func movePlayer(
    at due: Instant, _ deliver: (Player.Event) -> Void, _ notice: (Notice, Instant) -> Void
  ) {
    guard let own = player.nextDeadline else { return }
    // A finger that goes up or a picture that comes finds the story standing.
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

  /// Takes `input` in at `instant`, as the player's `handle(_:at:_:)`; what comes of it may be less, or more.
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
    case .release where flawed.recognizer.isDown: feel(.up, at: instant, deliver, notice)
    // A second finger, and whatever is no touch of the picture: no design but `hold` has guards.
    default: try give(input, at: instant, deliver, notice)
    }
    // A press of no length is over at once.
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
    feel(.down, at: now, place: place, lift: length.map { now + $0 } ?? .distantFuture, deliver, notice)
  }

  /// A touch goes to the recogniser, and what that orders to the player.
  private mutating func feel(
    _ touch: Recognizer.Touch, at now: Instant, place: Double = Player.middle, lift: Instant = .distantFuture,
    _ deliver: (Player.Event) -> Void, _ notice: (Notice, Instant) -> Void
  ) {
    guard let cell = flawed.recognizer.take(touch, at: now, place: place, lift: lift) else { return }
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
    // Refused where nothing plays any more: the finger rests on nothing.
    try? give(input, at: now, deliver, notice)
  }

  /// The player takes an input.
  private mutating func give(
    _ input: Player.Input, at now: Instant, _ deliver: (Player.Event) -> Void, _ notice: (Notice, Instant) -> Void
  ) throws(Player.Refusal) {
    let wasMoving = player.situation.isMoving
    var events: [Player.Event] = []
    try player.handle(input, at: now) { events.append($0) }
    if input.kind == .open { flawed.recognizer = Recognizer(flawed.choices.gestures) }
    follow(events, wasMoving: wasMoving, at: now, deliver, notice)
  }

  // MARK: What follows

  private mutating func follow(
    _ events: [Player.Event], wasMoving: Bool, at now: Instant, _ deliver: (Player.Event) -> Void,
    _ notice: (Notice, Instant) -> Void
  ) {
    let isNewStory = events.contains { if case .storyStarted = $0.kind { true } else { false } }
    if flawed.choices.isTicking { keepTime(events, wasMoving: wasMoving, isNewStory, at: now, notice) }
    for event in events {
      // Where viewing never gets there, nobody is told that it has.
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

  /// The ticking clock starts and stops with the story, and says what it has cost.
  private mutating func keepTime(
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

  // MARK: Versions

  /// The same viewer as if everything had happened `length` later.
  public func shifted(by length: Duration) -> Viewer {
    var moved = self
    moved.player = player.shifted(by: length)
    if isPlain { return moved }
    moved.flawed.recognizer = flawed.recognizer.shifted(by: length)
    moved.flawed.tick?.shift(by: length)
    if flawed.resumedAt != .distantPast { moved.flawed.resumedAt += length }
    return moved
  }

  /// Plays what another one plays, with its own settings.
  public mutating func play(as other: Viewer) {
    let settings = settings
    self = other
    self.settings = settings
  }

  /// Takes another one's settings over, and where they have brought it: whether viewing does not end.
  public mutating func set(as other: Viewer) {
    settings = other.settings
    if player.state == .dismissed, isDismissing != other.isDismissing { flawed.isDismissing = other.isDismissing }
  }

  /// As the player's signature: equal ones have the same future.
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
  /// About how much memory the faults take that `other` does not share.
  public func storage(apartFrom other: Viewer) -> Int {
    $flawed.isShared(with: other.$flawed) ? 0 : CopyOnWrite<Flawed>.bytes
  }
}

extension Player.Event {
  /// Whether a story is over by itself.
  fileprivate var endsStory: Bool {
    switch kind {
    case .storyStarted(_, _, .advanced), .deckFinished: true
    default: false
    }
  }
}
