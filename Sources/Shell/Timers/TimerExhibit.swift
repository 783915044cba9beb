import JSON
import Terminal
import Timeline
import Timers

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
