import Timeline

/// The time that a timer took and the time it saved, as shown to the family: in whole seconds, except when the saved
/// time, or the time taken by a single timer that saved none, is less than a second.
///
/// Every total adds up these values and no others, so that the shown numbers add up as well, however sessions are
/// grouped. The saved time is never rounded up, and both times together make the shown total.
public struct ShownTime: Hashable, Sendable {
  public private(set) var spent = Duration.zero
  public private(set) var saved = Duration.zero

  /// The sum of no timers.
  public init() {}

  /// The times of one timer. Both stay exact if rounding would leave less than a second to show.
  public init(actual: Duration, saved: Duration) {
    (spent, self.saved) = (actual, saved)
    guard saved >= .seconds(1) || saved == .zero && actual >= .seconds(1) else { return }
    self.saved = .seconds(saved.microseconds / 1_000_000)
    spent = .seconds((actual + saved - self.saved).microseconds / 1_000_000)
  }

  static func += (a: inout ShownTime, b: ShownTime) { a.add(b, sign: 1) }

  /// Adds (`sign` 1) or subtracts (−1) the times of a timer.
  mutating func add(_ other: ShownTime, sign: Int64) {
    spent += other.spent * sign
    saved += other.saved * sign
  }
}
