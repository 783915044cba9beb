import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The debugger, as one of its runs sees it.
protocol DebugRunOwner: AnyObject {
  var stops: DebugStops { get }
  /// Holds the script until the client says how it continues; `nil` to leave this run.
  func hold(_ run: DebugRun, _ reason: DebugReason) -> DebugStep?
  /// Shows output of the script.
  func show(_ text: String, isError: Bool, _ run: DebugRun)
  /// Reads the client's messages while the script runs.
  func poll(_ run: DebugRun)
}

/// One run of a script from its beginning.
///
/// The script is held inside a call to this object, with its whole state in place. To go back, the run is left, and a
/// new one goes to an earlier moment: the same script does the same again.
final class DebugRun: SessionMonitor {
  enum Mode {
    /// The client follows.
    case live(DebugStep)
    /// Silent, to a moment, where the script is held.
    case travel(RunPosition, DebugReason)
    /// Silent, up to a moment, to find an earlier one.
    case search(RunPosition, DebugReturn)
  }

  let session: Session
  private let source: Source
  private let function: Int
  private unowned let owner: any DebugRunOwner
  private let effects: ExternalEffects
  private var mode = Mode.live(.free)
  private(set) var moment = RunPosition()
  /// The statement that began last.
  private(set) var place: (range: SourceRange, source: Source)?
  private(set) var isAbandoned = false
  /// `true` once the client wants the script to be held as soon as possible.
  private var isPauseAsked = false
  /// The moment that a search has found; `nil` if there is none.
  var found: (moment: RunPosition, reason: DebugReason)? { best ?? lastStatement.map { ($0, .step) } }
  private var best: (moment: RunPosition, reason: DebugReason)?
  /// The last statement of any strand, which counts if no statement fits.
  private var lastStatement: RunPosition?
  /// The bytes of output at the last look.
  private var shown = 0
  /// The names of the events that have fields, while one of them holds the script.
  private(set) var eventFields: [(name: String, value: Value)] = []
  /// The hits of the breakpoints with a hit count, by place. A breakpoint that the client sets again continues its count.
  private var hits: [HitCountLocation: Int] = [:]
  private static let momentsPerPoll = 512

  /// `true` if the script has a lesson, whose steps begin and are solved one after the other.
  let playsLesson: Bool

  /// Compiles a script.
  init(
    _ source: Source, _ launch: DebugLaunch, _ catalog: CommandCatalog, _ effects: ExternalEffects,
    owner: any DebugRunOwner
  ) throws(Diagnostics) {
    session = Session(
      options: launch.options, output: Output(to: .memory, cutsTables: false), catalog: catalog)
    (self.source, self.owner, self.effects) = (source, owner, effects)
    session.define(launch.arguments)
    do throws(Diagnostics) {
      let script = try session.parse(source)
      playsLesson = !script.lessons.isEmpty
      function = try session.compile(playsLesson ? script.withPlayedLessons : script)
    } catch {
      throw Diagnostics(session.allMistakes(of: error))
    }
  }

  var program: Program { session.runtime.program }

  /// Runs the script.
  /// - Returns: the exit code; `nil` if the run was left.
  func start(_ mode: Mode) -> Int32? {
    self.mode = mode
    effects.begin()
    session.follow(with: self)
    session.printer.receivesErrors = { [unowned self] text in
      showOutput()
      if isFollowed { owner.show(text, isError: true, self) }
    }
    defer {
      session.follow(with: nil)
      session.printer.receivesErrors = nil
    }
    session.reportWarnings()
    let code = ScriptRunner(session: session).execute(function, source)
    showOutput()
    return isAbandoned ? nil : code
  }

  func abandon() { isAbandoned = true }
  func pause() { isPauseAsked = true }

  /// `true` if the client sees what happens.
  private var isFollowed: Bool { if case .live = mode { !isAbandoned } else { false } }

  private func showOutput() {
    guard session.output.amount != shown else { return }
    shown = session.output.amount
    let lines = session.output.drainLines()
    if isFollowed, !lines.isEmpty { owner.show(lines.map { $0 + "\n" }.joined(), isError: false, self) }
  }

  // MARK: Moments

  private func count() {
    showOutput()
    moment = RunPosition(count: moment.count + 1)
    if moment.count % Self.momentsPerPoll == 0 { owner.poll(self) }
  }

  func statementBegins(_ range: SourceRange, _ source: Source) throws(Failure) {
    guard !isAbandoned else { throw Failure(.interrupted) }
    count()
    place = (range, source)
    decide(isStatement: true) { [owner] in
      guard let (mark, isDefinition) = owner.stops.mark(at: range, in: source) else { return nil }
      return (mark, isDefinition ? .definition(mark.id) : .breakpoint(mark.id))
    }
    if isAbandoned { throw Failure(.interrupted) }
  }

  func eventHappened(_ event: String, fields: () -> [(name: String, value: Value)]) {
    guard !isAbandoned else { return }
    count()
    let mark = owner.stops.mark(ofEvent: event)
    // Only a condition or the client can ask for the fields.
    if mark != nil || mayPause { eventFields = fields() }
    decide(isStatement: false, otherwise: .event(event, nil)) { mark.map { ($0, .event(event, $0.id)) } }
    eventFields = []
  }

  func fails(_ problem: Problem, isCaught: Bool) {
    guard !isAbandoned else { return }
    count()
    decide(isStatement: false, otherwise: .error(problem, isCaught: isCaught)) { [owner] in
      guard isCaught ? owner.stops.pausesOnCaughtErrors : owner.stops.pausesOnErrors else { return nil }
      return (RequestedBreakpoint(id: 0), .error(problem, isCaught: isCaught))
    }
  }

  func nextInstant(after instant: Instant) -> Instant? {
    guard !isAbandoned else { return nil }
    let next = owner.stops.nextInstant(after: instant)
    guard case .travel(let target, _) = mode, let goal = target.instant, goal > instant else { return next }
    return min(next ?? goal, goal)
  }

  func clockReached(_ instant: Instant) {
    guard !isAbandoned else { return }
    showOutput()
    moment.instant = instant
    decide(isStatement: false) { [owner] in
      owner.stops.mark(at: instant).map { ($0, .instant(instant, $0.id)) }
    }
  }

  func flushPending() {
    showOutput()
    owner.poll(self)
  }

  func outside(_ command: () throws(Failure) -> CommandOutcome) throws(Failure) -> CommandOutcome {
    let before = moment.count
    let (result, skipped) = effects.perform(command) { self.moment.count - before }
    moment.count += skipped
    return try result.get()
  }

  /// `true` if an event without a breakpoint may hold the script here.
  private var mayPause: Bool {
    switch mode {
    case .live(let step): step.endsAtEvents || isPauseAsked
    case .travel(let target, _): moment >= target
    case .search: false
    }
  }

  // MARK: Decisions

  /// Holds the script here if a breakpoint or the end of a step is here.
  /// - Parameters:
  ///   - otherwise: the reason if a step through time ends here.
  ///   - mark: returns the breakpoint that is here.
  private func decide(
    isStatement: Bool, otherwise: DebugReason = .step, mark: () -> (RequestedBreakpoint, DebugReason)?
  ) {
    switch mode {
    case .live(let step):
      if let reason = breakpoint(mark) { return hold(reason) }
      if isPauseAsked { return hold(.pause) }
      guard isStatement ? step.ends(at: session.runtime) : step.endsAtEvents && moment.instant == nil else { return }
      hold(moment.count == 1 ? .entry : otherwise)
    case .travel(let target, let reason):
      // The hits on the way count as well.
      if let (mark, reason) = mark(), mark.hits != nil { _ = isHit(mark, reason) }
      if moment >= target { hold(reason) }
    case .search(let end, let way):
      guard moment < end else { return abandon() }
      search(way, isStatement: isStatement, otherwise: otherwise, mark)
    }
  }

  private func search(
    _ way: DebugReturn, isStatement: Bool, otherwise: DebugReason, _ mark: () -> (RequestedBreakpoint, DebugReason)?
  ) {
    switch way {
    case .over(let strand, let depth):
      guard isStatement else { return }
      lastStatement = moment
      if session.runtime.strandNumber == strand, session.runtime.depth <= depth { best = (moment, .step) }
    case .instruction: if moment.instant == nil { best = (moment, otherwise) }
    case .breakpoint:
      if let reason = breakpoint(mark) { best = (moment, reason) }
    }
  }

  /// Returns the reason to hold the script here, if the breakpoint's condition is true and its hits count.
  private func breakpoint(_ mark: () -> (RequestedBreakpoint, DebugReason)?) -> DebugReason? {
    guard let (mark, reason) = mark(), isHit(mark, reason) else { return nil }
    guard let log = mark.log else { return reason }
    if isFollowed { owner.show(fork.text(of: log) + "\n", isError: false, self) }
    return nil
  }

  /// Tests a breakpoint's condition, and counts the hit if it is true.
  private func isHit(_ mark: RequestedBreakpoint, _ reason: DebugReason) -> Bool {
    if let condition = mark.condition {
      switch fork.value(of: condition) {
      case .value(.bool(let isTrue)): if !isTrue { return false }
      case .value(let value):
        warn("the condition '\(condition)' is \(value.kind.phrase), not true or false")
      case .refused(let reason): warn("the condition '\(condition)' cannot be evaluated: \(reason)")
      case .lines: break
      }
    }
    guard let wanted = mark.hits else { return true }
    let place = HitCountLocation(reason, self.place)
    hits[place, default: 0] += 1
    return wanted.include(hits[place] ?? 0)
  }

  /// The evaluation at the place of the innermost call.
  var fork: DebugFork {
    let number = session.runtime.strandNumber
    let calls = session.runtime.strands.first { $0.number == number }?.calls
    return DebugFork(session, calls?.first?.variables ?? [], eventFields)
  }

  private func warn(_ text: String) {
    if isFollowed { owner.show("warning: \(sanitized(text))\n", isError: true, self) }
  }

  private func hold(_ reason: DebugReason) {
    isPauseAsked = false
    mode = .live(.free)
    if let step = owner.hold(self, reason) { mode = .live(step) } else { abandon() }
  }
}

/// The commands that have changed something outside the session, such as a file: a later run repeats their results
/// and leaves the files alone.
final class ExternalEffects {
  private enum Effect {
    /// The result, and the number of moments while the command ran.
    case done(Result<Value, Failure>, moments: Int)
    /// A command that takes time, which each run performs again.
    case repeated
  }

  private var effects: [Effect] = []
  private var next = 0

  /// Begins a run.
  func begin() { next = 0 }

  /// Performs a command, or repeats its earlier result.
  /// - Parameter moments: returns the number of moments since the command began.
  /// - Returns: the result, and the number of moments that were left out.
  func perform(
    _ command: () throws(Failure) -> CommandOutcome, moments: () -> Int
  ) -> (result: Result<CommandOutcome, Failure>, skipped: Int) {
    let index = next
    next += 1
    if index < effects.count, case .done(let result, let moments) = effects[index] {
      return (result.map { .value($0) }, moments)
    }
    let result = Result { () throws(Failure) in try command() }
    guard index == effects.count else { return (result, 0) }
    switch result {
    case .success(.value(let value)): effects.append(.done(.success(value), moments: moments()))
    case .success(.wait): effects.append(.repeated)
    case .failure(let failure): effects.append(.done(.failure(failure), moments: moments()))
    }
    return (result, 0)
  }
}

/// The place of a breakpoint with a hit count.
private enum HitCountLocation: Hashable {
  case statement(source: String, start: Int32)
  case event(String)
  case instant(Instant)

  init(_ reason: DebugReason, _ place: (range: SourceRange, source: Source)?) {
    switch reason {
    case .event(let name, _): self = .event(name)
    case .instant(let instant, _): self = .instant(instant)
    default: self = .statement(source: place?.source.name ?? "", start: place?.range.start ?? 0)
    }
  }
}
