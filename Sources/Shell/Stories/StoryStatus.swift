import Stories
import StoryScript
import Terminal
import Timeline

/// The playing story in a few words.
enum StoryStatus {
  /// `4 ▰▰▰▰▱▱▱▱ 7.2 s`: number, share shown, time left.
  static func text(
    _ part: StoryPart, at instant: Instant, _ hasPictures: Bool, _ glyphs: GlyphSet
  ) -> StyledText? {
    let player = part.player
    guard let story = player.story else { return nil }
    let bar = hasPictures ? Picture.progress(player.progress(at: instant), width: 8, glyphs: glyphs) + " " : ""
    let left = TimeText.position(player.storyLength - player.offset(at: instant))
    switch player.state {
    case .playing, .entering:
      return StyledText("\(story.id) ", .dim) + StyledText(bar) + StyledText(left, .duration)
    case .failed:
      return StyledText("\(story.id) \(Mark.failed.text(glyphs)) \(bar)\(left)", .error)
    default:
      return StyledText("\(story.id) \(Mark.held.text(glyphs)) \(bar)\(left)", .held)
    }
  }

  /// How what came back stands now, where the command's name does not say it.
  static func standing(_ session: Session, _ aspects: World.Aspects) -> String? {
    guard aspects.contains(.stories(.player)) else { return nil }
    let player = session.world.stories.player
    guard let story = player.story else { return "nothing plays" }
    let position = TimeText.position(player.offset(at: session.now))
    switch player.state {
    case .entering, .playing: return "story \(story.id) goes on at \(position)"
    case .pausedByHold: return "story \(story.id) is held at \(position)"
    default: return "story \(story.id) stands at \(position)"
    }
  }

  /// What a line about going back in time adds.
  static func rewound(_ session: Session, _ line: inout LineWriter) {
    let player = session.world.stories.player
    guard let story = player.story else { return }
    line.add(": story ", story.id, " at ", Painted(position: player.offset(at: session.now)))
  }
}
