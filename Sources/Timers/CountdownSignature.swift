import Timeline

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
