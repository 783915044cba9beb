import Timeline

/// One activity timer: counts down, encourages, and reports when the time is up.
///
///     var timer = Countdown(at: now)
///     try timer.handle(.start(activity, length: .minutes(20)), at: now) { print($0.kind) }
///     let left = timer.remaining(at: now + .minutes(5)) // 15 minutes
///     while let next = timer.nextDeadline { timer.advance(to: next) { print($0.at, $0.kind) } }
///
/// A plain value without a clock, like every domain here: `handle` takes inputs, `nextDeadline` is the time at which
/// it next does something by itself, and `advance` moves there. Integer arithmetic meets every boundary at the exact
/// microsecond. Finished sessions are delivered as events and not stored, so a copy stays small.
public struct Countdown: Hashable, Sendable {
  /// The allowed lengths of timers. The limits of the commands are tighter: `Activity.allowedMinutes`.
  public static let lengths = Duration.seconds(1)...Duration.hours(24)
  /// The time left at which a timer warns, if it is longer than this.
  /// It is omitted if it coincides with halfway, as the other warnings are.
  public static let warning = Duration.minutes(1)
  /// The other times left at which a timer warns, as in the app. A warning that coincides with halfway is omitted.
  public static let warnings = [Duration.minutes(5), .minutes(2), .seconds(30)]
  /// `true` if the timer ticks every second.
  public var ticks: Bool
  public private(set) var state = State.idle
  /// The activity that is running or has just been completed.
  public private(set) var activity: Activity?
  /// The length of the timer; zero when idle.
  public private(set) var total = Duration.zero
  /// The instant at which the timer was started; pauses since then do not move it.
  public private(set) var started: Instant
  /// The timer's present; never goes back.
  public private(set) var now: Instant

  /// The instant at which the running timer's own time was zero.
  private var origin: Instant
  /// The own time of a timer that is not running.
  private var frozen = Duration.zero
  private var pausedSince: Instant
  /// The pauses that are over, the earliest first; if there are very many, only the latest.
  private var pauses: [Pause] = []

  /// `true` if the timer is running or paused.
  public var isOn: Bool { state == .running || state == .paused }

  /// Creates an idle timer.
  /// - Parameter instant: The timer's present; earlier inputs count as coming at this instant.
  public init(at instant: Instant, ticks: Bool = false) {
    (self.ticks, now, started, origin, pausedSince) = (ticks, instant, instant, instant, instant)
  }

  /// Returns the time spent so far, without pauses; at most `total`. Correct from `now` to the next deadline.
  public func elapsed(at instant: Instant) -> Duration {
    state == .running ? Swift.min(Swift.max(instant, now) - origin, total) : frozen
  }

  /// Returns the instant at which `elapsed` will have been spent without further input, or `nil` if the timer is not
  /// running, has already passed that point, or ends before it.
  public func instant(of elapsed: Duration) -> Instant? {
    guard state == .running, elapsed <= total else { return nil }
    let instant = origin + elapsed
    return instant < now ? nil : instant
  }

  /// Returns the time left.
  public func remaining(at instant: Instant) -> Duration { total - elapsed(at: instant) }
  /// Returns the fraction of time spent, 0 … 1; 0 when idle.
  public func progress(at instant: Instant) -> Double { elapsed(at: instant) / total }

  /// Returns the ring's colour: that of an idle timer once the timer is done, as in the app.
  public func colour(at instant: Instant) -> RingColour {
    isOn ? .of(left: remaining(at: instant), total: total) : .purpleBlue
  }

  /// Returns the timer's message at `instant`; `nil` if the timer is neither running nor paused.
  public func message(at instant: Instant) -> Encouragement? {
    isOn ? .of(left: remaining(at: instant), total: total) : nil
  }

  /// Returns the length of the current pause up to `instant`; zero if there is no pause.
  public func pausedFor(at instant: Instant) -> Duration {
    state == .paused ? Swift.max(instant - pausedSince, .zero) : .zero
  }

  /// The instant at which the current pause began; `nil` if there is no pause.
  public var pauseStart: Instant? { state == .paused ? pausedSince : nil }

  // MARK: Time

  /// The instant at which the timer next delivers an event by itself, always after `now`; `nil` if it is not running.
  public var nextDeadline: Instant? { state == .running ? origin + nextMark(after: now - origin) : nil }

  /// Moves to `instant` and delivers all events up to and including that instant, in order.
  ///
  /// The number of steps makes no difference. Events at the same instant come in this order: colour, message,
  /// halfway, the time left, tick, completion. An instant before `now` changes nothing.
  /// - Complexity: O(events), at most 16 for a timer without ticks.
  public mutating func advance(to instant: Instant, _ deliver: (Event) -> Void) {
    while state == .running {
      let elapsed = nextMark(after: now - origin)
      guard origin + elapsed <= instant else { break }
      now = origin + elapsed
      meetMarks(at: elapsed, deliver)
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

  private var halfway: Duration { total.passed(leaving: 50) }
  private var warningMark: Duration? { total > Countdown.warning ? total - Countdown.warning : nil }

  /// Returns the first own time after `elapsed` at which the timer delivers an event; its end at the latest.
  private func nextMark(after elapsed: Duration) -> Duration {
    var next = total
    func consider(_ mark: Duration?) {
      if let mark, mark > elapsed, mark < next { next = mark }
    }
    for colour in RingColour.allCases { consider(colour.begins(total: total)) }
    for message in Encouragement.allCases { consider(message.begins(total: total)) }
    consider(halfway)
    consider(warningMark)
    for left in Countdown.warnings where total > left { consider(total - left) }
    if ticks { consider(.seconds(elapsed.microseconds / 1_000_000 + 1)) }
    return next
  }

  private mutating func meetMarks(at elapsed: Duration, _ deliver: (Event) -> Void) {
    func emit(_ kind: Event.Kind) { deliver(Event(at: now, kind: kind)) }
    for colour in RingColour.allCases where colour.begins(total: total) == elapsed { emit(.colourChanged(colour)) }
    for message in Encouragement.allCases where message.begins(total: total) == elapsed {
      emit(.messageChanged(message))
    }
    if elapsed == halfway { emit(.halfway(.halfway)) }
    if elapsed == warningMark, elapsed != halfway { emit(.oneMinuteLeft(.oneMinuteLeft)) }
    if elapsed != halfway, Countdown.warnings.contains(total - elapsed) {
      emit(.warning(left: total - elapsed, .oneMinuteLeft))
    }
    if elapsed == total {
      assert(TransitionTable.cell(state, .timeUp) == .accepted(.completed))
      complete(.timeUp, at: now, deliver)
    } else if ticks, elapsed.microseconds % 1_000_000 == 0 {
      emit(.tick(remaining: total - elapsed, .tick))
    }
  }

  /// Returns the own time of a running or paused timer at an instant in the past. Before the first known pause the
  /// timer counts as running.
  private func elapsed(before instant: Instant) -> Duration {
    let ongoing = pauseStart.map { [Pause(since: $0, until: now)] } ?? []
    let rest = (pauses + ongoing).reduce(Duration.zero) { $0 + $1.length(after: instant) }
    return elapsed(at: now) - ((now - instant) - rest)
  }

  /// The last instant at which the own time of a running or paused timer was zero.
  private var beginning: Instant {
    let known = pauses.reduce(Duration.zero) { $0 + $1.length(after: $1.since) }
    let start = (pauseStart ?? now) - elapsed(at: now) - known
    // It may have been paused at once.
    return pauses.reduce(start) { $1.since <= $0 ? Swift.max($0, $1.until) : $0 }
  }

  /// Completes the timer with a session that ends at `end`, now or earlier.
  private mutating func complete(_ ending: TimerSession.Ending, at end: Instant, _ deliver: (Event) -> Void) {
    frozen = end < now ? elapsed(before: end) : elapsed(at: now)
    state = .completed
    pauses = []
    guard let activity else { return }
    let timerSession = TimerSession(
      activity: activity, started: min(started, end), ended: end, ending: ending, allocated: total, actual: frozen)
    deliver(Event(at: now, kind: .completed(timerSession, .completion)))
  }

  // MARK: Inputs

  /// Handles `input` at `instant` and delivers the resulting events.
  ///
  /// Events due by `instant` come first (as in `advance(to:_:)`), then the input. An instant before `now` counts as
  /// `now`.
  /// - Throws: `Refusal` if the input is not accepted. The timer has then advanced to `instant` and is otherwise
  ///   unchanged.
  public mutating func handle(_ input: Input, at instant: Instant, _ deliver: (Event) -> Void) throws(Refusal) {
    advance(to: instant, deliver)
    switch TransitionTable.cell(state, input.kind) {
    case .refused(.alreadyStarted):
      guard let activity else { return }
      throw .alreadyStarted(activity, remaining: remaining(at: now), state: state)
    case .refused(.nothingRuns), .never: throw .nothingRuns(input.kind, last: activity)
    case .ignored(let kind): deliver(Event(at: now, kind: .ignored(input.kind, ignored(kind))))
    case .accepted(let next): try perform(input, next, deliver)
    }
  }

  /// Like `handle(_:at:_:)`, but returns the events in an array. A refusal leaves the timer and its time unchanged.
  @discardableResult
  public mutating func handle(_ input: Input, at instant: Instant) throws(Refusal) -> [Event] {
    var next = self
    var events: [Event] = []
    try next.handle(input, at: instant) { events.append($0) }
    self = next
    return events
  }

  private mutating func perform(_ input: Input, _ next: State, _ deliver: (Event) -> Void) throws(Refusal) {
    switch input {
    case .start(let activity, let length): try start(activity, length, at: now, next, deliver)
    case .startEarlier(let activity, let length, let instant):
      guard instant <= now, now - instant < length else {
        throw .startOutOfRange(instant, length: length, now: now)
      }
      try start(activity, length, at: instant, next, deliver)
    case .pause:
      frozen = elapsed(at: now)
      pausedSince = now
      state = next
      deliver(Event(at: now, kind: .paused(remaining: total - frozen)))
    case .resume:
      origin = now - frozen
      state = next
      if now > pausedSince { pauses.append(Pause(since: pausedSince, until: now)) }
      if pauses.count > Pause.limit { pauses.removeFirst() }
      deliver(Event(at: now, kind: .resumed(pausedFor: now - pausedSince, remaining: total - frozen)))
    case .extend(let length): try extend(by: length, deliver)
    case .done: complete(.early, at: now, deliver)
    case .doneEarlier(let instant):
      let earliest = beginning
      guard instant <= now, instant > earliest else { throw .endOutOfRange(instant, earliest: earliest, now: now) }
      complete(.early, at: instant, deliver)
    case .stop:
      let actual = elapsed(at: now)
      let kind = activity.map { Event.Kind.stopped($0, actual: actual, remaining: total - actual) }
      dismiss(next)
      if let kind { deliver(Event(at: now, kind: kind)) }
    case .clear:
      dismiss(next)
      deliver(Event(at: now, kind: .cleared))
    }
  }

  /// Starts a timer at `instant`, up to which its messages are not delivered.
  private mutating func start(
    _ activity: Activity, _ length: Duration, at instant: Instant, _ next: State, _ deliver: (Event) -> Void
  ) throws(Refusal) {
    guard Countdown.lengths.contains(length) else { throw .lengthOutOfRange(length, allowed: Countdown.lengths) }
    self.activity = activity
    total = length
    started = instant
    origin = instant
    pauses = []
    state = next
    deliver(Event(at: now, kind: .started(activity, total: length)))
    let (colour, message) = (colour(at: now), message(at: now))
    if colour != .of(left: length, total: length) { deliver(Event(at: now, kind: .colourChanged(colour))) }
    if let message, message != .of(left: length, total: length) {
      deliver(Event(at: now, kind: .messageChanged(message)))
    }
  }

  /// Makes a running or paused timer longer. The time spent stays; the shares of it change, so the ring may go back to
  /// an earlier colour, and halfway may come again.
  private mutating func extend(by length: Duration, _ deliver: (Event) -> Void) throws(Refusal) {
    let (longer, overflows) = total.microseconds.addingReportingOverflow(length.microseconds)
    guard length > .zero, !overflows, Countdown.lengths.contains(Duration(microseconds: longer)) else {
      throw .extensionOutOfRange(length, total: total, allowed: Countdown.lengths)
    }
    let before = (colour(at: now), message(at: now))
    total = Duration(microseconds: longer)
    deliver(Event(at: now, kind: .extended(by: length, total: total, remaining: remaining(at: now))))
    if colour(at: now) != before.0 { deliver(Event(at: now, kind: .colourChanged(colour(at: now)))) }
    if let message = message(at: now), message != before.1 { deliver(Event(at: now, kind: .messageChanged(message))) }
  }

  private mutating func dismiss(_ next: State) {
    state = next
    activity = nil
    total = .zero
    frozen = .zero
    pauses = []
  }

  private func ignored(_ kind: IgnoredKind) -> Ignored {
    switch kind {
    case .alreadyPaused: return .alreadyPaused(since: pausedSince)
    case .alreadyRunning: return .alreadyRunning
    case .nothingCompleted: return .nothingCompleted
    }
  }

  // MARK: Copies shifted in time, and saved timers

  /// Returns a copy shifted forward by `length`, or back for a negative length. The time left and the age of a pause
  /// stay the same.
  public func shifted(by length: Duration) -> Countdown {
    var moved = self
    moved.now += length
    moved.started += length
    moved.origin += length
    moved.pausedSince += length
    for index in moved.pauses.indices { moved.pauses[index] = moved.pauses[index].shifted(by: length) }
    return moved
  }

  /// The timer's state at `now`; `nil` unless it is running or paused.
  public var saved: Saved? {
    guard let activity, state == .running || state == .paused else { return nil }
    return Saved(
      activity: activity, total: total, started: started, elapsed: elapsed(at: now), savedAt: now,
      pausedSince: pauseStart, pauses: pauses)
  }

  /// Puts the running or paused timer aside, so that another can start; `Countdown.init(_:ticks:)` takes it up again.
  /// - Returns: The timer, paused since `instant` at the latest; `nil` if it is not running or paused.
  mutating func suspended(at instant: Instant) -> Saved? {
    now = max(now, instant)
    guard var saved else { return nil }
    saved.pausedSince = saved.pausedSince ?? now
    saved.savedAt = saved.pausedSince ?? now
    dismiss(.idle)
    return saved
  }

  /// Restores a saved timer. Its present is `savedAt`: advancing it to the real present delivers the missed events,
  /// each at its own instant.
  /// - Returns: `nil` for an impossible timer: a length out of range, more time spent than the length or than has
  ///   passed since the start, or a time outside the range of sessions, since its session could not be read back.
  public init?(_ saved: Saved, ticks: Bool = false) {
    guard Countdown.lengths.contains(saved.total) else { return nil }
    guard saved.elapsed >= .zero, saved.elapsed < saved.total else { return nil }
    guard saved.started <= saved.savedAt - saved.elapsed, saved.pausedSince.map({ $0 <= saved.savedAt }) ?? true,
      TimerSessionRecord.instants.contains(saved.started),
      TimerSessionRecord.instants.contains(saved.savedAt + saved.total)
    else { return nil }
    self.init(at: saved.savedAt, ticks: ticks)
    activity = saved.activity
    total = saved.total
    started = saved.started
    frozen = saved.elapsed
    origin = saved.savedAt - saved.elapsed
    pausedSince = saved.pausedSince ?? saved.savedAt
    pauses = saved.knowsPauses ? saved.pauses : []
    state = saved.pausedSince == nil ? .running : .paused
  }
}

extension Countdown {
  /// The part of a started timer that must be stored, so that it survives quitting.
  public struct Saved: Hashable, Sendable {
    public var activity: Activity
    public var total: Duration
    public var started: Instant
    /// The time spent until `savedAt`, without pauses.
    public var elapsed: Duration
    public var savedAt: Instant
    /// The instant at which it was paused; `nil` if it is running.
    public var pausedSince: Instant?
    /// The earlier pauses, in order; empty if they are not known.
    public var pauses: [Pause]

    public init(
      activity: Activity, total: Duration, started: Instant, elapsed: Duration, savedAt: Instant, pausedSince: Instant?,
      pauses: [Pause] = []
    ) {
      (self.activity, self.total, self.started) = (activity, total, started)
      (self.elapsed, self.savedAt, self.pausedSince, self.pauses) = (elapsed, savedAt, pausedSince, pauses)
    }

    /// `true` if the earlier pauses are possible: in order, and between the start and the present run.
    var knowsPauses: Bool {
      var last = started
      for pause in pauses {
        guard pause.since >= last, pause.until > pause.since else { return false }
        last = pause.until
      }
      return pauses.count <= Pause.limit && last <= pausedSince ?? savedAt + total
    }
  }

  /// A pause that is over.
  public struct Pause: Hashable, Sendable {
    public var since: Instant
    public var until: Instant

    /// The number of pauses that a timer remembers.
    static let limit = 100

    public init(since: Instant, until: Instant) { (self.since, self.until) = (since, until) }

    /// Returns the part of the pause after an instant.
    func length(after instant: Instant) -> Duration { Swift.max(.zero, until - Swift.max(since, instant)) }

    public func shifted(by length: Duration) -> Pause { Pause(since: since + length, until: until + length) }
  }
}

extension Countdown {
  /// The part of a timer that decides what it will do, relative to now: equal signatures have the same future.
  ///
  /// A running timer never repeats a signature, because it always ends; other timers stay as they are.
  public struct Signature: Hashable, Sendable {
    private let state: State
    private let activity: Activity?
    private let total: Duration
    private let elapsed: Duration
    private let ticks: Bool

    fileprivate init(_ timer: Countdown, at instant: Instant) {
      state = timer.state
      activity = timer.activity
      total = timer.total
      elapsed = timer.elapsed(at: instant)
      ticks = timer.ticks
    }
  }

  /// Returns the signature at `instant`, which must lie between `now` and the next deadline.
  public func signature(at instant: Instant) -> Signature { Signature(self, at: instant) }
}
