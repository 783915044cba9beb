/// An effect of code besides its value. A condition must have none, because it is evaluated any number of times, and
/// ahead of time.
public enum SideEffect: Hashable, Sendable {
  /// Runs a command, or a statement of the language such as `print`, `wait` or `every`.
  case run(String)
  /// Changes a variable that outlives the code.
  case change(String)
  /// Draws a random number from the session, so that all later draws differ.
  case draw(function: String)
  /// Prints a value, as an expression statement does.
  case show

  /// The effect as the end of "it cannot …".
  var infinitive: String { words.verb + words.object }
  /// The effect as the end of "it …".
  var phrase: String { words.verb + "s" + words.object }

  private var words: (verb: String, object: String) {
    switch self {
    case .run(let name): ("run", " '\(name)'")
    case .change(let name): ("change", " '\(name)'")
    case .draw(let name): ("draw", " from '\(name)'")
    case .show: ("print", " a value")
    }
  }
}
