import Terminal
import Timeline
import Timers

/// The timer that a viewer shows, in words: the same beside a picture and in a pipe.
enum TimerViewWords {
  /// `reading`, `63 % left`, and what the timer says.
  static func parts(of countdown: Countdown, at instant: Instant) -> [String] {
    let name = sanitized(countdown.activity?.name ?? "")
    let percent = percentLeft(of: countdown, at: instant)
    let words = countdown.message(at: instant)?.sentence ?? ""
    guard countdown.state == .paused else { return [name, "\(percent) % left", words] }
    // Whole seconds that have passed, as a clock counts up.
    let paused = Duration.seconds(countdown.pausedFor(at: instant).microseconds / 1_000_000)
    return [name, "\(percent) % left", "paused for \(TimeText.clock(paused))"]
  }

  /// The share that is left, rounded up as the clock beside it is, but never onto the 10 % below which the ring's last
  /// colour begins: so the number and the colour change together.
  private static func percentLeft(of countdown: Countdown, at instant: Instant) -> Int64 {
    let (left, total) = (countdown.remaining(at: instant).microseconds, max(1, countdown.total.microseconds))
    let percent = (left * 100 + total - 1) / total
    return left * 10 < total ? min(percent, 9) : percent
  }

  /// The timer in one line without a picture.
  static func timer(_ countdown: Countdown, at instant: Instant) -> String {
    let name = sanitized(countdown.activity?.name ?? "")
    switch countdown.state {
    case .idle: return "no timer runs"
    case .completed: return "\(name) is done"
    case .running, .paused:
      let parts = parts(of: countdown, at: instant)
      let left = TimeText.clock(countdown.remaining(at: instant))
      return "\(parts[0]), \(left) of \(TimeText.length(countdown.total)), \(parts[1]): \(parts[2])"
    }
  }
}
