import SessionState
import ShellCore
import StoryScript
import Timers

/// The commands that rate timer sessions.
struct RewardCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "rate",
      [
        Parameter(
          "RATING", .choice(Rating.allCases.map { $0.words } + ["later"], orNumber: nil), optional: true,
          "amazing, good or needs work (default: a terminal asks you); later postpones the rating"),
        Parameter(
          "SESSION", after: "of", .either([.number(1...1_000_000, whole: true), .name(.pastActivity)]), optional: true,
          "the session's place in `history all` (1 is the newest), an activity (its newest unrated session), or a "
            + "session's id (default: the newest unrated session)"),
        .flag("again", "changes the rating of SESSION (default: the newest rated session)"),
        Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, if one is set"),
      ],
      summary: "rates the newest unrated session, or another session, and awards its stars",
      details: """
        amazing earns 15 stars, good 10, needs work 5. Stars count 1.5 times from your third day in a row with a \
        session, and twice from the seventh. Unrated sessions wait as long as you like: `rate` rates the newest \
        unrated session, and `of` chooses another. `again` corrects a rating: the later rating counts. If a PIN is \
        set, rating requires it; a terminal asks for the PIN and does not show it.
        """,
      examples: [
        .init("timer start reading 20\ntimer done\nrate amazing\nexpect rewards.stars == 15", "15 stars"),
        .init("timer start shower\nwait 10m\nrate needs work\nexpect rewards.stars == 5", "5 stars"),
        .init(
          "timer start reading\ntimer done\ntimer start shower\ntimer done\nrate good of reading\nexpect rewards.unrated == 1",
          "an older session"),
        .init(
          "timer start reading\ntimer done\ntimer start shower\ntimer done\nrate good of 2\nexpect (history)[1].rating == \"good\"",
          "by its place in `history all`"),
        .init(
          "timer start reading\ntimer done\nrate amazing\nrate good again\nexpect rewards.stars == 10",
          "corrects a rating"),
      ],
      searchWords: ["stars", "reward", "mark", "praise", "correct", "change", "mistake"], effect: .saved, in: .timers
    ) { (session, arguments) throws(Failure) in
      if arguments.text(0)?.lowercased() == "later" {
        try TimerRating(session).rateLater()
        return .value(.none)
      }
      let place = arguments.number(1).map { Int($0) }
      let numbered = try place.map { (place) throws(Failure) in try HistoryCorrection(session).numbered(place, about: 1)
      }
      let rated = try TimerRating(session).rate(
        arguments.text(0).flatMap { Rating(spelled: $0) }, pin: arguments.text(3),
        of: numbered?.id.text ?? arguments.text(1), typed: place.map { "\($0)" }, again: arguments.flag(2))
      return .value(.record(RewardCommands(session).record(of: rated)))
    }
  ]

  static let states: [StateEntry] = [
    StateEntry("rewards", "asks", "the next step after a timer has ended (`pin`: first the PIN, then the rating)") {
      TimerRating($0).asked
    },
    StateEntry("rewards", "stars", "the total number of stars") { Children($0).ledger.stars },
    StateEntry("rewards", "spent", "the number of stars spent") { Children($0).ledger.spentStars },
    StateEntry("rewards", "balance", "the number of stars that can be spent") { Children($0).ledger.balance },
    StateEntry("rewards", "week", "the number of stars earned this week, from Monday") { WeekStars($0).earned },
    StateEntry("rewards", "goal", "the stars to earn in a week; none without a goal") {
      $0.world.timers.rewards.goal
    },
    StateEntry("rewards", "streak", "days in a row with a session, up to today; 0 until today has a session") {
      Children($0).ledger.streak(on: LocalDay.today(in: $0)).length
    },
    StateEntry("rewards", "sessions", "the number of saved sessions") { Children($0).ledger.count },
    StateEntry("rewards", "unrated", "the number of sessions that are not rated yet") {
      Children($0).ledger.unratedCount
    },
  ]
}

extension RewardCommands {
  /// The fields of a timer session's record.
  static let sessionFields: [ResultField] = [
    "session", "activity", "icon", "day", "started", "ended", "offset", "allocated", "actual", "saved", "ending",
    "rating", "stars", "device", "child",
  ]

  /// Returns a saved timer session as a record for scripts.
  func record(of timerSession: TimerSessionRecord) -> Record {
    let children = Children(session)
    return [
      "session": .text(timerSession.id.text), "activity": .text(timerSession.activity),
      "icon": .text(String(timerSession.icon)),
      "day": .text(timerSession.day.description), "started": .date(timerSession.started),
      "ended": .date(timerSession.ended),
      "offset": .duration(timerSession.offset), "allocated": .duration(timerSession.allocated),
      "actual": .duration(timerSession.actual), "saved": .duration(timerSession.saved),
      "ending": .text(timerSession.ending.rawValue), "rating": (timerSession.rating?.words).value,
      "stars": (children.ledger(of: timerSession.child).stars(of: timerSession.id) ?? 0).value,
      "device": .text(timerSession.device), "child": children.family.child(timerSession.child).name.value,
    ]
  }
}

extension CompletionFlow.State: ScriptValue {}
