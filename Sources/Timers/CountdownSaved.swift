import Timeline

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
