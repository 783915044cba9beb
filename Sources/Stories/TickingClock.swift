import Timeline

/// How the app once counted progress: a timer that should come every 10 ms, comes late, and adds 10 ms each time.
///
/// What it counts falls behind the wall (drift), and what has passed since its last tick is lost when it stops.
public struct TickingClock: Hashable, Sendable {
  /// What a tick counts.
  public static let step = Duration.milliseconds(10)
  /// How late a tick comes at most.
  static let latest = 1_000

  /// When it last ticked.
  private(set) var last: Instant
  /// How far apart its ticks really are.
  let period: Duration

  /// Starts at `instant`; how late it ticks until it stops is left to `chance`.
  init(at instant: Instant, _ chance: inout SeededGenerator) {
    last = instant
    period = Self.step + Duration(microseconds: Int64(1 + chance.unit() * Double(Self.latest)))
  }

  /// What it has counted since `last`.
  func counted(at instant: Instant) -> Duration {
    let ticks = Swift.max(0, (instant - last).microseconds) / period.microseconds
    return Duration(microseconds: ticks * Self.step.microseconds)
  }

  /// When it will have counted `length`, from `last` on.
  func instant(ofCounting length: Duration) -> Instant {
    let ticks = (length.microseconds + Self.step.microseconds - 1) / Self.step.microseconds
    return last + Duration(microseconds: ticks * period.microseconds)
  }

  /// Takes the ticks up to `instant` as counted.
  mutating func count(to instant: Instant) {
    let ticks = Swift.max(0, (instant - last).microseconds) / period.microseconds
    last += Duration(microseconds: ticks * period.microseconds)
  }

  mutating func shift(by length: Duration) { last += length }
}
