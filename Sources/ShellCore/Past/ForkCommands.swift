import SessionState
import StoryScript
import Timeline

/// The commands for trials.
package struct ForkCommands {
  let session: Session

  package init(_ session: Session) { self.session = session }

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "fork",
      [
        Parameter(
          "N", after: "at", .number(1...1e9, whole: true), optional: true,
          "the event where the fork starts, by its number in `events`")
      ],
      summary: "starts a trial from now or from an earlier event; you can drop it later",
      details: """
        Works only in a practice session. `fork drop` restores the clock and the world as they were before the fork. \
        `fork keep` continues with the result of the trial; the events that had followed the fork's event no longer \
        exist. Forks can be nested. Nothing leaves the session during a fork; for example, `save` is refused. At a \
        prompt, Alt-Left and Alt-Right go to an event, and Enter forks there.
        """,
      examples: [
        .init(
          "story play 4\nfork\nswipe down\nfork drop\nexpect story.number == 4", "what if I swipe the story away?"),
        .init(
          "story play 4\nwait 3s\nswipe down\nfork at 2\nexpect story.number == 4\nexpect clock.elapsed == 0s",
          "what if story 4 had continued?"),
      ],
      searchWords: ["try", "branch", "what if", "sandbox"], in: .past, role: .travels
    ) { (session, arguments) throws(Failure) in
      try ForkCommands(session).fork(at: arguments.number(0).map { Int($0) })
    },
    CommandEntry(
      "fork keep", summary: "ends the trial and keeps its result",
      examples: [.init("story play 4\nfork\nnext\nfork keep\nexpect story.number == 5", "stay at the next story")],
      searchWords: ["merge", "accept", "commit"], in: .past, role: .travels
    ) { (session, _) throws(Failure) in
      try ForkCommands(session).commitFork()
    },
    CommandEntry(
      "fork drop", summary: "ends the trial and discards its result",
      examples: [
        .init(
          "fork\npost \"maybe\"\nwait 1h\nfork drop\nexpect outbox.count == 0\nexpect clock.elapsed == 0s", "undone")
      ],
      searchWords: ["discard", "abandon", "back"], in: .past, role: .travels
    ) { (session, _) throws(Failure) in
      try ForkCommands(session).discardFork()
    },
  ]
}

/// Trials that can be dropped.
extension ForkCommands {
  /// The maximum depth of nested forks.
  static let forkLimit = 100

  /// - Parameters:
  ///   - number: the event at which the trial begins, numbered as by `events`; `nil` for the present.
  ///   - isSaid: whether to report a trial that begins at the present.
  package func fork(at number: Int?, isSaid: Bool = true) throws(Failure) {
    try session.requirePractice("fork")
    guard session.past.forkCount < Self.forkLimit else {
      throw .refused("\(Self.forkLimit) forks are open, one inside another", "try: fork keep, or fork drop")
    }
    session.settle()
    guard let number else {
      session.past.fork(session.world, at: session.clock.now, session.persistence?.mark(), from: nil)
      if isSaid { session.emit(SessionEvents.forked, (session.past.forkCount, nil), at: session.clock.now) }
      return
    }
    let stop = try stop(number)
    guard let earlier = session.world(at: stop) else {
      throw .refused("event \(number) is no longer in the log", "try: events").about(0)
    }
    session.past.fork(
      session.world, at: session.clock.now, session.persistence?.mark(), from: (earlier, stop.at, stop.end))
    let now = session.clock.now
    session.become(earlier)
    session.rewindClock(to: stop.at)
    session.emit(SessionEvents.forked, (session.past.forkCount, now - stop.at), at: stop.at)
  }

  /// Returns the place in the past of an event that still counts.
  private func stop(_ number: Int) throws(Failure) -> PastWalk.Stop {
    let entries = session.past.log.entries
    // The line that requests the fork is also an input.
    let last = entries.end - 1
    guard number > entries.first, number <= last else {
      throw .refused("there is no event \(number)", last > 0 ? "the last event is \(last); try: events" : nil).about(0)
    }
    guard let stop = PastWalk(session.past).stops.first(where: { $0.range.contains(number - 1) }) else {
      throw .refused(
        "event \(number) no longer exists: the session went back to a time before it",
        "try: events"
      ).about(0)
    }
    if let begin = session.past.forkLogged, stop.end < begin {
      throw .refused("event \(number) is older than this fork", "try: fork drop").about(0)
    }
    return stop
  }

  func commitFork() throws(Failure) {
    guard session.past.commitFork() != nil else { throw noFork("keep") }
    session.emit(SessionEvents.kept, session.past.forkCount, at: session.clock.now)
  }

  /// Restores world and clock; the script's scheduled blocks and variables belong to the language and stay.
  package func discardFork(isSaid: Bool = true) throws(Failure) {
    guard let fork = session.past.discardFork() else { throw noFork("drop") }
    let tried = fork.begin == fork.at ? session.clock.now - fork.begin : .zero
    session.goBack(to: fork.world, at: fork.at, forgetting: fork.kept)
    if isSaid { session.emit(SessionEvents.dropped, (session.past.forkCount, tried), at: session.clock.now) }
  }

  private func noFork(_ verb: String) -> Failure {
    .refused(
      "there is no open fork to \(verb)", session.options.kind == .real ? "try: practice, then fork" : "try: fork")
  }
}
