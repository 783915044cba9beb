import StoryScript
import Timers

enum RewardCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "rate",
      [
        Parameter(
          "RATING", .choice(Rating.allCases.map(\.words) + ["later"], orNumber: nil), optional: true,
          "amazing, good or \"needs work\"; asked for at a terminal when left out; later postpones it"),
        Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, where one is set"),
      ],
      summary: "rates the session that ended last, and counts its stars",
      details: """
        amazing brings 15 stars, good 10, "needs work" 5; half as many more from the third day in a row on which a timer \
        ended, twice as many from the seventh. Sessions that were not rated wait: `rate` takes the newest of them. \
        Where a PIN is set it comes first; at a terminal it is asked for and not shown.
        """,
      examples: [
        .init("timer start reading 20\ntimer done\nrate amazing\nexpect rewards.stars == 15", "15 stars"),
        .init("timer start shower\nwait 10m\nrate \"needs work\"\nexpect rewards.stars == 5", "two words need quotes"),
      ],
      searchWords: ["stars", "reward", "mark", "praise"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      if arguments.text(0) == "later" {
        try session.rateLater()
        return .value(.none)
      }
      let rated = try session.rate(arguments.text(0).flatMap { Rating(words: $0) }, pin: arguments.text(1))
      return .value(.record(session.record(of: rated)))
    }
  ]

  static let states: [StateEntry] = [
    StateEntry("rewards", "asks", "what a finished timer waits for") { $0.asked },
    StateEntry("rewards", "stars", "all stars so far") { $0.stints.stars },
    StateEntry("rewards", "streak", "days in a row with a session, today included") {
      $0.stints.streak(on: $0.today).length
    },
    StateEntry("rewards", "sessions", "how many sessions were saved") { $0.stints.count },
    StateEntry("rewards", "unrated", "how many of them wait for a rating") { $0.stints.unratedCount },
  ]
}

extension Session {
  /// A saved session as scripts see it.
  func record(of session: StintRecord) -> Record {
    [
      "session": .text(session.id.text), "activity": .text(session.activity), "icon": .text(String(session.icon)),
      "day": .text(session.day.description), "started": .date(session.started), "ended": .date(session.ended),
      "offset": .duration(session.offset), "allocated": .duration(session.allocated),
      "actual": .duration(session.actual), "saved": .duration(session.saved),
      "ending": .text(session.ending.rawValue), "rating": (session.rating?.words).value,
      "stars": (stints.stars(of: session.id) ?? 0).value, "device": .text(session.device),
    ]
  }
}

extension CompletionFlow.State: ScriptValue {}
