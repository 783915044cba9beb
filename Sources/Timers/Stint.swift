import Timeline

/// A finished run of an activity, as it goes into the history.
public struct Stint: Hashable, Sendable {
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    case timeUp
    /// "I'm done!" before the time was up.
    case early
  }

  public let activity: Activity
  public let started: Instant
  public let ended: Instant
  public let ending: Ending
  /// The time there was.
  public let allocated: Duration
  /// The time it took, pauses left out; at most `allocated`.
  public let actual: Duration

  public init(
    activity: Activity, started: Instant, ended: Instant, ending: Ending, allocated: Duration, actual: Duration
  ) {
    (self.activity, self.started, self.ended) = (activity, started, ended)
    (self.ending, self.allocated, self.actual) = (ending, allocated, actual)
  }

  /// The time left over.
  public var saved: Duration { allocated - actual }
}
