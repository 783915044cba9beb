import SessionState
import ShellCore
import Stories
import StoryScript
import TerminalText
import Timeline

/// The playing story in a few words.
enum StoryStatus {
  /// Returns `4 ▰▰▰▰▱▱▱▱ 7.2 s`: the number, the progress and the position, as wherever a story's time is shown.
  static func text(_ part: StoryPart, at instant: Instant, _ hasPictures: Bool, _ glyphs: GlyphSet) -> StyledText? {
    let player = part.player
    guard let story = player.story else { return nil }
    let bar = hasPictures ? Picture.progress(part.viewer.drawn(at: instant), width: 8, glyphs: glyphs) + " " : ""
    let position = StoryViewWords.position(of: part.viewer, at: instant).position
    switch player.state {
    case .playing, .entering:
      return StyledText("\(story.id) ", .dim) + StyledText(bar) + StyledText(position, .duration)
    case .failed:
      return StyledText("\(story.id) \(Mark.failed.text(glyphs)) \(bar)\(position)", .error)
    default:
      return StyledText("\(story.id) \(Mark.held.text(glyphs)) \(bar)\(position)", .held)
    }
  }

  /// Returns the story's next event, and the arrival of the feed.
  static func deadlines(_ part: StoryPart) -> [(at: Instant, kind: String, what: String)] {
    var all: [(at: Instant, kind: String, what: String)] = []
    if part.loader.deadline != .distantFuture { all.append((part.loader.deadline, "feed", "the feed is loaded")) }
    var viewer = part.viewer
    // The step that only ends a story's entrance is not worth waiting for.
    for _ in 0..<4 {
      guard let next = viewer.nextDeadline else { break }
      let before = (viewer.player.story?.id, viewer.player.state)
      viewer.advance(to: next) { _ in
      } notice: { _, _ in
      }
      let after = (viewer.player.story?.id, viewer.player.state)
      if before == (after.0, .entering), after.1 == .playing { continue }
      all.append((next, "story", words(after.0, after.1, isAnother: before.0 != after.0)))
      break
    }
    return all
  }

  private static func words(_ story: Int?, _ state: Player.State, isAnother: Bool) -> String {
    let name = story.map { "story \($0)" } ?? "the story"
    return switch state {
    case .idle, .dismissed: "viewing ends"
    case .entering where isAnother: "\(name) starts"
    case .entering: "\(name) starts again"
    case .playing: "\(name) resumes"
    case .failed: "\(name) fails"
    case .buffering: "\(name) waits for its picture"
    case .paused, .pausedByHold: "\(name) is held"
    }
  }

  /// Describes the restored state after an undo, where the command's name does not.
  static func stateWords(_ session: Session, _ aspects: World.Aspects) -> String? {
    guard aspects.contains(.stories(.player)) else { return nil }
    let player = session.world.stories.player
    guard let story = player.story else { return "nothing is playing" }
    let position = TimeText.position(session.world.stories.viewer.offset(at: session.now))
    switch player.state {
    case .entering, .playing: return "story \(story.id) continues at \(position)"
    case .pausedByHold: return "story \(story.id) is held at \(position)"
    default: return "story \(story.id) is at \(position)"
    }
  }

  /// Adds the story to a line about going back in time.
  static func rewound(_ session: Session, _ line: inout LineWriter) {
    let player = session.world.stories.player
    guard let story = player.story else { return }
    line.add(": story ", story.id, " at ", Styled(position: session.world.stories.viewer.offset(at: session.now)))
  }
}
