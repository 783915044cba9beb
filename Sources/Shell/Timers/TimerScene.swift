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

  /// A timer alone moves once a second, when its shown seconds change: of the time left, or of the pause.
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
