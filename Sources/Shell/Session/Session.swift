import StoryScript
import System
import Terminal
import Timeline

/// Joins the domains, the clock and the language: the one place where things happen.
///
/// One thread owns it. Commands and deadlines go in, and what happens goes one way: `absorb` (what it leaves behind) →
/// keep → log → speak → listeners → what follows outside the world. Its owners have state of their own: `speaker` the
/// lines, `past` what can be undone, `keeper` what outlives the session, `questions` whoever sits at the prompt, `aside`
/// what the wings know outside the world.
public final class Session: ScriptHost {
  /// A session's setup.
  public struct Options: Sendable {
    public enum Kind: Sendable {
      /// A virtual clock and a private world that is thrown away: scripts, tests, lessons.
      case practice
      /// The wall clock.
      case real
    }
    public var kind = Kind.practice
    /// The first instant of a practice session's clock; `nil` for where what was kept ends, or else `practiceStart`.
    public var start: Instant?
    /// `nil`: instant for practice, the wall clock for real sessions.
    public var speed: Double?
    public var zone = Zone.utc
    public var seed: UInt64 = 0
    public var traces = false
    /// Whether nothing is written about what happens: only what the script itself writes, and errors.
    public var isQuiet = false
    /// Whether standard input is the script's to read, and not the script itself or what is typed.
    public var hasInput = false
    /// Whether time goes on while nothing waits: in real sessions, and at any prompt.
    public var isLive: Bool { kind == .real || isPrompt }
    public var isPrompt = false
    /// Whether it lives again what somebody has typed: no machine's clock counts then, and nothing outside is touched.
    var isReplay = false
    /// Whether it tries what somebody is typing: nothing of it is heard.
    var isTrial = false
    /// `true` if commands about files are refused as well.
    var isSealed = false
    /// The limits of what somebody else has written; `nil` for no limits.
    var bounds: Bounds?
    /// Whether a script may include only what lies in its own folder: one of a stranger's.
    var isConfined = false
    /// The processor time of this thread, in microseconds, at which whatever runs stops: nobody is to wait for a trial.
    var limit: Int64?
    public init() {}
  }

  public let options: Options
  public let catalog: CommandCatalog
  public private(set) var world: World
  public private(set) var clock: Clock
  public private(set) var runtime: Runtime!
  /// The histories, which stand outside the world because they grow.
  private(set) var ledger = World.Ledger()
  let speaker: Speaker
  let past: Past
  public let questions = Questions()
  let aside = World.Aside()
  /// The keeper of what outlives the session; `nil` when it is private.
  private(set) var keeper: Keeper?
  /// Looks at the session whenever anything has happened; `nil` where nobody wants to know.
  private(set) var witness: Witness?
  /// The full screen that shows the session, while `watch` is at work.
  private(set) var watch: Watch?
  /// The folder of the script that was read last, with its slash; `nil` for one that is no file of another folder.
  var scriptFolder: String?
  private var rounds = 0
  /// The pace at which time is to pass again after `skip`.
  private var paceBeforeSkip: Clock.Pace?
  private var wallClock = WallClock()
  /// Whether lines run that were typed before: time passes as they say, at once, whatever the clock's pace.
  private var isReplaying: Bool
  /// The instant at which what runs is stopped, as ^C has stopped it once.
  private var stop: Instant?
  /// How often what runs has looked whether to stop since time has passed last, where it is to be stopped.
  private var looks: (at: Instant, count: Int) = (.practiceStart, 0)
  /// The processor time at which what runs is given up; `nil` for no end.
  private var workLimit: Int64?
  /// Whether the terminal shows that the typed line waits.
  var isWaitShown = false
  /// What plays the session's sounds; `nil` where nobody hears any.
  private var sounds: (any Sounds)?
  /// The time until a sound is due; `nil` when none is.
  var nextSound: Duration? { sounds?.delay(host: SystemClock.now) }
  /// Receives the name of each command that has run; `nil` where nobody wants to know.
  var hearsCommand: ((String) -> Void)?
  /// What a wing wants written beside the journal before the next commit; `nil` for nothing.
  var beforeCommit: (() -> Void)?
  /// The words that wait until what they say is durable.
  private var unsaid: [() -> Void] = []
  /// Why saving fails at present, as it was told.
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
    speaker = Speaker(
      output, options: options, start: clock.start, writer: writer, vocabulary: catalog.schema.vocabulary)
    runtime = Runtime(host: self, schema: catalog.schema, writer: writer, seed: options.seed)
    // Before anything is compiled: the place of a variable is fixed then.
    if options.isPrompt { runtime.define(Self.lastName, .none) }
  }

  public var output: Output { speaker.output }

  /// Has somebody look at it from now on, whenever anything has happened.
  func show(to witness: Witness?) { self.witness = witness }

  // MARK: Time

  public var now: Instant { clock.now }
  public var start: Instant { clock.start }
  public var isPatient: Bool { options.kind == .real }
  public var nextDeadline: Instant? { world.nextDeadline }
  public var signature: AnyHashable? { AnyHashable(world.signature(at: clock.now)) }
  public var foresees: Bool { options.kind == .practice }

  public func foresee(_ body: (_ passToNext: () -> Void) throws(Diagnostic) -> Void) throws(Diagnostic) {
    let (present, time, counted) = (world, clock, ledger)
    defer { (world, clock, ledger) = (present, time, counted) }
    try body {
      guard let next = world.nextDeadline else { return }
      world.live(to: next, learningFrom: aside) { ledger.take($0) }
      clock.advance(to: next)
    }
  }

  public var isInterrupted: Bool {
    Interruption.isRequested || workLimit.map { SystemClock.worked >= $0 } == true || isStoppedHere()
      || options.bounds?.isReached(shown: output.amount) == true
  }
  public func breathe() { speaker.flushIfFull() }
  public func hasMemory(for bytes: Int) -> Bool {
    options.bounds?.allows(bytes) != false && Memory.isThere(bytes)
  }

  /// The instant at which an input happens. Only the wall's clock goes on while a line runs; a practice clock moves
  /// between the lines and where one waits, so that at each speed the same story is told. A block happens when it is due,
  /// however late the machine comes to it.
  func present() throws(Failure) -> Instant {
    // A command happens at one instant, however often it asks.
    if clock.pace == .real, past.input == nil, runtime.strand?.isMain ?? true { try pass(to: livePresent) }
    return clock.now
  }

  /// The instant that a live clock shows now, ahead of what has happened so far.
  var livePresent: Instant { isReplaying ? clock.now : clock.reading(host: SystemClock.now) }
  /// The instant for somebody who looks: nothing that is due but has not happened yet must be shown as past.
  var shownPresent: Instant { min(livePresent, world.nextDeadline ?? .distantFuture) }
  func hostDelay(until instant: Instant) -> Duration? { clock.hostDelay(until: instant, host: SystemClock.now) }

  public func pass(to instant: Instant) throws(Failure) {
    // What time brings has no input as its cause, not even while a command lets it pass.
    try past.during(nil) { () throws(Failure) in
      guard try live(to: instant) else { return }
      if clock.now < instant { output.stamp(clock.now) }
      clock.advance(to: instant)
      try commit()
    }
  }

  /// Lets everything happen that is due.
  /// - Returns: false when a key came first, while the session is watched.
  private func live(to limit: Instant) throws(Failure) -> Bool {
    // Here and no property: nobody else looks at it, so no access has to be checked.
    var arrived: [World.Event] = []
    while true {
      if let stop, min(world.nextDeadline ?? .distantFuture, limit) > stop { throw Failure(.interrupted) }
      if clock.pace != .instant, !isReplaying {
        let next = min(world.nextDeadline ?? .distantFuture, limit)
        let look = followsOthers ? min(next, livePresent + Self.patience) : next
        if try !sleep(until: look) {
          attend(before: look)
          receiveAnswers()
          if clock.now < limit { return false }
        }
        if look < next {
          // Nothing of its own lies before that instant, and what others did is heard then.
          clock.advance(to: min(livePresent, look))
          let isNews = lookAround()
          // A block that waits for what others do comes first, and a condition is looked at.
          if isNews || awaitsOthers, clock.now < limit { return false }
          continue
        }
      }
      if let next = world.nextDeadline, next <= limit, looksAroundFirst() { continue }
      arrived.removeAll(keepingCapacity: true)
      guard let deadline = world.advanceToNext(limit: limit, { arrived.append($0) }) else { return true }
      output.stamp(clock.now)
      clock.advance(to: deadline)
      for event in arrived { happen(event) }
      witness?.look(at: self)
      playSounds()
      try speaker.throwPending()
      rounds &+= 1
      if rounds % Steps.rhythm == 0 {
        past.keep(world, at: clock.now)
        breathe()
        if isInterrupted { throw Failure(.interrupted) }
      }
    }
  }

  /// Somebody has pressed a key before `limit`, or answered: the present moves there, and a command that watches is next.
  /// What happens at the limit itself comes after it, as when it is lived again.
  private func attend(before limit: Instant) {
    clock.advance(to: max(clock.now, min(livePresent, limit - Duration(microseconds: 1))))
    if let watch { runtime.hurry(watch.strand) }
  }

  /// - Returns: false when a key came first, while the session is watched, or an answer.
  private func sleep(until instant: Instant) throws(Failure) -> Bool {
    while true {
      try Interruption.look()
      let host = SystemClock.now
      let delay = clock.hostDelay(until: instant, host: host)
      let answer = nextWingAnswer
      if answer == .zero { return false }
      if let watch, watch.isDue(delay, host: host) {
        if let delay, delay <= .zero { slip(to: instant, host: host) }
        if watch.show(self, for: [delay, answer].compactMap(\.self).min()) { return false }
        continue
      }
      if let delay, delay <= .zero { return true }
      try output.flush()
      let frame = showWait(for: delay)
      // A clock that stands still sleeps until somebody interrupts.
      let next = [delay, nextSound, frame, answer].compactMap(\.self).min()
      SystemClock.sleep(next ?? .hours(1))
      playSounds()
    }
  }

  /// A watched clock that the machine cannot follow goes as fast as it can, instead of running away from the screen.
  private func slip(to due: Instant, host: Instant) {
    guard case .scaled = clock.pace else { return }
    clock.advance(to: due)
    clock.setPace(clock.pace, host: host)
  }

  private static let catchUpRound = Duration.milliseconds(20)

  /// Lets everything happen that is due at the live present, with nothing of the script's own running. A practice clock
  /// that the machine cannot follow goes on from where it was reached, as fast as the machine can.
  /// - Parameter isBrief: whether the rest is left for the next time after 20 ms, so that a key is heard.
  func catchUp(isBrief: Bool) throws(Diagnostic) {
    let (began, present) = (SystemClock.now, livePresent)
    let behind = present - now
    // Not what becomes due meanwhile: blocks that take longer than the time between them never let a line run.
    while let next = runtime.nextInstant, next <= present {
      try runtime.proceed(to: next)
      let host = SystemClock.now
      guard host - began > Self.catchUpRound else { continue }
      if case .scaled = clock.pace, livePresent - now > behind { return slip(to: now, host: host) }
      if isBrief { return }
    }
    try runtime.proceed(to: present)
  }

  /// Whether lines run that were typed before.
  var isLivingAgain: Bool { isReplaying }

  /// Lives again what was typed before: time passes as `body` lets it, at once, and from its end on as usual.
  func replaying(_ body: () -> Void) {
    let before = isReplaying
    isReplaying = true
    body()
    isReplaying = before
    clock.setPace(clock.pace, host: SystemClock.now)
  }

  /// How often a line looks whether to stop, while no time passes, until it is given up where ^C has stopped it once. A
  /// count of the machine's own steps, and no time of the processor: each replay comes to the same place.
  private static let mostLooks = 500

  private func isStoppedHere() -> Bool {
    guard stop != nil else { return false }
    if looks.at != clock.now { looks = (clock.now, 0) }
    looks.count += 1
    return looks.count > Self.mostLooks
  }

  /// Lets `body` be stopped where ^C has stopped it once.
  /// - Parameter length: how long after its beginning; `nil` for what came to its own end.
  func stopping<Result>(after length: Duration?, _ body: () -> Result) -> Result {
    guard let length else { return body() }
    (stop, looks) = (clock.now + length, (clock.now, 0))
    defer { stop = nil }
    return body()
  }

  /// Lets everything happen up to an instant, at once, but works no longer than that for it.
  /// - Parameter work: microseconds of processor time.
  /// - Returns: whether it came there.
  func hasten(to instant: Instant, work: Int64) -> Bool {
    let before = workLimit
    workLimit = SystemClock.worked + work
    defer { workLimit = before }
    return (try? runtime.proceed(to: instant)) != nil && clock.now >= instant
  }

  public func waitForOutside() throws(Failure) {
    let limit = followsOthers ? livePresent + Self.patience : clock.now + .hours(1)
    if try sleep(until: limit) {
      guard followsOthers else { return }
      clock.advance(to: min(livePresent, limit))
      lookAround()
      return
    }
    attend(before: limit)
    receiveAnswers()
  }

  /// Says when the machine's clock was set, where people read the time.
  func compareClocks() {
    if options.kind == .real, let news = wallClock.news() { notice(news) }
  }

  /// Plays the sounds that are due.
  func playSounds() {
    guard let sounds else { return }
    sounds.playDue(host: SystemClock.now)
    for text in sounds.takeNotices() { notice(text) }
  }

  /// Plays sounds from now on.
  /// - Parameter ring: rings the terminal's bell, where there is no better player.
  func useBell(_ ring: @escaping () -> Void) { sounds = catalog.first { $0.sounds(for: self, ringing: ring) } }

  /// The time until it looks whether a server has answered a wing: zero once an answer is there; `nil` when none is awaited.
  var nextWingAnswer: Duration? { catalog.wings.compactMap { $0.nextAnswer(for: self) }.min() }
  func receiveAnswers() { for wing in catalog.wings { wing.receiveAnswers(self) } }
  private var awaitsOthers: Bool { catalog.wings.contains { $0.awaitsOthers(self) } }

  // MARK: Pace

  /// Changes how fast time passes, from now on.
  func setPace(_ pace: Clock.Pace) throws(Failure) {
    paceBeforeSkip = nil
    watch?.forgetPace()
    clock.setPace(pace, host: SystemClock.now)
  }

  /// From here to `endSkip` time moves at once wherever something waits.
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

  /// Shows the session on a full screen from now on; a clock that would move at once goes as on the wall.
  func begin(_ watch: Watch) {
    self.watch = watch
    if clock.pace == .instant { clock.setPace(.scaled(1), host: SystemClock.now) }
  }

  /// Takes the full screen away.
  /// - Parameter pace: how time passes again, if it passed in another way before.
  func leaveWatch(_ pace: Clock.Pace?) {
    watch = nil
    if let pace { clock.setPace(pace, host: SystemClock.now) }
  }

  // MARK: What happens

  /// Changes the world where nothing happens that would go its way: what is set, not what is done.
  func change<Result, Problem: Error>(
    _ body: (inout World) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try body(&world)
  }

  /// Gives a domain an input at the present instant, and lets what comes of it go its way.
  func handle<Refusal: Error>(
    _ input: (inout World, (World.Event) -> Void) throws(Refusal) -> Void
  ) throws(Refusal) {
    // Most inputs lead to one thing, which needs no list.
    var first: World.Event?
    var others: [World.Event] = []
    try input(&world) { if first == nil { first = $0 } else { others.append($0) } }
    guard let first else { return }
    happen(first)
    for event in others { happen(event) }
  }

  /// Lets something that happened go its way.
  func happen(_ event: World.Event) {
    world.learn(event, from: aside, at: clock.now)
    var isKept = false
    var consequences: [World.Event] = []
    let isNew = world.absorb(
      event,
      keep: { fact in
        isKept = true
        ledger.take(fact)
        keeper?.keep(fact)
      }, then: { consequences.append($0) })
    event.tell(in: self, isNew: isNew)
    if event.leadsOutside { event.follow(in: self) }
    if isKept { confirm() }
    for event in consequences { happen(event) }
  }

  /// Makes durable what was finished or rated and says so. Where nothing is kept, memory is as durable as it gets; in a
  /// fork it waits until that is kept.
  private func confirm() {
    guard world.awaitsDurability else { return }
    if keeper != nil, past.isForked { return notice("a fork is open: `fork keep` saves this") }
    guard isDurable() else { return }
    for event in world.confirm(at: clock.now) { happen(event) }
  }

  /// How many changes wait because the disk has refused them.
  var unsavedCount: Int { trouble == nil ? 0 : keeper?.unwrittenCount ?? 0 }

  /// Tries to make durable what has happened. What the disk refuses stays in memory; the failure itself is told by the
  /// commit that every command and every advance ends with.
  /// - Returns: whether it would survive now, as far as anything here does.
  func isDurable() -> Bool {
    guard !past.isForked, let keeper else { return true }
    writeBesideJournal()
    keeper.settle(world, at: clock.now)
    return (try? keeper.commit()) != nil
  }

  /// Says something once what has happened is durable: now, or when the disk takes it.
  func sayWhenDurable(_ words: @escaping () -> Void) {
    if unsaid.isEmpty, isDurable() { words() } else { unsaid.append(words) }
  }

  /// Makes durable what has happened, and says what was waiting for that. In a fork nothing is saved yet.
  ///
  /// - Throws: what the disk says, to a script whose state is asked for. Where people sit, or a real clock goes on, nothing
  ///   stops: a notice tells when saving begins to fail and when it works again, and what waits is tried with each command.
  func commit() throws(Failure) {
    guard !past.isForked, let keeper else { return }
    writeBesideJournal()
    keeper.settle(world, at: clock.now)
    do throws(Failure) { try keeper.commit() } catch {
      if case .interrupted = error.problem { throw error }
      guard options.isLive else { throw error }
      if trouble != error.problem.message {
        trouble = error.problem.message
        notice("\(error.problem.message); it waits in memory, and is tried again with each command")
      }
      return
    }
    if trouble != nil {
      trouble = nil
      notice("saving works again: all that waited is saved now")
    }
    if keeper.takeOutdated() { try takeInOthers() }
    let words = unsaid
    unsaid = []
    for word in words { word() }
    confirm()
    tellFindings()
  }

  private func writeBesideJournal() {
    guard let write = beforeCommit else { return }
    beforeCommit = nil
    write()
  }

  /// Another version of the world takes its place. What lasts follows: the journal voids what is gone, and what comes back
  /// is appended anew; nothing in it is ever rewritten.
  /// - Parameter isAgain: whether something is done again, rather than taken back.
  func become(_ other: World, isAgain: Bool = false) {
    keeper?.follow(from: world, to: other, isAgain: isAgain, at: clock.now)
    ledger.follow(from: world, to: other)
    world = other
  }

  /// Becomes what it was, of which nothing has left the session since.
  func goBack(to other: World, at instant: Instant, forgetting mark: Keeper.Mark?) {
    ledger.follow(from: world, to: other)
    world = other
    if let mark { keeper?.forget(since: mark) }
    // The instant may be later as well: a trial can begin in the past.
    clock.rewind(to: instant, host: SystemClock.now)
    clock.advance(to: instant)
    clock.setPace(clock.pace, host: SystemClock.now)
  }

  /// Sets the clock back; whoever does so has brought the world there.
  func rewindClock(to instant: Instant) { clock.rewind(to: instant, host: SystemClock.now) }
  /// Brings the world to the present, so that it can be compared with what comes.
  func settle() { world.settle(at: clock.now) }

  // MARK: What is kept

  /// Keeps what lasts in a folder, and brings back what was kept there.
  public func openState(_ folder: String) throws(Failure) {
    let keeper = try Keeper.open(folder, isReal: options.kind == .real, zone: options.zone)
    var kept = try keeper.read(at: clock.now)
    aside.open(folder, isReal: options.kind == .real)
    kept.number(by: aside)
    if options.kind == .practice, options.start == nil, let latest = keeper.latest { begin(at: latest) }
    world.take(kept, keeper.place, isBeginning: true)
    ledger = World.Ledger(kept)
    self.keeper = keeper
    tellFindings()
    if options.kind == .real, let latest = keeper.latest, let doubt = WallClock.doubt(now: clock.now, latest: latest) {
      notice(doubt)
    }
    for wing in catalog.wings { wing.opened(self, kept) }
    // A disk that takes nothing now is tried again with every command.
    do throws(Failure) { try commit() } catch { notice(error.problem.message) }
    past.restart(world, at: clock.now)
  }

  /// Lets a practice session that was just made begin where another one has ended, so that its days go on.
  private func begin(at latest: Instant) {
    guard StartYears.all.contains(CivilTime(utc: latest).year), latest > clock.start else { return }
    clock = Clock(start: latest, pace: clock.pace, host: SystemClock.now)
    world = World(at: latest, seed: options.seed, zone: options.zone)
    speaker.begin(at: latest)
  }

  func tellFindings() { for text in keeper?.takeNotices() ?? [] { notice(text) } }

  /// Reads anew what is kept.
  ///
  /// What plays is this session's own and goes on. What was done before cannot be undone when others have changed the
  /// same things, because that would take back what they did, unless each can take back its own.
  func takeInOthers() throws(Failure) {
    guard let keeper, !past.isForked, keeper.isWritten else { return }
    var kept = try keeper.read(at: clock.now)
    kept.number(by: aside)
    ledger.restart(kept)
    let before = world
    world.take(kept, keeper.place, isBeginning: false)
    for wing in catalog.wings { wing.joined(self, kept) }
    let changed = world.aspects(changedSince: before)
    guard !changed.isEmpty else { return }
    let hadSteps = past.hasSteps
    if !past.goOn(from: world, at: clock.now, othersChanged: changed.unshared), hadSteps {
      notice("another session has changed the same things: `undo` begins anew")
    }
  }

  /// Takes over what a family has made its own, so that practice feels like the session it lies on.
  func becomeLike(_ other: Session) {
    world.becomeLike(other.world)
    aside.sound(like: other.aside)
    sounds = other.sounds
    aside.protect(like: other.aside)
    past.restart(world, at: clock.now)
  }

  /// Becomes another session as it is now, of which nobody but this one sees what happens from here on.
  func become(trialOf other: Session) {
    (world, ledger) = (other.world, other.ledger)
    clock = other.clock
    clock.setPace(.instant, host: SystemClock.now)
    runtime.become(like: other.runtime)
  }

  // MARK: The language's host

  public func perform(_ command: Int, _ arguments: Arguments) throws(Failure) -> CommandOutcome {
    if options.isReplay, try staysInside(command) { return .value(.none) }
    if let bounds = options.bounds, !bounds.allows(given: arguments.textBytes) { throw Failure(.interrupted) }
    let outcome = try takeIn(command, arguments)
    hearsCommand?(catalog.entries[command].command.name)
    settleWings(after: command)
    playSounds()
    try speaker.throwPending()
    try commit()
    witness?.look(at: self)
    return committing(outcome)
  }

  /// Lets the wing of a command finish its work; after a move through time, which may have changed everything, all of them.
  private func settleWings(after command: Int) {
    if catalog.roles[command] == .travels {
      for wing in catalog.wings { wing.settle(self) }
    } else {
      catalog.wing(of: command)?.settle(self)
    }
  }

  /// Also what a command does after it has waited is made durable.
  private func committing(_ outcome: CommandOutcome) -> CommandOutcome {
    guard case .wait(let length, let then) = outcome else { return outcome }
    return .wait(length) { () throws(Failure) in
      let next = try then()
      try self.commit()
      return self.committing(next)
    }
  }

  /// Whether a command does nothing where it is lived again, because it would leave the session.
  /// - Throws: that it would read files, where that is refused.
  private func staysInside(_ command: Int) throws(Failure) -> Bool {
    let command = catalog.entries[command].command
    if command.parameters.contains(where: { $0.type.isPath && !$0.type.takesNames }) {
      try refuseFiles(of: command.name)
    }
    return command.effect == .outside && !command.parameters.contains(where: \.isSecret)
  }

  /// Refuses what reads or writes files, where somebody else's lines run.
  func refuseFiles(of name: String) throws(Failure) {
    guard options.isSealed else { return }
    options.bounds?.hasRefusedFiles = true
    throw .refused("'\(name)' is about files, which are not touched here", "--trust").aboutCommand
  }

  public func read(_ state: Int, at instant: Instant) -> Value { catalog.states[state].read(self, instant) }

  public func advice(about states: [Int], _ why: NeverReason) -> String? {
    let fields = states.map { catalog.states[$0].field }
    return catalog.first { $0.advice(self, fields, why) }
  }

  public var endless: String? { catalog.first { $0.endless(world) } }

  public func write(_ value: Value) throws(Failure) {
    speaker.print(value, at: now)
    try speaker.throwPending()
  }

  public func trace(_ event: TraceEvent) { speaker.trace(event, at: now) }
  /// At a prompt, the variable that holds what the last statement gave.
  static let lastName = "last"

  public func report(_ value: Value, of command: Int?) throws(Failure) {
    if options.isPrompt, !value.isNone { runtime.define(Self.lastName, value) }
    show(value, of: command)
    try speaker.throwPending()
  }
}
