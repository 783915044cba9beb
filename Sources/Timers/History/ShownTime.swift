import Timeline

/// The time that a timer took and what it left over, as a family is told it: whole seconds, but where what it
/// left over, or a timer of its own, is less than that.
///
/// Every sum adds these up and no others, so that what is shown adds up as well, whichever way sessions are grouped. What
/// was left over is never said to be more than it was, and both together make the whole as it is shown.
public struct ShownTime: Hashable, Sendable {
  public private(set) var spent = Duration.zero
  public private(set) var saved = Duration.zero

  /// Of no timer at all.
  public init() {}

  /// Of one timer. Where less than a second would be left to tell, both are kept as they are.
  public init(actual: Duration, saved: Duration) {
    (spent, self.saved) = (actual, saved)
    guard saved >= .seconds(1) || saved == .zero && actual >= .seconds(1) else { return }
    self.saved = .seconds(saved.microseconds / 1_000_000)
    spent = .seconds((actual + saved - self.saved).microseconds / 1_000_000)
  }

  static func += (a: inout ShownTime, b: ShownTime) { a.add(b, sign: 1) }

  /// Counts one in (`sign` 1) or out again (−1).
  mutating func add(_ other: ShownTime, sign: Int64) {
    spent += other.spent * sign
    saved += other.saved * sign
  }
}
