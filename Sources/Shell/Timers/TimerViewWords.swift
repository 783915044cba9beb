import StoryScript
import Terminal
import Timeline
import Timers

/// The timer that a viewer shows, in words: the same beside a picture and in a pipe.
enum TimerViewWords {
  /// `reading`, `63 % left`, and what the timer says.
  static func parts(of countdown: Countdown, at instant: Instant) -> [String] {
    let name = sanitized(countdown.activity?.name ?? "")
    let percent = Int(((1 - countdown.progress(at: instant)) * 100).rounded())
    let words = countdown.message(at: instant)?.sentence ?? ""
    return [name, "\(percent) % left", countdown.state == .paused ? "paused" : words]
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

extension Session {
  func showTimer() {
    guard output.isTerminal, world.timers.countdown.isOn else {
      var line = StyledText(TimerViewWords.timer(world.timers.countdown, at: now))
      if output.isTerminal { line = StyledText(" ") + line }
      return speaker.writeLine(line)
    }
    speaker.writeLines(
      TimerPicture.rows(of: world.timers.countdown, at: now, columns: output.width, rows: 3, glyphs: output.glyphs))
  }
}
