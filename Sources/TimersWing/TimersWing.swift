import Journal
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline
import Timers

/// Activity timers, their rewards and their history.
package final class TimersWing: Wing {
  private let pictures: any PictureSource

  /// - Parameter pictures: draws the picture of a routine's step.
  package init(pictures: any PictureSource) { self.pictures = pictures }

  package var commands: [[CommandEntry]] {
    [
      TimerCommands.entries, TimerMachineCommands.entries, ActivityCommands.entries, RoutineCommands.entries,
      ProfileCommands.entries, ChildCommands.entries,
      RewardCommands.entries, PINCommands.entries, HistoryCommands.entries,
      HistoryCorrectionCommands.entries, StatsCommands.entries, SpendingCommands.entries, RestCommands.entries,
      WeekSheetCommands.entries,
      TransferCommands.entries,
    ]
  }
  package var states: [[StateEntry]] {
    [
      TimerCommands.states, RoutineCommands.states, ProfileCommands.states, ChildCommands.states, RewardCommands.states,
      PINCommands.states,
    ]
  }
  package var events: [[EventRow]] {
    [
      TimerEvents.all, RewardEvents.all, SpendingEvents.all, ActivityEvents.all, ChildEvents.all, RoutineEvents.all,
      PINEvents.all,
    ]
  }
  package var settings: [Setting] { TimerSettings.all + [TimerSettings.rest, TimerSettings.dayEnds] }

  package func open(_ folder: String, _ session: Session, note: @escaping (String) -> Void) {
    session.resources.timers.keyring = Keyring(PINFile(folder: folder))
    session.resources.timers.openPictures(folder)
  }
  package func share(_ resources: World.Resources, with session: Session) {
    session.resources.timers.soundScheduler = resources.timers.soundScheduler
  }
  package func opened(_ session: Session, _ kept: World.Persisted) { SavedTimer(session).opened(kept.timers) }
  package func joined(_ session: Session, _ kept: World.Persisted, since before: World.Ledger) {
    SavedTimer(session).joined(kept.timers, since: before)
  }
  package func countsOutsideSnapshot(
    _ saved: Journal.SavedEvent, _ session: Session, since before: World, _ past: World.Ledger
  ) -> Bool? {
    SavedTimer(session).countsAsRating(saved, since: past, before)
  }
  package func allowsReplacing(
    _ session: Session, from before: World, to after: World, pin: String?, _ way: String
  ) throws(Failure) {
    try PINAccess(session).requireIfStarsReturn(from: before, to: after, pin, way)
  }
  package func saved(_ session: Session) { SavedTimer(session).saveProgress() }
  package func left(_ session: Session) { SavedTimer(session).left() }
  package func nextAnswer(for session: Session) -> Duration? { RoutineReminders(session).delay }
  package func receiveAnswers(_ session: Session) { RoutineReminders(session).remind() }

  package func sounds(for session: Session, ringing ring: @escaping () -> Void) -> (any Sounds)? {
    let soundScheduler = SoundScheduler(ring: ring)
    session.resources.timers.soundScheduler = soundScheduler
    return soundScheduler
  }

  package func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? {
    TimerStatus.text(world.timers, at: instant, hasPictures, glyphs)
  }
  package var lowerWatchView: WatchView? { TimerWatchView.watchView(pictures) }
  package func viewed(_ session: Session) -> (name: String, record: Record)? {
    ("timer", TimerCommands(session).record)
  }
  package var pageModel: PageModel? { TimerPageModel.pageModel }

  package func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { TimerNames.candidates(kind, in: session) }
  package func tally(_ session: Session) -> String? {
    let children = Children(session)
    let whose = children.activeNameIfSeveral.map { " for \($0)" } ?? ""
    return "\(TimeText.count(children.ledger.stars, "star")) in all\(whose)"
  }
  package func notesAfterSync(_ session: Session, since before: World.Ledger) -> [String] {
    session.ledger.timerSessions.sessionsBack(since: before.timerSessions).map { record in
      let ended = PastTime(session, of: record).words(record.ended, at: session.now, hasSeconds: false)
      return """
        \(record.activity) (\(ended)), which was removed, counts again: another device has corrected it since; to \
        remove it again, try: history remove \(Word.quotedIfNeeded(record.id.text))
        """
    }
  }
  package func stateWords(_ session: Session, _ aspects: World.Aspects, since before: World) -> String? {
    TimerStatus.stateWords(session, aspects, before)
  }
  package func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)] {
    TimerStatus.deadlines(world.timers)
  }
  package func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? {
    TimerReasons.sinceThen(session, entry)
  }
  package func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String? {
    TimerReasons.advice(session.world.timers.countdown, fields, why)
  }
}
