import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The commands for statistics, stars and the streak.
struct StatsCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "stats", TimerSessionQuery.daysAndActivity,
      summary: "shows totals by activity, week and month, with a calendar",
      details: """
        `time` is the time spent, and `saved` is the time left when a timer ended early. The totals add up the whole \
        seconds that `history` shows for each session; in the returned record, `actual` and `saved` are exact, and \
        `shown` contains the displayed totals. Weeks start on Monday (ISO 8601); days, weeks and months without a session are \
        left out of the lists. A routine has a line with the number of times that it was played to its end (`runs`), \
        how often every step was done before its time was up (`inTime`), and its average time. Stars are always \
        calculated from the whole history: limiting the days does not cut off a streak.
        """,
      examples: [
        .init(
          "timer start reading 20\nwait 15m\ntimer done\nexpect (stats).total.saved == 5m", "the total time saved"),
        .init("timer start shower\nwait 10m\nexpect (stats of sh).activities[0].actual == 10m", "one activity"),
        .init(
          "routine add morning \"dress 5m, teeth 3m\"\nroutine start\nwait 4m\ntimer done\nwait 2m\ntimer done\nexpect (stats).routines[0].inTime == 1",
          "a routine finished in time"),
        .init("let year = stats year\nexpect ($year.months | sum sessions) == 0", "this year, month by month"),
      ],
      searchWords: ["statistics", "sum", "total", "week", "month", "report", "chart", "calendar"],
      gives: ["from", "to", "total", "activities", "weeks", "months", "days", "routines"], in: .rewards,
      shows: .drawn { StatsView($0).show($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let query = try TimerSessionQuery(arguments, from: 0, in: session)
      let ledger = Children(session).ledger
      let statistics = ledger.statistics(in: query.filter.days, of: query.filter.activity)
      var record = StatisticsRecord.make(statistics, of: ledger, asked: query.filter.days)
      // The steps of a routine may be of several activities.
      let routines = query.filter.activity == nil ? ledger.routineTallies(in: query.filter.days) : []
      record["routines"] = .list(routines.map { .record(StatisticsRecord.make($0)) })
      return .value(.record(record))
    },
    CommandEntry(
      "stars", summary: "shows your stars, and the multiplier for the next session",
      details: """
        A session earns 15, 10 or 5 stars, depending on its rating; × 1.5 from the third day in a row with a session, \
        × 2 from the seventh. Each session's stars are rounded down.
        """,
      examples: [
        .init("timer start reading\ntimer done\nrate amazing\nexpect (stars).today == 15", "today's stars"),
        .init("expect (stars).multiplier == 1", "the multiplier of the next session"),
      ],
      searchWords: ["reward", "points", "multiplier", "rating"],
      gives: ["total", "today", "week", "multiplier", "ratings", "spent", "balance", "goal", "unrated"], in: .rewards,
      shows: .drawn { StatsView($0).showStars($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(.record(StatsCommands(session).starsRecord))
    },
    CommandEntry(
      "streak", summary: "shows your streak (days in a row with a session) and the past weeks",
      details: """
        A day counts if a timer ended on that day, by the local date at that time and place; `set day-ends` \
        moves the end of the day past midnight. Summer time, travel and setting the clock back change nothing. Several \
        sessions on one day count once, rated or not. `length` is 0 until today has a session; `yesterday` is the \
        number of days in a row up to yesterday; `best` is the longest streak so far.
        """,
      examples: [
        .init("timer start reading\ntimer done\nexpect (streak).length == 1", "the first day"),
        .init("expect (streak).next.days == 3", "days until the next multiplier"),
      ],
      searchWords: ["days", "row", "best", "multiplier", "calendar", "consecutive"],
      gives: ["length", "yesterday", "today", "multiplier", "next", "best", "bestDay", "days"], in: .rewards,
      shows: .drawn { StatsView($0).showStreak($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(.record(StatsCommands(session).streakRecord))
    },
  ]
}

extension StatsCommands {
  var starsRecord: Record {
    let ledger = Children(session).ledger
    let today = LocalDay.today(in: session)
    let streak = ledger.streak(on: today)
    let monday = today.week.monday
    var (ofToday, ofWeek) = (0, 0)
    var (counts, stars): ([Rating: Int], [Rating: Int]) = ([:], [:])
    for line in ledger.statistics().days {
      if line.span == today { ofToday = line.tally.stars }
      if line.span >= monday, line.span <= monday.adding(6) { ofWeek += line.tally.stars }
      let multiplier = ledger.multiplier(on: line.span)
      for rating in Rating.allCases {
        let count = line.tally.count(of: rating)
        counts[rating, default: 0] += count
        stars[rating, default: 0] += count * rating.stars(multiplier)
      }
    }
    let ratings = Rating.allCases.map { rating -> Value in
      .record([
        "rating": .text(rating.words), "sessions": (counts[rating] ?? 0).value, "stars": (stars[rating] ?? 0).value,
      ])
    }
    return [
      "total": ledger.stars.value, "today": ofToday.value, "week": ofWeek.value,
      "multiplier": streak.multiplierToday.factor.value, "ratings": .list(ratings),
      "spent": ledger.spentStars.value, "balance": ledger.balance.value,
      "goal": session.world.timers.rewards.goal.value,
      "unrated": ledger.unratedCount.value,
    ]
  }

  /// The number of weeks that `streak` shows; they fit into 40 columns.
  static let streakWeeks = 16

  var streakRecord: Record {
    let ledger = Children(session).ledger
    let today = LocalDay.today(in: session)
    let streak = ledger.streak(on: today)
    let best = ledger.bestStreak
    let monday = today.week.monday.adding(-7 * (Self.streakWeeks - 1))
    let days = ledger.statistics(in: monday...max(monday, today)).days.map { line -> Value in
      .record([
        "day": line.span.description.value, "sessions": line.tally.timerSessions.value,
        "multiplier": ledger.multiplier(on: line.span).factor.value,
      ])
    }
    return [
      "length": streak.length.value, "yesterday": streak.carried.value, "today": streak.includesToday.value,
      "multiplier": streak.multiplierToday.factor.value,
      "next": streak.next.map { .record(["multiplier": $0.multiplier.factor.value, "days": $0.inDays.value]) } ?? .none,
      "best": (best?.length ?? 0).value, "bestDay": (best?.lastDay.description).value, "days": .list(days),
    ]
  }
}

/// Statistics of timer sessions as records for scripts.
enum StatisticsRecord {
  /// - Parameters:
  ///   - ledger: the source of the statistics, with the multiplier of each day.
  ///   - asked: the requested days.
  static func make(_ statistics: Statistics, of ledger: TimerLedger, asked: ClosedRange<LocalDay>?) -> Record {
    let first = asked.map { $0.lowerBound }.flatMap { $0 == .first ? nil : $0 } ?? statistics.days.first?.span
    let last = asked.map { $0.upperBound }.flatMap { $0 == .last ? nil : $0 } ?? statistics.days.last?.span
    var total = sums([:], statistics.total)
    total["unrated"] = .number(Double(statistics.total.unrated))
    total["days"] = .number(Double(statistics.activeDays))
    return [
      "from": (first?.description).value, "to": (last?.description).value, "total": .record(total),
      "activities": .list(
        statistics.activities.map {
          .record(sums(["activity": .text($0.name), "icon": .text(String($0.icon))], $0.tally))
        }),
      "weeks": .list(
        statistics.weeks.map {
          .record(sums(["week": .text($0.span.description), "monday": .text($0.span.monday.description)], $0.tally))
        }),
      "months": .list(statistics.months.map { .record(sums(["month": .text($0.span.description)], $0.tally)) }),
      "days": .list(
        statistics.days.map { line in
          var record = sums(["day": .text(line.span.description)], line.tally)
          record["multiplier"] = .number(ledger.multiplier(on: line.span).factor)
          return .record(record)
        }),
    ]
  }

  static func make(_ routine: RoutineTally) -> Record {
    [
      "routine": .text(routine.routine), "runs": routine.runs.value, "inTime": routine.inTime.value,
      "steps": routine.steps.value, "finished": routine.finished.value, "early": routine.early.value,
      "average": .duration(routine.average), "stars": routine.stars.value,
    ]
  }

  /// Adds a tally's sums to a record.
  private static func sums(_ what: Record, _ tally: Tally) -> Record {
    var record = what
    record["sessions"] = .number(Double(tally.timerSessions))
    record["allocated"] = .duration(tally.allocated)
    record["actual"] = .duration(tally.actual)
    record["saved"] = .duration(tally.saved)
    record["shown"] = .record(["spent": .duration(tally.shown.spent), "saved": .duration(tally.shown.saved)])
    record["stars"] = .number(Double(tally.stars))
    return record
  }
}
