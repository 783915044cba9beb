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
  /// Asks the person at the terminal, whose answer may be hidden; `nil` where nobody can be asked.
  public var asks: ((_ question: StyledText, _ hidden: Bool) -> Answer)?
  /// Whether a line that somebody typed runs now: only then a question cannot come in the middle of another line.
  var isTyped = false
  /// Makes the timers' sounds; `nil` where there is no terminal.
  public var sounder: Sounder?

  public init(history: History) { self.history = history }

  /// Asks whether something is really meant; anything but yes is no. Without a person to ask the answer is yes: what a
  /// script says is meant.
  func confirms(_ question: String) -> Bool {
    guard isTyped, let asks else { return true }
    guard case .text(let answer) = asks(StyledText(sanitized(question)) + StyledText(" [y/N] ", .dim), false) else {
      return false
    }
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }
}
