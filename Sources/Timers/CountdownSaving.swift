import Timeline

extension Countdown {
  /// What must be stored of a timer that has been started, so that it survives quitting.
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
      self.activity = activity
      self.total = total
      self.started = started
      self.elapsed = elapsed
      self.savedAt = savedAt
      self.pausedSince = pausedSince
    }
  }

  /// The timer as it stands at `now`; `nil` unless it runs or is paused.
  public var saved: Saved? {
    guard let activity, state == .running || state == .paused else { return nil }
    return Saved(
      activity: activity, total: total, started: started, elapsed: elapsed(at: now), savedAt: now,
      pausedSince: pauseStart)
  }

  /// A timer as it was saved. It stands at `savedAt`: `advance` to the present then brings what was missed, each event at
  /// its own instant (behaviour, section 3: "background").
  /// - Returns: `nil` for what no timer can be: a length out of range, more time spent than there was or than has passed
  ///   since the start, a time of which no stint can tell. Its stint could not be read back.
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
