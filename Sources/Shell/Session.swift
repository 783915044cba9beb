import Stories
import StoryScript
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
  var history = SessionHistory()
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
  private var rounds = 0
  /// The PIN that ratings may need.
  var keyring = Keyring()
  /// The session for whose rating the right PIN was entered.
  var unlocked: SessionID?
  /// The prompt that this session's lines come from; scripts have none.
  public var prompt: PromptState?
  /// Whether another session waits underneath.
  var isNested = false
  /// How time is to pass again after `skip`.
  private var paceBeforeSkip: Clock.Pace?
  /// Saved copies of the world, for `undo` and `rewind`.
  var steps: Steps
  var forks: [Fork] = []
  var log = EventLog()
  /// Whether the past is kept, for `undo`, `rewind`, `events` and the like. A script that uses none of them is spared.
  var remembers = true
  /// The input that is being taken in, by its number in the log; `nil` while only time passes.
  var input: Int?

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
    world = World(at: clock.start)
    world.household = Boxed(Household(place: .init(zone: zone)))
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
    history = SessionHistory(ledger)
    saved = state
    keyring = Keyring(PINFile(folder: folder))
    for notice in state.journal.notices { self.notice(notice.description) }
    for notice in state.notices { self.notice(notice) }
    if let timer = state.timer { resume(timer) }
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
      if clock.pace != .instant { try sleep(until: min(world.nextDeadline ?? .distantFuture, instant)) }
      storyEvents.removeAll(keepingCapacity: true)
      timerEvents.removeAll(keepingCapacity: true)
      guard let deadline = world.advanceToNext(limit: instant, &storyEvents, &timerEvents) else { break }
      clock.advance(to: deadline)
      for event in storyEvents { tell(event) }
      for event in timerEvents { tell(event) }
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
  private func commit() throws(Failure) {
    guard forks.isEmpty, let saved else { return }
    saved.settle(world, at: clock.now, offset: options.zone.offset(at: clock.now))
    try saved.commit()
    confirmSaved()
  }

  /// Changes how fast time passes, from now on.
  func setPace(_ pace: Clock.Pace) throws(Failure) {
    _ = try present()
    paceBeforeSkip = nil
    clock.setPace(pace, host: SystemClock.now)
  }

  /// From here to `endSkip` time moves at once wherever something waits.
  func beginSkip() throws(Failure) {
    let pace = clock.pace
    guard pace != .instant else { return }
    try setPace(.instant)
    paceBeforeSkip = pace
  }

  func endSkip() {
    guard let pace = paceBeforeSkip else { return }
    paceBeforeSkip = nil
    clock.setPace(pace, host: SystemClock.now)
  }

  private func sleep(until instant: Instant) throws(Failure) {
    while true {
      if Interruption.isRequested { throw Failure(.interrupted) }
      let delay = clock.hostDelay(until: instant, host: SystemClock.now)
      if let delay, delay <= .zero { return }
      try output.flush()
      // A clock that stands still sleeps until somebody interrupts.
      SystemClock.sleep(min(delay ?? .hours(1), .hours(1)))
    }
  }

  public func waitForOutside() throws(Failure) {
    try sleep(until: clock.now + .hours(1))
  }

  // MARK: Inputs

  /// Gives the player an input at the present instant and tells what came of it.
  func play(_ input: Player.Input) throws(Failure) {
    let now = try present()
    storyEvents.removeAll(keepingCapacity: true)
    do throws(Player.Refusal) {
      try world.player.handle(input, at: now) { storyEvents.append($0) }
    } catch {
      throw ReasonWords.failure(error)
    }
    for event in storyEvents { tell(event) }
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

  /// A line that could not be written stops the script at the next opportunity.
  func throwPending() throws(Failure) {
    guard let failure = failed else { return }
    failed = nil
    throw failure
  }

  public func perform(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome {
    let outcome = try takeIn(command, arguments)
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
    if output.format == .text {
      beginLine(at: instant)
      sentence(&output.line)
      output.line.newline()
      flushIfFull()
    }
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
