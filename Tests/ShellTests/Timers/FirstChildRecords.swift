import Timers

@testable import ShellCore
@testable import TimersWing

extension Session {
  /// The saved timer sessions. A session of the device's first child names no child where it was lived, and that child once
  /// it is read from a journal: here it names none.
  var savedTimerSessions: [TimerSessionRecord] {
    ledger.timerSessions.timerSessions().map { record in
      var record = record
      if record.child?.isFirst == true { record.child = nil }
      return record
    }
  }
}
