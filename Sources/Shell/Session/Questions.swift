import StoryScript
import Terminal
import Timeline

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

/// A line that was typed at a prompt and has run, for whoever answers it.
struct TypedLine {
  let text: String
  /// The instant at which it began.
  let began: Instant
  /// How many inputs it has given the session.
  var inputs = 0
  /// Whether a value stands in it as a statement: something that was worked out, or foretold.
  var hasValue = false
  /// The names of the commands in it.
  var commands: Set<String>
  /// Whether it could be read and run to its end.
  var isFine = true
  /// Whether it could be read, so that it has run.
  var isRead = true
  /// Why it could not be run to its end; `nil` where it could, was stopped, or could not be read.
  var failure: String?
  /// How long after its beginning ^C has stopped it; `nil` unless it has.
  var stopped: Duration?
  /// The answers that were given to its questions, `…` for what is a secret; `nil` for one that nobody answered.
  var answers: [String?] = []

  /// Takes in what a key did after it, which is refused without failing.
  mutating func add(key line: TypedLine) {
    inputs += line.inputs
    commands.formUnion(line.commands)
  }

  /// Takes in another part of the same line.
  mutating func add(part line: TypedLine) {
    add(key: line)
    hasValue = hasValue || line.hasValue
    isFine = isFine && line.isFine
    answers += line.answers
  }
}
