import JSON
import Journal
import Timers

/// The rewards, the goal of a week, spent stars and rest days in the journal, which all devices share.
package enum RewardRecords {
  static func kind(_ name: TimerJournal.Name) -> PersistedKind {
    switch name {
    case .rewardAdded:
      PersistedKind(
        name: "reward.added", changes: true, key: "reward", action: .adds("reward"), summary: "a reward was added",
        fields: ["reward": "the reward's name", "stars": "the reward's price in stars"],
        forms: ["reward": .line(), "stars": .whole(1...10_000)])
    case .rewardRemoved:
      PersistedKind(
        name: "reward.removed", changes: true, key: "reward", action: .removes("reward"),
        summary: "a reward was removed", fields: ["reward": "the reward's name"], forms: ["reward": .line()])
    case .goal:
      PersistedKind(
        name: "goal.changed", changes: true, action: .changes("goal"), isPartial: true,
        summary: "the weekly goal changed", fields: ["stars": "the stars to earn in a week, or null for no goal"],
        forms: ["stars": .orNull(.whole(1...10_000))])
    case .spent:
      PersistedKind(
        name: "stars.spent", action: .adds("exchange of stars", "exchanges of stars"),
        summary: "stars were exchanged for a reward",
        fields: [
          "reward": "the reward's name", "stars": "the number of stars",
          "child": "the id of the child who spent them; absent for the device's first child",
        ],
        forms: ["reward": .line(), "stars": .whole(1...10_000), "child": .line()])
    case .restWeekly:
      PersistedKind(
        name: "rest.weekly", action: .adds("change of rest days", "changes of rest days"),
        summary: "the weekly rest days changed: weekdays on which a missing session does not break a streak",
        fields: [
          "weekdays": "the numbers of the weekdays (1 for Monday), such as `67`; an empty text for none",
          "from": "the first day",
          "child": "the child's id; absent for the device's first child",
        ], forms: ["weekdays": .line(7), "from": .line(10), "child": .line()])
    default:
      PersistedKind(
        name: "rest.days", action: .adds("change of rest days", "changes of rest days"),
        summary: "some rest days changed: days, such as a holiday, on which a missing session does not break a streak",
        fields: [
          "first": "the first day", "last": "the last day", "rest": "on for rest days, off for ordinary days",
          "child": "the child's id; absent for the device's first child",
        ],
        forms: ["first": .line(10), "last": .line(10), "rest": .word(["on", "off"]), "child": .line()])
    }
  }

  // MARK: The plan

  /// Returns the events that turn one plan into another.
  static func changes(
    from before: RewardPlan, to after: RewardPlan
  ) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    let (then, now) = (before.catalog.rewards, after.catalog.rewards)
    let names = Set(now.map { $0.name.lowercased() })
    var changes: [(name: TimerJournal.Name, payload: Journal.Payload)] = then.filter {
      !names.contains($0.name.lowercased())
    }.map { (.rewardRemoved, ["reward": .string($0.name)]) }
    changes += now.filter { !then.contains($0) }.map {
      (.rewardAdded, ["reward": .string($0.name), "stars": .integer(Int64($0.stars))])
    }
    if before.goal != after.goal {
      changes.append((.goal, ["stars": after.goal.map { .integer(Int64($0)) } ?? .null]))
    }
    return changes
  }

  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if the event could not be understood.
  static func fold(_ name: TimerJournal.Name, _ payload: JSON, into plan: inout RewardPlan) -> Bool {
    let stars = payload["stars"]?.integerValue.map { Int(clamping: $0) }
    if name == .goal {
      guard payload["stars"] != nil, stars.map({ Reward.goals.contains($0) }) ?? true else { return false }
      plan.goal = stars
      return true
    }
    guard let reward = payload["reward"]?.stringValue else { return false }
    if name == .rewardAdded { return stars.map { plan.catalog.put(Reward(name: reward, stars: $0)) } ?? false }
    plan.catalog.remove(exactly: reward)
    return true
  }

  // MARK: Facts

  package static func payload(_ rule: RestRule, _ child: ChildID? = nil) -> (TimerJournal.Name, Journal.Payload) {
    let owner = ChildRecords.fields(child)
    switch rule {
    case .weekly(let weekdays, let from):
      let fields: [JSON.Field] = [
        .init("weekdays", .string(weekdays.sorted().map(String.init).joined())),
        .init("from", .string(from.description)),
      ]
      return (.restWeekly, Journal.Payload(fields + owner))
    case .days(let days, let areRest):
      let fields: [JSON.Field] = [
        .init("first", .string(days.lowerBound.description)), .init("last", .string(days.upperBound.description)),
        .init("rest", .string(areRest ? "on" : "off")),
      ]
      return (.restDays, Journal.Payload(fields + owner))
    }
  }

  /// - Parameter own: the first child of the event's device.
  /// - Returns: `nil` for an invalid event.
  static func fact(_ name: TimerJournal.Name, _ payload: JSON, _ own: ChildID) -> TimerEvent.Fact? {
    guard let child = ChildRecords.child(payload, of: own) else { return nil }
    switch name {
    case .spent:
      guard let reward = payload["reward"]?.stringValue, let stars = payload["stars"]?.integerValue,
        Reward(name: reward, stars: Int(clamping: stars)).isValid
      else { return nil }
      return .spent(reward: reward, stars: Int(stars), child: child)
    case .restWeekly:
      guard let text = payload["weekdays"]?.stringValue, let from = LocalDay(text: payload["from"]?.stringValue) else {
        return nil
      }
      let weekdays = text.compactMap { $0.wholeNumberValue }
      let rule = RestRule.weekly(Set(weekdays), from: from)
      return weekdays.count == text.count && rule.isValid ? .rest(rule, child: child) : nil
    default:
      guard let first = LocalDay(text: payload["first"]?.stringValue),
        let last = LocalDay(text: payload["last"]?.stringValue), first <= last,
        let rest = payload["rest"]?.stringValue
      else { return nil }
      let rule = RestRule.days(first...last, areRest: rest == "on")
      return rule.isValid ? .rest(rule, child: child) : nil
    }
  }
}
