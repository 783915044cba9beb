import Stories
import StoryScript
import System
import Terminal
import Timeline
import Timers

/// Joins the domains, the clock and the language: the one place where things happen.
///
/// One thread owns it. Commands and deadlines go in, events come out as lines or JSON and wake `when` handlers.
public final class Session: ScriptHost {
  /// How a session is set up.
  public struct Options: Sendable {
    public enum Kind: Sendable {
      /// A virtual clock and a private world that is thrown away: scripts, tests, lessons.
      case practice
      /// The wall clock.
      case real
    }
    public var kind = Kind.practice
    /// Where a practice session's clock begins.
    public var start = Instant.practiceStart
    /// `nil`: instant for practice, the wall clock for real sessions.
    public var speed: Double?
    public var zone = Zone.utc
    public var seed: UInt64 = 0
    public var traces = false
    /// Whether time goes on while nothing waits: in real sessions, and at any prompt.
    public var isLive: Bool { kind == .real || isPrompt }
    public var isPrompt = false

    public init() {}
  }

  public let options: Options
  public let output: Output
  public internal(set) var world: World
  /// All sessions of timers that count.
  var history = StintHistory()
  /// What `history` was last asked for, and how many sessions were like that: its list may be shorter.
  var listed: (words: String, count: Int) = ("", 0)
  public internal(set) var clock: Clock
  public private(set) var runtime: Runtime!
  private var storyEvents: [Player.Event] = []
  private var timerEvents: [Countdown.Event] = []
  /// What a write error was, until somebody may throw it.
  var failed: Failure?
  /// What outlives the session; `nil` when it is private.
  private(set) var saved: SavedState?
  /// For errors, which go to a descriptor of their own.
  public var errorPalette = Palette.plain
  /// Whether they go to a terminal, which is narrow.
  public var wrapsErrors = false
  private var rounds = 0
  /// The PIN that ratings may need.
  var keyring = Keyring()
  /// The session for whose rating the right PIN was entered.
  var unlocked: StintID?
  /// The prompt that this session's lines come from; scripts have none.
  public var prompt: PromptState?
  /// Whether another session waits underneath.
  var isNested = false
  /// How time is to pass again after `skip`.
  private var paceBeforeSkip: Clock.Pace?
  /// The full screen that shows the session, while `watch` is at work.
  var watch: Watch?
  /// Saved copies of the world, for `undo` and `rewind`.
  var steps: Steps
  var forks: [Fork] = []
  var log = EventLog()
  /// Whether the past is kept, for `undo`, `rewind`, `events` and the like. A script that uses none of them is spared.
  var remembers = true
  /// The input that is being taken in, by its number in the log; `nil` while only time passes.
  var input: Int?
  /// What the tutorial says once the command that shows something has shown it.
  var waitingWords: [() -> Void] = []
  /// Whether the tutorial's words are to wait for that.
  var holdsWords = false

  public init(options: Options = Options(), output: Output = Output()) {
    self.options = options
    self.output = output
    let host = SystemClock.now
    let pace: Clock.Pace =
      switch (options.kind, options.speed) {
      case (.real, _): .real
      case (.practice, let speed?): .scaled(speed)
      case (.practice, nil): .instant
      }
    clock = Clock(start: options.start, pace: pace, host: host)
    let zone = options.zone
    world = World(at: clock.start, seed: options.seed)
    world.household = Household(place: .init(zone: zone))
    steps = Steps(world, at: clock.start)
    runtime = Runtime(
      host: self, schema: Catalog.schema, writer: ValueWriter(civil: { zone.civil($0) }), seed: options.seed)
    // Before anything is compiled: the place of a variable is fixed then.
    if options.isPrompt { runtime.define(Self.lastName, .none) }
  }

  /// Keeps what lasts in a folder, and brings back what was kept there.
  public func openState(_ folder: String) throws(Failure) {
    let state = try SavedState.open(folder, kind: options.kind)
    var ledger = TimerLedger()
    try state.restore(into: &world, &ledger, zone: options.zone)
    history = StintHistory(ledger)
    saved = state
    keyring = Keyring(PINFile(folder: folder))
    for notice in state.takeNotices() { self.notice(notice) }
    if let timer = state.timer { resume(timer) }
    world.countdown.ticks = world.sounds.ticks
    if options.kind == .real { interruptTutorial() }
    // A disk that takes nothing now is tried again with every command.
    do throws(Failure) { try commit() } catch { notice(error.problem.message) }
    steps = Steps(world, at: clock.now)
  }

  // MARK: Time

  public var now: Instant { clock.now }
  public var start: Instant { clock.start }
  public var isPatient: Bool { options.kind == .real }
  public var nextDeadline: Instant? { world.nextDeadline }
  public var signature: AnyHashable? { AnyHashable(world.signature(at: clock.now)) }
  public var foresees: Bool { options.kind == .practice }

  public func foresee(_ body: (_ passToNext: () -> Void) throws(Diagnostic) -> Void) throws(Diagnostic) {
    let (present, time) = (world, clock)
    defer { (world, clock) = (present, time) }
    try body {
      guard let next = world.nextDeadline else { return }
      world.relive(to: next)
      clock.advance(to: next)
    }
  }

  public var isInterrupted: Bool { Interruption.isRequested }

  /// The instant at which an input happens: where time goes on by itself, the present and not the last deadline. A
  /// script at `--speed 10` sleeps where it waits, and else tells the same story as at once.
  func present() throws(Failure) -> Instant {
    // A command happens at one instant, however often it asks.
    if options.isLive, input == nil { try pass(to: livePresent) }
    return clock.now
  }

  /// What a live clock shows now, ahead of what has happened so far.
  var livePresent: Instant { clock.reading(host: SystemClock.now) }

  func hostDelay(until instant: Instant) -> Duration? { clock.hostDelay(until: instant, host: SystemClock.now) }

  public func pass(to instant: Instant) throws(Failure) {
    // What time brings has no input as its cause, not even while a command lets it pass.
    let cause = input
    input = nil
    defer { input = cause }
    while true {
      if clock.pace != .instant {
        let next = min(world.nextDeadline ?? .distantFuture, instant)
        if try !sleep(until: next) {
          attend(before: next)
          if clock.now < instant { return }
        }
      }
      storyEvents.removeAll(keepingCapacity: true)
      timerEvents.removeAll(keepingCapacity: true)
      guard let deadline = world.advanceToNext(limit: instant, &storyEvents, &timerEvents) else { break }
      clock.advance(to: deadline)
      for event in storyEvents { tell(event) }
      for event in timerEvents { tell(event) }
      if let event = world.takeList(at: deadline) { tell(event) }
      playSounds()
      try throwPending()
      rounds &+= 1
      if rounds % Steps.rhythm == 0 {
        steps.keep(world, at: clock.now)
        if Interruption.isRequested { throw Failure(.interrupted) }
      }
    }
    clock.advance(to: instant)
    try commit()
  }

  /// Makes durable what has happened, and says what was waiting for that. In a fork nothing is saved yet.
  func commit() throws(Failure) {
    guard forks.isEmpty, let saved else { return }
    saved.settle(world, at: clock.now, offset: options.zone.offset(at: clock.now))
    try saved.commit()
    confirmSaved()
  }

  /// Changes how fast time passes, from now on.
  func setPace(_ pace: Clock.Pace) throws(Failure) {
    _ = try present()
    paceBeforeSkip = nil
    watch?.paceBefore = nil
    clock.setPace(pace, host: SystemClock.now)
  }

  /// From here to `endSkip` time moves at once wherever something waits.
  func beginSkip() throws(Failure) {
    let pace = clock.pace
    let paceBeforeWatch = watch?.paceBefore
    guard pace != .instant else { return }
    try setPace(.instant)
    paceBeforeSkip = pace
    watch?.paceBefore = paceBeforeWatch
  }

  func endSkip() {
    guard let pace = paceBeforeSkip else { return }
    paceBeforeSkip = nil
    clock.setPace(pace, host: SystemClock.now)
  }

  /// - Returns: false when a key came first, while the session is watched.
  private func sleep(until instant: Instant) throws(Failure) -> Bool {
    while true {
      if Interruption.isRequested { throw Failure(.interrupted) }
      let host = SystemClock.now
      let delay = clock.hostDelay(until: instant, host: host)
      if let watch, watch.isDue(delay, host: host) {
        if let delay, delay <= .zero { slip(to: instant, host: host) }
        if watch.show(self, for: delay) { return false }
        continue
      }
      if let delay, delay <= .zero { return true }
      try output.flush()
      // A clock that stands still sleeps until somebody interrupts.
      SystemClock.sleep(min(delay ?? .hours(1), prompt?.sounder?.delay(host: SystemClock.now) ?? .hours(1), .hours(1)))
      playSounds()
    }
  }

  /// A watched clock that the machine cannot follow goes as fast as it can, instead of running away from the screen.
  private func slip(to due: Instant, host: Instant) {
    guard case .scaled = clock.pace else { return }
    clock.advance(to: due)
    clock.setPace(clock.pace, host: host)
  }

  public func waitForOutside() throws(Failure) {
    _ = try sleep(until: clock.now + .hours(1))
  }

  // MARK: Inputs

  /// Gives the player an input at the present instant and tells what came of it.
  func play(_ input: Player.Input) throws(Failure) {
    let now = try present()
    storyEvents.removeAll(keepingCapacity: true)
    if input == .like || input == .doubleTap { try refuseExpired(at: now) }
    do throws(Player.Refusal) {
      try world.player.handle(input, at: now) { storyEvents.append($0) }
    } catch {
      throw ReasonWords.failure(error)
    }
    for event in storyEvents { tell(event) }
  }

  /// An open deck goes on when its stories expire, but what has left the feed cannot be liked any more.
  private func refuseExpired(at now: Instant) throws(Failure) {
    guard world.player.deck.isFromFeed, let story = world.player.story, !world.feed.isAlive(story, at: now) else {
      return
    }
    throw .refused(
      "story \(story.id) has expired: it left the feed 24 h after it was posted",
      "`stories` lists those that can be liked")
  }

  /// The same for the timer.
  func time(_ input: Countdown.Input) throws(Failure) {
    let now = try present()
    timerEvents.removeAll(keepingCapacity: true)
    do throws(Countdown.Refusal) {
      try world.countdown.handle(input, at: now) { timerEvents.append($0) }
    } catch {
      throw ReasonWords.failure(error)
    }
    for event in timerEvents { tell(event) }
  }

  /// The same for the feed.
  func load(_ input: FeedLoader.Input) throws(Failure) {
    let now = try present()
    var events: [FeedLoader.Event] = []
    do throws(FeedLoader.Refusal) {
      try world.loader.handle(input, at: now) { events.append($0) }
    } catch {
      throw .refused("nothing of the feed was asked for yet, so there is nothing to try again", "stories")
    }
    for event in events { tell(event) }
    // No command that can be undone: but `rewind` must find it.
    if remembers { steps.keep(world, at: now) }
  }

  /// A line that could not be written stops the script at the next opportunity.
  func throwPending() throws(Failure) {
    guard let failure = failed else { return }
    failed = nil
    throw failure
  }

  public func perform(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome {
    tellWaiting()
    let outcome = try takeIn(command, arguments)
    if let sign = Catalog.signs[command] { did(sign, of: command) }
    playSounds()
    try throwPending()
    try commit()
    return outcome
  }

  public func read(_ state: Int, at instant: Instant) -> Value {
    Catalog.states[state].read(self, instant)
  }

  /// At a prompt, the variable that holds what the last statement gave.
  static let lastName = "last"

  // MARK: Lines

  /// Says that something happened: to handlers, and as a line or a JSON object.
  ///
  /// Nobody listens to most events, so the fields are only made when somebody does.
  func emit(
    _ id: EventID, at instant: Instant, _ fields: @autoclosure () -> [Value], sentence: (inout LineWriter) -> Void
  ) {
    emitSilently(id, at: instant, fields())
    if output.format == .text { writeEvent(at: instant, sentence: sentence) }
  }

  /// A line with the clock before it, in as many rows as a narrow terminal needs.
  func writeEvent(at instant: Instant, sentence: (inout LineWriter) -> Void) {
    let start = output.line.bytes.count
    beginLine(at: instant)
    let clock = output.line.bytes.count - start
    sentence(&output.line)
    // A terminal alone is narrow; bytes are never fewer than cells.
    if output.isTerminal, output.line.bytes.count - start > output.width { wrapLine(from: start, clock: clock) }
    output.line.newline()
    flushIfFull()
  }

  /// As `emit`, for what would only be noise as a line.
  func emitSilently(_ id: EventID, at instant: Instant, _ fields: @autoclosure () -> [Value]) {
    // The player's events are logged as they are, which costs less.
    if remembers, !id.isStory { log.add(id, at: instant, cause: input, fields()) }
    if runtime.listens(to: id.rawValue) { runtime.raise(id.rawValue, fields: fields()) }
    if output.format == .json {
      writeJSON(id, at: instant, fields())
      flushIfFull()
    }
  }

  private func wrapLine(from start: Int, clock: Int) {
    let line = output.line.bytes[start...]
    // The mark and its space as well.
    let indent = LineWrapping.cells(of: line.prefix(clock)) + 2
    let wrapped = LineWrapping.wrap(line, width: output.width, indent: indent)
    output.line.bytes.replaceSubrange(start..., with: wrapped)
  }

  /// The clock column.
  func beginLine(at instant: Instant) {
    if options.kind == .real {
      output.line.add(text: options.zone.timeOfDay(instant), .dim)
    } else {
      output.line.addClock(instant - clock.start)
    }
    output.line.add("  ")
  }

  /// A line without a clock, for what is no event.
  func writeLine(_ text: StyledText) {
    output.line.add(styled: text)
    output.line.newline()
    flushIfFull()
  }

  func flushIfFull() {
    do throws(Failure) { try output.flushIfFull() } catch { failed = failed ?? error }
  }
}
