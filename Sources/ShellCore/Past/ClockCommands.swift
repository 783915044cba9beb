import SessionState
import StoryScript
import Timeline

/// The command that goes back in time.
package struct ClockCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "rewind",
      [
        Parameter("DURATION", .duration(.zero ... .days(4_000)), "the time to go back"),
        Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, if one is set"),
      ],
      summary: "goes back in time: restores the clock and the world",
      details: """
        Works only in a practice session. Everything that happened in that time no longer exists; `undo` and `redo` work \
        as they did then. Scheduled blocks, \
        handlers and variables do not change.
        """,
      examples: [
        .init(
          "story play 4 for 15s\nwait 17s\nrewind 5s\nexpect story.number == 4\nexpect clock.elapsed == 12s",
          "five seconds ago story 4 was playing")
      ],
      searchWords: ["back", "time", "past", "travel"], in: .past, role: .travels
    ) { (session, arguments) throws(Failure) in
      try ClockCommands(session).rewind(arguments.duration(0) ?? .zero, pin: arguments.text(1))
    }
  ]
}

/// The way back in time.
extension ClockCommands {
  /// Goes back to the exact world and clock of `length` ago; the events since then no longer exist.
  ///
  /// The world is restored from the saved copy before that instant and replayed up to it. The script's scheduled
  /// blocks, handlers and variables belong to the language and stay.
  func rewind(_ length: Duration, pin: String?) throws(Failure) {
    try session.requirePractice("rewind")
    let now = session.clock.now
    let bound = session.past.boundBegin
    let begin = bound ?? session.past.forkBegin ?? session.clock.start
    let target = now - length
    guard target >= begin else {
      let age = now - begin
      if bound != nil {
        throw .refused(
          age > .zero
            ? "this part of the lesson started \(TimeText.length(age)) ago"
            : "this part of the lesson has only just begun",
          "`learn reset` restarts the step, `learn back` the one before")
      }
      throw .refused(
        !session.past.isForked
          ? "the session is only \(TimeText.length(age)) old" : "the fork started \(TimeText.length(age)) ago",
        age > .zero ? commandToBeginning(age) : "it has only just begun")
    }
    guard let (before, checkpoint) = session.past.world(at: target, session.resources) else {
      let kept = now - session.past.begin
      let length = isPaced ? Duration.seconds(Int64(kept.seconds)) : kept
      throw .refused("you can go back only \(TimeText.length(kept))", "try: rewind \(length.literal)")
    }
    try session.allowReplacing(with: before, pin, "rewind \(length.literal)")
    session.become(before)
    session.rewindClock(to: target)
    session.past.cut(after: checkpoint)
    session.emit(SessionEvents.rewound, (now, target), at: target)
  }

  /// `true` if time passes while the user reads.
  private var isPaced: Bool { session.clock.pace != .instant }

  /// Returns the command that goes back to the beginning of the session, or of the fork, even a moment later.
  private func commandToBeginning(_ age: Duration) -> String {
    guard isPaced else { return "try: rewind \(age.literal)" }
    return session.past.isForked ? "try: fork drop" : "try: rewind (clock.elapsed)"
  }
}
