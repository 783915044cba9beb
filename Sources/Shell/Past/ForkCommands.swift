import StoryScript
import Timeline

enum ForkCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "fork",
      [
        Parameter(
          "N", after: "at", .number(1...1e9, whole: true), optional: true,
          "the number of an event in `events`: begins as things stood then")
      ],
      summary: "begins a trial that can be dropped, here or at an earlier event",
      details: """
        In practice only. `fork drop` brings back clock and world as they were here; `fork keep` goes on with what \
        was tried, and what had followed upon the event has not happened. Forks may lie inside each other. Nothing leaves \
        the session meanwhile: `save` is refused. At a prompt Alt-Left and Alt-Right walk to the event, and Enter forks.
        """,
      examples: [
        .init(
          "story play 4\nfork\nswipe down\nfork drop\nexpect story.number == 4", "what if I swiped it away?"),
        .init(
          "story play 4\nwait 3s\nswipe down\nfork at 2\nexpect story.number == 4\nexpect clock.elapsed == 0s",
          "what if story 4 had gone on?"),
      ],
      searchWords: ["try", "branch", "what if", "sandbox"], in: .past, role: .travels
    ) { (session, arguments) throws(Failure) in
      try session.fork(at: arguments.number(0).map { Int($0) })
    },
    CommandEntry(
      "fork keep", summary: "ends a trial and goes on with it",
      examples: [.init("story play 4\nfork\nnext\nfork keep\nexpect story.number == 5", "the next story it is")],
      searchWords: ["merge", "accept", "commit"], in: .past, role: .travels
    ) { (session, _) throws(Failure) in
      try session.keepFork()
    },
    CommandEntry(
      "fork drop", summary: "ends a trial and goes back to before it",
      examples: [
        .init(
          "fork\npost \"maybe\"\nwait 1h\nfork drop\nexpect outbox.count == 0\nexpect clock.elapsed == 0s", "undone")
      ],
      searchWords: ["discard", "abandon", "back"], in: .past, role: .travels
    ) { (session, _) throws(Failure) in
      try session.dropFork()
    },
  ]
}

/// Trials that can be dropped.
extension Session {
  /// The maximum depth of nested forks.
  static let forkLimit = 100

  /// - Parameters:
  ///   - number: the event at which the trial begins, numbered as by `events`; `nil` for the present.
  ///   - isSaid: whether to report a trial that begins at the present.
  func fork(at number: Int?, isSaid: Bool = true) throws(Failure) {
    try requirePractice("fork")
    guard past.forkCount < Self.forkLimit else {
      throw .refused("\(Self.forkLimit) forks are open, one inside the other", "fork keep, or fork drop")
    }
    settle()
    guard let number else {
      past.fork(world, at: clock.now, keeper?.mark(), from: nil)
      if isSaid { emit(SessionEvents.forked, (past.forkCount, nil), at: clock.now) }
      return
    }
    let stop = try stop(number)
    guard let earlier = world(at: stop) else {
      throw .refused("event \(number) is no longer kept", "events lists the last ones").about(0)
    }
    past.fork(world, at: clock.now, keeper?.mark(), from: (earlier, stop.at, stop.end))
    let now = clock.now
    become(earlier)
    rewindClock(to: stop.at)
    emit(SessionEvents.forked, (past.forkCount, now - stop.at), at: stop.at)
  }

  /// Returns the place in the past of an event that still counts.
  private func stop(_ number: Int) throws(Failure) -> PastWalk.Stop {
    let entries = past.log.entries
    // The line that requests the fork is also an input.
    let last = entries.end - 1
    guard number > entries.first, number <= last else {
      throw .refused("there is no event \(number)", last > 0 ? "events lists them, up to \(last)" : nil).about(0)
    }
    guard let stop = PastWalk(past).stops.first(where: { $0.range.contains(number - 1) }) else {
      throw .refused(
        "event \(number) has not happened any more: the session went back to before it",
        "events says when it did"
      ).about(0)
    }
    if let begin = past.forkLogged, stop.end < begin {
      throw .refused("event \(number) was before this fork began", "fork drop").about(0)
    }
    return stop
  }

  func keepFork() throws(Failure) {
    guard past.keepFork() != nil else { throw noFork("kept") }
    emit(SessionEvents.kept, past.forkCount, at: clock.now)
  }

  /// Restores world and clock; the script's scheduled blocks and variables belong to the language and stay.
  func dropFork(isSaid: Bool = true) throws(Failure) {
    guard let fork = past.dropFork() else { throw noFork("dropped") }
    let tried = fork.begin == fork.at ? clock.now - fork.begin : .zero
    goBack(to: fork.world, at: fork.at, forgetting: fork.kept)
    if isSaid { emit(SessionEvents.dropped, (past.forkCount, tried), at: clock.now) }
  }

  private func noFork(_ verb: String) -> Failure {
    .refused("no fork is open that could be \(verb)", options.kind == .real ? "practice, then fork" : "fork begins one")
  }
}
