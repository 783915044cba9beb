import StoryScript
import Terminal
import Timeline

/// The wing for posts, their outbox, and everything that users read and do on Bluesky.
final class PostsWing: Wing {
  var commands: [[CommandEntry]] {
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
  var states: [[StateEntry]] {
    [
      PostCommands.states, ImageCommands.states, SendingCommands.states, AccountCommands.states,
      ReadingCommands.states, NotificationCommands.states, NavigationCommands.states, ActingCommands.states,
      WordCommands.states, ListeningCommands.states, ArchiveCommands.states,
    ]
  }
  var events: [[EventRow]] {
    [
      PostEvents.all, ImageEvents.all, SendingEvents.all, ReactionEvents.all, AccountEvents.all, ListeningEvents.all,
      ArchiveEvents.all, [WordCommands.changed.row], [ListEvents.changed.row], [ListModeration.changed.row],
      [PreferenceCommands.changed.row], [PreferenceCommands.chosen.row],
    ]
  }
  var settings: [Setting] { PostSettings.all }

  func opened(_ session: Session, _ kept: World.Persisted) {
    PostListener(session).loadPositions()
    PostCommands(session).resumeSending()
    PostCommands(session).sweepPictures()
  }
  func joined(_ session: Session, _ kept: World.Persisted, since before: World.Ledger) {
    PostCommands(session).resumeArrived()
  }
  func settle(_ session: Session) {
    ReactionSender(session).settlePendingReactions()
    StreamListener(session).settle()
    PostListener(session).savePositions()
  }
  func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? { SendingEvents.sinceThen(session, entry) }
  func ended(_ session: Session) { PostCommands(session).noticeUnsaved() }
  func left(_ session: Session) {
    StreamListener(session).leave()
    BackgroundRequests(session).awaitAnswers()
  }
  func refusals(of session: Session) -> [Failure] { session.resources.posts.refusals.drain() }

  func nextAnswer(for session: Session) -> Duration? {
    [BackgroundRequests(session).nextAnswer, StreamListener(session).nextAnswer].compactMap { $0 }.min()
  }
  func receiveAnswers(_ session: Session) {
    BackgroundRequests(session).receiveBackgroundAnswer()
    StreamListener(session).receive()
  }
  func awaitsOthers(_ session: Session) -> Bool {
    session.runtime.listens(to: AccountEvents.changed.name) || session.runtime.awaits("account")
  }
  func readOtherSessions(_ session: Session) { AccountAccess(session).noticeAccountChanges() }

  var pageModel: PageModel? { PostPageModel.pageModel }
  func draws(_ value: Value, _ session: Session) -> Bool {
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
  func room(of line: String, _ schema: Schema) -> StyledText? { PostCountdown.text(of: line, schema) }

  func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { PostNames.candidates(kind, in: session) }
  func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)] { PostStatus.deadlines(world.posts) }
  func endless(_ world: World) -> String? { PostStatus.endless(world.posts) }
  func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String? { PostStatus.advice(why) }
}

extension PostsWing: PublishedPictureSource {
  func pictures(published value: Value, for session: Session) throws(Failure) -> PublishedPictures? {
    try PostPictures(session).pictures(published: value)
  }
}
