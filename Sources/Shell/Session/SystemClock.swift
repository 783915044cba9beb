import System
import Timeline

extension SystemClock {
  /// The present: the wall clock of when the program began, and steady from there.
  public static var now: Instant { Instant(microseconds: present) }

  /// Sleeps, but not past an interruption.
  public static func sleep(_ length: Duration) { sleep(microseconds: length.microseconds) }
}
