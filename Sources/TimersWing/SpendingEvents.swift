import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timers

/// The events of rewards, goals and rest days, with their sentences.
enum SpendingEvents {
  static let all = [added.row, removed.row, spent.row, goal.row, reached.row, rest.row]

  private static func name<Payload>(_ reward: @escaping @Sendable (Payload) -> Reward) -> EventField<Payload> {
    .init("reward", "the reward's name") { reward($0).name }
  }

  private static func price<Payload>(_ reward: @escaping @Sendable (Payload) -> Reward) -> EventField<Payload> {
    .init("stars", "the reward's price in stars") { reward($0).stars }
  }

  static let added = EventEntry<Reward>(
    "reward.added", "a reward was added", lasts: true, fields: [name { $0 }, price { $0 }],
    says: { line, reward, _ in
      line.write(.done, reward.name, " costs ", TimeText.count(reward.stars, "star"))
    },
    reason: { fields, _ in
      [
        """
        You can get \(text("reward", fields)) for \(stars("stars", fields)): \
        `stars spend \(Word.quotedIfNeeded(text("reward", fields)))`.
        """
      ]
    })

  static let removed = EventEntry<Reward>(
    "reward.removed", "a reward was removed", lasts: true, fields: [name { $0 }],
    says: { line, reward, _ in line.write(.done, reward.name, " removed") },
    reason: { fields, _ in
      ["Stars can no longer be spent on \(text("reward", fields)). Stars that were spent on it stay spent."]
    })

  static let spent = EventEntry<(reward: Reward, balance: Int)>(
    "stars.spent", "stars were exchanged for a reward", lasts: true,
    fields: [name { $0.reward }, price { $0.reward }, .init("balance", "the number of stars left") { $0.balance }],
    says: { line, spent, _ in
      line.write(.star, spent.reward.name, " for ", TimeText.count(spent.reward.stars, "star"), ": enjoy it! ")
      line.add(spent.balance, " left")
    },
    reason: { fields, _ in
      [
        """
        \(text("reward", fields)) costs \(stars("stars", fields)), which leaves \(stars("balance", fields)) to spend. \
        Spent stars still count as earned: multipliers and streaks do not change.
        """
      ]
    })

  static let goal = EventEntry<Int?>(
    "goal.changed", "the weekly goal changed", lasts: true,
    fields: [.init("stars", "the stars to earn in a week; none for no goal") { $0 }],
    says: { line, goal, _ in
      line.write(.done, goal.map { "the goal is \(TimeText.count($0, "star")) a week" } ?? "no goal")
    },
    reason: { fields, _ in
      fields["stars"]?.number == nil
        ? ["There is no goal now; stars count as before."]
        : ["Weekly stars are counted from Monday to Sunday; the goal is \(stars("stars", fields))."]
    },
    already: { $0["stars"]?.number == nil ? "there was no goal" : "the goal is already \(stars("stars", $0))" })

  static let reached = EventEntry<(goal: Int, stars: Int)>(
    "goal.reached", "the weekly goal was reached",
    fields: [.init("goal", "the goal") { $0.goal }, .init("stars", "the stars of this week") { $0.stars }],
    says: { line, week, _ in
      line.write(.star, "this week's goal is reached: ", week.stars, " of ", TimeText.count(week.goal, "star"))
    },
    reason: { fields, _ in
      ["This rating brings the total since Monday to \(stars("stars", fields)); the goal is \(stars("goal", fields))."]
    })

  static let rest = EventEntry<(rule: RestRule, total: Int)>(
    "rest.changed", "the rest days changed", lasts: true,
    fields: [
      .init("weekdays", "the rest days of each week; none if single days changed") { weekdays($0.rule) },
      .init("from", "the first day") { first($0.rule).description },
      .init("until", "the last day; none for a weekly change") { last($0.rule)?.description },
      .init("rest", "`true` if the days are now rest days") { isRest($0.rule) },
      .init("total", "the total number of stars") { $0.total },
    ],
    says: { line, change, _ in
      line.write(.done, words(change.rule), "; ", TimeText.count(change.total, "star"), " in all")
    },
    reason: { fields, _ in
      [
        """
        A rest day without a session neither counts towards a streak nor ends it; a rest day with a session counts like any other \
        day.
        """,
        "Streaks and multipliers were recalculated for all days; the total is \(stars("total", fields)).",
      ]
    }, already: { _ in "these rest days were already set" })

  private static func weekdays(_ rule: RestRule) -> Value {
    guard case .weekly(let weekdays, _) = rule else { return .none }
    return .list(weekdays.sorted().map { .text(TimeText.weekdays[$0 - 1]) })
  }

  private static func first(_ rule: RestRule) -> LocalDay {
    switch rule {
    case .weekly(_, let from): from
    case .days(let days, _): days.lowerBound
    }
  }

  private static func last(_ rule: RestRule) -> LocalDay? {
    if case .days(let days, _) = rule { days.upperBound } else { nil }
  }

  private static func isRest(_ rule: RestRule) -> Bool {
    switch rule {
    case .weekly(let weekdays, _): !weekdays.isEmpty
    case .days(_, let areRest): areRest
    }
  }

  private static func words(_ rule: RestRule) -> String {
    switch rule {
    case .weekly(let weekdays, let from):
      let names = weekdays.sorted().map { TimeText.weekdays[$0 - 1] }.joined(separator: ", ")
      return names.isEmpty
        ? "no weekly rest days from \(TimeText.day(from, in: nil)) on"
        : "rest days from \(TimeText.day(from, in: nil)) on: \(names)"
    case .days(let days, let areRest):
      let (first, last) = (TimeText.day(days.lowerBound, in: nil), TimeText.day(days.upperBound, in: nil))
      let span = days.lowerBound == days.upperBound ? "\(first) is" : "\(first) to \(last) are"
      return "\(span) \(areRest ? "rest" : "ordinary") day\(days.lowerBound == days.upperBound ? "" : "s")"
        .replacing("is rest day", with: "is a rest day").replacing("is ordinary day", with: "is an ordinary day")
    }
  }

  private static func text(_ field: String, _ fields: Record) -> String { fields[field]?.text ?? "" }
  private static func stars(_ field: String, _ fields: Record) -> String {
    TimeText.count(Int(fields[field]?.number ?? 0), "star")
  }
}
