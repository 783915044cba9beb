import Timeline

/// A routine while it is played: a deck whose stories are timers.
///
/// The timer of the present step is the family's one `Countdown`, which is passed in: its pause, its extension and its
/// end are its own. The run decides which step comes next, and when, by its `TransitionTable`. Like every domain
/// here it is a plain value:
/// `handle` takes inputs, `nextDeadline` is the end of a break, and `advance` moves there. After every event of the
/// timer, `follow` continues with the next step if the present one is over.
public struct RoutineRun: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The timer of the first waiting step is running or paused.
    case step
    /// A break before the first waiting step.
    case rest
    /// No step is waiting: the routine is over.
    case over
  }

  /// A step that is not over yet.
  public struct Step: Hashable, Sendable {
    /// The step's place in the routine, from 1. It stays when the step moves.
    public let number: Int
    public let activity: Activity
    public let length: Duration
    /// The paused timer of a step that began and was moved behind the others; `nil` if it has not begun.
    public internal(set) var begun: Countdown.Saved?
    /// The path of the step's picture; `nil` without one.
    public let picture: String?

    public init(
      number: Int, activity: Activity, length: Duration, begun: Countdown.Saved? = nil, picture: String? = nil
    ) {
      (self.number, self.activity, self.length, self.begun) = (number, activity, length, begun)
      self.picture = picture
    }

    /// The time that the step still takes.
    public var left: Duration { begun.map { $0.total - $0.elapsed } ?? length }
  }

  /// A step that is over.
  public struct Past: Hashable, Sendable {
    public let number: Int
    public let activity: Activity
    /// The session of the step; `nil` if the step was left out.
    public let session: TimerSessionID?
    /// `true` if the routine ended before the step did.
    public let isOpen: Bool

    public init(number: Int, activity: Activity, session: TimerSessionID?, isOpen: Bool = false) {
      (self.number, self.activity, self.session, self.isOpen) = (number, activity, session, isOpen)
    }
  }

  /// The routine's name.
  public let routine: String
  public internal(set) var started: Instant
  public internal(set) var state: State
  /// The steps that are not over, the present or next one first.
  public internal(set) var waiting: [Step]
  /// The steps that are over, in the order of their end.
  public internal(set) var past: [Past] = []
  /// The end of the last break, or of the routine.
  public internal(set) var until: Instant

  /// The number of steps in all.
  public var count: Int { waiting.count + past.count }
  /// The number of finished steps; steps that were left out do not count.
  public var finishedCount: Int { past.count { $0.session != nil } }
  public var isOn: Bool { state != .over }
  /// The current or next step.
  public var present: Step? { waiting.first }

  init(kept routine: String, started: Instant, state: State, waiting: [Step], past: [Past], until: Instant) {
    (self.routine, self.started, self.state) = (routine, started, state)
    (self.waiting, self.past, self.until) = (waiting, past, until)
  }

  /// Returns the time that all steps still take, without breaks.
  /// - Parameter timer: The timer of the present step.
  public func left(_ timer: Countdown, at instant: Instant) -> Duration {
    let rest = waiting.dropFirst(state == .step ? 1 : 0).reduce(Duration.zero) { $0 + $1.left }
    return state == .step ? rest + timer.remaining(at: instant) : rest
  }

  /// Returns the share of each step that is over, 0 … 1, in the order of playing: those that are over, then the others.
  public func segments(_ timer: Countdown, at instant: Instant) -> [Double] {
    past.map { _ in 1 }
      + waiting.enumerated().map { place, step in
        if place == 0, state == .step { return timer.progress(at: instant) }
        return step.begun.map { $0.elapsed / $0.total } ?? 0
      }
  }

  // MARK: Starting

  /// Starts a routine: the timer of its first step begins at once.
  /// - Parameter activities: The activities, whose names a step may share.
  /// - Throws: `alreadyOn` if another run is on, and the timer's own refusal if a timer is.
  public static func start(
    _ routine: Routine, _ activities: ActivityCatalog, after other: RoutineRun?, on timer: inout Countdown,
    at instant: Instant, _ deliver: (Output) -> Void
  ) throws(Refusal) -> RoutineRun {
    if let other, case .refused = TransitionTable.cell(other.state, .start) { throw .alreadyOn(other.routine) }
    let steps = routine.steps.enumerated().map { index, step in
      Step(number: index + 1, activity: activities.activity(of: step), length: step.length, picture: step.picture)
    }
    var run = RoutineRun(
      kept: routine.name, started: max(instant, timer.now), state: .step, waiting: steps, past: [], until: instant)
    var begun = timer
    var events: [Output] = []
    run.emit(.started(steps: steps.count, length: routine.length)) { events.append($0) }
    try run.begin(on: &begun, at: instant) { events.append($0) }
    timer = begun
    events.forEach(deliver)
    return run
  }

  // MARK: Inputs

  /// Handles an input at `instant` and delivers the events that result.
  /// - Parameters:
  ///   - timer: The family's timer, up to date at `instant`.
  ///   - rest: The length of a break between steps.
  /// - Throws: `Refusal` if the input is not accepted; nothing has then changed.
  public mutating func handle(
    _ input: Input, on timer: inout Countdown, rest: Duration, at instant: Instant, _ deliver: (Output) -> Void
  ) throws(Refusal) {
    var (run, moved): (RoutineRun, Countdown) = (self, timer)
    var events: [Output] = []
    try run.perform(input, on: &moved, rest: rest, at: max(instant, timer.now)) { events.append($0) }
    (self, timer) = (run, moved)
    events.forEach(deliver)
  }

  private mutating func perform(
    _ input: Input, on timer: inout Countdown, rest: Duration, at instant: Instant, _ deliver: (Output) -> Void
  ) throws(Refusal) {
    if let refusal = refusal(of: input) { throw refusal }
    guard let step = waiting.first else { throw .isOver(routine) }
    switch input {
    case .later:
      waiting.removeFirst()
      waiting.append(step)
      if state == .step { waiting[waiting.count - 1].begun = timer.suspended(at: instant) }
      let left = waiting[waiting.count - 1].left
      emit(.later(step, left: left, at: instant), deliver)
      // A break continues: only the step after it has changed.
      if state == .step { try begin(on: &timer, at: instant, deliver) }
    case .next:
      until = instant
      try begin(on: &timer, at: instant, deliver)
    case .skip:
      if state == .step { _ = timer.suspended(at: instant) }
      leaveOut(at: instant, deliver)
      if waiting.isEmpty {
        end(at: instant, deliver)
      } else if state == .step {
        try begin(on: &timer, at: instant, deliver)
      }
    case .stop:
      if state == .step { _ = timer.suspended(at: instant) }
      emit(.stopped(finished: finishedCount, of: count, at: instant), deliver)
      leaveOpen()
      (state, until) = (.over, instant)
    }
  }

  /// Continues after an event of the timer: if the present step's timer has ended, with a break or the next step.
  /// - Parameter session: The id of the step's session; `nil` if the timer was stopped, so that the step is left out.
  public mutating func follow(
    _ session: TimerSessionID?, on timer: inout Countdown, rest: Duration, at instant: Instant,
    _ deliver: (Output) -> Void
  ) {
    let kind = session == nil ? InputKind.stepStopped : .stepDone
    guard TransitionTable.cell(state, kind) != .never, !timer.isOn, let step = waiting.first else { return }
    if session == nil {
      leaveOut(at: instant, deliver)
    } else {
      waiting.removeFirst()
      past.append(Past(number: step.number, activity: step.activity, session: session))
    }
    guard let next = waiting.first else { return end(at: instant, deliver) }
    guard rest > .zero else { return continueSilently(on: &timer, at: instant, deliver) }
    (state, until) = (.rest, instant + rest)
    emit(.rest(next, length: rest, at: instant), deliver)
  }

  // MARK: Time

  /// The end of the break; `nil` if there is none.
  public var nextDeadline: Instant? { state == .rest ? until : nil }

  /// Begins the next step if a break is over by `instant`.
  public mutating func advance(to instant: Instant, on timer: inout Countdown, _ deliver: (Output) -> Void) {
    guard TransitionTable.cell(state, .breakOver) != .never, until <= instant else { return }
    continueSilently(on: &timer, at: until, deliver)
  }

  /// Returns a copy shifted forward by `length`, or back for a negative length.
  public func shifted(by length: Duration) -> RoutineRun {
    var moved = self
    moved.started += length
    moved.until += length
    for index in moved.waiting.indices {
      moved.waiting[index].begun?.started += length
      moved.waiting[index].begun?.savedAt += length
      let pauses = moved.waiting[index].begun?.pauses ?? []
      if !pauses.isEmpty { moved.waiting[index].begun?.pauses = pauses.map { $0.shifted(by: length) } }
      if let paused = moved.waiting[index].begun?.pausedSince {
        moved.waiting[index].begun?.pausedSince = paused + length
      }
    }
    return moved
  }

  // MARK: Steps

  /// Begins or continues the first waiting step.
  private mutating func begin(
    on timer: inout Countdown, at instant: Instant, _ deliver: (Output) -> Void
  ) throws(Refusal) {
    guard let step = waiting.first else { return end(at: instant, deliver) }
    var events: [Countdown.Event] = []
    do throws(Countdown.Refusal) {
      if let begun = step.begun, !timer.isOn, let paused = Countdown(begun, ticks: timer.ticks) {
        timer = paused
        events = try timer.handle(.resume, at: max(instant, timer.now))
      } else {
        events = try timer.handle(.start(step.activity, length: step.length), at: instant)
      }
    } catch { throw .timer(error) }
    waiting[0].begun = nil
    state = .step
    emit(.step(step, place: past.count + 1, of: count, at: timer.now), deliver)
    for event in events { deliver(.timer(event)) }
  }

  /// Begins the next step by itself. The timer is not on, so nothing can refuse that.
  private mutating func continueSilently(
    on timer: inout Countdown, at instant: Instant, _ deliver: (Output) -> Void
  ) {
    do throws(Refusal) { try begin(on: &timer, at: instant, deliver) } catch {
      // Another program has started a timer: the routine gives way.
      leaveOpen()
      end(at: instant, deliver)
    }
  }

  private mutating func leaveOut(at instant: Instant, _ deliver: (Output) -> Void) {
    let step = waiting.removeFirst()
    past.append(Past(number: step.number, activity: step.activity, session: nil))
    emit(.leftOut(step, at: instant), deliver)
  }

  /// Ends a routine before its waiting steps.
  private mutating func leaveOpen() {
    past += waiting.map { Past(number: $0.number, activity: $0.activity, session: nil, isOpen: true) }
    waiting = []
  }

  private mutating func end(at instant: Instant, _ deliver: (Output) -> Void) {
    (state, until) = (.over, instant)
    emit(
      .finished(past.compactMap { $0.session }, of: count, took: max(.zero, instant - started), at: instant), deliver)
  }

  private func emit(_ kind: Event.Kind, _ deliver: (Output) -> Void) {
    deliver(.routine(Event(routine: routine, at: kind.instant ?? started, kind: kind)))
  }
}

extension ActivityCatalog {
  /// Returns the activity of a step: the family's one of that name with the step's icon, or a single use.
  func activity(of step: Routine.Step) -> Activity {
    var activity =
      activities.first { $0.name.lowercased() == step.name.lowercased() }
      ?? Activity(name: step.name, icon: step.icon, minutes: Activity.custom.minutes, kind: .custom)
    if activity.kind != .custom || activity.name != Activity.custom.name { activity.icon = step.icon }
    return activity
  }
}
