import StoryScript
import Timeline

enum ForkCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "fork", summary: "begins a trial that can be dropped",
      details: """
        In practice only. `fork drop` brings back clock and world as they were here; `fork keep` goes on with what \
        was tried. Forks may lie inside each other. Nothing leaves the session meanwhile: `save` is refused.
        """,
      examples: [
        .init(
          "story play 4\nfork\nswipe down\nfork drop\nexpect story.number == 4", "what if I swiped it away?")
      ],
      searchWords: ["try", "branch", "what if", "sandbox"], in: .past, role: .travels
    ) { (session, _) throws(Failure) in
      try session.fork()
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

/// Trying something that can be dropped.
extension Session {
  /// The most forks that may be open inside each other.
  static let forkLimit = 100

  func fork() throws(Failure) {
    try requirePractice("fork")
    guard past.forkCount < Self.forkLimit else {
      throw .refused("\(Self.forkLimit) forks are open, one inside the other", "fork keep, or fork drop")
    }
    settle()
    past.fork(world, at: clock.now, keeper?.mark())
    emit(SessionEvents.forked, past.forkCount, at: clock.now)
  }

  func keepFork() throws(Failure) {
    guard past.closeFork() != nil else { throw noFork("kept") }
    emit(SessionEvents.kept, past.forkCount, at: clock.now)
  }

  /// World and clock come back; what the script scheduled and its variables are the language's own and stay.
  func dropFork() throws(Failure) {
    guard let fork = past.closeFork() else { throw noFork("dropped") }
    let tried = clock.now - fork.at
    goBack(to: fork.world, at: fork.at, forgetting: fork.kept)
    past.drop(fork)
    emit(SessionEvents.dropped, (past.forkCount, tried), at: clock.now)
  }

  private func noFork(_ verb: String) -> Failure {
    .refused("no fork is open that could be \(verb)", "fork begins one")
  }
}
