import StoryScript
import Timeline

enum ForkCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      Command(
        "fork", summary: "begins a trial that can be dropped",
        details: """
          In practice only. `fork drop` brings back clock and world as they were here; `fork keep` goes on with what \
          was tried. Forks may lie inside each other. Nothing leaves the session meanwhile: `save` is refused.
          """,
        examples: [
          .init(
            "story play 4\nfork\nswipe down\nfork drop\nexpect story.number == 4", "what if I swiped it away?")
        ],
        searchWords: ["try", "branch", "what if", "sandbox"]), in: .past,
      role: .travels
    ) { (session, _) throws(Failure) in
      try session.fork()
      return .value(.none)
    },
    CommandEntry(
      Command(
        "fork keep", summary: "ends a trial and goes on with it",
        examples: [.init("story play 4\nfork\nnext\nfork keep\nexpect story.number == 5", "the next story it is")],
        searchWords: ["merge", "accept", "commit"]), in: .past,
      role: .travels
    ) { (session, _) throws(Failure) in
      try session.keepFork()
      return .value(.none)
    },
    CommandEntry(
      Command(
        "fork drop", summary: "ends a trial and goes back to before it",
        examples: [
          .init(
            "fork\npost \"maybe\"\nwait 1h\nfork drop\nexpect outbox.count == 0\nexpect clock.elapsed == 0s", "undone")
        ],
        searchWords: ["discard", "abandon", "back"]), in: .past,
      role: .travels
    ) { (session, _) throws(Failure) in
      try session.dropFork()
      return .value(.none)
    },
  ]
}
