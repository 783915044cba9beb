import Terminal
import Timeline
import Timers

/// The timer that a viewer shows, in words: the same beside a picture and in a pipe.
enum TimerViewWords {
  /// `reading`, `63 % left`, and what the timer says.
  static func parts(of countdown: Countdown, at instant: Instant) -> [String] {
    let name = sanitized(countdown.activity?.name ?? "")
    let (left, total) = (countdown.remaining(at: instant).microseconds, max(1, countdown.total.microseconds))
    // Never rounded up: below 10 % the ring has its last colour.
    let percent = left * 100 / total
    let words = countdown.message(at: instant)?.sentence ?? ""
    guard countdown.state == .paused else { return [name, "\(percent) % left", words] }
    // Whole seconds that have passed, as a clock counts up.
    let paused = Duration.seconds(countdown.pausedFor(at: instant).microseconds / 1_000_000)
    return [name, "\(percent) % left", "paused for \(TimeText.clock(paused))"]
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
