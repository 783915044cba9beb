import Stories
import StoryScript
import Terminal
import Timeline

/// The story on a watched screen.
enum StoryScene {
  /// - Parameter pictures: draws the file that a story shows.
  static func scene(_ pictures: any PictureSource) -> Scene {
    Scene(
      isOn: { $0.stories.player.story != nil },
      rows: { world, room, count in
        let file = room.pictures == .none ? nil : world.stories.player.story?.file
        return StoryPicture(world.stories, room.instant, columns: room.columns, room.glyphs)
          .rows(count, hasCard: room.hasCard) { columns, rows in
            file.flatMap { pictures.drawn(file: $0, room.pictures, columns: columns, rows: rows) }
          }
      },
      idle: { world, room, count in
        let words = StoryViewWords.state(of: world.stories.viewer)
        let lines = [
          StyledText(" " + words, .dim),
          StyledText(" at the prompt ", .dim) + StyledText("story play 4", .command)
            + StyledText(" plays one", .dim),
        ]
        return lines.prefix(count).map { $0.clipped(to: room.columns, mark: room.glyphs.ellipsis) }
      },
      words: { StoryViewWords.story(of: $0.stories, at: $1) },
      action: { action(for: $0, $1.stories.player) },
      hints: { hints(of: $0.stories.player, $1) },
      // A photo is nothing without its picture.
      height: { $0.stories.player.story?.file == nil ? Scene.wordsHeight : Scene.pictureHeight },
      pause: { world, _, _ in
        let player = world.stories.player
        return player.situation.isMoving || (player.story?.file != nil && pictures.isLoading) ? Watch.frame : nil
      })
  }

  /// A terminal does not say when a key goes up, so one key presses and lifts, and one pauses and resumes.
  private static func action(for key: ScreenKey, _ player: Player) -> WatchKeys.Action? {
    switch key {
    case .left: .command("tap", [.text("left")])
    case .right: .command("tap", [.text("right")])
    case .down: .command("swipe", [.text("left")])
    case .up: .command("swipe", [.text("right")])
    case .character(" "): player.situation.isHeld ? .command("release", []) : .command("hold", [.none, .none])
    case .character("p"): player.pauseStart == nil ? .command("pause", []) : .command("resume", [])
    case .character("l"): .command("like", [.none])
    case .character("d"): .command("doubletap", [])
    case .character("x"): .command("swipe", [.text("down")])
    case .character("r"): .command("story retry", [])
    case .character("0"): .command("jump", [.number(10)])
    case .character(let character):
      if let number = character.wholeNumberValue, character.isASCII {
        .command("jump", [.number(Double(number))])
      } else {
        nil
      }
    default: nil
    }
  }

  private static func hints(of player: Player, _ glyphs: GlyphSet) -> (main: [Scene.Hint], rest: [Scene.Hint]) {
    guard player.situation.isOpen else { return ([], []) }
    let (sides, upDown, digits) = glyphs == .unicode ? ("←→", "↑↓", "1–9") : ("<>", "^v", "1-9")
    let retry: [Scene.Hint] = player.state == .failed ? [("r", "retry")] : []
    return (
      retry + [
        ("space", player.situation.isHeld ? "release" : "hold"), (sides, "tap"), ("l", "like"), (upDown, "user"),
        ("p", player.state == .paused ? "resume" : "pause"), (digits, "jump"),
      ], [("x", "close"), ("d", "double tap"), ("0", "jump to the tenth")]
    )
  }
}
