import StoryScript
import TerminalText
import Timeline

/// The questions to the user at the prompt; scripts have none.
public final class Questions {
  public private(set) var prompt: PromptState?
  /// `true` if another session waits underneath.
  private(set) var isNested = false

  func attach(_ prompt: PromptState, isNested: Bool = false) {
    self.prompt = prompt
    self.isNested = isNested
  }

  /// `true` if a user typed the running line and can answer.
  package var canAsk: Bool { prompt?.isTyped == true && prompt?.canAsk == true }

  /// Asks the user at the terminal.
  /// - Parameter way: the code for a script to use instead.
  package func ask(_ question: String, hidden: Bool, _ way: String, _ output: Output) throws(Failure) -> String {
    guard canAsk, let prompt else {
      throw .refused("a script cannot answer a question: provide the answer beforehand", way)
    }
    try output.flush()
    let answered = prompt.answer(StyledText(question.hasSuffix(" ") ? question : question + " "), hidden: hidden)
    output.fitWindow()
    guard case .text(let answer) = answered else { throw Failure(.interrupted) }
    return answer
  }
}

extension Session {
  /// Asks the user to confirm. Without a user the answer is yes: a script means what it says. A line that is not an
  /// answer counts as no, and becomes the next input.
  package func confirms(_ question: String) -> Bool {
    // The full screen has no place for a question.
    if let watch, watch.isHandlingKey { return watch.confirms(question, output.glyphs) }
    guard let prompt = questions.prompt else { return true }
    let answer = prompt.confirms(question)
    output.fitWindow()
    switch answer {
    case .yes: return true
    case .no: return false
    case .other(let line):
      notice("the answer is neither yes nor no, so it counts as no")
      prompt.proceed(with: line)
      return false
    }
  }
}

/// A typed line that has run, for the tutor that answers it.
package struct TypedLine {
  package let text: String
  /// The instant at which the line began.
  let began: Instant
  /// The number of inputs that the line has given to the session.
  package var inputs = 0
  /// `true` if the line has a value as a statement: a calculation, or a prediction.
  package var hasValue = false
  /// The names of the commands in the line.
  package var commands: Set<String>
  /// `true` if the line parsed and ran to its end.
  package var isFine = true
  /// `true` if the line parsed, so that it ran.
  var isRead = true
  /// The reason why the line did not run to its end; `nil` if it did, was stopped, or could not be parsed.
  var failure: String?
  /// The time from the line's beginning until ^C stopped it; `nil` if it was not stopped.
  var stopped: Duration?
  /// The answers to the line's questions, `…` for a secret; `nil` for a question without an answer.
  package var answers: [String?] = []

  /// Adds the result of a key pressed after the line; a refused key is not a failure.
  mutating func add(key line: TypedLine) {
    inputs += line.inputs
    commands.formUnion(line.commands)
  }

  /// Adds another part of the same line.
  mutating func add(part line: TypedLine) {
    add(key: line)
    hasValue = hasValue || line.hasValue
    isFine = isFine && line.isFine
    answers += line.answers
  }
}
