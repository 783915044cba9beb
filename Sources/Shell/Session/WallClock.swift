import System
import Timeline

/// The words about a wall clock that was set: a session's time goes on steadily from the instant at which it began, and
/// what others have saved shows whether that instant can be right.
struct WallClock {
  /// Less than this is nothing that anybody would notice.
  private static let tolerance = Duration.minutes(1)
  private var told = Duration.zero

  /// What there is to say when the clock has been set since the last time.
  /// - Parameter shift: how far in all, backward below 0.
  mutating func news(_ shift: Duration = Duration(microseconds: SystemClock.shift)) -> String? {
    let step = shift - told
    guard step >= Self.tolerance || step <= .zero - Self.tolerance else { return nil }
    told = shift
    let way = step > .zero ? "forward by \(TimeText.length(step))" : "back by \(TimeText.length(.zero - step))"
    return "the machine's clock was set \(way); this session goes on as before, the next one takes the new time"
  }

  /// What there is to say when a session begins before something that was saved.
  static func doubt(now: Instant, latest: Instant) -> String? {
    guard latest != .distantPast, latest - now >= tolerance else { return nil }
    return "the machine's clock is \(TimeText.length(latest - now)) behind what was saved last: one of the two is wrong"
  }
}

extension SystemClock {
  /// The present: the wall clock of when the program began, and steady from there.
  public static var now: Instant { Instant(microseconds: present) }

  /// Sleeps, but not past an interruption.
  public static func sleep(_ length: Duration) { sleep(microseconds: length.microseconds) }
}

/// The years in which time can go on and everything has a date in every zone.
public enum StartYears {
  public static let all = 2...9_000
}
