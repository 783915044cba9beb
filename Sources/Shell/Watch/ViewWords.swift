import Stories
import Terminal
import Timeline
import Timers

/// What a viewer shows, in words: the same beside a picture and in a pipe.
enum ViewWords {
  /// `2 h`; `nil` for pictures of your own, which nobody has posted.
  static func age(of world: World, at instant: Instant) -> String? {
    guard world.player.deck.isFromFeed, let story = world.player.story else { return nil }
    let age = Age(instant - story.posted.instant(sessionStart: world.feed.sessionStart))
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
    return (StatusText.clock(whole), StatusText.clock(length))
  }

  /// `reading`, `63 % left`, and what the timer says.
  static func parts(of countdown: Countdown, at instant: Instant) -> [String] {
    let name = sanitized(countdown.activity?.name ?? "")
    let percent = Int(((1 - countdown.progress(at: instant)) * 100).rounded())
    let words = countdown.message(at: instant)?.sentence ?? ""
    return [name, "\(percent) % left", countdown.state == .paused ? "paused" : words]
  }

  /// The story in one line without a picture.
  static func story(of world: World, at instant: Instant) -> String {
    guard let story = world.player.story else { return state(of: world.player) }
    let (position, length) = position(of: world.player, at: instant)
    var parts = ["story \(story.id) by @\(story.author)"]
    if let age = age(of: world, at: instant) { parts.append("\(age) old") }
    parts.append("\(world.player.index + 1) of \(world.player.deck.count)")
    parts.append("\(state(of: world.player)) at \(position) of \(length)")
    if world.isLiked(story.id) { parts.append("liked") }
    return sanitized(parts.joined(separator: ", ") + ": " + story.media.name)
  }

  /// The timer in one line without a picture.
  static func timer(_ countdown: Countdown, at instant: Instant) -> String {
    let name = sanitized(countdown.activity?.name ?? "")
    switch countdown.state {
    case .idle: return "no timer runs"
    case .completed: return "\(name) is done"
    case .running, .paused:
      let parts = parts(of: countdown, at: instant)
      let left = StatusText.clock(countdown.remaining(at: instant))
      return "\(parts[0]), \(left) of \(TimeText.length(countdown.total)), \(parts[1]): \(parts[2])"
    }
  }
}

extension Session {
  /// The viewer as the result of a command: a picture at a terminal, elsewhere its words.
  func showViewer() {
    let hasTimer = world.countdown.isOn
    guard output.isTerminal else {
      if world.player.story != nil || !hasTimer { writeLine(StyledText(ViewWords.story(of: world, at: now))) }
      if hasTimer { writeLine(StyledText(ViewWords.timer(world.countdown, at: now))) }
      return
    }
    let rows = ViewerPicture.rows(of: world, at: now, columns: output.width, rows: hasTimer ? 8 : 4, glyphs: glyphs)
    for row in rows { writeLine(row) }
  }

  func showTimer() {
    guard output.isTerminal, world.countdown.isOn else {
      var line = StyledText(ViewWords.timer(world.countdown, at: now))
      if output.isTerminal { line = StyledText(" ") + line }
      return writeLine(line)
    }
    let rows = TimerPicture.rows(of: world.countdown, at: now, columns: output.width, rows: 3, glyphs: glyphs)
    for row in rows { writeLine(row) }
  }

  private var glyphs: GlyphSet { output.line.glyphs }
}
