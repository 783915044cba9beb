/// An effect of code besides its value. A condition must have none, because it is looked at any number of times, and
/// ahead of time.
public enum Deed: Hashable, Sendable {
  /// Runs a command, or a statement of the language such as `print`, `wait` or `every`.
  case run(String)
  /// Changes a variable that outlives it.
  case change(String)
  /// Draws from the session's chance, so that all later draws differ.
  case draw(function: String)
  /// Shows a value, as an expression does that is a statement.
  case show

  /// As the end of "it cannot …".
  var infinitive: String { words.verb + words.object }
  /// As the end of "it …".
  var phrase: String { words.verb + "s" + words.object }

  private var words: (verb: String, object: String) {
    switch self {
    case .run(let name): ("run", " '\(name)'")
    case .change(let name): ("change", " '\(name)'")
    case .draw(let name): ("draw", " from '\(name)'")
    case .show: ("show", " a value")
    }
  }
}
