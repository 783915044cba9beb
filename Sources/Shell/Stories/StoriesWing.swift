import Journal
import StoryScript
import Terminal
import Timeline

/// Stories, their feed and their gestures.
final class StoriesWing: Wing {
  private let pictures: any PictureSource

  /// - Parameter pictures: draws the file of a story.
  init(pictures: any PictureSource) { self.pictures = pictures }

  var commands: [[CommandEntry]] {
    [
      StoryCommands.entries, GestureCommands.entries, DeckCommands.entries, SharedStories.entries, FeedCommands.entries,
      CacheCommands.entries, StoryMachineCommands.entries, GestureMachine.entries,
    ]
  }
  var states: [[StateEntry]] { [StoryCommands.states, FeedCommands.states, CacheCommands.states] }
  var events: [[EventRow]] {
    [StoryEvents.all, SharedStories.events, StoryFaults.events, FeedEvents.all, CacheCommands.events]
  }
  var settings: [Setting] { StorySettings.all + StoryFaults.settings }

  func countsOutsideSnapshot(
    _ saved: Journal.SavedEvent, _ session: Session, since before: World, _ past: World.Ledger
  ) -> Bool? {
    session.world.stories.countsAsUnlike(saved, since: before.stories)
  }
  func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? {
    StoryStatus.text(world.stories, at: instant, hasPictures, glyphs)
  }
  func plays(_ event: String) -> Bool { event.hasPrefix("story.") }
  var watchView: WatchView? { StoryWatchView.watchView(pictures) }
  func viewed(_ session: Session) -> (name: String, record: Record)? { ("story", StoryCommands(session).record) }
  var pageModel: PageModel? { StoryPageModel.pageModel }

  func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { StoryNames.candidates(kind, in: session) }
  func stateWords(_ session: Session, _ aspects: World.Aspects, since before: World) -> String? {
    StoryStatus.stateWords(session, aspects)
  }
  func addRewound(_ session: Session, to line: inout LineWriter) { StoryStatus.rewound(session, &line) }
  func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)] {
    StoryStatus.deadlines(world.stories)
  }
  func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? { StoryReasons.sinceThen(session, entry) }
  func lag(_ session: Session) -> String? { StoryReasons.lag(session) }
  func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String? {
    StoryReasons.advice(session.world.stories, fields, why)
  }
}
