import StoryScript
import System
import TerminalText

/// `ask`: a question of a script to the person at the terminal.
///
///     let name = ask "What is your name? " default "friend"
package enum AskCommand {
  package static let entries: [CommandEntry] = [
    CommandEntry(
      "ask",
      [
        Parameter("QUESTION", .text, "the question"),
        Parameter(
          "DEFAULT", after: "default", .any, optional: true,
          "the answer if the user presses only Enter, or if there is no terminal"),
      ],
      summary: "asks the user a question and returns the answer as text",
      details: """
        The question appears at the prompt, or at the terminal where a script runs. Without a terminal, as in a pipe, \
        and in blocks that run later, `ask` returns DEFAULT; without DEFAULT it is an error. Convert the answer with \
        `number`, `duration` or `date`.
        """,
      examples: [
        .init(
          "let name = ask \"Your name? \" default \"friend\"\nexpect $name == \"friend\"", "a script without a terminal"
        ),
        .init("expect error { ask \"Your name? \" }", "no one is there to answer"),
      ],
      searchWords: ["input", "question", "answer", "prompt", "readline", "user"], advancesClock: false,
      effect: .outside,
      in: .prompt, shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      let (question, fallback) = (arguments.text(0) ?? "", arguments[1])
      guard let answer = try session.questions.answer(to: question, session) else {
        guard fallback.isNone else { return .value(fallback) }
        throw .refused(
          "no one can answer here: 'ask' needs a terminal", "try: ask \(Literal.quoted(question)) default \"…\"")
      }
      return .value(answer.isEmpty && !fallback.isNone ? fallback : .text(answer))
    }
  ]
}

extension Questions {
  /// Returns what the user types as the answer; `nil` if there is no user to ask.
  fileprivate func answer(to question: String, _ session: Session) throws(Failure) -> String? {
    if session.options.isTrial { return nil }
    // The question may contain text from a file or a post.
    let question = sanitized(question, glyphs: session.output.glyphs)
    if canAsk { return try ask(question, hidden: false, "", session.output) }
    guard prompt == nil, session.options.hasInput, Descriptor.input.isTerminal, session.output.isTerminal else {
      return nil
    }
    try session.output.flush()
    session.output.write(question.hasSuffix(" ") ? question : question + " ")
    try session.output.flush()
    return try Self.readLine()
  }

  /// Reads a line from the terminal of a script.
  private static func readLine() throws(Failure) -> String {
    var bytes: [UInt8] = []
    while true {
      // The terminal gives at most one line at a time.
      guard let next = try? Descriptor.input.readAll(atMost: 1, unless: { Interruption.isRequested }) else {
        throw Failure(.interrupted)
      }
      // ^D ends the input: no one answers.
      guard let byte = next.first else {
        if bytes.isEmpty { throw Failure(.interrupted) }
        break
      }
      if byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .refused("the answer is not valid UTF-8") }
    return text
  }
}
