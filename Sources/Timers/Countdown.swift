import Timeline

/// One activity timer: counts down, encourages, and says when the time is up.
///
/// A plain value without a clock, in the same manner as every domain here: `handle` takes inputs, `nextDeadline` says
/// when it does something by itself, `advance` goes there. All borders are met on the exact microsecond by whole-number
/// arithmetic. Finished stints come out as events; nothing is kept, so a copy stays small.
public struct Countdown: Hashable, Sendable {
  /// What a timer may last. The commands' limits in minutes are tighter: `Activity.allowedMinutes`.
  public static let lengths = Duration.seconds(1)...Duration.hours(24)
  /// A timer of more than this warns when so much is left (behaviour, section 3: "sounds").
  public static let warning = Duration.minutes(1)

  /// Whether each second ticks.
  public var ticks: Bool
  public internal(set) var state = State.idle
  /// What runs, or has just been completed.
  public internal(set) var activity: Activity?
  /// The time there is; zero when idle.
  public internal(set) var total = Duration.zero
  /// When the timer started; earlier than its own time by the pauses since.
  public internal(set) var started: Instant
  /// How far the timer has come in time; never goes back.
  public internal(set) var now: Instant

  /// The instant at which the running timer's own time was zero.
  var origin: Instant
  /// The own time of a timer that does not run.
  var frozen = Duration.zero
  var pausedSince: Instant

  /// An idle timer.
  /// - Parameter instant: its present; earlier inputs count as coming then.
  public init(at instant: Instant, ticks: Bool = false) {
    self.ticks = ticks
    now = instant
    started = instant
    origin = instant
    pausedSince = instant
  }

  /// The time spent so far, pauses left out; right from `now` to the next deadline, at most `total`.
  public func elapsed(at instant: Instant) -> Duration {
    state == .running ? Swift.min(Swift.max(instant, now) - origin, total) : frozen
  }

  /// When `elapsed` will have been spent if nobody touches the timer; `nil` when it does not run, has passed that already,
  /// or ends before.
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

  /// What the timer says; `nil` when idle.
  public func message(at instant: Instant) -> Encouragement? {
    state == .idle ? nil : .of(left: remaining(at: instant), total: total)
  }

  /// When the current pause began.
  public var pauseStart: Instant? { state == .paused ? pausedSince : nil }
}
