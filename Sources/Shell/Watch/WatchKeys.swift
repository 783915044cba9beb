import Stories
import StoryScript
import Terminal

/// What the keys do while watching: each is a command, as if it had been typed.
enum WatchKeys {
  enum Action {
    case command(String, [Value])
    case leave
    /// The meaning is asked for in a session's words.
    case explain
    case nothing
  }

  /// A terminal does not say when a key goes up, so one key presses and lifts, and one pauses and resumes.
  static func action(for key: ScreenKey, _ world: World) -> Action {
    let player = world.player
    return switch key {
    case .left: .command("tap", [.text("left")])
    case .right: .command("tap", [.text("right")])
    case .down: .command("swipe", [.text("left")])
    case .up: .command("swipe", [.text("right")])
    case .escape, .interrupt: .leave
    case .character(" "): player.situation.isHeld ? .command("release", []) : .command("hold", [.none, .none])
    case .character("p"): player.pauseStart == nil ? .command("pause", []) : .command("resume", [])
    case .character("l"): .command("like", [])
    case .character("d"): .command("doubletap", [])
    case .character("x"): .command("swipe", [.text("down")])
    case .character("t"): .command(world.countdown.state == .paused ? "timer resume" : "timer pause", [])
    case .character("r"): .command("story retry", [])
    case .character("u"): .command("undo", [.none])
    case .character("e"): .explain
    case .character("q"): .leave
    case .character("0"): .command("jump", [.number(10)])
    case .character(let character):
      if let number = character.wholeNumberValue, character.isASCII {
        .command("jump", [.number(Double(number))])
      } else {
        .nothing
      }
    default: .nothing
    }
  }

  /// The commands' places in the table, found once.
  private static let places: [String: Int] = Dictionary(
    uniqueKeysWithValues: Catalog.entries.enumerated().map { ($1.command.name, $0) })

  static func place(of command: String) -> Int? { places[command] }
}
