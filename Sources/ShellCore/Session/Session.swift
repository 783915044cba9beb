import SessionState
import StoryScript
import System
import TerminalText
import Timeline

/// A session, which joins the domains, the clock and the language; all events pass through it.
///
///     let session = Session(output: Output(to: .memory), catalog: Catalog.standard)
///     let source = try Source(name: "example", text: "story play 4; wait 3s; print story.position")
///     try session.runtime.run(try session.load(source))
///     for line in session.output.drainLines() { print(line) }  // the story's line, then 3s
///
/// One thread owns a session. Commands and deadlines cause events, and each event takes the same path: `absorb` (its
/// changes) → journal → log → output → handlers → effects outside the world. Other objects own parts of the state:
/// `printer` the lines, `past` the undo history, `persistence` everything saved, `questions` the user at the prompt,
/// `resources` the wings' state outside the world.
public final class Session: ScriptHost {
  /// A session's setup.
  public struct Options: Sendable {
    public enum Kind: Sendable {
      /// A virtual clock and a private, temporary world: scripts, tests, lessons.
      case practice
      /// The wall clock.
      case real
    }
    public var kind = Kind.practice
    /// The first instant of a practice session's clock; `nil` for the end of the saved events, or else
    /// `practiceStart`.
    public var start: Instant?
    /// The speed of time; `nil` means instant for practice, the wall clock for real sessions.
    public var speed: Double?
    public var zone = Zone.utc
    public var seed: UInt64 = 0
    public var traces = false
    /// `true` if events write no lines: only the script's own output, and errors.
    public var isQuiet = false
    /// `true` if the script may read standard input, rather than standard input being the script or the typed lines.
    public var hasInput = false
    /// `true` if time passes even if nothing waits: in real sessions, and at any prompt.
    public var isLive: Bool { kind == .real || isPrompt }
    public var isPrompt = false
    /// `true` if the session replays recorded input: the machine's clock is ignored, and nothing outside is touched.
    package var isReplay = false
    /// `true` if the session tries a line that the user is typing: it is silent.
    package var isTrial = false
    /// `true` if commands that use files are refused too.
    package var isSealed = false
    /// `true` if a sealed session may read the files of one folder, which its sandbox lets through.
    package var readsFolder = false
    /// The limits for another user's script or recording; `nil` for no limits.
    package var bounds: Bounds?
    /// `true` if a script may include only files in its own folder, as for a stranger's script.
    package var isConfined = false
    /// `true` if only files with the name of a script are included: `check` prints lines of the files that it reads,
    /// and the script may be another user's.
    package var includesScriptsOnly = false
    /// The texts that are included in place of files on the disk.
    package var openTexts = OpenTexts()
    /// The knowledge about the machine's clock, which decides whether saved events get other dates.
    var clockTrust = ClockTrust.system
    /// This thread's processor time, in microseconds, at which the running code stops, so that no one waits for a
    /// trial.
    package var limit: Int64?
    public init() {}
  }

  public let options: Options
  public let catalog: CommandCatalog
  public private(set) var world: World
  public private(set) var clock: Clock
  public private(set) var runtime: Runtime!
  /// The histories, which are outside the world because they grow.
  package private(set) var ledger = World.Ledger()
  package let printer: OutputPrinter
  package let past: Past
  public let questions = Questions()
  package let resources = World.Resources()
  /// The names of scripts that include only files in their own folders, as lessons do.
  package var confinedSources: Set<String> = []
  /// The object that saves the data that outlives the session; `nil` if the session is private.
  package private(set) var persistence: Persistence?
  /// The observer, called after each event; `nil` if there is none.
  private(set) var observer: SessionObserver?
  /// The debugger that follows the session; `nil` if there is none.
  private(set) var monitor: (any SessionMonitor)?
  /// The full screen that shows the session while `watch` runs.
  package private(set) var watch: Watch?
  /// The folder of the last script, with a slash at the end; `nil` if the script is not a file in another folder.
  var scriptFolder: String?
  private var rounds = 0
  /// The pace of time to return to after `skip`.
  private var paceBeforeSkip: Clock.Pace?
  private var wallClock = WallClock()
  /// `true` while recorded lines run: time passes as they specify, at once, whatever the clock's pace.
  private var isReplaying: Bool
  /// The commands of blocks from an earlier session that were skipped.
  private var skippedCommands: Set<String> = []
  /// The instant at which the replayed line is stopped, because ^C stopped it in the recording.
  private var stop: Instant?
  /// The number of checks for a stop since time last passed, if a stop is set.
  private var looks: (at: Instant, count: Int) = (.practiceStart, 0)
  /// The processor time at which the running code is aborted; `nil` for no limit.
  private var workLimit: Int64?
  /// `true` if the terminal shows that the typed line is waiting.
  var isWaitShown = false
  /// The player of the session's sounds; `nil` if sounds are not audible.
  private var sounds: (any Sounds)?
  /// The time until a sound is due; `nil` if there is none.
  var nextSound: Duration? { sounds?.delay(host: SystemClock.now) }
  /// Receives the name of each command that has run; `nil` if there is no receiver.
  package var commandObserver: ((String) -> Void)?
  /// Receives the diagnostics that are reported, as the user reads them; `nil` if there is no receiver.
  var diagnosticObserver: (([Diagnostic]) -> Void)?
  /// Receives the name of each event that is reported, and its fields; `nil` if there is no receiver.
  package var hearsEvent: ((String, () -> [(name: String, value: Value)]) -> Void)?
  /// `true` while events and notices write no lines, as during the beginning of a lesson's step.
  package var isSilent = false
  /// `true` while a lesson is on top of this session: a story that plays here must not print into it.
  var isBehindLesson = false
  /// Writes a wing's data beside the journal before the next commit; `nil` if there is none.
  package var beforeCommit: ((Session) -> Void)?
  /// The messages that wait until the events they report are durable.
  private var unreported: [(_ isLate: Bool) -> Void] = []
  /// The reason why saving fails at present, as reported.
  private var trouble: String?

  public init(options: Options = Options(), output: Output = Output(), catalog: CommandCatalog) {
    self.options = options
    self.catalog = catalog
    isReplaying = options.isReplay
    workLimit = options.limit
    let host = SystemClock.now
    let pace: Clock.Pace =
      switch (options.kind, options.speed) {
      case (.real, _): .real
      case (.practice, let speed?): .scaled(speed)
      case (.practice, nil): .instant
      }
    clock = Clock(start: options.start ?? .practiceStart, pace: pace, host: host)
    let zone = options.zone
    world = World(at: clock.start, seed: options.seed, zone: zone, isReal: options.kind == .real)
    past = Past(world, at: clock.start, catalog: catalog)
    let writer = ValueWriter(
      civil: { zone.civil($0) }, instant: { $0.instant(offset: zone.offset(atLocal: $0)) })
    printer = OutputPrinter(
      output, options: options, start: clock.start, writer: writer, vocabulary: catalog.schema.vocabulary)
    runtime = Runtime(host: self, schema: catalog.schema, writer: writer, seed: options.seed)
    // Before anything is compiled, because the place of a variable is then fixed.
    if options.isPrompt { runtime.define(Self.lastName, .none) }
  }

  public var output: Output { printer.output }

  /// Sets the observer, which is called after each event from now on.
  func setObserver(_ observer: SessionObserver?) { self.observer = observer }

  /// Lets a debugger follow the session, which must have been made with `traces`.
  package func follow(with monitor: (any SessionMonitor)?) { self.monitor = monitor }

  // MARK: Time

  public var now: Instant { clock.now }
  public var start: Instant { clock.start }
  public var isPatient: Bool { options.kind == .real }
  public var nextDeadline: Instant? { world.nextDeadline }
  public var recurrence: () -> Bool {
    let before = world.signature(at: clock.now)
    return { [self] in world.signature(at: clock.now) == before }
  }
  public var canPredict: Bool { options.kind == .practice }

  public func predict(_ body: (_ passToNext: () -> Void) throws(Diagnostic) -> Void) throws(Diagnostic) {
    let (present, time, counted) = (world, clock, ledger)
    defer { (world, clock, ledger) = (present, time, counted) }
    try body {
      guard let next = world.nextDeadline else { return }
      world.live(to: next, learningFrom: resources) { ledger.apply($0) }
      clock.advance(to: next)
    }
  }

  public var isInterrupted: Bool {
    Interruption.isRequested || workLimit.map { SystemClock.worked >= $0 } == true || isStoppedHere()
      || options.bounds?.isReached(shown: output.amount) == true || monitor?.isAbandoned == true
  }
  public func flushPending() {
    printer.flushIfFull()
    monitor?.flushPending()
  }
  public func hasMemory(for bytes: Int) -> Bool {
    options.bounds?.allows(bytes) != false && Memory.isThere(bytes)
  }

  /// Returns the instant at which an input happens. Only the wall clock continues while a line runs; a practice clock
  /// moves between lines and during waits, so that the story is the same at each speed. A block happens when it is
  /// due, however late the machine runs it.
  package func present() throws(Failure) -> Instant {
    // A command happens at one instant, however often it asks.
    if clock.pace == .real, past.input == nil, runtime.strand?.isMain ?? true { try advance(to: livePresent) }
    return clock.now
  }

  /// The current instant of a live clock, ahead of the events processed so far.
  package var livePresent: Instant { isReplaying ? clock.now : clock.reading(host: SystemClock.now) }
  /// The instant to display: never later than the next pending deadline.
  var shownPresent: Instant { min(livePresent, world.nextDeadline ?? .distantFuture) }
  func hostDelay(until instant: Instant) -> Duration? { clock.hostDelay(until: instant, host: SystemClock.now) }

  public func advance(to instant: Instant) throws(Failure) {
    // Events caused by time have no input as their cause, even while a command lets time pass.
    try past.during(nil) { () throws(Failure) in
      // A debugger may hold the clock on its way, where nothing else happens.
      while let stop = monitor?.nextInstant(after: clock.now), stop <= instant {
        guard try live(to: stop) else { return }
        clock.advance(to: stop)
        monitor?.clockReached(stop)
        if isInterrupted { throw Failure(.interrupted) }
      }
      guard try live(to: instant) else { return }
      if clock.now < instant { output.stamp(clock.now) }
      clock.advance(to: instant)
      try commit()
    }
  }

  /// Performs everything that is due.
  /// - Returns: `false` if a key was pressed first while the session is watched, or an answer arrived.
  private func live(to limit: Instant) throws(Failure) -> Bool {
    // A local variable, not a property: no other code uses it, so exclusive access need not be checked.
    var arrived: [World.Event] = []
    while true {
      if let stop, min(world.nextDeadline ?? .distantFuture, limit) > stop { throw Failure(.interrupted) }
      if clock.pace != .instant, !isReplaying {
        let next = min(world.nextDeadline ?? .distantFuture, limit)
        let look = followsOthers ? min(next, livePresent + Self.pollInterval) : next
        if try !sleep(until: look) {
          runEvents(before: look)
          receiveAnswers()
          if clock.now < limit { return false }
        }
        if look < next {
          // This session has no events before that instant; the events of other sessions are read then.
          clock.advance(to: min(livePresent, look))
          let isNews = pollOtherSessions()
          // A block that waits for other sessions comes first, and conditions are checked.
          if isNews || awaitsOthers, clock.now < limit { return false }
          continue
        }
      }
      if let next = world.nextDeadline, next <= limit, pollsOtherSessionsFirst() { continue }
      arrived.removeAll(keepingCapacity: true)
      guard let deadline = world.advanceToNext(limit: limit, { arrived.append($0) }) else { return true }
      output.stamp(clock.now)
      clock.advance(to: deadline)
      for event in arrived { process(event) }
      observer?.look(at: self)
      playSounds()
      try printer.throwPendingError()
      rounds &+= 1
      if rounds % Steps.interval == 0 {
        past.keep(world, at: clock.now)
        flushPending()
        if isInterrupted { throw Failure(.interrupted) }
      }
    }
  }

  /// Handles a key or an answer before `limit`: the present moves to that instant, and a watching command runs next.
  /// Events at the limit itself come after it, as in a replay.
  private func runEvents(before limit: Instant) {
    clock.advance(to: max(clock.now, min(livePresent, limit - Duration(microseconds: 1))))
    if let watch { runtime.resumeStrand(watch.strand) }
  }

  /// - Returns: `false` if a key was pressed first while the session is watched, or an answer arrived.
  private func sleep(until instant: Instant) throws(Failure) -> Bool {
    while true {
      try Interruption.look()
      let host = SystemClock.now
      let delay = clock.hostDelay(until: instant, host: host)
      let answer = nextWingAnswer
      if answer == .zero { return false }
      if let watch, watch.isDue(delay, host: host) {
        if let delay, delay <= .zero { slip(to: instant, host: host) }
        if watch.show(self, for: [delay, answer].compactMap { $0 }.min()) { return false }
        continue
      }
      if let delay, delay <= .zero { return true }
      try output.flush()
      let frame = showWait(for: delay)
      // If the clock does not move, sleeps until an interruption.
      let next = [delay, nextSound, frame, answer].compactMap { $0 }.min()
      SystemClock.sleep(next ?? .hours(1))
      playSounds()
    }
  }

  /// Lets a watched clock that is too fast for the machine run as fast as possible, instead of running ahead of the
  /// screen.
  private func slip(to due: Instant, host: Instant) {
    guard case .scaled = clock.pace else { return }
    clock.advance(to: due)
    clock.setPace(clock.pace, host: host)
  }

  private static let catchUpRound = Duration.milliseconds(20)

  /// Performs everything due at the live present, without the script's own running code. A practice clock that is too
  /// fast for the machine continues from the instant reached, as fast as the machine can.
  /// - Parameter isBrief: whether to leave the rest for the next call after 20 ms, so that keys are noticed.
  func catchUp(isBrief: Bool) throws(Diagnostic) {
    let (began, present) = (SystemClock.now, livePresent)
    let behind = present - now
    // Excludes blocks that become due meanwhile: blocks that take longer than their interval would never let a line
    // run.
    while let next = runtime.nextInstant, next <= present {
      try runtime.proceed(to: next)
      let host = SystemClock.now
      guard host - began > Self.catchUpRound else { continue }
      if case .scaled = clock.pace, livePresent - now > behind { return slip(to: now, host: host) }
      if isBrief { return }
    }
    try runtime.proceed(to: present)
  }

  /// `true` while recorded lines run.
  public var isReplayingLines: Bool { isReplaying }

  /// Replays recorded lines: time passes at once, as `body` specifies, and as usual after its end.
  package func replaying(_ body: () -> Void) {
    let before = isReplaying
    isReplaying = true
    body()
    isReplaying = before
    clock.setPace(clock.pace, host: SystemClock.now)
  }

  /// The number of stop checks, while no time passes, after which a line that ^C stopped in the recording is aborted.
  /// It counts steps, not processor time, so that each replay stops at the same place.
  private static let stopCheckLimit = 500

  private func isStoppedHere() -> Bool {
    guard stop != nil else { return false }
    if looks.at != clock.now { looks = (clock.now, 0) }
    looks.count += 1
    return looks.count > Self.stopCheckLimit
  }

  /// Stops `body` where ^C stopped it in the recording.
  /// - Parameter length: the time from the beginning; `nil` if it ran to its end.
  func stopping<Result>(after length: Duration?, _ body: () -> Result) -> Result {
    guard let length else { return body() }
    (stop, looks) = (clock.now + length, (clock.now, 0))
    defer { stop = nil }
    return body()
  }

  /// Performs everything up to an instant, at once, within a limit of work.
  /// - Parameter work: microseconds of processor time.
  /// - Returns: `true` if the instant was reached.
  package func performUntil(to instant: Instant, work: Int64) -> Bool {
    let before = workLimit
    workLimit = SystemClock.worked + work
    defer { workLimit = before }
    return (try? runtime.proceed(to: instant)) != nil && clock.now >= instant
  }

  public func waitForOutside() throws(Failure) {
    let limit = followsOthers ? livePresent + Self.pollInterval : clock.now + .hours(1)
    if try sleep(until: limit) {
      guard followsOthers else { return }
      clock.advance(to: min(livePresent, limit))
      pollOtherSessions()
      return
    }
    runEvents(before: limit)
    receiveAnswers()
  }

  /// Reports a change of the machine's clock, in sessions on the wall clock.
  func compareClocks() {
    if options.kind == .real, let news = wallClock.news() { notice(news) }
  }

  /// Plays the sounds that are due.
  func playSounds() {
    guard let sounds else { return }
    sounds.playDue(host: SystemClock.now)
    for text in sounds.drainNotices() { notice(text) }
  }

  /// Enables sounds.
  /// - Parameter ring: rings the terminal's bell, if there is no better player.
  func useBell(_ ring: @escaping () -> Void) { sounds = catalog.first { $0.sounds(for: self, ringing: ring) } }

  /// The time until the next check for a server's answer to a wing: zero once an answer has arrived; `nil` if none is
  /// expected.
  var nextWingAnswer: Duration? { catalog.wings.compactMap { $0.nextAnswer(for: self) }.min() }
  func receiveAnswers() { for wing in catalog.wings { wing.receiveAnswers(self) } }
  private var awaitsOthers: Bool { catalog.wings.contains { $0.awaitsOthers(self) } }

  // MARK: Pace

  /// Changes the speed of time from now on.
  package func setPace(_ pace: Clock.Pace) throws(Failure) {
    paceBeforeSkip = nil
    watch?.forgetPace()
    clock.setPace(pace, host: SystemClock.now)
  }

  /// Stops a practice clock until `resumeClock`.
  package func holdClock() { clock.hold() }

  /// Lets a stopped clock continue at its pace.
  package func resumeClock() { clock.resume(host: SystemClock.now) }

  /// Lets time pass instantly at each wait until `endSkip`.
  func beginSkip() throws(Failure) {
    guard clock.pace != .instant else { return }
    _ = try present()
    paceBeforeSkip = clock.pace
    clock.setPace(.instant, host: SystemClock.now)
  }

  func endSkip() {
    guard let pace = paceBeforeSkip else { return }
    paceBeforeSkip = nil
    clock.setPace(pace, host: SystemClock.now)
  }

  /// Shows the session on a full screen from now on; an instant clock runs at normal speed.
  func begin(_ watch: Watch) {
    self.watch = watch
    if clock.pace == .instant { clock.setPace(.scaled(1), host: SystemClock.now) }
  }

  /// Removes the full screen.
  /// - Parameter pace: the pace of time to return to, if it was different before.
  func leaveWatch(_ pace: Clock.Pace?) {
    watch = nil
    if let pace { clock.setPace(pace, host: SystemClock.now) }
  }

  // MARK: Changes

  /// Changes the world without events: for settings, not actions.
  @inline(__always)
  package func change<Result, Problem: Error>(
    _ body: (inout World) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    var outcome: Swift.Result<Result, Problem>?
    changeWorld { world in
      do throws(Problem) { outcome = .success(try body(&world)) } catch { outcome = .failure(error) }
    }
    return try outcome!.get()
  }

  package func changeWorld(_ body: (inout World) -> Void) { body(&world) }

  /// Passes an input to a domain at the present instant, and processes the resulting events.
  @inline(__always)
  package func handle<Refusal: Error>(
    _ input: (inout World, (World.Event) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) {
    var refusal: Refusal?
    processEvents { world, events in
      do throws(Refusal) { try input(&world) { events.append($0) } } catch {
        refusal = error
        events.removeAll()
      }
    }
    if let refusal { throw refusal }
  }

  /// - Parameter input: changes the world, and collects the resulting events.
  package func processEvents(of input: (inout World, inout ArrivedEvents) -> Void) {
    var events = ArrivedEvents()
    input(&world, &events)
    guard let first = events.first else { return }
    process(first)
    for event in events.others { process(event) }
  }

  /// Processes an event.
  package func process(_ event: World.Event) {
    world.learn(event, from: resources, at: clock.now)
    var isKept = false
    var consequences: [World.Event] = []
    let isNew = world.absorb(
      event,
      keep: { fact in
        isKept = true
        ledger.apply(fact)
        persistence?.keep(fact)
      }, then: { consequences.append($0) })
    catalog.dispatcher.report(event, in: self, isNew: isNew)
    if event.hasOutsideEffect { catalog.dispatcher.follow(event, in: self) }
    if isKept { confirm() }
    for event in consequences { process(event) }
  }

  /// Makes finished or rated items durable and reports them. If nothing is saved, memory counts as durable; in a fork
  /// this waits until the fork is kept.
  private func confirm() {
    guard world.awaitsDurability else { return }
    if persistence != nil, past.isForked { return notice("a fork is open: only `fork keep` saves the session") }
    guard isDurable() else { return }
    for event in world.confirm(at: clock.now) { process(event) }
  }

  /// The number of changes that wait because the disk has refused them.
  var unsavedCount: Int { trouble == nil ? 0 : persistence?.unwrittenCount ?? 0 }

  /// Tries to make all events durable. Events that the disk refuses stay in memory; the failure is reported by the
  /// commit that ends every command and every advance.
  /// - Returns: `true` if the session has done all it can to make the events survive.
  package func isDurable() -> Bool {
    guard !past.isForked, let persistence else { return true }
    writeBesideJournal()
    persistence.settle(world, at: clock.now)
    return (try? persistence.commit()) != nil
  }

  /// Reports something once all events so far are durable: now, or when the disk accepts them.
  /// - Parameter words: receives `true` if the disk has refused an event meanwhile.
  @usableFromInline
  package func reportWhenDurable(_ words: @escaping (_ isLate: Bool) -> Void) {
    if unreported.isEmpty, isDurable() { words(false) } else { unreported.append(words) }
  }

  /// Makes all events durable, and sends the messages that waited for that. In a fork nothing is saved yet.
  ///
  /// - Throws: the disk's error, for a script with a requested state. At a prompt or with a real clock nothing stops:
  ///   a notice reports when saving begins to fail and when it works again, and each command retries the save.
  package func commit() throws(Failure) {
    guard !past.isForked, let persistence else { return }
    writeBesideJournal()
    persistence.settle(world, at: clock.now)
    do throws(Failure) { try persistence.commit() } catch {
      if case .interrupted = error.problem { throw error }
      guard options.isLive else { throw error }
      if trouble != error.problem.message {
        trouble = error.problem.message
        notice("\(error.problem.message); the change is kept in memory, and each command tries again to save it")
      }
      return
    }
    if trouble != nil {
      trouble = nil
      notice("saving works again: all changes are saved")
    }
    // Meanwhile another session may have given the numbers of the events that are reported now.
    if persistence.consumeOutdated() || !unreported.isEmpty { try mergeOthers() }
    let words = unreported
    unreported = []
    for word in words { word(true) }
    confirm()
    reportFindings()
  }

  private func writeBesideJournal() {
    guard let write = beforeCommit else { return }
    beforeCommit = nil
    write(self)
  }

  /// Replaces the world with another version. The saved state follows: the journal voids removed events, and appends
  /// restored ones again; nothing in it is ever rewritten.
  /// - Parameter isAgain: whether this is a redo rather than an undo.
  package func become(_ other: World, isAgain: Bool = false) {
    persistence?.follow(from: world, to: other, isAgain: isAgain, at: clock.now)
    ledger.follow(from: world, to: other)
    world = other
  }

  /// Returns to an earlier world, if nothing has left the session since.
  func goBack(to other: World, at instant: Instant, forgetting mark: Persistence.Mark?) {
    ledger.follow(from: world, to: other)
    world = other
    if let mark { persistence?.forget(since: mark) }
    // The instant may also be later: a trial can begin in the past.
    clock.rewind(to: instant, host: SystemClock.now)
    clock.advance(to: instant)
    clock.setPace(clock.pace, host: SystemClock.now)
  }

  /// Sets the clock back; the caller has already set the world.
  func rewindClock(to instant: Instant) { clock.rewind(to: instant, host: SystemClock.now) }
  /// Brings the world to the present, so that it can be compared with later states.
  package func settle() { world.settle(at: clock.now) }

  // MARK: Persistence

  /// Saves to a folder from now on, and loads the data saved there.
  public func openState(_ folder: String) throws(Failure) {
    let persistence = try Persistence.open(
      folder, isReal: options.kind == .real, zone: options.zone, settings: catalog.settings,
      clockTrust: options.clockTrust)
    var kept = try persistence.read(at: clock.now)
    persistence.compareClock(at: clock.now)
    for wing in catalog.wings {
      wing.open(folder, self) { persistence.note($0) }
      wing.number(&kept, self)
    }
    if options.kind == .practice, options.start == nil, let latest = persistence.latest { begin(at: latest) }
    world.adopt(kept, persistence.place, isBeginning: true)
    ledger = World.Ledger(kept)
    self.persistence = persistence
    reportFindings()
    if options.kind == .real, !persistence.dates.isReported, let latest = persistence.latest,
      let doubt = WallClock.doubt(now: clock.now, latest: latest)
    {
      notice(doubt)
    }
    for wing in catalog.wings { wing.opened(self, kept) }
    // If the disk is full, each command retries the save.
    do throws(Failure) { try commit() } catch { notice(error.problem.message) }
    past.restart(world, at: clock.now)
  }

  /// Lets a new practice session begin where the previous one has ended, so that its days continue.
  private func begin(at latest: Instant) {
    guard StartYears.all.contains(CivilTime(utc: latest).year), latest > clock.start else { return }
    clock = Clock(start: latest, pace: clock.pace, host: SystemClock.now)
    world = World(at: latest, seed: options.seed, zone: options.zone)
    printer.begin(at: latest)
  }

  func reportFindings() { for text in persistence?.drainNotices() ?? [] { notice(text) } }

  /// Reads the saved events again.
  ///
  /// A playing story belongs to this session and continues. Earlier commands cannot be undone if others have changed
  /// the same things, because that would undo the others' changes, unless each session can undo its own.
  func mergeOthers() throws(Failure) {
    guard let persistence, !past.isForked, persistence.isWritten else { return }
    var kept = try persistence.read(at: clock.now)
    for wing in catalog.wings { wing.number(&kept, self) }
    let known = ledger
    ledger.restart(kept)
    let before = world
    world.adopt(kept, persistence.place, isBeginning: false)
    for wing in catalog.wings { wing.joined(self, kept, since: known) }
    let changed = world.aspects(changedSince: before)
    guard !changed.isEmpty else { return }
    let hadSteps = past.hasSteps
    if !past.proceed(from: world, at: clock.now, othersChanged: changed.unshared), hadSteps {
      notice("another Storyline session has changed the same data: earlier commands can no longer be undone")
    }
  }

  /// Adopts a family's own settings, so that practice resembles the session it is nested in.
  func adoptSettings(_ other: Session) {
    world.adoptSettings(other.world)
    for wing in catalog.wings { wing.share(other.resources, with: self) }
    sounds = other.sounds
    past.restart(world, at: clock.now)
  }

  /// Becomes a copy of another session in its current state; only this copy sees the events from now on.
  func become(trialOf other: Session) {
    (world, ledger) = (other.world, other.ledger)
    clock = other.clock
    clock.setPace(.instant, host: SystemClock.now)
    runtime.become(like: other.runtime)
  }

  // MARK: The language's host

  public func perform(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome {
    if isReplaying || options.isSealed, try staysInside(command, arguments) { return .value(.none) }
    if runtime.isRunningReplayed, leavesSession(catalog.entries[command].command) {
      noticeReplayed(catalog.entries[command].command.name)
      return .value(.none)
    }
    if let bounds = options.bounds, !bounds.allows(given: arguments.textBytes) { throw Failure(.interrupted) }
    let outcome =
      if let monitor, leavesSession(catalog.entries[command].command) {
        try monitor.outside { () throws(Failure) in try execute(command, arguments) }
      } else {
        try execute(command, arguments)
      }
    if case .value = outcome { commandObserver?(catalog.entries[command].command.name) }
    settleWings(after: command)
    playSounds()
    try printer.throwPendingError()
    try commit()
    observer?.look(at: self)
    return committing(outcome, of: command)
  }

  /// Lets the wing of a command finish its work; after a move through time, which may have changed everything, all
  /// wings.
  private func settleWings(after command: Int) {
    if catalog.roles[command] == .travels {
      for wing in catalog.wings { wing.settle(self) }
    } else {
      catalog.wing(of: command)?.settle(self)
    }
  }

  /// Returns an outcome whose later actions, after a wait, are made durable too.
  private func committing(_ outcome: CommandOutcome, of command: Int) -> CommandOutcome {
    guard case .wait(let length, let then) = outcome else { return outcome }
    return .wait(length) { () throws(Failure) in
      let next = try then()
      if case .value = next { self.commandObserver?(self.catalog.entries[command].command.name) }
      try self.commit()
      return self.committing(next, of: command)
    }
  }

  /// Returns `true` if a replay skips the command, because it would leave the session.
  /// - Throws: a refusal if the command uses files that this session may not use.
  private func staysInside(_ index: Int, _ arguments: Arguments) throws(Failure) -> Bool {
    let command = catalog.entries[index].command
    if options.readsFolder {
      for (place, parameter) in command.parameters.enumerated() where parameter.type.isPath {
        guard let path = arguments.text(place), !parameter.type.takesNames || path.contains("/") else { continue }
        let full = FilePath.expanded(FileAddress.path(of: path))
        // A file beside the script is found too.
        let beside = full.hasPrefix("/") ? full : (scriptFolder ?? "") + full
        let isAllowed = ThreadSandbox.allows(full)
        if isAllowed || ThreadSandbox.allows(beside) && File.exists(beside) { continue }
        options.bounds?.hasRefusedFiles = true
        throw .refused(
          ThreadSandbox.allows(beside)
            ? "there is no '\(path)' in \(ThreadSandbox.folderPhrase)"
            : "'\(path)' is outside \(ThreadSandbox.folderPhrase)", "try: add --trust"
        ).about(place)
      }
    }
    if command.parameters.contains(where: { $0.type.isPath && !$0.type.takesNames }) {
      try refuseFiles(of: command.name, writes: command.effect == .outside)
    }
    return isReplaying && leavesSession(command)
  }

  /// Reports once for each command that a block from an earlier session wrote nothing: the file may have changed since.
  private func noticeReplayed(_ name: String) {
    guard skippedCommands.insert(name).inserted else { return }
    notice("`\(name)` wrote nothing, because its block was typed in an earlier session; type the block again to write")
  }

  private func leavesSession(_ command: Command) -> Bool {
    command.effect == .outside && !command.parameters.contains { $0.isSecret }
  }

  /// Throws for a command that uses files, if another user's lines run.
  package func refuseFiles(of name: String, writes: Bool = false) throws(Failure) {
    guard options.isSealed, writes || !options.readsFolder else { return }
    options.bounds?.hasRefusedFiles = true
    if options.readsFolder {
      throw .refused(
        "`\(name)` writes files, and this run may only read files in its folder", "try: add --trust"
      ).aboutCommand
    }
    throw .refused("`\(name)` uses files, and this run may not access files", "try: add --trust").aboutCommand
  }

  /// Refuses a command in a session on the wall clock.
  func requirePractice(_ command: String) throws(Failure) {
    guard options.kind == .practice else {
      throw PracticeRequirement.refusal(of: command, isAtPrompt: questions.prompt != nil)
    }
  }

  public func read(_ state: Int, at instant: Instant) -> Value { catalog.states[state].read(self, instant) }

  public func advice(about states: [Int], _ why: NeverReason) -> String? {
    let fields = states.map { catalog.states[$0].field }
    return catalog.first { $0.advice(self, fields, why) }
  }

  public var endless: String? { catalog.first { $0.endless(world) } }

  public func write(_ value: Value) throws(Failure) {
    printer.print(value, at: now)
    try printer.throwPendingError()
  }

  public func trace(_ event: TraceEvent) throws(Failure) {
    guard let monitor else {
      // A copy of a debugged session runs code that was compiled for it.
      return options.traces ? printer.trace(event, at: now) : ()
    }
    if case .begins(let range, let source) = event { try monitor.statementBegins(range, source) }
  }

  public func note(_ text: String) { notice(text) }
  public func origin(of record: Record) -> String? { resources.resource { FileOrigins() }.place(of: record) }
  public func fails(_ problem: Problem, isCaught: Bool) { monitor?.fails(problem, isCaught: isCaught) }
  /// At a prompt, the variable that holds the last statement's value.
  package static let lastName = "last"

  public func report(_ value: Value, of command: Int?) throws(Failure) {
    if options.isPrompt, !value.isNone { runtime.define(Self.lastName, value) }
    show(value, of: command)
    try printer.throwPendingError()
  }
}

/// The events of one input. Most inputs cause one event, which needs no list.
package struct ArrivedEvents {
  fileprivate var first: World.Event?
  fileprivate var others: [World.Event] = []

  package mutating func append(_ event: World.Event) { if first == nil { first = event } else { others.append(event) } }

  package mutating func removeAll() { (first, others) = (nil, []) }
}
