import System
import Timeline
import Timers

/// The timers' sounds in a session, where there is somebody to hear them.
extension Session {
  /// Lets a cue of the timer be heard, where there is somebody to hear it.
  func sound(_ cue: Cue, at instant: Instant) {
    // A clock that jumps would make a noise and no sounds.
    guard let sounder = aside.timers.sounder, clock.pace != .instant else { return }
    let host = SystemClock.now
    var lateness = clock.reading(host: host) - instant
    if case .scaled(let speed) = clock.pace, speed > 1 {
      lateness = Duration(seconds: lateness.seconds / speed) ?? lateness
    }
    // Played when all of this instant is known: of two sounds the more important one is heard.
    sounder.take(cue, from: world.timers.sounds.source(of: cue.sound), host: host, lateness: lateness)
  }
}
