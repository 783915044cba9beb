import Journal
import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The commands that correct the history of timer sessions.
struct HistoryCorrectionCommands {
  private static let example = "timer start reading 20\nwait 15m\ntimer done"

  private static let chosen = Parameter(
    "SESSION", .either([.number(1...1_000_000, whole: true), .name(.pastActivity)]),
    "the session's place in `history all` (1 is the newest), an activity (its newest session), or a session's id")

  private static let pin = Parameter("PIN", after: "pin", .text, optional: true, secret: true, "the PIN, if one is set")

  static let entries: [CommandEntry] = [
    CommandEntry(
      "history edit",
      [
        chosen,
        Parameter("ACTIVITY", after: "activity", .name(.pastActivity), optional: true, "the correct activity"),
        Parameter(
          "MINUTES", after: "spent", .minutes(.seconds(1)...Countdown.lengths.upperBound), optional: true,
          "the time spent, in minutes or as a duration"),
        Parameter(
          "START", after: "started", .time, optional: true,
          "the correct start, such as 14:00 or \"yesterday 14:00\"; the end moves with it"),
        Parameter("END", after: "ended", .time, optional: true, "the correct end; the time spent changes with it"),
        pin,
        Parameter("CHILD", after: "child", .name(.child), optional: true, "the child whose session it is"),
      ],
      summary: "corrects a finished session: its activity, its time, its day or its child",
      details: """
        The rating stays; `rate RATING of SESSION again` changes it. A session belongs to the day on which it ended, so \
        a new end can change streaks and stars. A time such as 14:00 is a time at the place where the session was \
        recorded, as `history` lists it; a full date is in this session's time zone. If a PIN is set, a correction \
        that changes the stars, the day or the child requires the PIN. `undo` reverts the correction, and `sync` \
        shares it. All corrections of a session count; if several change the same value, the last one counts.
        """,
      examples: [
        .init("\(example)\nhistory edit 1 spent 10\nexpect (history)[0].actual == 10m", "it took 10 minutes"),
        .init(
          "\(example)\nhistory edit reading activity homework\nexpect (history)[0].activity == \"homework\"",
          "another activity"),
        .init("\(example)\nhistory edit 1 ended 5m\nexpect (history)[0].actual == 10m", "it ended 5 minutes ago"),
        .init(
          "profile name Mia\nchild add Ben\n\(example)\nhistory edit 1 child Mia\nchild Mia\nexpect rewards.sessions == 1",
          "the wrong child was active"),
      ],
      searchWords: ["correct", "change", "fix", "mistake", "wrong", "forgot"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      .value(.record(try HistoryCorrection(session).edit(arguments)))
    },
    CommandEntry(
      "history remove", [chosen, pin],
      summary: "removes a session from the history: it no longer counts",
      details: """
        The session no longer counts for stars or a streak; after a `sync`, this also applies on other devices. If a \
        PIN is set, `history remove` requires it. `undo` restores the session. If another device, which does not know \
        of the removal yet, corrects the session later, the session comes back on all devices, and `sync` says so.
        """,
      examples: [
        .init("\(example)\nrate good\nhistory remove 1\nexpect rewards.stars == 0", "the newest session"),
        .init("\(example)\nhistory remove reading\nundo\nexpect rewards.sessions == 1", "`undo` restores it"),
      ],
      searchWords: ["delete", "mistake", "wrong", "discard"], effect: .saved, in: .rewards
    ) { (session, arguments) throws(Failure) in
      try HistoryCorrection(session).remove(arguments[0], pin: arguments.text(1))
    },
  ]
}

/// A correction of a saved session, as an event like all others.
struct HistoryCorrection {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The sessions of all children, for those with an id; the others are the active child's.
  private var whole: TimerLedger { session.ledger.timerSessions }
  private var ledger: TimerLedger { Children(session).ledger }

  // MARK: Actions

  func edit(_ arguments: Arguments) throws(Failure) -> Record {
    let now = try session.present()
    session.pollOtherSessions()
    let old = try chosen(arguments[0])
    guard (1...4).contains(where: { arguments.has($0) }) || arguments.has(6) else {
      throw .refused(
        "say what to correct: the activity, the time spent, the start, the end or the child",
        "try: history edit 1 spent 15")
    }
    let children = Children(session)
    let owner = children.family.child(old.child)
    let given = try arguments.text(6).map { (name) throws(Failure) in try children.named(name) }
    // Of its own day, no time needs a remark.
    let day = LocalDay(at: old.ended, offset: old.offset)
    let remarks = [3, 4].map { PastTime(session, of: old).remark(on: arguments[$0], at: now, except: day) }
    let (correction, new): (TimerSessionCorrection, TimerSessionRecord)
    do throws(Failure) {
      (correction, new) = try corrected(old, arguments, given == owner ? nil : given, at: now)
    } catch { throw PastTime.failure(PastTime.failure(error, remarks[0], about: 3), remarks[1], about: 4) }
    var plain = old
    plain.rating = nil
    guard new != plain else {
      throw .refused("the session of \(old.activity) already has these values", "try: history")
    }
    let event = event(.corrected(correction), id: { TimerJournal.id(correction, at: $0).text }, at: now)
    var after = children.ledger(of: owner.ids)
    let stars = after.stars
    after.add(event)
    if after.stars != stars || new.day != old.day || new.child != old.child {
      try authorize(arguments.text(5), "history edit 1 … pin PIN")
    }
    if correction.child != nil, given?.id == nil { session.change { $0.timers.foundFirst() } }
    append(event, to: old, at: now)
    let ledger = children.ledger(of: new.child)
    let name = new.child == old.child ? nil : given.map(Children.name)
    session.emit(RewardEvents.edited, (old, whole[old.id] ?? new, ledger.stars, ledger.balance, name), at: now)
    for remark in remarks.compactMap({ $0 }) { session.notice(remark) }
    return RewardCommands(session).record(of: whole[old.id] ?? new)
  }

  func remove(_ value: Value, pin: String?) throws(Failure) {
    let now = try session.present()
    session.pollOtherSessions()
    let old = try chosen(value)
    try authorize(pin, "history remove 1 pin PIN")
    append(event(.removed(old.id), id: { TimerJournal.id(removing: old.id, at: $0).text }, at: now), to: old, at: now)
    let ledger = Children(session).ledger(of: old.child)
    session.emit(RewardEvents.removed, (old, ledger.stars, ledger.balance), at: now)
  }

  // MARK: Choosing

  /// Returns the session at a place in `history all`, from 1.
  /// - Parameter index: the argument's place, for the error.
  func numbered(_ place: Int, about index: Int = 0) throws(Failure) -> TimerSessionRecord {
    try checkIsAny()
    if ledger.count == 0, let name = Children(session).activeNameIfSeveral {
      throw .refused("\(name) has no session yet", "try: child NAME").about(index)
    }
    if let found = ledger.latest(1, skipping: place - 1).first { return found }
    let whose = Children(session).activeNameIfSeveral.map { " of \($0)" } ?? ""
    throw .refused(
      (ledger.count == 1 ? "there is only 1 session" : "there are only \(ledger.count) sessions") + whose,
      "try: history all"
    ).about(index)
  }

  private func checkIsAny() throws(Failure) {
    guard whole.count == 0 else { return }
    throw .refused("no timer has ended yet, so the history is empty", "try: timer start reading 20")
  }

  /// Returns the session of a number, an id, or the newest one of an activity.
  private func chosen(_ value: Value) throws(Failure) -> TimerSessionRecord {
    if let number = value.number { return try numbered(Int(number)) }
    try checkIsAny()
    let text = value.text ?? ""
    if let found = TimerSessionID(text).flatMap({ whole[$0] }) { return found }
    let activity = try PastActivities(session).match(text)
    guard let newest = ledger.latest(1, matching: TimerSessionFilter(activity: activity)).timerSessions.first else {
      throw .refused("there is no session of \(activity)", "try: history").about(0)
    }
    return newest
  }

  // MARK: The corrected session

  /// Returns the correction, with the given values only, and the corrected session.
  private func corrected(
    _ old: TimerSessionRecord, _ arguments: Arguments, _ child: Child?, at now: Instant
  ) throws(Failure) -> (TimerSessionCorrection, TimerSessionRecord) {
    let past = PastTime(session, of: old)
    var correction = TimerSessionCorrection(of: old.id)
    if let name = arguments.text(1) {
      let (name, icon) = try activity(name, of: old)
      if name != old.activity || icon != old.icon { (correction.activity, correction.icon) = (name, icon) }
    }
    if arguments.has(3) { correction.started = try past.instant(arguments[3], 3, at: now) }
    if arguments.has(4) { correction.ended = try past.instant(arguments[4], 4, at: now) }
    correction.spent = Self.length(arguments[2])
    if let child { correction.child = child.id ?? session.world.timers.familyState.first }
    let (start, end) = correction.span(of: old)
    guard end <= now else {
      throw .refused("the session would end in the future, at \(past.words(end, at: now))", "add the end: ended 14:20")
        .about(3)
    }
    if end != old.ended {
      let offset = offset(of: old, at: end)
      correction.offset = offset
      correction.day = LocalDay(at: end, offset: offset, dayEnd: session.world.timers.dayEnd)
    }
    var record: TimerSessionRecord
    do throws(TimerSessionCorrection.Problem) { record = try correction.corrected(old) } catch {
      throw failure(error, correction, old, start, arguments, at: now)
    }
    record.rating = nil
    return (complete(correction, of: old, record, at: now), record)
  }

  /// Returns a correction that has this result. The times that were corrected before depend on those that are corrected
  /// now, so they may have to be in it as well.
  private func complete(
    _ correction: TimerSessionCorrection, of old: TimerSessionRecord, _ record: TimerSessionRecord, at now: Instant
  ) -> TimerSessionCorrection {
    func producesRecord(_ correction: TimerSessionCorrection) -> Bool {
      var result = whole.session(correction, at: stamp(after: old.id, at: now))
      result?.rating = nil
      return result == record
    }
    if producesRecord(correction) { return correction }
    var more = correction
    more.spent = record.actual
    if producesRecord(more) { return more }
    (more.started, more.ended) = (record.started, record.ended)
    (more.day, more.offset) = (record.day, record.offset)
    return more
  }

  private func failure(
    _ problem: TimerSessionCorrection.Problem, _ correction: TimerSessionCorrection, _ old: TimerSessionRecord,
    _ start: Instant, _ arguments: Arguments, at now: Instant
  ) -> Failure {
    let hasEnd = correction.ended != nil
    switch problem {
    case .endsBeforeStart:
      return Failure.refused(
        "the session would end before its start, \(PastTime(session, of: old).words(start, at: now))",
        "add the start: started 14:00"
      ).about(hasEnd ? 4 : 3)
    case .noTimeLeft(let paused):
      return Failure.refused(
        "no time would be left: the session was paused for \(TimeText.length(paused))", "add the time spent: spent 10"
      ).about(hasEnd ? 4 : 3)
    case .tooLong(let spent, let longest):
      return Failure.refused(
        "a session of \(TimeText.length(old.allocated)) cannot have taken \(TimeText.length(spent)): at most \(TimeText.length(longest)) can count",
        arguments.has(2) ? "give the minutes: spent 15" : "add the time spent: spent 15"
      ).about(arguments.has(2) ? 2 : hasEnd ? 4 : 3)
    case .tooShort(let span, let spent):
      return Failure.refused(
        "between these times there are only \(TimeText.length(span)), not \(TimeText.length(spent))",
        "leave out 'spent'"
      ).about(2)
    case .notPossible: return .refused("a session cannot have these times", "try: history edit 1 spent 15")
    }
  }

  /// Returns the offset from UTC at the session's new end, in the time zone of the place where it was recorded if that
  /// zone is known.
  private func offset(of old: TimerSessionRecord, at end: Instant) -> Duration {
    let zone = session.options.zone
    return zone.offset(at: old.ended) == old.offset ? zone.offset(at: end) : old.offset
  }

  private func activity(
    _ name: String, of old: TimerSessionRecord
  ) throws(Failure) -> (name: String, icon: Character) {
    let match = try PastActivities(session).match(name)
    let known = session.world.timers.activities.activities + whole.activities
    return (match, known.first { $0.name == match }?.icon ?? old.icon)
  }

  private static func length(_ value: Value) -> Duration? {
    switch value {
    case .number(let minutes): Duration(seconds: minutes * 60)
    case .duration(let length): length
    default: nil
    }
  }

  // MARK: The event

  /// Asks for the PIN, if one is set.
  private func authorize(_ pin: String?, _ way: String) throws(Failure) {
    try PINAccess(session).require(pin, for: "this changes stars or streaks, so it", way)
  }

  /// Returns the event of a correction.
  private func event(_ fact: TimerEvent.Fact, id: (Instant) -> String, at now: Instant) -> TimerEvent {
    let session: TimerSessionID? =
      switch fact {
      case .corrected(let correction): correction.session
      case .removed(let id): id
      case .saved, .edited, .rated, .spent, .rest, .routine, .voided: nil
      }
    let stamp = stamp(after: session, at: now)
    return TimerEvent(id: id(stamp.instant), stamp: stamp, fact: fact)
  }

  /// Returns the stamp of a correction. It is dated after the last one of its session, whatever the clock says.
  private func stamp(after session: TimerSessionID?, at now: Instant) -> TimerEvent.Stamp {
    let last = session.flatMap { whole.lastCorrected($0) }
    let date = last.map { max(now, $0 + Duration(microseconds: 1)) } ?? now
    let timers = self.session.world.timers
    return .init(instant: date, device: timers.device, sequence: UInt32(clamping: timers.facts.count + 1))
  }

  private func append(_ event: TimerEvent, to old: TimerSessionRecord, at now: Instant) {
    // An open question shows the session as it was; `rate` asks again.
    if session.world.timers.flow.record?.id == old.id {
      TimerRating(session).postpone(at: now)
      TimerRating(session).dismissRated(old, at: now)
    }
    session.handle { world, deliver in deliver(.timers(world.timers.add(event))) }
  }
}
