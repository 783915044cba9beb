import StoryScript
import Timers

enum HistoryCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "history", [.flag("all", "not only the last twenty")] + StintQuery.parameters,
      summary: "lists the sessions of timers, the newest first: the last twenty, or all",
      details: """
        Days are those of the calendar on the wall when a session ended, wherever that was. The value is a list of \
        records, for pipelines and `save`; what `history import` is to read back, `history export` writes.
        """,
      examples: [
        .init(
          "timer start reading 20\ntimer done\nrate good\nexpect (history)[0].activity == \"reading\"",
          "what was done"),
        .init("timer start shower\nwait 10m\nexpect (history all | count) == 1", "how many there are"),
        .init(
          "timer start reading\nwait 20m\nhistory week of read unrated",
          "what of this week's reading waits for a rating"
        ),
        .init("expect (history all since 2026-01-01 until 2026-01-31 | sum stars) == 0", "a month's stars"),
      ],
      searchWords: ["sessions", "past", "list", "log", "done", "activities"], in: .rewards,
      shows: .drawn { $0.showHistory($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let query = try StintQuery(arguments, from: 1, in: session)
      let limit = arguments.flag(0) ? Int.max : TimerLedger.shownStints
      let (sessions, count) = session.stints.latest(limit, matching: query.filter)
      session.aside.timers.listed = (query.words, count)
      return .value(.list(sessions.map { .record(session.record(of: $0)) }))
    }
  ]
}
