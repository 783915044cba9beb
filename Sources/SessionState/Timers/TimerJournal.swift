import JSON
import Journal
import Timeline
import Timers

/// The timers in the journal: their format, and the fold of their events.
///
/// Instants and durations are whole microseconds, so that they are read back exactly.
package struct TimerJournal: PersistedShare {
  /// All timer sessions that count, rated or not.
  private(set) var ledger = TimerLedger()
  /// The latest snapshot.
  package private(set) var snapshot = TimersSnapshot()
  private var history = ActivityHistory()
  /// The routines of each child.
  private var routines: [ChildID: RoutineHistory] = [:]
  /// The ids of the children of sessions, and of other facts about a child.
  private(set) var occurring = Family.Occurrences()
  /// The first child of the device of the last event: most events are of the same device as the one before.
  private var device: (name: String, first: ChildID)?

  package enum Name: CaseIterable, Hashable, Sendable {
    case saved, rated, edited, removed, activityAdded, activityEdited, activityRemoved, profile, timer
    case routineAdded, routineEdited, routineRemoved, routine
    case rewardAdded, rewardRemoved, goal, spent, restWeekly, restDays
    case childAdded, childRenamed, childRemoved, childJoined, childChosen, routineFinished
  }

  private static let ratings = PersistedForm.word(Rating.allCases.map { $0.rawValue })
  private static let activityForms: [String: PersistedForm] = [
    "activity": .line(), "name": .line(), "icon": .line(64), "minutes": .whole(1...100_000), "renamed": .line(),
    "kind": .word(Activity.Kind.allCases.map { $0.rawValue }),
  ]

  private static let sessionForms: [String: PersistedForm] = [
    "session": .line(), "activity": .line(), "icon": .line(64), "started": .past, "ended": .past,
    "allocated": .duration, "actual": .duration, "ending": .word(TimerSession.Ending.allCases.map { $0.rawValue }),
    "device": .line(), "rating": ratings, "child": .line(), "spent": .duration,
  ]

  package static func kind(_ name: Name) -> PersistedKind {
    let activity: KeyValuePairs = [
      "activity": "the activity's name", "icon": "the activity's icon", "minutes": "the activity's length in minutes",
      "kind": "preset, own or custom",
    ]
    return switch name {
    case .saved:
      PersistedKind(
        name: "timer.saved", action: .adds("session"), summary: "a timer session was saved",
        fields: [
          "session": "the session's permanent id", "activity": "the activity's name", "icon": "the activity's icon",
          "started": "the session's start", "ended": "the session's end", "allocated": "the planned time",
          "actual": "the time spent",
          "ending": "timeUp or early", "device": "the device of the timer",
          "rating": "the rating, only if the session was imported with one",
          "child": "the child's id; absent for the device's first child",
        ],
        forms: sessionForms)
    case .rated:
      PersistedKind(
        name: "timer.rated", action: .adds("rating"), replaces: true, summary: "a session was rated",
        fields: ["session": "the session's id", "rating": "amazing, good or needsWork"],
        forms: ["session": .line(), "rating": ratings])
    case .edited:
      PersistedKind(
        name: "timer.edited", key: "session", action: .changes("session"), isPartial: true,
        summary: "a saved session was corrected; only the corrected fields are present",
        fields: [
          "session": "the session's id", "activity": "the activity's name", "icon": "the activity's icon",
          "started": "the session's start", "ended": "the session's end", "spent": "the time spent",
          "child": "the child's id",
          "allocated": "the planned time; like the following fields, only in events from older versions",
          "actual": "the time spent", "ending": "timeUp or early", "device": "the device of the timer",
        ], forms: sessionForms)
    case .removed:
      PersistedKind(
        name: "timer.removed", action: .removes("session"), summary: "a saved session was removed",
        fields: ["session": "the session's id"], forms: ["session": .line()])
    case .activityAdded:
      PersistedKind(
        name: "activity.added", formerly: ["activity.set"], changes: true, key: "activity",
        action: .adds("activity", "activities"), summary: "an activity was added", fields: activity,
        forms: activityForms)
    case .activityEdited:
      PersistedKind(
        name: "activity.edited", changes: true, key: "activity", newName: "renamed",
        action: .changes("activity", "activities"),
        isPartial: true,
        summary: "some fields of an activity changed; only the changed fields are present",
        fields: [
          "activity": "the activity's name", "icon": "the activity's icon",
          "minutes": "the activity's length in minutes", "renamed": "the activity's new name",
          "kind": "only in events from older versions, which have all fields",
        ],
        forms: activityForms)
    case .activityRemoved:
      PersistedKind(
        name: "activity.removed", changes: true, key: "activity", action: .removes("activity", "activities"),
        summary: "an activity was removed", fields: ["activity": "the activity's name"], forms: activityForms)
    case .profile:
      PersistedKind(
        name: "profile.changed", formerly: ["profile.set"], changes: true,
        action: .changes("name"), isPartial: true,
        names: { payload, _, before in ChildRecords.newName(payload, before) },
        summary: "the name of a device's first child changed; only the changed fields are present",
        fields: [
          "name": "the child's name, or null", "onboarding": "the answer when the program asked for the name",
          "child": "the child's id; absent in events from older versions", "beside": "as in `child.added`",
        ],
        forms: [
          "name": .orNull(.line()), "onboarding": .word(Profile.Onboarding.allCases.map { $0.rawValue }),
          "child": .line(), "beside": .lines,
        ])
    case .timer:
      PersistedKind(
        name: "timer.state", changes: true, authority: .device, origin: "device", parts: ["routine": "routine.state"],
        summary: "the timer's state changed; the timer keeps running while no prompt is open",
        fields: [
          "state": "idle, running or paused", "activity": "the timer's activity, with its name in `activity`",
          "total": "the timer's length", "started": "the timer's start",
          "elapsed": "the time spent until `at`, not counting pauses",
          "at": "the instant at which `elapsed` was measured", "paused": "the start of the pause",
          "pauses": "the earlier pauses, each with its start and its end",
          "device": "the device that started the timer; part of the session's id",
          "child": "the id of the timer's child; absent for the device's first child",
          "ordinal": "the timer's number among the timers that started at the same instant, absent if it is 0",
          "offset": "the offset from UTC at the timer's end, in seconds",
          "changes": "in a routine: the next change of that offset, such as the end of summer time, within three days",
          "nextOffset": "in a routine: the offset from then on, in seconds",
          "boot": "the system's id for the current boot",
          "steady": "the machine's monotonic clock at `at`",
          "seen": "the time that was certainly spent when a Storyline session last saw the timer running",
          "routine": "the fields of `routine.state`, if the routine moved on as well",
        ])
    case .routineAdded, .routineEdited, .routineRemoved, .routine, .routineFinished: RoutineRecords.kind(name)
    case .rewardAdded, .rewardRemoved, .goal, .spent, .restWeekly, .restDays: RewardRecords.kind(name)
    case .childAdded, .childRenamed, .childRemoved, .childJoined, .childChosen: ChildRecords.kind(name)
    }
  }

  mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
    switch name {
    case .routineAdded, .routineEdited, .routineRemoved:
      let own = first(of: saved.origin.device.name)
      guard let payload = try? saved.event.payload.json, let said = ChildRecords.child(payload, of: own) else {
        return false
      }
      let child = payload["child"] == nil ? owner(ofRoutine: payload, of: own) : said
      var catalog = snapshot.routines[child] ?? RoutineCatalog()
      let isUnderstood = routines[child, default: RoutineHistory()].fold(name, payload, into: &catalog)
      snapshot.routines[child] = catalog.routines.isEmpty ? nil : catalog
      return isUnderstood
    case .saved, .rated, .edited, .removed, .spent, .restWeekly, .restDays, .routineFinished:
      let own = first(of: saved.origin.device.name)
      guard let event = Self.event(name, saved, own) else { return false }
      if let child = event.fact.child ?? nil {
        if child == own, name != .edited, saved.event.payload["child"] == nil {
          if occurring.nameless.isEmpty || !occurring.nameless.contains(own) { occurring.nameless.insert(own) }
        } else {
          occurring.named.insert(child)
        }
      }
      ledger.add(event)
      return true
    case .activityAdded, .activityEdited, .activityRemoved:
      guard let payload = try? saved.event.payload.json else { return false }
      return history.fold(name, payload, into: &snapshot.activities)
    case .profile, .timer, .routine, .rewardAdded, .rewardRemoved, .goal, .childAdded, .childRenamed, .childRemoved,
      .childJoined, .childChosen:
      guard let payload = try? saved.event.payload.json else { return false }
      return snapshot.fold(name, payload, from: saved.origin.device.name, saved.event.local)
    }
  }

  /// Returns the child whose routine an event of an older version is about. There all devices shared one first child, so
  /// the routine may have come from another device.
  private func owner(ofRoutine payload: JSON, of own: ChildID) -> ChildID {
    guard let name = payload["routine"]?.stringValue else { return own }
    func hasRoutine(_ id: ChildID) -> Bool {
      snapshot.routines[id].map { (routines[id] ?? RoutineHistory()).knows(name, in: $0) } ?? false
    }
    if hasRoutine(own) { return own }
    return snapshot.routines.keys.filter { $0.isFirst }.sorted().first(where: hasRoutine) ?? own
  }

  private mutating func first(of name: String) -> ChildID {
    if let device, device.name == name { return device.first }
    let first = ChildID(firstOf: name)
    device = (name, first)
    return first
  }

  // MARK: IDs

  static func id(storing fact: CompletionFlow.Fact, at instant: Instant) -> Journal.Event.ID {
    switch fact {
    case .timerSession(let record): id(saving: record)
    case .rating(let record): id(rating: record.id, record.rating ?? .good, at: instant)
    }
  }

  static func id(saving record: TimerSessionRecord) -> Journal.Event.ID {
    Journal.Event.ID(
      cause: "timer.saved", record.id.text, "\(record.ended.microseconds)", "\(record.actual.microseconds)",
      "\(record.allocated.microseconds)", record.activity)
  }

  /// Returns the ID of an imported timer session, which differs from that of the timer session's own device: undoing an
  /// import voids only the imported event. It includes the rating, so that all readers of the same file agree.
  package static func id(importing record: TimerSessionRecord) -> Journal.Event.ID {
    Journal.Event.ID(
      cause: "timer.imported", record.id.text, "\(record.ended.microseconds)", "\(record.actual.microseconds)",
      "\(record.allocated.microseconds)", record.activity, record.rating?.rawValue ?? "")
  }

  /// `true` if an event's ID is that of an imported timer session.
  package static func isImport(_ id: String) -> Bool { id.utf8.starts(with: "timer.imported/".utf8) }

  package static func id(rating timerSession: TimerSessionID, _ rating: Rating, at instant: Instant) -> Journal.Event.ID
  {
    Journal.Event.ID(cause: "timer.rated", timerSession.text, "\(instant.microseconds)", rating.rawValue)
  }

  package static func id(_ correction: TimerSessionCorrection, at instant: Instant) -> Journal.Event.ID {
    Journal.Event.ID(
      cause: ["timer.edited", correction.session.text, "\(instant.microseconds)"]
        + fields(correction).map { "\($0.name) \($0.value.stringValue ?? "\($0.value.integerValue ?? 0)")" })
  }

  static func id(ofRoutine run: TimerSessionID, _ record: RoutineRecord) -> Journal.Event.ID {
    Journal.Event.ID(
      cause: "routine.finished", run.text, record.routine, record.sessions.map { $0.text }.joined(separator: " "))
  }

  package static func id(removing timerSession: TimerSessionID, at instant: Instant) -> Journal.Event.ID {
    Journal.Event.ID(cause: "timer.removed", timerSession.text, "\(instant.microseconds)")
  }

  // MARK: Writing

  /// Returns a timer session or a rating as a fact; `nil` for a void, for which the journal has its own events.
  static func fact(_ event: TimerEvent) -> PersistedFact? {
    guard let id = Journal.Event.ID(event.id) else { return nil }
    let instant = event.stamp.instant
    switch event.fact {
    case .saved(let record):
      return PersistedFact(
        type: kind(.saved).name, identity: .id(id), at: instant,
        day: Journal.LocalDay(day: record.day.date, offset: record.offset), payload: payload(record))
    case .rated(let timerSession, let rating):
      return PersistedFact(
        type: kind(.rated).name, identity: .id(id), at: instant,
        payload: ["session": .string(timerSession.text), "rating": .string(rating.rawValue)])
    case .corrected(let correction):
      let fields = [JSON.Field("session", .string(correction.session.text))] + fields(correction)
      var day: Journal.LocalDay?
      if let date = correction.day?.date, let offset = correction.offset {
        day = Journal.LocalDay(day: date, offset: offset)
      }
      return PersistedFact(
        type: kind(.edited).name, identity: .id(id), at: instant, day: day, payload: Journal.Payload(fields))
    case .edited(let record):
      return PersistedFact(
        type: kind(.edited).name, identity: .id(id), at: instant,
        day: Journal.LocalDay(day: record.day.date, offset: record.offset), payload: payload(record))
    case .removed(let timerSession):
      return PersistedFact(
        type: kind(.removed).name, identity: .id(id), at: instant, payload: ["session": .string(timerSession.text)])
    case .spent(let reward, let stars, let child):
      let fields: [JSON.Field] = [.init("reward", .string(reward)), .init("stars", .integer(Int64(stars)))]
      return PersistedFact(
        type: kind(.spent).name, identity: .id(id), at: instant,
        payload: Journal.Payload(fields + ChildRecords.fields(child)))
    case .rest(let rule, let child):
      let (name, payload) = RewardRecords.payload(rule, child)
      return PersistedFact(type: kind(name).name, identity: .id(id), at: instant, payload: payload)
    case .routine(let record):
      return PersistedFact(
        type: kind(.routineFinished).name, identity: .id(id), at: instant, payload: RoutineRecords.payload(record))
    case .voided: return nil
    }
  }

  private static func payload(_ record: TimerSessionRecord) -> Journal.Payload {
    var fields: [JSON.Field] = [
      .init("session", .string(record.id.text)),
      .init("activity", .string(record.activity)),
      .init("icon", .string(String(record.icon))),
      .init("started", .integer(record.started.microseconds)),
      .init("ended", .integer(record.ended.microseconds)),
      .init("allocated", .integer(record.allocated.microseconds)),
      .init("actual", .integer(record.actual.microseconds)),
      .init("ending", .string(record.ending.rawValue)),
      .init("device", .string(record.device)),
    ]
    fields += ChildRecords.fields(record.child)
    if let rating = record.rating { fields.append(.init("rating", .string(rating.rawValue))) }
    return Journal.Payload(fields)
  }

  private static func fields(_ correction: TimerSessionCorrection) -> [JSON.Field] {
    var fields: [JSON.Field] = []
    if let activity = correction.activity { fields.append(.init("activity", .string(activity))) }
    if let icon = correction.icon { fields.append(.init("icon", .string(String(icon)))) }
    if let started = correction.started { fields.append(.init("started", .integer(started.microseconds))) }
    if let ended = correction.ended { fields.append(.init("ended", .integer(ended.microseconds))) }
    if let spent = correction.spent { fields.append(.init("spent", .integer(spent.microseconds))) }
    return fields + ChildRecords.fields(correction.child)
  }

  // MARK: Reading

  /// - Parameter own: the first child of the event's device.
  /// - Returns: `nil` for an invalid event.
  private static func event(_ name: Name, _ saved: Journal.SavedEvent, _ own: ChildID) -> TimerEvent? {
    let event = saved.event
    let stamp = TimerEvent.Stamp(
      instant: event.instant, device: saved.origin.device.name, run: saved.origin.run, sequence: saved.origin.sequence)
    guard let payload = try? event.payload.json, let fact = fact(name, event, payload, own) else { return nil }
    return TimerEvent(id: event.id.text, stamp: stamp, fact: fact)
  }

  private static func fact(
    _ name: Name, _ event: Journal.Event, _ payload: JSON, _ own: ChildID
  ) -> TimerEvent.Fact? {
    if [.spent, .restWeekly, .restDays].contains(name) { return RewardRecords.fact(name, payload, own) }
    if name == .routineFinished { return RoutineRecords.record(payload, own).map { .routine($0) } }
    guard let timerSession = payload["session"]?.stringValue.flatMap({ TimerSessionID($0) }) else { return nil }
    let rating = payload["rating"]?.stringValue.flatMap { Rating(rawValue: $0) }
    switch name {
    case .rated: return rating.map { .rated(timerSession, $0) }
    case .removed: return .removed(timerSession)
    case .edited where payload["actual"] == nil: return correction(timerSession, event.local, payload)
    case .edited: return record(timerSession, event.local, payload, nil, own).map { .edited($0) }
    default: return record(timerSession, event.local, payload, rating, own).map { .saved($0) }
    }
  }

  private static func correction(
    _ id: TimerSessionID, _ local: Journal.LocalDay?, _ payload: JSON
  ) -> TimerEvent.Fact? {
    var correction = TimerSessionCorrection(of: id)
    correction.activity = payload["activity"]?.stringValue
    if let icon = payload["icon"]?.stringValue {
      guard icon.count == 1 else { return nil }
      correction.icon = icon.first
    }
    correction.started = payload["started"]?.integerValue.map { Instant(microseconds: $0) }
    correction.ended = payload["ended"]?.integerValue.map { Instant(microseconds: $0) }
    correction.spent = payload["spent"]?.integerValue.map { Duration(microseconds: $0) }
    correction.child = payload["child"]?.stringValue.flatMap { ChildID($0) }
    if correction.started != nil || correction.ended != nil {
      (correction.day, correction.offset) = (local.map { LocalDay($0.day) }, local?.offset)
    }
    return correction.isEmpty ? nil : .corrected(correction)
  }

  private static func record(
    _ id: TimerSessionID, _ local: Journal.LocalDay?, _ payload: JSON, _ rating: Rating?, _ own: ChildID
  ) -> TimerSessionRecord? {
    guard let local, let activity = payload["activity"]?.stringValue,
      let icon = payload["icon"]?.stringValue, icon.count == 1, let character = icon.first,
      let started = payload["started"]?.integerValue, let ended = payload["ended"]?.integerValue,
      let allocated = payload["allocated"]?.integerValue, let actual = payload["actual"]?.integerValue,
      let ending = payload["ending"]?.stringValue.flatMap({ TimerSession.Ending(rawValue: $0) }),
      let device = payload["device"]?.stringValue, let child = ChildRecords.child(payload, of: own)
    else { return nil }
    return try? TimerSessionRecord(
      id: id, activity: activity, icon: character, started: Instant(microseconds: started),
      ended: Instant(microseconds: ended), day: LocalDay(local.day), offset: local.offset,
      allocated: Duration(microseconds: allocated), actual: Duration(microseconds: actual), ending: ending,
      rating: rating, device: device, child: child)
  }
}
