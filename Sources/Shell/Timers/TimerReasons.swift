import StoryScript
import Timers

/// Why timers did what they did, for `explain`.
enum TimerReasons {
  /// What an entry of the log says of why; `nil` when there is nothing more to say than what happened.
  static func sentences(_ entry: EventLog.Entry, _ input: EventLog.Input, _ session: Session) -> [String]? {
    guard case .event(.timerIgnored, let fields) = entry.what else { return nil }
    return ["`\(input.text)` had no effect: \(fields.last?.text ?? "").", advice(session.world.timers.countdown.state)]
  }

  private static func advice(_ state: Countdown.State) -> String {
    switch state {
    case .paused: "`timer resume` lets it go on, `timer done` finishes it."
    case .running: "`timer pause` stops the time, `timer done` finishes it."
    case .idle, .completed: "`timer start reading 20` starts one."
    }
  }
}
