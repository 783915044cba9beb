import Terminal
import Timers

/// What the commands of a prompt act on, and what they ask of it.
public final class PromptState {
  /// What a command wants the prompt to do once the line is over.
  enum Request {
    case leave, practice, endPractice
    /// A practice session in which the tutorial goes on from here.
    case tutorial(Tutorial)
  }

  public let history: History
  /// Whether what probably follows is shown behind the line.
  public internal(set) var suggests = true
  /// The line that runs.
  var line = ""
  var request: Request?
  /// Whether a line that somebody typed runs now: only then a question cannot come in the middle of another line.
  var isTyped = false
  /// Asks the person at the terminal for a line: the answer, or `nil` for ^C and the like.
  public var ask: ((StyledText) -> String?)?
  /// Makes the timers' sounds; `nil` where there is no terminal.
  public var sounder: Sounder?

  public init(history: History) { self.history = history }

  /// Asks whether something is really meant; anything but yes is no. Without a person to ask the answer is yes: what a
  /// script says is meant.
  func confirms(_ question: String) -> Bool {
    guard isTyped, let ask else { return true }
    let answer = ask(StyledText(sanitized(question)) + StyledText(" [y/N] ", .dim))
    return ["y", "yes"].contains(answer?.filter { !$0.isWhitespace }.lowercased())
  }
}
