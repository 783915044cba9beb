import Stories
import Terminal
import Timeline

/// The story that a viewer shows, in words: the same beside a picture and in a pipe.
enum StoryViewWords {
  /// `2 h`; `nil` for pictures of your own, which nobody has posted.
  static func age(of part: StoryPart, at instant: Instant) -> String? {
    guard part.player.deck.isFromFeed, let story = part.player.story else { return nil }
    let age = Age(instant - story.posted.instant(sessionStart: part.feed.sessionStart))
    switch age.unit {
    case .minutes: return "\(age.count) min"
    default: return "\(age.count) \(age.unit.rawValue)"
    }
  }

  static func state(of viewer: Viewer) -> String {
    switch viewer.player.situation {
    case .idle: "nothing plays"
    case .dismissed: viewer.isDismissing ? "dismissing, and it does not end: `story play 4`" : "viewing has ended"
    case .entering, .playing: "playing"
    case .paused: "paused"
    case .pausedBuffering: "paused, waits for its picture"
    case .buffering: "waits for its picture"
    case .failed: "failed: no picture"
    case .heldPlaying: "held"
    case .heldPaused: "held, paused below"
    case .heldBuffering: "held, waits for its picture"
    case .heldFailed: "held, failed: no picture"
    case .heldPausedBuffering: "held, paused below"
    }
  }

  /// `7.2 s` and `15 s`; from a minute on `1:02` and `20:00`.
  static func position(of viewer: Viewer, at instant: Instant) -> (position: String, length: String) {
    let (position, length) = (viewer.offset(at: instant), viewer.player.storyLength)
    guard length >= .minutes(1) else { return (TimeText.position(position), TimeText.length(length)) }
    let whole = Duration.seconds(position.microseconds / 1_000_000)
    return (TimeText.clock(whole), TimeText.clock(length))
  }

  /// The story in one line without a picture.
  static func story(of part: StoryPart, at instant: Instant) -> String {
    guard let story = part.player.story else { return state(of: part.viewer) }
    let (position, length) = position(of: part.viewer, at: instant)
    var parts = ["story \(story.id) by @\(story.author)"]
    if let age = age(of: part, at: instant) { parts.append("\(age) old") }
    parts.append("\(part.player.index + 1) of \(part.player.deck.count)")
    parts.append("\(state(of: part.viewer)) at \(position) of \(length)")
    if part.isLiked(story) { parts.append("liked") }
    return sanitized(parts.joined(separator: ", ") + ": " + story.media.name)
  }
}
