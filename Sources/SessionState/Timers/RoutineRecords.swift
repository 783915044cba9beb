import JSON
import Journal
import StoryScript
import Timeline
import Timers

/// The routines in the journal: the defined routines, which all devices share, and the routine that is played, which is
/// the device's own.
enum RoutineRecords {
  static func kind(_ name: TimerJournal.Name) -> PersistedKind {
    let forms: [String: PersistedForm] = [
      "routine": .line(), "child": .line(), "steps": .list, "pictures": .list, "renamed": .line(),
      "at": .orNull(.line(5)),
      "weekdays": .line(7),
    ]
    let steps = "the steps in order, each with its `name`, `icon` and `length`, and the path of its `picture`"
    return switch name {
    case .routineAdded:
      PersistedKind(
        name: "routine.added", changes: true, key: "routine", owner: "child", action: .adds("routine"),
        summary: "a routine was added",
        fields: [
          "routine": "the routine's name", "steps": steps, "at": "the time of its reminder",
          "weekdays": "the days of its reminder (1 for Monday), such as `12345`",
          "child": "the id of the child whose routine it is; absent for the device's first child",
        ], forms: forms)
    case .routineEdited:
      PersistedKind(
        name: "routine.edited", changes: true, key: "routine", owner: "child", action: .changes("routine"),
        isPartial: true,
        summary: "a routine changed; only the changed fields are present",
        fields: [
          "routine": "the routine's name", "steps": steps, "renamed": "the routine's new name",
          "pictures":
            "only the changed pictures, each with the `number` and `name` of its step, and its `picture` (null if it was removed)",
          "at": "the time of its reminder, or null for none", "weekdays": "the days of its reminder",
          "child": "the child's id; absent for the device's first child",
        ], forms: forms)
    case .routineRemoved:
      PersistedKind(
        name: "routine.removed", changes: true, key: "routine", owner: "child", action: .removes("routine"),
        summary: "a routine was removed",
        fields: ["routine": "the routine's name", "child": "the child's id; absent for the device's first child"],
        forms: forms)
    case .routineFinished:
      PersistedKind(
        name: "routine.finished", action: .adds("finished routine"), summary: "a routine was played to its end",
        fields: [
          "routine": "the routine's name", "started": "its start", "day": "the local day for which it counts",
          "steps": "the number of its steps", "sessions": "the ids of the sessions of its finished steps",
          "child": "the child's id; absent for the device's first child",
        ],
        forms: [
          "routine": .line(), "started": .past, "day": .line(10), "steps": .whole(1...Int64(RoutineRecord.stepLimit)),
          "sessions": .lines, "child": .line(),
        ])
    default:
      PersistedKind(
        name: "routine.state", changes: true, authority: .device, origin: "device",
        summary: "the active routine moved on; it continues even while no prompt is open",
        fields: [
          "state": "idle, step, rest (a break) or over", "routine": "the routine's name",
          "started": "the routine's start", "until": "the end of the current or last break, or of the routine",
          "device": "the device that started the routine; part of the ids of its sessions",
          "child": "the id of the routine's child; absent for the device's first child",
          "boot": "during a break: the system's id for the current boot",
          "steady": "during a break: the machine's monotonic clock at `until`",
          "waiting":
            """
          the unfinished steps, the current step first: `number`, `length`, the step's activity, the path of its \
          `picture` and, for a postponed step, its timer
          """,
          "past":
            """
          the past steps: `number`, the step's activity, and its `session` if it was finished; `open` if the routine \
          ended before the step
          """,
        ])
    }
  }

  // MARK: Writing

  /// Returns the events that turn one list of routines of a child into another.
  static func changes(
    from before: RoutineCatalog, to after: RoutineCatalog, of child: ChildID
  ) -> [(name: TimerJournal.Name, payload: Journal.Payload)] {
    let (then, now) = (before.routines, after.routines)
    let (kept, known) = (Set(now.map { $0.name }), Set(then.map { $0.name }))
    // A renamed routine keeps its place in the list.
    let renamed =
      now.count == then.count ? zip(then, now).filter { !kept.contains($0.name) && !known.contains($1.name) } : []
    let isRenamed = Set(renamed.flatMap { [$0.name, $1.name] })
    let edited = now.compactMap { new in then.first { $0.name == new.name && $0 != new }.map { ($0, new) } }
    return then.filter { !kept.contains($0.name) && !isRenamed.contains($0.name) }
      .map { (.routineRemoved, Journal.Payload([.init("routine", .string($0.name))] + ChildRecords.fields(child))) }
      + (renamed + edited).map { (.routineEdited, Journal.Payload(edit($0, $1) + ChildRecords.fields(child))) }
      + now.filter { !known.contains($0.name) && !isRenamed.contains($0.name) }
      .map { routine in
        let fields: [JSON.Field] = [.init("routine", .string(routine.name)), .init("steps", steps(routine.steps))]
        let remind = routine.reminder == nil ? [] : reminder(routine.reminder)
        return (.routineAdded, Journal.Payload(fields + remind + ChildRecords.fields(child)))
      }
  }

  private static func edit(_ before: Routine, _ after: Routine) -> [JSON.Field] {
    var fields: [JSON.Field] = [.init("routine", .string(before.name))]
    if let pictures = pictures(before, after) {
      fields.append(.init("pictures", pictures))
    } else if after.steps != before.steps {
      fields.append(.init("steps", steps(after.steps)))
    }
    if after.name != before.name { fields.append(.init("renamed", .string(after.name))) }
    if after.reminder != before.reminder { fields += reminder(after.reminder) }
    return fields
  }

  /// Returns the pictures that changed; `nil` if anything else of the steps did.
  private static func pictures(_ before: Routine, _ after: Routine) -> JSON? {
    func plain(_ steps: [Routine.Step]) -> [Routine.Step] {
      steps.map { Routine.Step(name: $0.name, icon: $0.icon, length: $0.length, picture: nil) }
    }
    guard after.steps != before.steps, plain(after.steps) == plain(before.steps) else { return nil }
    return .array(
      after.steps.indices.filter { after.steps[$0] != before.steps[$0] }.map { place in
        .object([
          .init("number", .integer(Int64(place + 1))), .init("name", .string(after.steps[place].name)),
          .init("picture", after.steps[place].picture.map { .string($0) } ?? .null),
        ])
      })
  }

  /// Returns steps with the pictures of a stored edit. A step that has moved since is found by its name.
  static func steps(_ steps: [Routine.Step], with pictures: JSON?) -> [Routine.Step]? {
    guard let list = pictures?.arrayValue else { return nil }
    var steps = steps
    for json in list {
      guard let name = json["name"]?.stringValue, let number = json["number"]?.integerValue,
        let picture = json["picture"]
      else { return nil }
      let places = steps.indices.filter { steps[$0].name == name }
      guard let place = places.first(where: { Int64($0 + 1) == number }) ?? places.first else { continue }
      steps[place] = Routine.Step(
        name: name, icon: steps[place].icon, length: steps[place].length, picture: picture.stringValue)
    }
    return steps
  }

  private static func reminder(_ reminder: Routine.Reminder?) -> [JSON.Field] {
    guard let reminder else { return [.init("at", .null)] }
    return [
      .init("at", .string(TimeText.digits(reminder.minute / 60, reminder.minute % 60))),
      .init("weekdays", .string(reminder.weekdays.sorted().map(String.init).joined())),
    ]
  }

  /// Returns a stored reminder; `nil` if it is damaged or there is none.
  static func reminder(_ json: JSON) -> Routine.Reminder? {
    guard let time = json["at"]?.stringValue.flatMap({ DayTime($0) }), time.day == .next,
      let weekdays = json["weekdays"]?.stringValue
    else { return nil }
    return Routine.Reminder(
      minute: time.hour * 60 + time.minute, weekdays: Set(weekdays.compactMap { $0.wholeNumberValue }))
  }

  private static func steps(_ steps: [Routine.Step]) -> JSON {
    .array(
      steps.map { step in
        .object(
          [
            .init("name", .string(step.name)), .init("icon", .string(String(step.icon))),
            .init("length", .integer(step.length.microseconds)),
          ] + (step.picture.map { [.init("picture", .string($0))] } ?? []))
      })
  }

  static func fields(_ run: RoutineRun?) -> [JSON.Field] {
    guard let run else { return [.init("state", .string("idle"))] }
    return [
      .init("state", .string(run.state.rawValue)), .init("routine", .string(run.routine)),
      .init("started", .integer(run.started.microseconds)), .init("until", .integer(run.until.microseconds)),
      .init(
        "waiting",
        .array(
          run.waiting.map { step in
            var fields: [JSON.Field] = [
              .init("number", .integer(Int64(step.number))), .init("length", .integer(step.length.microseconds)),
              .init("activity", .object(TimersSnapshot.fields(step.activity))),
            ]
            if let picture = step.picture { fields.append(.init("picture", .string(picture))) }
            if let begun = step.begun {
              fields.append(.init("total", .integer(begun.total.microseconds)))
              fields.append(.init("started", .integer(begun.started.microseconds)))
              fields.append(.init("elapsed", .integer(begun.elapsed.microseconds)))
              fields.append(.init("at", .integer(begun.savedAt.microseconds)))
              fields += TimersSnapshot.pauseFields(begun)
            }
            return .object(fields)
          })),
      .init(
        "past",
        .array(
          run.past.map { step in
            var fields: [JSON.Field] = [
              .init("number", .integer(Int64(step.number))),
              .init("activity", .object(TimersSnapshot.fields(step.activity))),
            ]
            if let session = step.session { fields.append(.init("session", .string(session.text))) }
            if step.isOpen { fields.append(.init("open", .bool(true))) }
            return .object(fields)
          })),
    ]
  }

  static func payload(_ record: RoutineRecord) -> Journal.Payload {
    Journal.Payload(
      [
        .init("routine", .string(record.routine)), .init("started", .integer(record.started.microseconds)),
        .init("day", .string(record.day.description)), .init("steps", .integer(Int64(record.steps))),
        .init("sessions", .array(record.sessions.map { .string($0.text) })),
      ] + ChildRecords.fields(record.child))
  }

  // MARK: Reading

  /// Returns a routine that was played to its end; `nil` if it is damaged.
  /// - Parameter own: the first child of the event's device.
  static func record(_ json: JSON, _ own: ChildID) -> RoutineRecord? {
    guard let routine = json["routine"]?.stringValue, let started = json["started"]?.integerValue,
      let day = LocalDay(text: json["day"]?.stringValue), let steps = json["steps"]?.integerValue,
      let texts = json["sessions"]?.arrayValue?.map({ $0.stringValue }), let child = ChildRecords.child(json, of: own)
    else { return nil }
    let sessions = texts.compactMap { $0.flatMap { TimerSessionID($0) } }
    guard sessions.count == texts.count else { return nil }
    return RoutineRecord(
      routine: routine, started: Instant(microseconds: started), day: day, steps: Int(clamping: steps),
      sessions: sessions, child: child)
  }

  /// Returns the steps of a stored routine; `nil` if they are damaged.
  static func steps(_ json: JSON?) -> [Routine.Step]? {
    guard let list = json?.arrayValue else { return nil }
    var steps: [Routine.Step] = []
    for json in list {
      guard let name = json["name"]?.stringValue, let icon = json["icon"]?.stringValue, icon.count == 1,
        let character = icon.first, let length = json["length"]?.integerValue
      else { return nil }
      steps.append(
        Routine.Step(
          name: name, icon: character, length: Duration(microseconds: length), picture: json["picture"]?.stringValue))
    }
    return steps
  }

  /// Returns a stored run; `nil` if it is damaged.
  static func run(_ json: JSON) -> RoutineRun? {
    guard let state = json["state"]?.stringValue.flatMap({ RoutineRun.State(rawValue: $0) }),
      let routine = json["routine"]?.stringValue, let started = json["started"]?.integerValue,
      let until = json["until"]?.integerValue, let waiting = json["waiting"]?.arrayValue,
      let past = json["past"]?.arrayValue
    else { return nil }
    var (ahead, over): ([RoutineRun.Step], [RoutineRun.Past]) = ([], [])
    for json in waiting {
      guard let number = json["number"]?.integerValue, let activity = activity(json),
        let length = json["length"]?.integerValue
      else { return nil }
      var timer: Countdown.Saved?
      if json["elapsed"] != nil {
        guard let begun = begun(json, activity) else { return nil }
        timer = begun
      }
      ahead.append(
        RoutineRun.Step(
          number: Int(clamping: number), activity: activity, length: Duration(microseconds: length), begun: timer,
          picture: json["picture"]?.stringValue))
    }
    for json in past {
      guard let number = json["number"]?.integerValue, let activity = activity(json) else { return nil }
      over.append(
        RoutineRun.Past(
          number: Int(clamping: number), activity: activity,
          session: json["session"]?.stringValue.flatMap { TimerSessionID($0) }, isOpen: json["open"]?.boolValue == true)
      )
    }
    return RoutineRun(
      routine: routine, started: Instant(microseconds: started), state: state, waiting: ahead, past: over,
      until: Instant(microseconds: until))
  }

  private static func activity(_ json: JSON) -> Activity? {
    json["activity"].flatMap { TimersSnapshot.activity($0) }.flatMap { TimersSnapshot.isPossible($0) ? $0 : nil }
  }

  private static func begun(_ json: JSON, _ activity: Activity) -> Countdown.Saved? {
    guard let total = json["total"]?.integerValue, let started = json["started"]?.integerValue,
      let elapsed = json["elapsed"]?.integerValue, let at = json["at"]?.integerValue
    else { return nil }
    let instant = Instant(microseconds: at)
    return Countdown.Saved(
      activity: activity, total: Duration(microseconds: total), started: Instant(microseconds: started),
      elapsed: Duration(microseconds: elapsed), savedAt: instant, pausedSince: instant,
      pauses: TimersSnapshot.pauses(json))
  }
}

/// The fold of the changes that several devices made to routines; it remembers renamed ones.
///
/// An edit contains only the changed fields. If another device has renamed the routine meanwhile, the edit applies
/// under the new name; an edit of its steps after a removal restores the routine, since the later of the two counts.
struct RoutineHistory: Sendable {
  /// The new names of renamed routines, by the old ones in lower case.
  private var renamed: [String: String] = [:]

  /// Reads a saved event back, in the order of folding.
  /// - Returns: `false` if the event could not be understood.
  mutating func fold(_ type: TimerJournal.Name, _ payload: JSON, into catalog: inout RoutineCatalog) -> Bool {
    guard let said = payload["routine"]?.stringValue else { return false }
    if type == .routineAdded {
      guard let steps = RoutineRecords.steps(payload["steps"]) else { return false }
      renamed[said.lowercased()] = nil
      return catalog.put(Routine(name: said, steps: steps, reminder: RoutineRecords.reminder(payload)))
    }
    let name = current(said, in: catalog)
    if type == .routineRemoved {
      catalog.remove(exactly: name)
      return true
    }
    let new = payload["renamed"]?.stringValue
    let steps =
      RoutineRecords.steps(payload["steps"])
      ?? catalog.exact(name).flatMap { RoutineRecords.steps($0.steps, with: payload["pictures"]) }
    if steps == nil, payload["pictures"] != nil, catalog.exact(name) == nil { return true }
    guard steps != nil || new != nil || payload["at"] != nil else { return false }
    if let steps {
      let known = catalog.exact(name)
      let routine = Routine(name: known?.name ?? name, steps: steps, reminder: known?.reminder)
      if !catalog.put(routine) { return false }
    }
    if payload["at"] != nil { _ = try? catalog.remind(name, RoutineRecords.reminder(payload)) }
    // If another device has meanwhile added a routine of that name, this one keeps its old name.
    if let new, let known = catalog.exact(name), (try? catalog.edit(known.name, name: new)) != nil,
      new.lowercased() != name.lowercased()
    {
      renamed[name.lowercased()] = new
      renamed[new.lowercased()] = nil
    }
    return true
  }

  /// Returns whether a catalog has a routine that has, or had, a name.
  func knows(_ name: String, in catalog: RoutineCatalog) -> Bool { catalog.exact(current(name, in: catalog)) != nil }

  /// Returns the present name of a routine.
  private func current(_ name: String, in catalog: RoutineCatalog) -> String {
    var (name, steps) = (name, 0)
    while catalog.exact(name) == nil, steps < renamed.count, let next = renamed[name.lowercased()] {
      (name, steps) = (next, steps + 1)
    }
    return name
  }
}
