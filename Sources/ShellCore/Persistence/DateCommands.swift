import StoryScript
import System
import Timeline

/// The command by which a user vouches for the machine's clock.
package struct DateCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "clock confirm",
      summary: "confirms that the system clock is right, and corrects event dates that are in "
        + "the future",
      details: """
        Events saved while the clock was ahead have dates in the future, and other devices ignore them until then. With a clock that \
        is behind, correct dates also look as if they were in the future. Storyline corrects dates by itself only if \
        a time server sets the clock, or with the first change after the clock has run for a day without being set. \
        If you know that the clock is right, this command corrects the dates at once, and cannot be undone. The \
        events keep their order, and, if their dates are at most a week apart, the time between them.
        """,
      examples: [.init("expect error { clock confirm }", "a practice session has its own clock")],
      searchWords: ["wrong", "date", "dates", "future", "ahead", "behind", "time", "correct", "repair"],
      effect: .outside, in: .rewards
    ) { (session, _) throws(Failure) in
      try DateCommands(session).confirm()
    }
  ]
}

extension DateCommands {
  fileprivate func confirm() throws(Failure) {
    _ = try session.present()
    guard session.options.kind == .real, let persistence = session.persistence else {
      throw .refused("a practice session has its own clock, which is always right", "try: storyline --real")
    }
    try session.commit()
    guard !persistence.clockTrust.wasSet else {
      throw .refused(
        "the system clock has been set since this session began, and the session keeps its earlier time",
        "start Storyline again, then use `clock confirm`")
    }
    guard persistence.isPossible(session.clock.now) else {
      throw .refused(
        "the system clock is wrong: it shows a time before Storyline was installed",
        "set the clock, then start Storyline again")
    }
    // Events that this session wrote after those belong to them.
    try session.mergeOthers()
    let isAccepted = persistence.confirmClock(at: session.clock.now)
    guard persistence.correctDates(at: session.clock.now, by: .user) else {
      if isAccepted {
        return session.notice("the system clock is confirmed: planned posts are sent at their times")
      }
      throw .refused("no event from this device is dated more than a day ahead of the system clock", "try: history")
    }
    try session.commit()
    try session.mergeOthers()
    session.reportFindings()
  }
}
