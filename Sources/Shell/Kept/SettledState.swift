import JSON
import Journal
import Timeline
import Timers

/// What is kept as it stands rather than as it happened: activities, profile, tutorial and the timer that runs.
///
/// Whenever it differs from what was written last, what is new is appended: a change, its undoing and a fork that was kept
/// are all the same then. Of several events about the same thing the last one holds.
struct SettledState: Hashable {
  var activities = ActivityCatalog()
  var profile = Profile()
  var tutorial = Tutorial()
  /// Only real sessions have a timer that goes on while nobody looks.
  var timer: Countdown.Saved?

  init() {}

  init(_ world: World, keepsTimer: Bool) {
    activities = world.activities
    profile = world.household.profile
    tutorial = world.household.tutorial
    guard keepsTimer, var timer = world.countdown.saved else { return }
    // The instant of looking is no change: a running timer is known by when it would have begun without pauses.
    if timer.pausedSince == nil {
      timer.savedAt = timer.savedAt - timer.elapsed
      timer.elapsed = .zero
    } else {
      timer.savedAt = timer.pausedSince ?? timer.savedAt
    }
    self.timer = timer
  }

  enum Kind {
    static let activity = "activity.set"
    static let activityRemoved = "activity.removed"
    static let profile = "profile.set"
    static let tutorial = "tutorial.set"
    static let timer = "timer.state"

    static let all = [activity, activityRemoved, profile, tutorial, timer]
  }

  // MARK: Writing

  /// What to append so that `self` holds where `before` held: types and payloads.
  func changes(since before: SettledState) -> [(type: String, payload: Journal.Payload)] {
    var changes: [(type: String, payload: Journal.Payload)] = []
    if activities != before.activities {
      let kept = Set(activities.activities.map(\.name))
      for activity in before.activities.activities where !kept.contains(activity.name) {
        changes.append((Kind.activityRemoved, ["name": .string(activity.name)]))
      }
      let known = Set(before.activities.activities)
      for activity in activities.activities where !known.contains(activity) {
        changes.append((Kind.activity, Journal.Payload(Self.fields(activity))))
      }
    }
    if profile != before.profile {
      changes.append(
        (
          Kind.profile,
          ["name": profile.name.map { .string($0) } ?? .null, "onboarding": .string(profile.onboarding.rawValue)]
        ))
    }
    if tutorial != before.tutorial {
      let saved = tutorial.saved
      changes.append(
        (
          Kind.tutorial,
          [
            "state": .string(saved.state.rawValue), "step": .string(saved.step.rawValue),
            "done": .array(saved.done.map { .string($0.rawValue) }),
          ]
        ))
    }
    if timer != before.timer { changes.append((Kind.timer, Self.payload(timer))) }
    return changes
  }

  private static func fields(_ activity: Activity) -> [JSON.Field] {
    [
      .init("name", .string(activity.name)), .init("icon", .string(String(activity.icon))),
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
  mutating func take(_ event: Journal.Event) -> Bool {
    guard let payload = try? event.payload.json else { return false }
    switch event.type {
    case Kind.activity:
      guard let activity = Self.activity(payload) else { return false }
      return (try? activities.put(activity)) != nil
    case Kind.activityRemoved:
      guard let name = payload["name"]?.stringValue else { return false }
      // Two devices may have removed it.
      activities.remove(exactly: name)
      return true
    case Kind.profile:
      guard let onboarding = payload["onboarding"]?.stringValue.flatMap({ Profile.Onboarding(rawValue: $0) }) else {
        return false
      }
      profile = Profile(name: payload["name"]?.stringValue, onboarding: onboarding)
    case Kind.tutorial:
      guard let state = payload["state"]?.stringValue.flatMap({ Tutorial.State(rawValue: $0) }),
        let step = payload["step"]?.stringValue.flatMap({ Tutorial.Step(rawValue: $0) })
      else { return false }
      let done = (payload["done"]?.arrayValue ?? []).compactMap {
        $0.stringValue.flatMap { Tutorial.Step(rawValue: $0) }
      }
      tutorial = Tutorial(.init(state: state, step: step, done: done))
    case Kind.timer:
      if payload["state"]?.stringValue == "idle" {
        timer = nil
      } else {
        guard let saved = Self.timer(payload), Countdown(saved) != nil else { return false }
        timer = saved
      }
    default: break
    }
    return true
  }

  private static func activity(_ json: JSON) -> Activity? {
    guard let name = json["name"]?.stringValue, let icon = json["icon"]?.stringValue, icon.count == 1,
      let character = icon.first, let minutes = json["minutes"]?.integerValue,
      let kind = json["kind"]?.stringValue.flatMap({ Activity.Kind(rawValue: $0) })
    else { return nil }
    return Activity(name: name, icon: character, minutes: Int(clamping: minutes), kind: kind)
  }

  /// Whether there can be such an activity: it may be gone by now, but its name stands in a session for ever.
  private static func isPossible(_ activity: Activity) -> Bool {
    var catalog = ActivityCatalog()
    return activity == .custom || (try? catalog.put(activity)) != nil
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
