import StoryScript
import Timers

enum RewardCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      Command(
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
          .init(
            "timer start shower\nwait 10m\nrate \"needs work\"\nexpect rewards.stars == 5", "two words need quotes"),
        ],
        searchWords: ["stars", "reward", "mark", "praise"], effect: .saved), in: .timers
    ) { (session, arguments) throws(Failure) in
      if arguments.text(0) == "later" {
        try session.rateLater()
        return .value(.none)
      }
      let record = try session.rate(arguments.text(0).flatMap { Rating(words: $0) }, pin: arguments.text(1))
      return .value(.record(session.record(of: record)))
    }
  ]

  static let states: [StateEntry] = [
    StateEntry(
      StateField(
        "rewards", "asks", .choice(CompletionFlow.State.allCases.map(\.rawValue)), "what a finished timer waits for")
    ) { session, _ in .text(session.asked.rawValue) },
    StateEntry(StateField("rewards", "stars", .number, "all stars so far")) { session, _ in
      .number(Double(session.stints.stars))
    },
    StateEntry(StateField("rewards", "streak", .number, "days in a row with a session, today included")) { session, _ in
      .number(Double(session.stints.streak(on: session.today).length))
    },
    StateEntry(StateField("rewards", "sessions", .number, "how many sessions were saved")) { session, _ in
      .number(Double(session.stints.count))
    },
    StateEntry(StateField("rewards", "unrated", .number, "how many of them wait for a rating")) { session, _ in
      .number(Double(session.stints.unratedCount))
    },
  ]
}

extension Session {
  /// A saved session as scripts see it.
  func record(of session: StintRecord) -> Record {
    var record = Record()
    record["session"] = .text(session.id.text)
    record["activity"] = .text(session.activity)
    record["icon"] = .text(String(session.icon))
    record["day"] = .text(session.day.description)
    record["started"] = .date(session.started)
    record["ended"] = .date(session.ended)
    record["offset"] = .duration(session.offset)
    record["allocated"] = .duration(session.allocated)
    record["actual"] = .duration(session.actual)
    record["saved"] = .duration(session.saved)
    record["ending"] = .text(session.ending.rawValue)
    record["rating"] = session.rating.map { .text($0.words) } ?? Value.none
    record["stars"] = .number(Double(stints.stars(of: session.id) ?? 0))
    record["device"] = .text(session.device)
    return record
  }
}
