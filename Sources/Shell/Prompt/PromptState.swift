import Terminal

/// What the commands of a prompt act on, and what they ask of it.
public final class PromptState {
  /// What a command wants the prompt to do once the line is over.
  enum Request { case leave, practice, endPractice }

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

  public init(history: History) { self.history = history }
}
