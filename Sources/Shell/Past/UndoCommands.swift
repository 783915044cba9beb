import StoryScript
import Timeline

enum UndoCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "undo", [Parameter("N", .number(1...100_000, whole: true), optional: true, "how many commands; 1 unless said")],
      summary: "takes back what the last commands changed",
      details: """
        What a command changed comes back as it was just before; what it did not touch goes on. The clock stays, and \
        what comes back counts from now: a story goes on where it was when the command ran, a timer has as much left. \
        A post leaves the outbox. A file that was saved stays, and `undo` says so. Commands that changed nothing do \
        not count, nor do variables, which keep their values. The last 100,000 commands can be undone.
        """,
      examples: [
        .init(
          "story play 4\nwait 3s\ntap right\nwait 5s\nundo\nexpect story.number == 4\nexpect story.position == 3s",
          "back where the tap was"),
        .init("post \"one\"\npost \"two\"\nundo 2\nexpect outbox.count == 0", "two commands at once"),
      ],
      searchWords: ["back", "revert", "mistake", "take back"], in: .past, role: .travels
    ) { (session, arguments) throws(Failure) in
      try session.undo(Int(arguments.number(0) ?? 1))
    },
    CommandEntry(
      "redo", [Parameter("N", .number(1...100_000, whole: true), optional: true, "how many commands; 1 unless said")],
      summary: "does again what was just undone",
      details: "Only until the next command that changes something.",
      examples: [.init("story play 4\nlike\nundo\nredo\nexpect story.liked", "liked after all")],
      searchWords: ["again", "forward"], in: .past, role: .travels
    ) { (session, arguments) throws(Failure) in
      try session.redo(Int(arguments.number(0) ?? 1))
    },
  ]

  static let states: [StateEntry] = [
    StateEntry("session", "undoable", "how many commands `undo` can take back") { $0.past.undoableCount },
    StateEntry("session", "forks", "how many forks are open") { $0.past.forkCount },
  ]
}
