import StoryScript
import Timers

extension Catalog {
  static let rewardCommands: [CommandEntry] = [
    CommandEntry(
      Command(
        "rate",
        [Parameter("RATING", .choice(Rating.allCases.map(\.words), orNumber: nil), "amazing, good or \"needs work\"")],
        summary: "rates the session that ended last, and counts its stars",
        details: """
          amazing brings 15 stars, good 10, "needs work" 5; half as many more from the third day in a row on which a timer \
          ended, twice as many from the seventh. Sessions that were not rated wait: `rate` takes the newest of them.
          """,
        examples: [
          .init("timer start reading 20\ntimer done\nrate amazing\nexpect rewards.stars == 15", "15 stars"),
          .init(
            "timer start shower\nwait 10m\nrate \"needs work\"\nexpect rewards.stars == 5", "two words need quotes"),
        ],
        searchWords: ["stars", "reward", "mark", "praise"], effect: .saved)
    ) { (session, arguments) throws(Failure) in
      guard let rating = Rating(words: arguments.text(0) ?? "") else { throw .refused("no such rating") }
      let record = try session.rate(rating)
      return .value(.record(session.record(of: record)))
    }
  ]

  static let rewardStates: [StateEntry] = [
    StateEntry(StateField("rewards", "stars", .number, "all stars so far")) { session, _ in
      .number(Double(session.history.ledger.stars))
    },
    StateEntry(StateField("rewards", "streak", .number, "days in a row with a session, today included")) { session, _ in
      .number(Double(session.history.ledger.streak(on: session.today).length))
    },
    StateEntry(StateField("rewards", "sessions", .number, "how many sessions were saved")) { session, _ in
      .number(Double(session.history.ledger.count))
    },
    StateEntry(StateField("rewards", "unrated", .number, "how many of them wait for a rating")) { session, _ in
      .number(Double(session.history.ledger.unratedCount))
    },
  ]
}

extension Session {
  /// A saved session as scripts see it.
  func record(of session: SessionRecord) -> Record {
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
    record["stars"] = .number(Double(history.ledger.stars(of: session.id) ?? 0))
    record["device"] = .text(session.device)
    return record
  }
}
