import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The wing for posts, their outbox, and everything that users read and do on Bluesky.
package final class PostsWing: Wing {

  package init() {}
  package var commands: [[CommandEntry]] {
    [
      PostCommands.entries, ReplyCommands.entries, ImageCommands.entries, DraftCommands.entries,
      FacetCommands.entries, SendingCommands.entries, AccountCommands.entries, ReadingCommands.entries,
      ListCommands.entries, PeopleLists.entries, NotificationCommands.entries, NavigationCommands.entries,
      BrowseCommands.entries,
      ActingCommands.entries, OwnProfileCommands.entries, WordCommands.entries, PreferenceCommands.entries,
      StarterPackCommands.entries, ListModeration.entries,
      ListeningCommands.entries,
      ArchiveCommands.entries,
    ]
  }
  package var states: [[StateEntry]] {
    [
      PostCommands.states, ImageCommands.states, SendingCommands.states, AccountCommands.states,
      ReadingCommands.states, NotificationCommands.states, NavigationCommands.states, ActingCommands.states,
      WordCommands.states, ListeningCommands.states, ArchiveCommands.states,
    ]
  }
  package var events: [[EventRow]] {
    [
      PostEvents.all, ImageEvents.all, SendingEvents.all, ReactionEvents.all, AccountEvents.all, ListeningEvents.all,
      ArchiveEvents.all, [WordCommands.changed.row], [ListEvents.changed.row], [ListModeration.changed.row],
      [PreferenceCommands.changed.row], [PreferenceCommands.chosen.row],
    ]
  }
  package var settings: [Setting] { PostSettings.all }

  package func open(_ folder: String, _ session: Session, note: @escaping (String) -> Void) {
    session.resources.posts.open(folder, isReal: session.options.kind == .real, note: note)
  }
  package func number(_ kept: inout World.Persisted, _ session: Session) { session.resources.posts.number(&kept.posts) }
  package func opened(_ session: Session, _ kept: World.Persisted) {
    PostListener(session).loadPositions()
    PostCommands(session).resumeSending()
    PostCommands(session).sweepPictures()
  }
  package func joined(_ session: Session, _ kept: World.Persisted, since before: World.Ledger) {
    PostCommands(session).resumeArrived()
  }
  package func settle(_ session: Session) {
    ReactionSender(session).settlePendingReactions()
    StreamListener(session).settle()
    PostListener(session).savePositions()
  }
  package func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? {
    SendingEvents.sinceThen(session, entry)
  }
  package func ended(_ session: Session) { PostCommands(session).noticeUnsaved() }
  package func left(_ session: Session) {
    StreamListener(session).leave()
    BackgroundRequests(session).awaitAnswers()
  }
  package func refusals(of session: Session) -> [Failure] { session.resources.posts.refusals.drain() }

  package func nextAnswer(for session: Session) -> Duration? {
    [BackgroundRequests(session).nextAnswer, StreamListener(session).nextAnswer].compactMap { $0 }.min()
  }
  package func receiveAnswers(_ session: Session) {
    BackgroundRequests(session).receiveBackgroundAnswer()
    StreamListener(session).receive()
  }
  package func awaitsOthers(_ session: Session) -> Bool {
    session.runtime.listens(to: AccountEvents.changed.name) || session.runtime.awaits("account")
  }
  package func readOtherSessions(_ session: Session) { AccountAccess(session).noticeAccountChanges() }

  package var pageModel: PageModel? { PostPageModel.pageModel }
  package func draws(_ value: Value, _ session: Session) -> Bool {
    if ReadingView.isPosts(value) {
      // A single post of a feed shows what the feed shows; `show` shows a hidden post.
      ReadingView(session).showPosts(read: value.record == nil ? value : .list([value]))
    } else if NotificationRecords.isNotifications(value) {
      NotificationView(session).show(value, isWhole: false)
    } else {
      return false
    }
    return true
  }
  package func room(of line: String, _ schema: Schema) -> StyledText? { PostCountdown.text(of: line, schema) }

  package func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { PostNames.candidates(kind, in: session) }
  package func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)] {
    PostStatus.deadlines(world.posts)
  }
  package func endless(_ world: World) -> String? { PostStatus.endless(world.posts) }
  package func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String? {
    PostStatus.advice(why)
  }
}

extension PostsWing: PublishedPictureSource {
  package func pictures(published value: Value, for session: Session) throws(Failure) -> PublishedPictures? {
    try PostPictures(session).pictures(published: value)
  }
}
