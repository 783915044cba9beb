import SessionState
import System
import Timeline

/// The messages about a changed wall clock: a session's time passes steadily from the instant at which it began, and
/// events that others have saved show whether that instant can be right.
struct WallClock {
  /// A smaller change would go unnoticed.
  private static let tolerance = Duration.minutes(1)
  private var lastReported = Duration.zero

  /// Returns the message about a clock change since the last call.
  /// - Parameter shift: the total change, negative for backward.
  mutating func news(_ shift: Duration = Duration(microseconds: SystemClock.shift)) -> String? {
    let step = shift - lastReported
    guard step >= Self.tolerance || step <= .zero - Self.tolerance else { return nil }
    lastReported = shift
    let way = step > .zero ? "forward by \(TimeText.length(step))" : "back by \(TimeText.length(.zero - step))"
    return "the system clock was set \(way); this session keeps its time, and the next session uses the new time"
  }

  /// Returns the message if a session begins before a saved event.
  static func doubt(now: Instant, latest: Instant) -> String? {
    guard latest != .distantPast, latest - now >= tolerance else { return nil }
    return "the system clock is \(TimeText.length(latest - now)) behind the last saved event: one of the two is wrong"
  }
}

extension SystemClock {
  /// The present: the wall clock at the program's start, plus steady time since.
  public static var now: Instant { Instant(microseconds: present) }

  /// Sleeps, but wakes at an interruption.
  public static func sleep(_ length: Duration) { sleep(microseconds: length.microseconds) }
}

/// The years in which time can pass and each instant has a date in every zone.
public enum StartYears {
  public static let all = 2...9_000
}
