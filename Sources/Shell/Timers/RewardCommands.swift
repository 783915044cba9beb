import StoryScript
import Timers

enum RewardCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "rate",
      [
        Parameter(
          "RATING", .choice(Rating.allCases.map(\.words) + ["later"], orNumber: nil), optional: true,
          "amazing, good or needs work; asked for at a terminal when left out; later postpones it"),
        Parameter(
          "SESSION", after: "of", .name(.pastActivity), optional: true,
          "which session that waits: an activity, whose newest is meant, or a session's id; else the newest of all"),
        Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, where one is set"),
      ],
      summary: "rates the session that ended last, or another that waits, and counts its stars",
      details: """
        amazing brings 15 stars, good 10, needs work 5; half as many more from the third day in a row on which a timer \
        ended, twice as many from the seventh. Sessions that were not rated wait: `rate` takes the newest of them, and `of` names another. \
        Where a PIN is set it comes first; at a terminal it is asked for and not shown.
        """,
      examples: [
        .init("timer start reading 20\ntimer done\nrate amazing\nexpect rewards.stars == 15", "15 stars"),
        .init("timer start shower\nwait 10m\nrate needs work\nexpect rewards.stars == 5", "5 stars"),
        .init(
          "timer start reading\ntimer done\ntimer start shower\ntimer done\nrate good of reading\nexpect rewards.unrated == 1",
          "not the newest"),
      ],
      searchWords: ["stars", "reward", "mark", "praise"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      if arguments.text(0)?.lowercased() == "later" {
        try session.rateLater()
        return .value(.none)
      }
      let rated = try session.rate(
        arguments.text(0).flatMap { Rating(spelled: $0) }, pin: arguments.text(2), of: arguments.text(1))
      return .value(.record(session.record(of: rated)))
    }
  ]

  static let states: [StateEntry] = [
    StateEntry("rewards", "asks", "what a finished timer waits for") { $0.asked },
    StateEntry("rewards", "stars", "all stars so far") { $0.stints.stars },
    StateEntry("rewards", "streak", "days in a row with a session, up to today: 0 until it has one") {
      $0.stints.streak(on: $0.today).length
    },
    StateEntry("rewards", "sessions", "how many sessions were saved") { $0.stints.count },
    StateEntry("rewards", "unrated", "how many of them wait for a rating") { $0.stints.unratedCount },
  ]
}

extension Session {
  /// Returns a saved stint as a record for scripts.
  func record(of stint: StintRecord) -> Record {
    [
      "session": .text(stint.id.text), "activity": .text(stint.activity), "icon": .text(String(stint.icon)),
      "day": .text(stint.day.description), "started": .date(stint.started), "ended": .date(stint.ended),
      "offset": .duration(stint.offset), "allocated": .duration(stint.allocated),
      "actual": .duration(stint.actual), "saved": .duration(stint.saved),
      "ending": .text(stint.ending.rawValue), "rating": (stint.rating?.words).value,
      "stars": (stints.stars(of: stint.id) ?? 0).value, "device": .text(stint.device),
    ]
  }
}

extension CompletionFlow.State: ScriptValue {}
