import Timeline

/// The time that a timer took and what it left over, as a family is told it: whole seconds.
///
/// Every sum adds these up and no others, so that what is shown adds up as well, whichever way sessions are grouped. What
/// was left over is never said to be more than it was, and both together make the whole as it is shown.
public struct ShownTime: Hashable, Sendable {
  public private(set) var spent = Duration.zero
  public private(set) var saved = Duration.zero

  /// Of no timer at all.
  public init() {}

  /// Of one timer. Less than a second of either is kept as it is, so that something is left to tell.
  public init(actual: Duration, saved: Duration) {
    func told(_ time: Duration) -> Duration { .seconds(time.microseconds / 1_000_000) }
    let left = told(saved)
    // Where nothing of it can be told, the time spent must not seem to be the whole either.
    spent = told(left > .zero ? actual + saved - left : actual)
    if spent == .zero { spent = actual }
    self.saved = left > .zero ? left : saved
  }

  static func += (a: inout ShownTime, b: ShownTime) { a.add(b, sign: 1) }

  /// Counts one in (`sign` 1) or out again (−1).
  mutating func add(_ other: ShownTime, sign: Int64) {
    spent += other.spent * sign
    saved += other.saved * sign
  }
}
