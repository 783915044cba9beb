import StoryScript
import Terminal

/// The questions to the person at the prompt that a session's lines come from; scripts have none.
public final class Questions {
  public private(set) var prompt: PromptState?
  /// Whether another session waits underneath.
  private(set) var isNested = false

  func attach(_ prompt: PromptState, isNested: Bool = false) {
    self.prompt = prompt
    self.isNested = isNested
  }

  /// Whether somebody sits there who typed the line that runs.
  var canAsk: Bool { prompt?.isTyped == true && prompt?.asks != nil }

  /// Asks the person at the terminal.
  /// - Parameter way: what a script writes instead.
  func ask(_ question: String, hidden: Bool, _ way: String, _ output: Output) throws(Failure) -> String {
    guard canAsk, let ask = prompt?.asks else {
      throw .refused("this is asked for only when typed at a terminal; a script passes it", way)
    }
    try output.flush()
    // What is typed has room behind the last row.
    let rows = StyledText(question).wrapped(to: max(20, output.width - 8))
    var shown = rows.dropFirst().reduce(rows[0]) { $0 + "\n" + $1 }
    if !shown.plain.hasSuffix(" ") { shown += " " }
    guard case .text(let answer) = ask(shown, hidden) else { throw Failure(.interrupted) }
    return answer
  }
}

extension Session {
  /// Whether something is really meant. Without a person to ask the answer is yes: what a script says is meant. A line
  /// that answers nothing counts as no, and is what somebody types next.
  func confirms(_ question: String) -> Bool {
    guard let prompt = questions.prompt else { return true }
    switch prompt.confirms(question) {
    case .yes: return true
    case .no: return false
    case .other(let line):
      notice("that is neither yes nor no, so it counts as no")
      prompt.goOn(with: line)
      return false
    }
  }
}
