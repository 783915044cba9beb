/// A point in time: whole microseconds since 1970-01-01 00:00 UTC, without leap seconds, like Unix time.
///
///     let start = Instant.practiceStart                 // 2026-01-05 09:00 UTC
///     let end = start + .hours(1)
///     let left = end - (start + .minutes(20))           // a Duration of 40 minutes
///     let isOver = end <= start                         // false
///
/// Range: ±292,000 years around 1970; arithmetic saturates at `distantPast` and `distantFuture`.
public struct Instant: Hashable, Sendable, Comparable {
  /// Microseconds since 1970-01-01 00:00 UTC.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }
  /// Creates the instant that is some seconds after 1970-01-01 00:00 UTC.
  public init(secondsSince1970 seconds: Int64) { microseconds = seconds.saturatingTimes(1_000_000) }

  /// An instant later than any event: the deadline of something that never happens.
  public static let distantFuture = Instant(microseconds: .max)
  /// An instant earlier than any event.
  public static let distantPast = Instant(microseconds: .min)
  /// The start of practice sessions: 2026-01-05 09:00 UTC, a Monday morning.
  public static let practiceStart = Instant(secondsSince1970: 1_767_603_600)

  public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
  public static func + (a: Instant, d: Duration) -> Instant {
    Instant(microseconds: a.microseconds.saturatingPlus(d.microseconds))
  }
  public static func - (a: Instant, d: Duration) -> Instant {
    Instant(microseconds: a.microseconds.saturatingMinus(d.microseconds))
  }
  /// Returns the length from `b` to `a`; negative if `a` is earlier.
  public static func - (a: Instant, b: Instant) -> Duration {
    Duration(microseconds: a.microseconds.saturatingMinus(b.microseconds))
  }
  public static func += (a: inout Instant, d: Duration) { a = a + d }
}

/// A length of time as a whole number of microseconds.
///
///     let story = Duration.seconds(15)
///     let deck = story * 10 + .milliseconds(500)        // 150.5 s
///     let share = story / deck                          // 0.0997, a Double
///     let half = Duration(seconds: 7.5)                 // nil if the number is out of range
///
/// Integers never drift: a year of 15 s stories ends exactly at the calculated microsecond. A microsecond is ten
/// thousand times finer than the 10 ms ticks of the apps that Storyline follows, and a `Double` of seconds still
/// represents every microsecond of 136 years, so JSON output loses nothing. Range: ±292,000 years; arithmetic
/// saturates at the ends instead of trapping, because users enter lengths.
public struct Duration: Hashable, Sendable, Comparable {
  /// The length in microseconds; negative lengths point backwards.
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  public static let zero = Duration(microseconds: 0)
  /// The longest length; adding to it does not change it.
  public static let max = Duration(microseconds: .max)

  public static func milliseconds(_ n: Int64) -> Duration { Duration(microseconds: n.saturatingTimes(1_000)) }
  public static func seconds(_ n: Int64) -> Duration { Duration(microseconds: n.saturatingTimes(1_000_000)) }
  public static func minutes(_ n: Int64) -> Duration { .seconds(n.saturatingTimes(60)) }
  public static func hours(_ n: Int64) -> Duration { .seconds(n.saturatingTimes(3_600)) }
  public static func days(_ n: Int64) -> Duration { .seconds(n.saturatingTimes(86_400)) }

  /// Creates the length that is the whole microsecond nearest to `seconds`; `nil` if that is not a number or out of
  /// range.
  public init?(seconds: Double) {
    let scaled = (seconds * 1_000_000).rounded()
    guard let whole = Int64(exactly: scaled) else { return nil }
    microseconds = whole
  }

  /// The length in seconds; `init(seconds:)` restores the same length up to 2³² seconds, 136 years.
  public var seconds: Double { Double(microseconds) / 1_000_000 }
  /// The absolute value of the length.
  public var magnitude: Duration { microseconds < 0 ? -self : self }
  public static func < (a: Duration, b: Duration) -> Bool { a.microseconds < b.microseconds }
  public static func + (a: Duration, b: Duration) -> Duration {
    Duration(microseconds: a.microseconds.saturatingPlus(b.microseconds))
  }
  public static func - (a: Duration, b: Duration) -> Duration {
    Duration(microseconds: a.microseconds.saturatingMinus(b.microseconds))
  }
  public static prefix func - (a: Duration) -> Duration { .zero - a }
  public static func * (a: Duration, n: Int64) -> Duration {
    Duration(microseconds: a.microseconds.saturatingTimes(n))
  }
  public static func += (a: inout Duration, b: Duration) { a = a + b }
  public static func -= (a: inout Duration, b: Duration) { a = a - b }

  /// Returns the ratio of `a` to `b`; 0 if `b` is zero.
  public static func / (a: Duration, b: Duration) -> Double {
    b.microseconds == 0 ? 0 : Double(a.microseconds) / Double(b.microseconds)
  }
}

extension Int64 {
  @inline(__always)
  func saturatingPlus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  @inline(__always)
  func saturatingMinus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  @inline(__always)
  func saturatingTimes(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
