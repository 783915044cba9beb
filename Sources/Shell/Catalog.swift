import LessonsWing
import MomentsWing
import PostsWing
import SessionState
import ShellCore
import Stories
import StoriesWing
import StoryScript
import TerminalText
import Timeline
import TimersWing

/// The standard catalog: the wings, the order in which they are asked, and the services that they offer each other.
public enum Catalog {
  public static let standard = joining([])

  /// Returns the shell's catalog with additional wings.
  static func joining(_ more: [any Wing]) -> CommandCatalog {
    CommandCatalog(
      wings: wings + more,
      services: Services(pictures: moments, published: posts, libraries: moments, tutor: lessons),
      dispatcher: Dispatcher(),
      core: core,
      combine: combined)
  }

  private static let moments = MomentsWing()
  private static let posts = PostsWing()
  private static let timers = TimersWing(pictures: moments)
  private static let lessons = LessonsWing()
  /// Lessons come first: a page shows them above everything else, and a lesson ends before the thing that it teaches.
  private static let wings: [any Wing] = [
    lessons, StoriesWing(pictures: moments), timers, moments, posts,
  ]

  private static let core = CommandCatalog.Core(
    commands: [
      ViewCommands.entries, SyncCommands.entries, DeviceCommands.entries, DateCommands.entries,
      FileCommands.entries, ExploreCommands.entries, ClipboardCommands.entries,
      UndoCommands.entries, ClockCommands.entries, ForkCommands.entries, SettingCommands.entries(settings),
      LogCommands.entries, WaitingCommands.entries, GeneralCommands.entries, PracticeCommands.entries,
      RecordCommands.entries, PromptCommands.entries, AskCommand.entries, AbbreviationCommands.entries,
    ],
    states: [GeneralCommands.states, UndoCommands.states],
    events: [SettingCommands.events, SyncCommands.events, DeviceCommands.events, SessionEvents.all],
    settings: settings)

  /// Lets `like` and `unlike` act on the playing story without an argument, and on a post with one; and the gestures on
  /// a routine if no story is open.
  @Sendable private static func combined(_ entry: CommandEntry) -> CommandEntry {
    switch entry.command.name {
    case "like": entry.replacedWhenGiven(ActingCommands.like, of: posts)
    case "unlike": entry.replacedWhenGiven(ActingCommands.unlike, of: posts)
    default:
      if let gesture = gestures.first(where: { $0.command.name == entry.command.name }) {
        entry.replaced(while: areForRoutines, by: gesture, of: timers)
      } else {
        entry
      }
    }
  }

  private static let gestures = RoutineGestures.entries(swipeDistance: GestureCommands.swipeDistance)

  @Sendable private static func areForRoutines(_ session: Session) -> Bool {
    RoutineGestures.arePossible(in: session) && !session.world.stories.player.situation.isOpen
  }

  /// All settings, in their only list. `set`, `settings`, help, completion and the journal are derived from it.
  private static let settings = wings.flatMap({ $0.settings }) + PromptSettings.all
}

// MARK: - Events

/// Passes each event to its wing.
private final class Dispatcher: EventDispatcher {
  func report(_ event: World.Event, in session: Session, isNew: Bool) {
    switch event {
    case .stories(let event): StoryEvents(session).report(event, isNew: isNew)
    case .timers(let event): TimerEvents(session).report(event)
    case .photos(let event): PhotoCommands(session).report(event)
    case .posts(let event): PostEvents(session).report(event)
    }
  }

  func follow(_ event: World.Event, in session: Session) {
    switch event {
    case .timers(let event): TimerRating(session).followed(event)
    case .posts(let event): PostSender(session).followed(event)
    case .stories, .photos: break
    }
  }

  func record(_ logged: World.Logged, in session: Session, at instant: Instant) -> (row: EventRow, fields: Record)? {
    StoryEvents.visit(logged, of: session, at: instant, EventRecorder())
  }

  func sentence(_ logged: World.Logged, in session: Session, at instant: Instant) -> StyledText? {
    StoryEvents.visit(logged, of: session, at: instant, EventSentenceWriter(session: session)) ?? nil
  }

  func reasons(for logged: World.Logged, _ why: Reasoning, at instant: Instant) -> [String] {
    StoryEvents.visit(logged, of: why.session, at: instant, EventExplainer(reasoning: why)) ?? []
  }
}
