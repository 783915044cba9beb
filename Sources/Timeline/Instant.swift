/// A point in time: whole microseconds since 1970-01-01 00:00 UTC, leap seconds left out as Unix time does.
///
/// Range: ±292,000 years around 1970; arithmetic saturates at `distantPast` and `distantFuture`.
public struct Instant: Hashable, Sendable, Comparable {
  /// Microseconds since 1970-01-01 00:00 UTC.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }
  /// Seconds since 1970-01-01 00:00 UTC.
  public init(secondsSince1970 seconds: Int64) { microseconds = seconds.saturatingTimes(1_000_000) }

  /// Later than anything that can happen: the deadline of what never comes.
  public static let distantFuture = Instant(microseconds: .max)
  /// Earlier than anything that can have happened.
  public static let distantPast = Instant(microseconds: .min)
  /// Where practice sessions begin: 2026-01-05 09:00 UTC, a Monday morning.
  public static let practiceStart = Instant(secondsSince1970: 1_767_603_600)

  public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
  public static func + (a: Instant, d: Duration) -> Instant {
    Instant(microseconds: a.microseconds.saturatingPlus(d.microseconds))
  }
  public static func - (a: Instant, d: Duration) -> Instant {
    Instant(microseconds: a.microseconds.saturatingMinus(d.microseconds))
  }
  /// The length from `b` to `a`; negative when `a` comes first.
  public static func - (a: Instant, b: Instant) -> Duration {
    Duration(microseconds: a.microseconds.saturatingMinus(b.microseconds))
  }
  public static func += (a: inout Instant, d: Duration) { a = a + d }
}
