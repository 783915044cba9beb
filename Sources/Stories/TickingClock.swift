import Timeline

/// The app's old way of counting progress: a timer that should fire every 10 ms, fires late, and adds 10 ms each
/// time.
///
/// Its count falls behind real time (drift), and the time since its last tick is lost when it stops.
public struct TickingClock: Hashable, Sendable {
  /// The time that one tick adds.
  public static let step = Duration.milliseconds(10)
  /// The maximum delay of a tick, in microseconds.
  static let latest = 1_000

  /// The instant of the last tick.
  private(set) var last: Instant
  /// The actual time between two ticks.
  let period: Duration

  /// Starts at `instant`; `chance` determines how late the ticks are until the clock stops.
  init(at instant: Instant, _ chance: inout SeededGenerator) {
    last = instant
    period = Self.step + Duration(microseconds: Int64(1 + chance.unit() * Double(Self.latest)))
  }

  /// Returns the time counted since `last`.
  func counted(at instant: Instant) -> Duration {
    let ticks = Swift.max(0, (instant - last).microseconds) / period.microseconds
    return Duration(microseconds: ticks * Self.step.microseconds)
  }

  /// Returns the instant at which the clock will have counted `length`, starting from `last`.
  func instant(ofCounting length: Duration) -> Instant {
    let ticks = (length.microseconds + Self.step.microseconds - 1) / Self.step.microseconds
    return last + Duration(microseconds: ticks * period.microseconds)
  }

  /// Counts the ticks up to `instant`.
  mutating func count(to instant: Instant) {
    let ticks = Swift.max(0, (instant - last).microseconds) / period.microseconds
    last += Duration(microseconds: ticks * period.microseconds)
  }

  mutating func shift(by length: Duration) { last += length }
}
