import JSON
import SessionState
import ShellCore
import Stories
import StoryScript
import TerminalText
import Timeline

/// The story on a watched screen.
enum StoryWatchView {
  /// - Parameter pictures: draws the file of a story.
  static func watchView(_ pictures: any PictureSource) -> WatchView {
    WatchView(
      isOn: { $0.stories.player.story != nil },
      rows: { world, room, count in
        let story = room.pictures == .none ? nil : world.stories.player.story
        return StoryPicture(world.stories, room.instant, columns: room.columns, room.glyphs)
          .rows(count, hasCard: room.hasCard) { columns, rows in
            story.flatMap { picture(of: $0, pictures, room.pictures, columns: columns, rows: rows) }
          }
      },
      idle: { world, room, count in
        let words = StoryViewWords.state(of: world.stories.viewer)
        let lines = [
          StyledText(" " + words, .dim),
          StyledText(" at the prompt, ", .dim) + StyledText("story play 4", .command)
            + StyledText(" plays a story", .dim),
        ]
        return lines.prefix(count).map { $0.clipped(to: room.columns, mark: room.glyphs.ellipsis) }
      },
      words: { StoryViewWords.story(of: $0.stories, at: $1) },
      action: { action(for: $0, $1.stories.viewer) },
      hints: { hints(of: $0.stories.viewer, $1) },
      // Without a form for pictures, the rows are those of the words.
      height: { _ in WatchView.pictureHeight },
      pause: { world, _, _ in
        let player = world.stories.player
        return player.situation.isMoving || (player.story?.file != nil && pictures.isLoading) ? Watch.frame : nil
      })
  }

  /// Returns the picture of a story: its file, or for a story of the feed, whose pictures are only names, a landscape.
  private static func picture(
    of story: Story, _ pictures: any PictureSource, _ form: PictureForm, columns: Int, rows: Int
  ) -> [StyledText]? {
    if let file = story.file { return pictures.drawn(file: file, form, columns: columns, rows: rows) }
    return pictures.painted(form, columns: columns, rows: rows) { width, height in
      PaintedLandscapes.shared.pixels(of: story.media.name, width: width, height: height)
    }
  }

  /// Returns the command of a key. Terminals do not report when a key is released, so one key presses and lifts the
  /// finger, and one pauses and resumes.
  private static func action(for key: ScreenKey, _ viewer: Viewer) -> WatchKeys.Action? {
    let player = viewer.player
    // Down is the next user in either direction of reading.
    let isMirrored = player.settings.isRightToLeft
    return switch key {
    case .left: .command("tap", [.text("left")])
    case .right: .command("tap", [.text("right")])
    case .down: .command("swipe", [.text(isMirrored ? "right" : "left"), .none])
    case .up: .command("swipe", [.text(isMirrored ? "left" : "right"), .none])
    case .character(" "): isTouched(viewer) ? .command("release", []) : .command("hold", [.none, .none])
    case .character("p"): player.pauseStart == nil ? .command("pause", []) : .command("resume", [])
    case .character("l"): .command("like", [.none])
    case .character("d"): .command("doubletap", [])
    case .character("x"): .command("swipe", [.text("down"), .none])
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

  /// Returns `true` if a finger is on the picture. In the earlier designs a story is not always held then.
  private static func isTouched(_ viewer: Viewer) -> Bool {
    viewer.player.situation.isHeld || viewer.recognizer.isDown
  }

  private static func hints(of viewer: Viewer, _ glyphs: GlyphSet) -> (main: [WatchView.Hint], rest: [WatchView.Hint]) {
    let player = viewer.player
    guard player.situation.isOpen else { return ([], []) }
    let (sides, upDown, digits) = glyphs == .unicode ? ("←→", "↑↓", "1–9") : ("<>", "^v", "1-9")
    let retry: [WatchView.Hint] = player.state == .failed ? [("r", "retry")] : []
    return (
      retry + [
        ("space", player.situation.isHeld ? "release" : isTouched(viewer) ? "lift the finger" : "hold"), (sides, "tap"),
        ("l", "like"), (upDown, "user"),
        ("p", player.state == .paused ? "resume" : "pause"), (digits, "jump"),
      ], [("x", "close"), ("d", "double tap"), ("0", "jump to story 10")]
    )
  }
}

/// The texts about the story in the viewer: the same beside a picture and in a pipe.
enum StoryViewWords {
  /// Returns `2 h`; `nil` for the user's own pictures, which were never posted.
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
    case .idle: "nothing is playing"
    case .dismissed: viewer.isDismissing ? "stuck in `dismissing`; try: story play 4" : "viewing has ended"
    case .entering, .playing: "playing"
    case .paused: "paused"
    case .pausedBuffering: "paused, waiting for its picture"
    case .buffering: "waiting for its picture"
    case .failed: "failed: no picture"
    case .heldPlaying: "held"
    case .heldPaused: "held while paused"
    case .heldBuffering: "held, waiting for its picture"
    case .heldFailed: "held, failed: no picture"
    case .heldPausedBuffering: "held while paused"
    }
  }

  /// Returns `7.2 s` and `15 s`; from a minute on `1:02` and `20:00`.
  static func position(of viewer: Viewer, at instant: Instant) -> (position: String, length: String) {
    let (position, length) = (viewer.offset(at: instant), viewer.player.storyLength)
    guard length >= .minutes(1) else { return (TimeText.position(position), TimeText.length(length)) }
    let whole = Duration.seconds(position.microseconds / 1_000_000)
    return (TimeText.clock(whole), TimeText.clock(length))
  }

  /// Returns the story in one line without a picture.
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

/// The playing story, on a page.
enum StoryPageModel {
  static let pageModel = PageModel(name: "story") { session in
    let part = session.world.stories
    let (player, now) = (part.player, session.now)
    guard let story = player.story else { return nil }
    let length = player.storyLength
    let drawn = part.viewer.drawn(at: now) * Double(length.microseconds)
    return .fields([
      "number": .integer(Int64(story.id)), "author": .string(sanitized(story.author)),
      "picture": .string(sanitized(story.media.name)), "place": .integer(Int64(player.index)),
      "count": .integer(Int64(player.deck.count)), "length": .integer(length.microseconds / 1_000),
      "state": .string(StoryViewWords.state(of: part.viewer)), "rests": .flag(!player.situation.isMoving),
      "liked": .flag(part.isLiked(story)), "p": .integer(Int64(drawn / 1_000)),
      "r": .flag(player.situation.isMoving), "image": PageModel.image(story.file, in: session),
    ])
  }
}
