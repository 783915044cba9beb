import StoryScript
import Timeline

enum ClockCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "rewind", [Parameter("DURATION", .duration(.zero ... .days(4_000)), "how far")],
      summary: "goes back in time: clock and world are as they were",
      details: """
        In practice only. What happened since has not happened. Blocks that wait for their time, handlers and \
        variables stay as they are.
        """,
      examples: [
        .init(
          "story play 4 for 15s\nwait 17s\nrewind 5s\nexpect story.number == 4\nexpect clock.elapsed == 12s",
          "five seconds ago story 4 was playing")
      ],
      searchWords: ["back", "time", "past", "travel"], in: .past, role: .travels
    ) { (session, arguments) throws(Failure) in
      try session.rewind(arguments.duration(0) ?? .zero)
    }
  ]
}

/// Going back in time.
extension Session {
  /// Goes back to the exact world and clock of `length` ago; the events since then no longer exist.
  ///
  /// The world is restored from the saved copy before that instant and replayed up to it. The script's scheduled
  /// blocks, handlers and variables belong to the language and stay.
  func rewind(_ length: Duration) throws(Failure) {
    try requirePractice("rewind")
    let now = clock.now
    let begin = past.forkBegin ?? clock.start
    let target = now - length
    guard target >= begin else {
      let age = now - begin
      throw .refused(
        !past.isForked
          ? "the session is only \(TimeText.length(age)) old" : "the fork began \(TimeText.length(age)) ago",
        age > .zero ? wayToBeginning(age) : "it is at its beginning already")
    }
    guard let (before, checkpoint) = past.world(at: target, aside) else {
      let kept = now - past.begin
      let length = isPaced ? Duration.seconds(Int64(kept.seconds)) : kept
      throw .refused("the past is kept for \(TimeText.length(kept)) only", "rewind \(length.literal)")
    }
    become(before)
    rewindClock(to: target)
    past.cut(after: checkpoint)
    emit(SessionEvents.rewound, (now, target), at: target)
  }

  /// `true` if time passes while the user reads.
  private var isPaced: Bool { clock.pace != .instant }

  /// Returns the command that goes back to the beginning of the session, or of the fork, even a moment later.
  private func wayToBeginning(_ age: Duration) -> String {
    guard isPaced else { return "rewind \(age.literal) goes back to its beginning" }
    return past.isForked ? "fork drop goes back to before it" : "rewind (clock.elapsed) goes back to its beginning"
  }
}
