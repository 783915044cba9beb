import Journal
import StoryScript
import Timeline
import Timers

/// What others add to what this session keeps: other devices by `sync`, and other sessions of this device.
extension Session {
  /// Takes in what another session of this device has saved since. A disk that cannot be read now is no reason to stop.
  func lookAround() {
    guard let saved, forks.isEmpty, saved.isWritten else { return }
    do throws(Failure) {
      if try !saved.news().isEmpty { try takeInOthers() }
    } catch {
      notice(error.problem.message)
    }
  }

  /// Reads anew what is kept.
  ///
  /// What plays is this session's own and goes on. What was done before cannot be undone when others have changed the
  /// same things, because that would take back what they did.
  func takeInOthers() throws(Failure) {
    guard let saved, forks.isEmpty, saved.isWritten else { return }
    var (read, ledger) = (World(at: clock.now), TimerLedger())
    try saved.restore(into: &read, &ledger, zone: options.zone)
    history.restart(with: ledger)
    let before = world
    world.interactions = read.interactions
    if world.outbox.entries.map(\.post) != read.outbox.entries.map(\.post) { world.outbox = read.outbox }
    world.activities = read.activities
    world.household.profile = read.household.profile
    world.household.tutorial = read.household.tutorial
    if saved.keepsTimer { follow(saved.timer) }
    guard !world.parts(changedSince: before).isEmpty else { return }
    if steps.steps.count > 0 { notice("another session has changed things here: `undo` begins anew") }
    steps = Steps(world, at: clock.now)
  }

  /// One timer runs on a device, whichever session has started it.
  private func follow(_ timer: Countdown?) {
    let mine = SettledState(world, keepsTimer: true).timer
    let theirs = timer.flatMap { timer in
      var world = world
      world.countdown = timer
      return SettledState(world, keepsTimer: true).timer
    }
    guard mine != theirs else { return }
    if let timer {
      resume(timer)
    } else {
      world.countdown = Countdown(at: clock.now, ticks: world.countdown.ticks)
    }
  }
}
