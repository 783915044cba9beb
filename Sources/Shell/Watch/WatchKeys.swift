import StoryScript
import Terminal

/// The keys while watching: each is a command, as if it had been typed.
enum WatchKeys {
  /// The command that shows the full screen.
  static let command = "watch"

  enum Action {
    case command(String, [Value])
    case leave
    /// The meaning is asked for in a session's words.
    case explain
    /// A look back, which takes the keys until it ends.
    case walk
    /// All keys that mean something now.
    case keys
    case nothing
  }

  static func action(for key: ScreenKey, _ world: World, _ scenes: (main: Scene, beneath: Scene)) -> Action {
    switch key {
    case .escape, .interrupt, .character("q"): .leave
    case .character("u"): .command("undo", [.none])
    case .character("e"): .explain
    case .character("?"): .keys
    case .earlier: .walk
    default: scenes.main.action(key, world) ?? scenes.beneath.action(key, world) ?? .nothing
    }
  }
}
