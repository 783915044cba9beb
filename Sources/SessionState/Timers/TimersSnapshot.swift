import JSON
import Journal
import Timeline
import Timers

/// The snapshot of the timers, which is saved as a state and not as the events that led to it: activities,
/// profile, routines, the running timer and the routine to which it belongs.
package struct TimersSnapshot: Hashable, Sendable {
  var activities = ActivityCatalog()
  /// The answer to the welcome. The names are the children's.
  var onboarding = Profile.Onboarding.pending
  /// The routines of each child.
  var routines: [ChildID: RoutineCatalog] = [:]
  var rewards = RewardPlan()
  var children = ChildCatalog()
  /// The active child of this device; `nil` for the device's first child.
  var activeChild: ChildID?
  /// The current or last routine; only in real sessions.
  package var run: RoutineRun?
  /// The running timer; only in real sessions, whose time continues by itself.
  package var timer: Countdown.Saved?
  /// The device on which the timer, or the routine, began; another one if this folder had another name then.
  var deviceOfStart: String?
  var deviceOfRunStart: String?
  /// The child of the timer or the routine; `nil` for the device's first child.
  var child: ChildID?
  /// The timer's number among those that started at one instant.
  var ordinal = 0
  /// The steady clock's time at the end of the routine's break; `nil` without a break.
  var rest: SteadyMoment?
  /// The place and the clock of the timer.
  package var anchor: TimerAnchor?

  /// Returns the timer independently of the instant at which it was observed: a running timer is identified by the
  /// instant at which it would have begun without pauses.
  package static func unmoved(_ timer: Countdown.Saved) -> Countdown.Saved {
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

  /// Returns the events that turn `before` into `self`.
  func changes(since before: TimersSnapshot) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    var changes: [(name: TimerJournal.Name, payload: Journal.Payload)] = []
    if activities != before.activities { changes += activityChanges(since: before.activities) }
    if children != before.children || onboarding != before.onboarding {
      changes += ChildRecords.changes(
        from: before.children, to: children, onboarding: onboarding == before.onboarding ? nil : onboarding)
    }
    let isOtherChild = child != before.child
    let doesRoutineMove = run != before.run || rest != before.rest || run != nil && isOtherChild
    if timer != before.timer || anchor != before.anchor || ordinal != before.ordinal || timer != nil && isOtherChild {
      // One line: a crash leaves both or neither.
      let routine = doesRoutineMove ? [JSON.Field("routine", .object(routineFields))] : []
      changes.append((.timer, Journal.Payload(timerFields + routine)))
    } else if doesRoutineMove {
      changes.append((.routine, Journal.Payload(routineFields)))
    }
    if activeChild != before.activeChild {
      changes.append((.childChosen, ["child": activeChild.map { .string($0.text) } ?? .null]))
    }
    if routines != before.routines {
      for child in Set(before.routines.keys).union(routines.keys).sorted() {
        changes += RoutineRecords.changes(
          from: before.routines[child] ?? RoutineCatalog(), to: routines[child] ?? RoutineCatalog(), of: child)
      }
    }
    if rewards != before.rewards { changes += RewardRecords.changes(from: before.rewards, to: rewards) }
    return changes
  }

  private func activityChanges(since before: ActivityCatalog) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    let (now, then) = (activities.activities, before.activities)
    let (kept, known) = (Set(now.map { $0.name }), Set(then.map { $0.name }))
    // A renamed activity keeps its place in the list.
    let renamed =
      now.count == then.count
      ? zip(then, now).filter { !kept.contains($0.name) && !known.contains($1.name) && $0.kind == $1.kind } : []
    let isRenamed = Set(renamed.flatMap { [$0.name, $1.name] })
    let edited = now.compactMap { new in then.first { $0.name == new.name && $0 != new }.map { ($0, new) } }
    return then.filter { !kept.contains($0.name) && !isRenamed.contains($0.name) }
      .map { (.activityRemoved, ["activity": .string($0.name)]) }
      + (renamed + edited).map { (.activityEdited, Self.edit($0, $1)) }
      + now.filter { !known.contains($0.name) && !isRenamed.contains($0.name) }
      .map { (.activityAdded, Journal.Payload(Self.fields($0))) }
  }

  /// Returns only the changed fields of an activity: two devices may edit different ones.
  private static func edit(_ before: Activity, _ after: Activity) -> Journal.Payload {
    var fields: [JSON.Field] = [.init("activity", .string(before.name))]
    if after.icon != before.icon { fields.append(.init("icon", .string(String(after.icon)))) }
    if after.minutes != before.minutes { fields.append(.init("minutes", .integer(Int64(after.minutes)))) }
    if after.name != before.name { fields.append(.init("renamed", .string(after.name))) }
    return Journal.Payload(fields)
  }

  static func fields(_ activity: Activity) -> [JSON.Field] {
    [
      .init("activity", .string(activity.name)), .init("icon", .string(String(activity.icon))),
      .init("minutes", .integer(Int64(activity.minutes))), .init("kind", .string(activity.kind.rawValue)),
    ]
  }

  private var timerFields: [JSON.Field] {
    guard let timer else { return [.init("state", .string("idle"))] }
    var fields: [JSON.Field] = [
      .init("state", .string(timer.pausedSince == nil ? "running" : "paused")),
      .init("activity", .object(Self.fields(timer.activity))),
      .init("total", .integer(timer.total.microseconds)),
      .init("started", .integer(timer.started.microseconds)),
      .init("elapsed", .integer(timer.elapsed.microseconds)),
      .init("at", .integer(timer.savedAt.microseconds)),
    ]
    if let deviceOfStart { fields.append(.init("device", .string(deviceOfStart))) }
    if ordinal > 0 { fields.append(.init("ordinal", .integer(Int64(ordinal)))) }
    if let paused = timer.pausedSince { fields.append(.init("paused", .integer(paused.microseconds))) }
    fields += Self.pauseFields(timer)
    fields += ChildRecords.fields(child)
    fields += anchor?.fields ?? []
    return fields
  }

  /// Returns the pauses of a timer that are over; none for a timer that was never resumed.
  static func pauseFields(_ timer: Countdown.Saved) -> [JSON.Field] {
    guard !timer.pauses.isEmpty else { return [] }
    return [
      .init(
        "pauses",
        .array(
          timer.pauses.map { .array([.integer($0.since.microseconds), .integer($0.until.microseconds)]) }))
    ]
  }

  /// Returns the stored pauses of a timer. They are not known in lines of older versions; damaged ones are left out,
  /// because the timer itself does not need them.
  static func pauses(_ json: JSON) -> [Countdown.Pause] {
    (json["pauses"]?.arrayValue ?? []).prefix(1_000).compactMap { pair in
      guard let ends = pair.arrayValue, ends.count == 2, let since = ends[0].integerValue,
        let until = ends[1].integerValue
      else { return nil }
      return Countdown.Pause(since: Instant(microseconds: since), until: Instant(microseconds: until))
    }
  }

  private var routineFields: [JSON.Field] {
    let fields = RoutineRecords.fields(run)
    guard let run else { return fields }
    let device = [JSON.Field("device", deviceOfRunStart.map { .string($0) } ?? .null)].filter { $0.value != .null }
    return fields + device + ChildRecords.fields(child) + (run.state == .rest ? rest?.fields ?? [] : [])
  }

  // MARK: Reading

  /// Reads a saved event back, in the order of folding.
  /// - Parameter local: the day and offset of its writing.
  /// - Returns: `false` if the event could not be understood.
  /// - Parameter device: the device that wrote it.
  mutating func fold(
    _ name: TimerJournal.Name, _ payload: JSON, from device: String, _ local: Journal.LocalDay?
  ) -> Bool {
    switch name {
    case .profile:
      let said = payload["onboarding"]?.stringValue
      guard said != nil || payload["name"] != nil,
        let answer = said.map({ Profile.Onboarding(rawValue: $0) }) ?? onboarding
      else { return false }
      guard ChildRecords.foldName(payload, of: ChildID(firstOf: device), into: &children) else { return false }
      onboarding = answer
    case .timer:
      if payload["state"]?.stringValue == "idle" {
        (timer, deviceOfStart, anchor, ordinal) = (nil, nil, nil, 0)
        if run?.isOn != true { child = nil }
      } else {
        guard let saved = Self.timer(payload), Countdown(saved) != nil, let owner = ChildRecords.child(payload) else {
          return false
        }
        child = owner
        (timer, deviceOfStart, anchor) = (saved, payload["device"]?.stringValue ?? device, TimerAnchor(payload, local))
        ordinal = payload["ordinal"]?.integerValue.flatMap { Self.ordinals.contains($0) ? Int($0) : nil } ?? 0
      }
    case .routine:
      if payload["state"]?.stringValue == "idle" {
        (run, deviceOfRunStart, rest) = (nil, nil, nil)
        if timer == nil { child = nil }
      } else {
        guard let saved = RoutineRecords.run(payload), let owner = ChildRecords.child(payload) else { return false }
        child = saved.isOn || timer != nil ? owner : nil
        (run, deviceOfRunStart) = (saved, payload["device"]?.stringValue ?? device)
        rest = saved.state == .rest ? SteadyMoment(payload) : nil
      }
    case .activityAdded, .activityEdited, .activityRemoved, .routineAdded, .routineEdited, .routineRemoved, .saved,
      .rated, .edited, .removed, .spent, .restWeekly, .restDays, .routineFinished:
      return false
    case .rewardAdded, .rewardRemoved, .goal: return RewardRecords.fold(name, payload, into: &rewards)
    case .childAdded, .childRenamed, .childRemoved, .childJoined, .childChosen:
      return ChildRecords.fold(name, payload, into: &self)
    }
    return true
  }

  private static let ordinals: ClosedRange<Int64> = 0...1_000_000

  /// Returns an activity's name, which older versions wrote as `name`.
  static func name(_ json: JSON) -> String? { (json["activity"] ?? json["name"])?.stringValue }

  static func activity(_ json: JSON) -> Activity? {
    guard let name = name(json), let icon = json["icon"]?.stringValue, icon.count == 1,
      let character = icon.first, let minutes = json["minutes"]?.integerValue,
      let kind = json["kind"]?.stringValue.flatMap({ Activity.Kind(rawValue: $0) })
    else { return nil }
    return Activity(name: name, icon: character, minutes: Int(clamping: minutes), kind: kind)
  }

  /// Returns whether an activity is valid: it may be removed by now, but its name stays in its timer sessions forever.
  static func isPossible(_ activity: Activity) -> Bool {
    var catalog = ActivityCatalog()
    if activity.kind == .custom { return activity == .custom || (try? catalog.oneOff(named: activity.name)) != nil }
    return (try? catalog.put(activity)) != nil
  }

  static func timer(_ json: JSON) -> Countdown.Saved? {
    guard let activity = json["activity"].flatMap({ Self.activity($0) }), isPossible(activity),
      let total = json["total"]?.integerValue, let started = json["started"]?.integerValue,
      let elapsed = json["elapsed"]?.integerValue, let at = json["at"]?.integerValue
    else { return nil }
    return Countdown.Saved(
      activity: activity, total: Duration(microseconds: total), started: Instant(microseconds: started),
      elapsed: Duration(microseconds: elapsed), savedAt: Instant(microseconds: at),
      pausedSince: json["paused"]?.integerValue.map { Instant(microseconds: $0) }, pauses: pauses(json))
  }
}
