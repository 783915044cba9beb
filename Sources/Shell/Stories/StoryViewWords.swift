import Stories
import StoryScript
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

  static func state(of player: Player) -> String {
    switch player.situation {
    case .idle: "nothing plays"
    case .dismissed: "viewing has ended"
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
  static func position(of player: Player, at instant: Instant) -> (position: String, length: String) {
    let (position, length) = (player.offset(at: instant), player.storyLength)
    guard length >= .minutes(1) else { return (TimeText.position(position), TimeText.length(length)) }
    let whole = Duration.seconds(position.microseconds / 1_000_000)
    return (TimeText.clock(whole), TimeText.clock(length))
  }

  /// The story in one line without a picture.
  static func story(of part: StoryPart, at instant: Instant) -> String {
    guard let story = part.player.story else { return state(of: part.player) }
    let (position, length) = position(of: part.player, at: instant)
    var parts = ["story \(story.id) by @\(story.author)"]
    if let age = age(of: part, at: instant) { parts.append("\(age) old") }
    parts.append("\(part.player.index + 1) of \(part.player.deck.count)")
    parts.append("\(state(of: part.player)) at \(position) of \(length)")
    if part.isLiked(story.id) { parts.append("liked") }
    return sanitized(parts.joined(separator: ", ") + ": " + story.media.name)
  }
}
