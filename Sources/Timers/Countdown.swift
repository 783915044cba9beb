import Timeline

/// One activity timer: counts down, encourages, and says when the time is up.
///
/// A plain value without a clock, in the same manner as every domain here: `handle` takes inputs, `nextDeadline` says
/// when it does something by itself, `advance` goes there. All borders are met on the exact microsecond by whole-number
/// arithmetic. Finished stints come out as events; nothing is kept, so a copy stays small.
public struct Countdown: Hashable, Sendable {
  /// The lengths of timers. The commands' limits in minutes are tighter: `Activity.allowedMinutes`.
  public static let lengths = Duration.seconds(1)...Duration.hours(24)
  /// A timer of more than this warns when so much is left.
  public static let warning = Duration.minutes(1)
  /// The other times left of which it warns, as the app does; where half of the time says the same, it is not said twice.
  public static let warnings = [Duration.minutes(5), .minutes(2), .seconds(30)]
  /// Whether each second ticks.
  public var ticks: Bool
  public private(set) var state = State.idle
  /// The activity that runs, or has just been completed.
  public private(set) var activity: Activity?
  /// The time there is; zero when idle.
  public private(set) var total = Duration.zero
  /// When the timer started; earlier than its own time by the pauses since.
  public private(set) var started: Instant
  /// How far the timer has come in time; never goes back.
  public private(set) var now: Instant

  /// The instant at which the running timer's own time was zero.
  private var origin: Instant
  /// The own time of a timer that does not run.
  private var frozen = Duration.zero
  private var pausedSince: Instant

  /// Whether there is something to see: it runs or is paused.
  public var isOn: Bool { state == .running || state == .paused }

  /// An idle timer.
  /// - Parameter instant: its present; earlier inputs count as coming then.
  public init(at instant: Instant, ticks: Bool = false) {
    (self.ticks, now, started, origin, pausedSince) = (ticks, instant, instant, instant, instant)
  }

  /// The time spent so far, pauses left out; right from `now` to the next deadline, at most `total`.
  public func elapsed(at instant: Instant) -> Duration {
    state == .running ? Swift.min(Swift.max(instant, now) - origin, total) : frozen
  }

  /// When `elapsed` will have been spent if nobody touches the timer; `nil` when it does not run, has passed that
  /// already, or ends before.
  public func instant(of elapsed: Duration) -> Instant? {
    guard state == .running, elapsed <= total else { return nil }
    let instant = origin + elapsed
    return instant < now ? nil : instant
  }

  /// The time left.
  public func remaining(at instant: Instant) -> Duration { total - elapsed(at: instant) }
  /// The share of time spent, 0 … 1; 0 when idle.
  public func progress(at instant: Instant) -> Double { elapsed(at: instant) / total }

  /// The ring's colour; a completed timer keeps its last one.
  public func colour(at instant: Instant) -> RingColour {
    state == .idle ? .purpleBlue : .of(left: remaining(at: instant), total: total)
  }

  /// The timer's words at `instant`; `nil` when idle.
  public func message(at instant: Instant) -> Encouragement? {
    state == .idle ? nil : .of(left: remaining(at: instant), total: total)
  }

  /// How long the current pause lasts at `instant`; zero when there is none.
  public func pausedFor(at instant: Instant) -> Duration {
    state == .paused ? Swift.max(instant - pausedSince, .zero) : .zero
  }

  /// When the current pause began.
  public var pauseStart: Instant? { state == .paused ? pausedSince : nil }

  // MARK: Time

  /// When the timer next says something by itself, always after `now`; `nil` unless it runs.
  public var nextDeadline: Instant? { state == .running ? origin + nextMark(after: now - origin) : nil }

  /// Moves on to `instant` and delivers everything that happens until then, that instant included, in order.
  ///
  /// In how many steps one goes makes no difference. At the same instant: colour, message, halfway, the time left,
  /// tick, completion. An earlier instant than `now` changes nothing.
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

  /// As `advance(to:_:)`, with the events in an array.
  @discardableResult
  public mutating func advance(to instant: Instant) -> [Event] {
    var events: [Event] = []
    advance(to: instant) { events.append($0) }
    return events
  }

  private var halfway: Duration { total.passed(leaving: 50) }
  private var warningMark: Duration? { total > Countdown.warning ? total - Countdown.warning : nil }

  /// The first own time after `elapsed` at which the timer says something; its end at the latest.
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
    func say(_ kind: Event.Kind) { deliver(Event(at: now, kind: kind)) }
    for colour in RingColour.allCases where colour.begins(total: total) == elapsed { say(.colourChanged(colour)) }
    for message in Encouragement.allCases where message.begins(total: total) == elapsed {
      say(.messageChanged(message))
    }
    if elapsed == halfway { say(.halfway(.halfway)) }
    if elapsed == warningMark { say(.oneMinuteLeft(.oneMinuteLeft)) }
    if elapsed != halfway, Countdown.warnings.contains(total - elapsed) {
      say(.warning(left: total - elapsed, .oneMinuteLeft))
    }
    if elapsed == total {
      assert(TransitionTable.cell(state, .timeUp) == .accepted(.completed))
      complete(.timeUp, deliver)
    } else if ticks, elapsed.microseconds % 1_000_000 == 0 {
      say(.tick(remaining: total - elapsed, .tick))
    }
  }

  /// Ends the timer with a stint.
  private mutating func complete(_ ending: Stint.Ending, _ deliver: (Event) -> Void) {
    frozen = elapsed(at: now)
    state = .completed
    guard let activity else { return }
    let stint = Stint(
      activity: activity, started: started, ended: now, ending: ending, allocated: total, actual: frozen)
    deliver(Event(at: now, kind: .completed(stint, .completion)))
  }

  // MARK: Inputs

  /// Takes `input` in at `instant` and delivers what follows from it.
  ///
  /// What is due by `instant` comes first (as `advance(to:_:)`), then the input. An instant before `now` counts as
  /// `now`.
  /// - Throws: `Refusal` when the input cannot be taken. The timer has then come to `instant` and is otherwise as it
  ///   was.
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

  /// As `handle(_:at:_:)`, with the events in an array; a refusal leaves the timer untouched, its time included.
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
    case .start(let activity, let length):
      guard Countdown.lengths.contains(length) else { throw .lengthOutOfRange(length, allowed: Countdown.lengths) }
      self.activity = activity
      total = length
      started = now
      origin = now
      state = next
      deliver(Event(at: now, kind: .started(activity, total: length)))
    case .pause:
      frozen = elapsed(at: now)
      pausedSince = now
      state = next
      deliver(Event(at: now, kind: .paused(remaining: total - frozen)))
    case .resume:
      origin = now - frozen
      state = next
      deliver(Event(at: now, kind: .resumed(pausedFor: now - pausedSince, remaining: total - frozen)))
    case .done: complete(.early, deliver)
    case .stop:
      let actual = elapsed(at: now)
      let kind = activity.map { Event.Kind.stopped($0, actual: actual, remaining: total - actual) }
      putAway(next)
      if let kind { deliver(Event(at: now, kind: kind)) }
    case .clear:
      putAway(next)
      deliver(Event(at: now, kind: .cleared))
    }
  }

  private mutating func putAway(_ next: State) {
    state = next
    activity = nil
    total = .zero
    frozen = .zero
  }

  private func ignored(_ kind: IgnoredKind) -> Ignored {
    switch kind {
    case .alreadyPaused: return .alreadyPaused(since: pausedSince)
    case .alreadyRunning: return .alreadyRunning
    case .nothingCompleted: return .nothingCompleted
    }
  }

  // MARK: The same timer, elsewhere

  /// The same timer as if everything had happened `length` later, or earlier for a negative length: just as much is
  /// left, and a pause is just as old.
  public func shifted(by length: Duration) -> Countdown {
    var moved = self
    moved.now += length
    moved.started += length
    moved.origin += length
    moved.pausedSince += length
    return moved
  }

  /// The timer as it stands at `now`; `nil` unless it runs or is paused.
  public var saved: Saved? {
    guard let activity, state == .running || state == .paused else { return nil }
    return Saved(
      activity: activity, total: total, started: started, elapsed: elapsed(at: now), savedAt: now,
      pausedSince: pauseStart)
  }

  /// A timer as it was saved. It stands at `savedAt`: `advance` to the present then brings what was missed, each event
  /// at its own instant.
  /// - Returns: `nil` for what no timer can be: a length out of range, more time spent than there was or than has
  ///   passed since the start, a time of which no stint can tell. Its stint could not be read back.
  public init?(_ saved: Saved, ticks: Bool = false) {
    guard Countdown.lengths.contains(saved.total) else { return nil }
    guard saved.elapsed >= .zero, saved.elapsed < saved.total else { return nil }
    guard saved.started <= saved.savedAt - saved.elapsed, saved.pausedSince.map({ $0 <= saved.savedAt }) ?? true,
      StintRecord.instants.contains(saved.started), StintRecord.instants.contains(saved.savedAt + saved.total)
    else { return nil }
    self.init(at: saved.savedAt, ticks: ticks)
    activity = saved.activity
    total = saved.total
    started = saved.started
    frozen = saved.elapsed
    origin = saved.savedAt - saved.elapsed
    pausedSince = saved.pausedSince ?? saved.savedAt
    state = saved.pausedSince == nil ? .running : .paused
  }
}

extension Countdown {
  /// The part of a started timer that must be stored, so that it survives quitting.
  public struct Saved: Hashable, Sendable {
    public var activity: Activity
    public var total: Duration
    public var started: Instant
    /// The time spent until `savedAt`, pauses left out.
    public var elapsed: Duration
    public var savedAt: Instant
    /// When it was paused; `nil` when it runs.
    public var pausedSince: Instant?

    public init(
      activity: Activity, total: Duration, started: Instant, elapsed: Duration, savedAt: Instant, pausedSince: Instant?
    ) {
      (self.activity, self.total, self.started) = (activity, total, started)
      (self.elapsed, self.savedAt, self.pausedSince) = (elapsed, savedAt, pausedSince)
    }
  }
}

extension Countdown {
  /// All of a timer that decides what it will do, relative to now: two equal signatures have the same future.
  ///
  /// A running timer never repeats one, because it always ends; the others stay as they are.
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

  /// The signature at `instant`, which lies between `now` and the next deadline.
  public func signature(at instant: Instant) -> Signature { Signature(self, at: instant) }
}
