import Timeline
import Timers

/// Whether the rating that is asked for needs the PIN, which lies outside the world.
extension TimerPart {
  /// Brings in whether ratings need the PIN, before a finished timer asks for one.
  mutating func learn(_ event: Event, from aside: TimerAside, at now: Instant) {
    guard case .countdown(let event) = event, case .completed = event.kind else { return }
    noteWhetherPINIsNeeded(aside, at: now)
  }

  mutating func noteWhetherPINIsNeeded(_ aside: TimerAside, at now: Instant) {
    needsPIN = aside.keyring.isNeeded
    guard needsPIN, isAskedUnlocked(aside) else { return }
    // The table lets every question be postponed; `rate` takes it up again, with the PIN.
    _ = try? handle(.postpone, at: now)
  }

  /// Whether a rating is asked for without the PIN having been entered for it.
  func isAskedUnlocked(_ aside: TimerAside) -> Bool {
    flow.state == .rating && flow.record?.id != aside.unlocked
  }
}
