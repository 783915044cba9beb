import System
import Timeline

extension SystemClock {
  /// The present on the wall clock.
  public static var now: Instant { Instant(microseconds: wall) }
  /// Sleeps, but not past an interruption.
  public static func sleep(_ length: Duration) { sleep(microseconds: length.microseconds) }
}
