import StoryScript
import Timeline

package enum UndoCommands {
  private static let pin = Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, if one is set")

  package static let entries: [CommandEntry] = [
    CommandEntry(
      "undo",
      [
        Parameter("N", .number(1...100_000, whole: true), optional: true, "the number of commands (default 1)"), pin,
      ],
      summary: "undoes the last command, or the last N commands",
      details: """
        Everything that the command changed returns to its previous state; everything else continues. The clock does \
        not go back: a story resumes at the position it had when the command ran, and a timer has as much time left as \
        it had then. A post leaves the outbox. A saved file stays, and `undo` tells you so. Commands that changed \
        nothing do not count. Variables keep their values. The last 100,000 commands can be undone. If a PIN is set, it \
        is needed to get stars or rest days back.
        """,
      examples: [
        .init(
          "story play 4\nwait 3s\ntap right\nwait 5s\nundo\nexpect story.number == 4\nexpect story.position == 3s",
          "back to the moment of the tap"),
        .init("post \"one\"\npost \"two\"\nundo 2\nexpect outbox.count == 0", "two commands at once"),
      ],
      searchWords: ["back", "revert", "mistake", "take back"], in: .past, role: .travels
    ) { (session, arguments) throws(Failure) in
      try session.undo(Int(arguments.number(0) ?? 1), pin: arguments.text(1))
    },
    CommandEntry(
      "redo",
      [
        Parameter("N", .number(1...100_000, whole: true), optional: true, "the number of commands (default 1)"), pin,
      ],
      summary: "redoes the commands that you have just undone",
      details: "Works only until the next command that changes something.",
      examples: [.init("story play 4\nlike\nundo\nredo\nexpect story.liked", "liked after all")],
      searchWords: ["again", "forward"], in: .past, role: .travels
    ) { (session, arguments) throws(Failure) in
      try session.redo(Int(arguments.number(0) ?? 1), pin: arguments.text(1))
    },
  ]

  package static let states: [StateEntry] = [
    StateEntry("session", "undoable", "the number of commands that `undo` can undo") { $0.past.undoableCount },
    StateEntry("session", "forks", "the number of open forks") { $0.past.forkCount },
  ]
}
