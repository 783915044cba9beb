import JSON
import Terminal
import Timeline
import Timers

/// The timer on a watched screen.
enum TimerScene {
  static let scene = Scene(
    isOn: { $0.timers.countdown.isOn },
    rows: { world, room, count in
      TimerPicture.rows(
        of: world.timers.countdown, at: room.instant, columns: room.columns, rows: count, glyphs: room.glyphs)
    },
    idle: { _, _, _ in [] },
    words: { TimerViewWords.timer($0.timers.countdown, at: $1) },
    action: { key, world in
      guard key == .character("t") else { return nil }
      return .command(world.timers.countdown.state == .paused ? "timer resume" : "timer pause", [])
    },
    hints: { world, _ in
      let countdown = world.timers.countdown
      return (countdown.isOn ? [("t", countdown.state == .paused ? "resume timer" : "pause timer")] : [], [])
    },
    height: { _ in Scene.wordsHeight },
    pause: { pause(of: $0.timers.countdown, at: $1, speed: $2) })

  /// Returns the time until the shown seconds change, of the remaining time or of the pause. A timer changes once a
  /// second.
  private static func pause(of countdown: Countdown, at instant: Instant, speed: Double) -> Duration? {
    guard countdown.isOn else { return nil }
    let left =
      countdown.state == .running
      ? countdown.remaining(at: instant).microseconds
      : 1_000_000 - countdown.pausedFor(at: instant).microseconds % 1_000_000
    let untilChange = Double((left - 1) % 1_000_000 + 1) / 1_000_000 / speed
    return max(Watch.frame, Duration(seconds: untilChange) ?? Watch.frame)
  }
}

/// The timer of the viewer in words: the same beside a picture and in a pipe.
enum TimerViewWords {
  /// Returns `reading`, `63 % left`, and the timer's message.
  static func parts(of countdown: Countdown, at instant: Instant) -> [String] {
    let name = sanitized(countdown.activity?.name ?? "")
    let (left, total) = (countdown.remaining(at: instant).microseconds, max(1, countdown.total.microseconds))
    // Rounded down: below 10 % the ring has its last colour.
    let percent = left * 100 / total
    let words = countdown.message(at: instant)?.sentence ?? ""
    guard countdown.state == .paused else { return [name, "\(percent) % left", words] }
    // Whole seconds that have passed, rounded down as on a stopwatch.
    let paused = Duration.seconds(countdown.pausedFor(at: instant).microseconds / 1_000_000)
    return [name, "\(percent) % left", "paused for \(TimeText.clock(paused))"]
  }

  /// Returns the timer in one line without a picture.
  static func timer(_ countdown: Countdown, at instant: Instant) -> String {
    let name = sanitized(countdown.activity?.name ?? "")
    switch countdown.state {
    case .idle: return "no timer is running"
    case .completed: return "\(name) is done"
    case .running, .paused:
      let parts = parts(of: countdown, at: instant)
      let left = TimeText.clock(countdown.remaining(at: instant))
      return "\(parts[0]), \(left) of \(TimeText.length(countdown.total)), \(parts[1]): \(parts[2])"
    }
  }
}

/// The timer, on a page.
enum TimerExhibit {
  static let exhibit = Exhibit(name: "timer") { session in
    let (countdown, now) = (session.world.timers.countdown, session.now)
    guard countdown.state != .idle else { return nil }
    let isRunning = countdown.state == .running
    let words = isRunning ? countdown.message(at: now)?.sentence ?? "" : countdown.isOn ? "paused" : "done"
    return .fields([
      "name": .string(sanitized(countdown.activity?.name ?? "")),
      "length": .integer(countdown.total.microseconds / 1_000), "words": .string(sanitized(words)),
      "colour": .string(countdown.isOn && !isRunning ? "resting" : countdown.colour(at: now).rawValue),
      "p": .integer(countdown.remaining(at: now).microseconds / 1_000), "r": .integer(isRunning ? -1 : 0),
    ])
  }
}
