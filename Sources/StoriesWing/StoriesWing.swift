import Journal
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// Stories, their feed and their gestures.
package final class StoriesWing: Wing {
  private let pictures: any PictureSource

  /// - Parameter pictures: draws the file of a story.
  package init(pictures: any PictureSource) { self.pictures = pictures }

  package var commands: [[CommandEntry]] {
    [
      StoryCommands.entries, GestureCommands.entries, DeckCommands.entries, SharedStories.entries, FeedCommands.entries,
      CacheCommands.entries, StoryMachineCommands.entries, GestureMachine.entries,
    ]
  }
  package var states: [[StateEntry]] { [StoryCommands.states, FeedCommands.states, CacheCommands.states] }
  package var events: [[EventRow]] {
    [StoryEvents.all, SharedStories.events, StoryFaults.events, FeedEvents.all, CacheCommands.events]
  }
  package var settings: [Setting] { StorySettings.all + StoryFaults.settings }

  package func countsOutsideSnapshot(
    _ saved: Journal.SavedEvent, _ session: Session, since before: World, _ past: World.Ledger
  ) -> Bool? {
    session.world.stories.countsAsUnlike(saved, since: before.stories)
  }
  package func status(_ world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? {
    StoryStatus.text(world.stories, at: instant, hasPictures, glyphs)
  }
  package func plays(_ event: String) -> Bool { event.hasPrefix("story.") }
  package var watchView: WatchView? { StoryWatchView.watchView(pictures) }
  package func viewed(_ session: Session) -> (name: String, record: Record)? {
    ("story", StoryCommands(session).record)
  }
  package var pageModel: PageModel? { StoryPageModel.pageModel }

  package func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { StoryNames.candidates(kind, in: session) }
  package func stateWords(_ session: Session, _ aspects: World.Aspects, since before: World) -> String? {
    StoryStatus.stateWords(session, aspects)
  }
  package func addRewound(_ session: Session, to line: inout LineWriter) { StoryStatus.rewound(session, &line) }
  package func deadlines(_ world: World) -> [(at: Instant, kind: String, what: String)] {
    StoryStatus.deadlines(world.stories)
  }
  package func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? {
    StoryReasons.sinceThen(session, entry)
  }
  package func lag(_ session: Session) -> String? { StoryReasons.lag(session) }
  package func advice(_ session: Session, _ fields: [StateField], _ why: NeverReason) -> String? {
    StoryReasons.advice(session.world.stories, fields, why)
  }
}
