import StoryScript
import Timeline

enum LogCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "events",
      [Parameter("N", .number(1...100_000, whole: true), optional: true, "how many, the newest; 20 unless said")],
      summary: "lists what happened in this session, when and why",
      details: """
        Inputs and what came of them, and what time brought. `undo` and `rewind` take nothing out of it. The last \
        100,000 entries are kept; commands that only look are not among them.
        """,
      examples: [
        .init(
          "story play 4 for 15s\nwait 16s\nlet last = (events | last)\nexpect $last.kind == \"story.started\"\nexpect $last.cause == \"time\"",
          "the next story started by itself")
      ],
      searchWords: ["log", "trace", "history", "what happened", "cause"], in: .past,
      shows: .drawn { $0.showEvents($1) }, role: .looks, asksPast: true
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      return .value(.list(session.logRecords(last: Int(arguments.number(0) ?? 20))))
    },
    CommandEntry(
      "explain", summary: "says why the last input did what it did, or nothing",
      details: "The last command that was more than a look: a gesture, a timer's command, a post, `undo`.",
      examples: [
        .init("story play 4\nhold\ntap right\nexpect (contains (explain) \"resting thumb\")", "a tap while held")
      ],
      searchWords: ["why", "reason", "what happened", "ignored"], in: .past, shows: .drawn { $0.showExplanation($1) },
      role: .looks, asksPast: true
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(.text(session.explanation()))
    },
  ]
}
