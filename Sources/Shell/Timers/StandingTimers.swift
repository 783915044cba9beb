import JSON
import Journal
import Timeline
import Timers

/// The timers' state that is kept as it stands, not as the events that led to it: activities, profile and the timer that
/// runs.
struct StandingTimers: Hashable, Sendable {
  var activities = ActivityCatalog()
  var profile = Profile()
  /// Only real sessions have a timer that goes on while nobody looks.
  var timer: Countdown.Saved?

  /// The instant of looking is no change: a running timer is known by when it would have begun without pauses.
  static func unmoved(_ timer: Countdown.Saved) -> Countdown.Saved {
    var timer = timer
    if let paused = timer.pausedSince {
      timer.savedAt = paused
    } else {
      timer.savedAt = timer.savedAt - timer.elapsed
      timer.elapsed = .zero
    }
    return timer
  }

  // MARK: Writing

  /// The events to append so that `self` holds where `before` held.
  func changes(since before: StandingTimers) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    var changes: [(name: TimerJournal.Name, payload: Journal.Payload)] = []
    if activities != before.activities { changes += activityChanges(since: before.activities) }
    if profile != before.profile {
      changes.append(
        (
          .profile,
          ["name": profile.name.map { .string($0) } ?? .null, "onboarding": .string(profile.onboarding.rawValue)]
        ))
    }
    if timer != before.timer { changes.append((.timer, Self.payload(timer))) }
    return changes
  }

  private func activityChanges(since before: ActivityCatalog) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    let kept = Set(activities.activities.map(\.name))
    let gone = before.activities.filter { !kept.contains($0.name) }
    let (known, names) = (Set(before.activities), Set(before.activities.map(\.name)))
    let new = activities.activities.filter { !known.contains($0) }
    return gone.map { (.activityRemoved, ["activity": .string($0.name)]) }
      + new.map { (names.contains($0.name) ? .activityEdited : .activityAdded, Journal.Payload(Self.fields($0))) }
  }

  private static func fields(_ activity: Activity) -> [JSON.Field] {
    [
      .init("activity", .string(activity.name)), .init("icon", .string(String(activity.icon))),
      .init("minutes", .integer(Int64(activity.minutes))), .init("kind", .string(activity.kind.rawValue)),
    ]
  }

  private static func payload(_ timer: Countdown.Saved?) -> Journal.Payload {
    guard let timer else { return ["state": .string("idle")] }
    var fields: [JSON.Field] = [
      .init("state", .string(timer.pausedSince == nil ? "running" : "paused")),
      .init("activity", .object(Self.fields(timer.activity))),
      .init("total", .integer(timer.total.microseconds)),
      .init("started", .integer(timer.started.microseconds)),
      .init("elapsed", .integer(timer.elapsed.microseconds)),
      .init("at", .integer(timer.savedAt.microseconds)),
    ]
    if let paused = timer.pausedSince { fields.append(.init("paused", .integer(paused.microseconds))) }
    return Journal.Payload(fields)
  }

  // MARK: Reading

  /// Takes an event in, in the order of folding.
  /// - Returns: whether it could be understood.
  mutating func take(_ name: TimerJournal.Name, _ payload: JSON) -> Bool {
    switch name {
    case .activityAdded, .activityEdited:
      guard let activity = Self.activity(payload) else { return false }
      return (try? activities.put(activity)) != nil
    case .activityRemoved:
      guard let name = Self.name(payload) else { return false }
      // Two devices may have removed it.
      activities.remove(exactly: name)
    case .profile:
      guard let onboarding = payload["onboarding"]?.stringValue.flatMap({ Profile.Onboarding(rawValue: $0) }) else {
        return false
      }
      profile = Profile(name: payload["name"]?.stringValue, onboarding: onboarding)
    case .timer:
      if payload["state"]?.stringValue == "idle" {
        timer = nil
      } else {
        guard let saved = Self.timer(payload), Countdown(saved) != nil else { return false }
        timer = saved
      }
    case .saved, .rated: return false
    }
    return true
  }

  /// An activity's name, which was once written as `name`.
  private static func name(_ json: JSON) -> String? { (json["activity"] ?? json["name"])?.stringValue }

  private static func activity(_ json: JSON) -> Activity? {
    guard let name = name(json), let icon = json["icon"]?.stringValue, icon.count == 1,
      let character = icon.first, let minutes = json["minutes"]?.integerValue,
      let kind = json["kind"]?.stringValue.flatMap({ Activity.Kind(rawValue: $0) })
    else { return nil }
    return Activity(name: name, icon: character, minutes: Int(clamping: minutes), kind: kind)
  }

  /// Whether there can be such an activity: it may be gone by now, but its name stands in a stint for ever.
  private static func isPossible(_ activity: Activity) -> Bool {
    var catalog = ActivityCatalog()
    if activity.kind == .custom { return activity == .custom || (try? catalog.oneOff(named: activity.name)) != nil }
    return (try? catalog.put(activity)) != nil
  }

  private static func timer(_ json: JSON) -> Countdown.Saved? {
    guard let activity = json["activity"].flatMap({ Self.activity($0) }), isPossible(activity),
      let total = json["total"]?.integerValue, let started = json["started"]?.integerValue,
      let elapsed = json["elapsed"]?.integerValue, let at = json["at"]?.integerValue
    else { return nil }
    return Countdown.Saved(
      activity: activity, total: Duration(microseconds: total), started: Instant(microseconds: started),
      elapsed: Duration(microseconds: elapsed), savedAt: Instant(microseconds: at),
      pausedSince: json["paused"]?.integerValue.map { Instant(microseconds: $0) })
  }
}
