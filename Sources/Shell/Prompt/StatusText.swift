import Stories
import StoryScript
import Terminal
import Timeline
import Timers

/// What stands at the right of the prompt: the playing story and the running timer.
enum StatusText {
  /// Nothing while both are idle.
  ///
  /// - Parameter room: cells; in less the pictures are left out.
  static func text(of world: World, at instant: Instant, room: Int, glyphs: GlyphSet) -> StyledText? {
    let full = text(of: world, at: instant, hasPictures: true, glyphs)
    guard let full, full.width > room else { return full }
    return text(of: world, at: instant, hasPictures: false, glyphs)
  }

  private static func text(
    of world: World, at instant: Instant, hasPictures: Bool, _ glyphs: GlyphSet
  ) -> StyledText? {
    var text = story(world.player, at: instant, hasPictures, glyphs) ?? StyledText()
    if let timer = timer(world.countdown, at: instant, hasPictures, glyphs) {
      if !text.isEmpty { text.append("  ") }
      text += timer
    }
    return text.isEmpty ? nil : text
  }

  /// `4 ▰▰▰▰▱▱▱▱ 7.2 s`: number, share shown, time left.
  private static func story(
    _ player: Player, at instant: Instant, _ hasPictures: Bool, _ glyphs: GlyphSet
  ) -> StyledText? {
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

  /// `◕ 12:41`: share left, time left.
  private static func timer(
    _ countdown: Countdown, at instant: Instant, _ hasPictures: Bool, _ glyphs: GlyphSet
  ) -> StyledText? {
    guard countdown.state == .running || countdown.state == .paused else { return nil }
    let left = countdown.remaining(at: instant)
    let share = 1 - countdown.progress(at: instant)
    let ascii = hasPictures ? "(" + Picture.progress(share, width: 4, glyphs: .ascii) + ") " : ""
    let ring = glyphs == .unicode ? disc(share) + " " : ascii
    if countdown.state == .paused {
      return StyledText("\(Mark.held.text(glyphs)) \(ring)\(clock(left))", .held)
    }
    return StyledText(ring, countdown.colour(at: instant).style) + StyledText(clock(left), .duration)
  }

  static func disc(_ share: Double) -> String {
    ["○", "◔", "◑", "◕", "●"][min(4, max(0, Int((share * 4).rounded(.up))))]
  }

  /// Whole seconds, rounded up: `12:41`, `1:00:00`.
  static func clock(_ left: Duration) -> String {
    let seconds = (max(0, left.microseconds) + 999_999) / 1_000_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}

extension RingColour {
  /// The colour that its name says.
  var style: Style {
    switch self {
    case .purpleBlue: .shade(red: 110, green: 90, blue: 220)
    case .periwinkle: .shade(red: 150, green: 160, blue: 255)
    case .turquoise: .shade(red: 64, green: 208, blue: 200)
    case .orange: .shade(red: 255, green: 165, blue: 60)
    case .coral: .shade(red: 255, green: 110, blue: 90)
    case .magenta: .shade(red: 230, green: 60, blue: 200)
    }
  }
}
