import Stories
import StoryScript

/// The events that stories cause by themselves after an input, for `explain`.
extension StoryReasons {
  /// Describes a later log entry that the story caused by itself; `nil` if there is nothing to report.
  static func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? {
    switch entry.what {
    case .event(FeedEvents.loaded.row, let fields):
      FollowUp(
        .feed, "the list was loaded: \(TimeText.count(Int(fields["stories"]?.number ?? 0), "story", "stories")).")
    case .event(FeedEvents.failed.row, _): FollowUp(.feed, FeedEvents.lost(session))
    case .event(let row, let fields): StoryFaults.sinceThen(row, fields)
    case .domain(.story(let kind, _)): sinceThen(session, kind)
    default: nil
    }
  }

  private static func sinceThen(_ session: Session, _ kind: Player.Event.Kind) -> FollowUp? {
    switch kind {
    case .released(let length, let position, let state):
      FollowUp(.finger, released(after: length, at: position, into: state) + ".")
    case .shortPress(let length): FollowUp(.finger, wasTap(length, session) + ".")
    case .bufferingStarted(let position):
      FollowUp(.picture, "the story had to wait for its picture at \(TimeText.position(position)).")
    case .bufferingEnded(let length, let position, let state):
      FollowUp(.picture, "the picture was loaded after \(TimeText.length(length)), \(goesOn(state, at: position)).")
    case .failed(let position, let cause): FollowUp(.picture, failed(cause, at: position, session))
    case .dismissed(.deckEnded):
      FollowUp(
        .story, "viewing ended, because the last story of the deck ended\(end(session.world.stories.viewer)).")
    case .storyStarted(_, let id, let cause): byItself(cause).map { FollowUp(.story, "story \(id) started \($0).") }
    default: nil
    }
  }

  /// Explains why a story started without an input at that instant.
  private static func byItself(_ cause: Player.Cause) -> String? {
    switch cause {
    case .advanced, .looped, .nextDeck: "by itself, because the previous story ended"
    case .nextRound: "by itself: the previous story ended, and the feed has no end (`set end endless`)"
    case .reloaded: "by itself: the whole feed had expired, so it was loaded again"
    case .tapped: "because of that tap"
    case .restartedFirst: "again because of that tap: it is the first story"
    case .opened, .next, .previous, .jumped, .previousDeck, .roundBefore: nil
    }
  }

  /// Returns the setting for the end of the deck, if it differs from the default.
  private static func end(_ viewer: Viewer) -> String {
    switch viewer.end {
    case .loop: ""
    case .nextDeck: " and there is no next user (`set end next`)"
    case .dismiss, .endless: " (`set end \(StorySettings.word(viewer.end))`)"
    }
  }
}
