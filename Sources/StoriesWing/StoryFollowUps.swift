import SessionState
import ShellCore
import Stories
import StoryScript
import Timeline

/// The events that stories cause by themselves after an input, for `explain`.
extension StoryReasons {
  /// Describes a later log entry that the story caused by itself; `nil` if there is nothing to report.
  static func sinceThen(_ session: Session, _ entry: EventLog.Entry) -> FollowUp? {
    switch entry.what {
    case .event(FeedEvents.loaded.row, let fields):
      FollowUp(
        .feed, "the list was loaded: \(TimeText.count(Int(fields["stories"]?.number ?? 0), "story", "stories")).")
    case .event(FeedEvents.failed.row, _): FollowUp(.feed, FeedEvents.lost(session))
    case .event(let row, let fields): StoryFaults.sinceThen(session, row, fields, at: entry.at)
    case .domain(.story(let kind, _)): sinceThen(session, kind, at: entry.at)
    default: nil
    }
  }

  private static func sinceThen(_ session: Session, _ kind: Player.Event.Kind, at instant: Instant) -> FollowUp? {
    switch kind {
    case .released(let length, let position, let state):
      FollowUp(.finger, released(after: length, at: position, into: state) + ".")
    case .shortPress(let length): FollowUp(.finger, wasTap(length, session) + ".")
    case .bufferingStarted(let position):
      FollowUp(.picture, "the story had to wait for its picture at \(TimeText.position(position)).")
    case .bufferingEnded(let length, let position, let state):
      FollowUp(
        .picture, "the picture was loaded after \(TimeText.length(length)), \(continuation(state, at: position)).")
    case .failed(let position, let cause): FollowUp(.picture, failed(cause, at: position, session))
    case .dismissed(.deckEnded):
      FollowUp(
        .story, "viewing ended, because the last story of the deck ended\(end(session.world.stories.viewer)).")
    case .storyStarted(_, let id, let cause):
      byItself(cause, isTap: hasTapped(session, at: instant)).map { FollowUp(.story, "story \(id) started \($0).") }
    default: nil
    }
  }

  /// Explains why a story started without an input at that instant.
  /// - Parameter isTap: whether a press that was too short to hold was a tap then, which ends a story as its time does.
  private static func byItself(_ cause: Player.Cause, isTap: Bool) -> String? {
    switch cause {
    case .looped where isTap: "because of that tap: it was the deck's last story, so the deck starts again (`set end`)"
    case .nextDeck where isTap:
      "because of that tap: it was this user's last story, so the next user follows (`set end`)"
    case .nextRound where isTap:
      "because of that tap: it was the round's last story, and the feed has no end (`set end endless`)"
    case .advanced: "by itself, because the previous story ended"
    case .looped: "by itself: the deck's last story ended, and the deck starts again (`set end`)"
    case .nextDeck: "by itself: this user's last story ended, and the next user follows (`set end`)"
    case .nextRound: "by itself: the previous story ended, and the feed has no end (`set end endless`)"
    case .reloaded: "by itself: the whole feed had expired, so it was loaded again"
    case .tapped, .tappedBack: "because of that tap"
    case .restartedFirst: "again because of that tap: it is the deck's first story"
    case .opened, .next, .previous, .jumped, .previousDeck, .roundBefore: nil
    }
  }

  /// Returns whether a press ended as a tap at an instant.
  private static func hasTapped(_ session: Session, at instant: Instant) -> Bool {
    let entries = session.past.log.entries
    // The log may have a million entries, in the order of their instants.
    for number in entries.firstIndex(from: entries.first, where: { $0.at >= instant })..<entries.end {
      if entries[number].at > instant { return false }
      if case .domain(.story(.shortPress, _)) = entries[number].what { return true }
      if GestureReasons.isTap(entries[number]) { return true }
    }
    return false
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
