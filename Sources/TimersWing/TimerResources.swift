import SessionState
import StoryScript
import Timeline
import Timers

/// The timers' resources outside the session's world: the PIN and the sounds.
final class TimerResources: PINKnowledge {
  /// The PIN that ratings may need.
  package var keyring = Keyring()
  var isNeeded: Bool { keyring.isNeeded }
  /// The timer session whose rating was authorised with the PIN.
  package var unlocked: TimerSessionID?
  /// The timer session of this session's question if another session rated it, until `rate` has reported that.
  var ratedElsewhere: TimerSessionRecord?

  /// The routine that this session has played to its end and asked to rate, until the next one starts here.
  var finishedRoutine: (name: String, sessions: [TimerSessionID])?

  /// The state folder, which has the files of steps' pictures; `nil` without one.
  private(set) var folder: String?

  package func openPictures(_ folder: String) {
    self.folder = folder
    StepPictures.shared.open(folder)
  }

  /// The instant up to which the reminders of routines were reported.
  var remindedUntil: Instant?
  /// The rating being replaced; `nil` once the new rating is reported.
  var replaced: Rating?

  /// The ledgers of some children, each as of its last use.
  private var ledgers: [Set<ChildID?>: TimerLedger] = [:]

  /// Returns the sessions of some children among those of all.
  func ledger(of children: Set<ChildID?>, in whole: TimerLedger) -> TimerLedger {
    ledgers[children, default: TimerLedger(of: children)].follow(whole)
    return ledgers[children] ?? TimerLedger(of: children)
  }

  func consumeRatedElsewhere() -> TimerSessionRecord? {
    defer { ratedElsewhere = nil }
    return ratedElsewhere
  }

  /// The selection of the last `history`, and the number of matching timer sessions: the list itself may be shorter.
  var listed: (words: String, count: Int) = ("", 0)
  /// The player of the timers' sounds; `nil` without a terminal.
  package var soundScheduler: SoundScheduler?
}

extension World.Resources {
  /// The timers' resources. The world learns from them whether the PIN is needed.
  var timers: TimerResources {
    resource {
      let timers = TimerResources()
      pin = timers
      return timers
    }
  }
}
