import JSON
import Journal
import SessionState
import ShellCore
import StoryScript
import Timeline
import Timers

/// The timer of a state folder: it continues in the next session, and other sessions can pause or finish it.
struct SavedTimer {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// Resumes the timer of a state folder that was opened.
  func opened(_ kept: TimerJournal) {
    reportGone()
    let run = kept.snapshot.run
    guard let activity = resume(kept.snapshot) else { return reportIfLost(run) }
    reportIfLost(run)
    let words = session.world.timers.countdown.state == .paused ? "is still paused" : "kept running"
    session.notice("\(activity.name) \(words), \(timeLeft) left")
  }

  /// Adopts the changes that other sessions have saved. One timer runs on a device, whichever session started it.
  /// - Parameter before: the history before these changes.
  func joined(_ kept: TimerJournal, since before: World.Ledger) {
    reportGone()
    // A question stays about the timer session that it named, whatever ended elsewhere since, and no user is asked
    // twice.
    if let asked = session.world.timers.flow.record {
      let rating = TimerRating(session)
      let isAnswered = session.ledger.timerSessions[asked.id]?.rating != nil
      if isAnswered {
        rating.postpone(at: session.clock.now)
        session.resources.timers.ratedElsewhere = session.ledger.timerSessions[asked.id]
        rating.dismissRated(asked, at: session.clock.now)
      }
    }
    guard let place = session.persistence?.place, place.isReal else { return }
    let theirs = kept.snapshot.timer.map { TimersSnapshot.unmoved($0) }
    let snapshot = session.world.timers.snapshot(place)
    guard snapshot.timer != theirs || snapshot.run != kept.snapshot.run else {
      if snapshot.anchor != kept.snapshot.anchor { session.change { $0.timers.adopt(kept.snapshot.anchor) } }
      return
    }
    let ours = session.world.timers.countdown
    let isSame = ours.isOn && session.world.timers.timerSessionID == session.world.timers.id(of: kept.snapshot)
    if ours.isOn, !isSame, let activity = ours.activity {
      session.notice(
        "another Storyline session \(outcomeOfOther(of: activity.name, snapshot.run, kept.snapshot.run, since: before))"
      )
    }
    guard kept.snapshot.timer != nil else {
      let now = session.clock.now
      session.change { $0.timers.adoptIdle(kept.snapshot, at: now) }
      reportIfLost(kept.snapshot.run)
      return catchUp(to: now)
    }
    guard let activity = resume(kept.snapshot) else { return }
    let state = session.world.timers.countdown.state
    // Other differences, such as a corrected clock, are not a user's doing.
    guard !isSame || state != ours.state else { return }
    let action = isSame ? state == .paused ? "paused" : "resumed" : "started"
    session.notice(
      "another Storyline session \(action) \(activity.name), \(timeLeft) left"
        + (!isSame && state == .paused ? ", now paused" : "")
    )
  }

  /// Reports that the active child was removed elsewhere, or who this device's child turned out to be.
  private func reportGone() {
    if session.world.timers.familyState.isBound {
      session.change { $0.timers.familyState.isBound = false }
      let name = Children.name(Children(session).family.first)
      session.notice(
        "this device's sessions belonged to a child without a name and are now \(name)'s; to give one to another child, try: history edit 1 child NAME"
      )
    }
    guard let gone = session.world.timers.familyState.gone else { return }
    session.change { $0.timers.familyState.gone = nil }
    let name = Children.name(gone)
    session.notice(
      "\(name) was removed from the family elsewhere, so \(Children.name(Children(session).active)) is active now; to bring \(name) back, try: child add \(Word.quotedIfNeeded(name))"
    )
  }

  /// Returns another session's change to the timer that is on here.
  /// - Parameters:
  ///   - ours: the routine as this session knows it.
  ///   - theirs: the routine as it was saved since.
  ///   - before: the history as this session knew it.
  private func outcomeOfOther(
    of name: String, _ ours: RoutineRun?, _ theirs: RoutineRun?, since before: World.Ledger
  ) -> String {
    if isSaved(session.world.timers.timerSessionID) || isBack(name, since: before) { return "finished \(name)" }
    // Not by its start: undo gives back the time that has passed since.
    guard let ours, ours.state == .step, let step = ours.present, let theirs, theirs.routine == ours.routine,
      theirs.count == ours.count
    else { return "stopped \(name), so it does not count" }
    if let waiting = theirs.waiting.first(where: { $0.number == step.number }) {
      guard waiting.begun != nil else { return "undid the start of \(name)" }
      return "moved \(name) to the end of the routine, \(TimeText.left(waiting.left)) left"
    }
    return
      "\(theirs.past.contains { $0.number == step.number && !$0.isOpen } ? "skipped \(name)" : "stopped \(name)"), so it does not count"
  }

  /// Returns whether another session has brought back a session of an activity, as `redo` does. Undoing its end had
  /// moved the timer's start, so that the timer has another ID than the session.
  private func isBack(_ activity: String, since before: World.Ledger) -> Bool {
    session.ledger.timerSessions.latest(8).contains {
      $0.activity == activity && before.timers.ledger[$0.id] == nil && isSaved($0.id)
    }
  }

  /// Reports that a saved routine could not be continued.
  private func reportIfLost(_ kept: RoutineRun?) {
    guard let kept, kept.isOn, session.world.timers.routines.run == nil else { return }
    session.notice(
      "\(kept.routine) cannot continue, because its saved step does not match the timer; try: routine start \(kept.routine)"
    )
  }

  /// Returns whether an event of another device gives a session a different rating, or corrects it; `nil` for other
  /// events.
  func countsAsRating(
    _ saved: Journal.SavedEvent, since before: World.Ledger, _ world: World
  ) -> Bool? {
    if [TimerJournal.kind(.edited).name, TimerJournal.kind(.removed).name].contains(saved.event.type) {
      guard let id = saved.event.payload["session"]?.stringValue.flatMap({ TimerSessionID($0) }),
        var old = before.timers.ledger[id]
      else { return false }
      let now = session.ledger.timerSessions[id]
      old.rating = now?.rating
      return now != old
    }
    if saved.event.type == TimerJournal.kind(.childRenamed).name {
      let id = saved.event.payload["child"]?.stringValue.flatMap { ChildID($0) }
      guard let id, let old = world.timers.children.entry(id) else { return false }
      return session.world.timers.children.entry(id).map { $0.name != old.name } ?? false
    }
    if saved.event.type == TimerJournal.kind(.profile).name, let payload = try? saved.event.payload.json {
      // A first child whom this device did not know is new, not renamed.
      guard payload["name"] != nil else { return nil }
      let (then, now) = (world.timers.children, session.world.timers.children)
      return then.entries.contains { entry in
        entry.id.isFirst && now.entry(entry.id).map { $0.name != entry.name } ?? false
      }
    }
    guard saved.event.type == TimerJournal.kind(.rated).name else { return nil }
    guard let timerSession = saved.event.payload["session"]?.stringValue.flatMap({ TimerSessionID($0) }),
      let old = before.timers.ledger[timerSession]?.rating
    else { return false }
    let now = session.ledger.timerSessions[timerSession]?.rating
    return now != old && now?.rawValue == saved.event.payload["rating"]?.stringValue
  }

  /// Saves how much of its time a running timer has spent, before the session ends; if the disk refuses that, the loss
  /// is too small to report.
  func saveProgress() {
    guard let persistence = session.persistence, persistence.place.isReal, !session.past.isForked,
      persistence.isWritten,
      session.world.timers.countdown.state == .running
    else { return }
    session.change { $0.timers.recordProgress(at: max(session.clock.now, session.livePresent)) }
    _ = session.isDurable()
  }

  /// Reports that a timer outlives the prompt.
  func left() {
    guard session.persistence?.place.isReal == true, (try? session.present()) != nil else { return }
    if let run = session.world.timers.routines.run, run.state == .rest, let step = run.present {
      return session.notice("\(run.routine) continues with \(step.activity.name) when the break is over")
    }
    guard let activity = session.world.timers.countdown.activity else { return }
    let left = TimeText.left(session.world.timers.countdown.remaining(at: session.clock.now))
    switch session.world.timers.countdown.state {
    case .running:
      session.notice("the \(activity.name) timer keeps running (\(left) left), silently until you open a prompt")
    case .paused: session.notice("the \(activity.name) timer stays paused (\(left) left)")
    case .idle, .completed: return
    }
  }

  private var timeLeft: String { TimeText.left(session.world.timers.countdown.remaining(at: session.clock.now)) }

  /// Returns whether this device has saved the session of a timer. A timer runs on one device: others cannot end it by
  /// saving a session with its ID, and neither can a file that is imported.
  private func isSaved(_ id: TimerSessionID) -> Bool {
    session.ledger.timerSessions.isSaved(id) { event in
      session.persistence?.isOther(event.stamp.device) != true && !TimerJournal.isImport(event.id)
    }
  }

  /// Resumes a timer that was running or paused when the last session ended, at the position given by the wall clock.
  /// Its messages of the meantime are dropped, except that it ended, and when.
  /// - Returns: the timer's activity; `nil` if the timer is over.
  private func resume(_ kept: TimersSnapshot) -> Activity? {
    let now = session.clock.now
    if let id = session.world.timers.id(of: kept), isSaved(id) {
      // Another session of this device has seen it end.
      guard let record = session.ledger.timerSessions[id], let run = kept.run, run.state == .step,
        run.present?.activity == kept.timer?.activity
      else { return nil }
      session.handle { world, deliver in
        world.timers.adopt(kept, endedBy: record, at: now) { deliver(.timers($0)) }
      }
      report(that: record.activity, endedIn: run.routine)
    } else {
      guard kept.timer != nil || kept.run != nil else { return nil }
      session.change { $0.timers.adopt(kept, at: now) }
    }
    catchUp(to: now)
    // Ticks of the meantime are dropped.
    session.change { $0.timers.countdown.ticks = $0.timers.sounds.ticks }
    return session.world.timers.countdown.isOn ? session.world.timers.countdown.activity : nil
  }

  private func report(that activity: String, endedIn routine: String) {
    guard let run = session.world.timers.routines.run, run.isOn, let next = run.present else {
      return session.notice("\(activity) has ended, and \(routine) is over")
    }
    session.notice("\(activity) has ended: \(routine) continues with \(next.activity.name)")
  }

  /// Ends the steps of a routine that were over in the meantime, each at its own instant.
  private func catchUp(to now: Instant) {
    var isBehind = true
    while isBehind {
      session.handle { world, deliver in isBehind = world.timers.skip(to: now) { deliver(.timers($0)) } }
    }
  }
}
