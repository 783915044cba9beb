import StoryScript

/// What somebody may have meant whose command is refused, where another one has the same word and can be done as things
/// stand: `pause` while no story plays, but a timer runs.
enum OtherCommand {
  /// A refusal that leads to the other command; as it was where there is none.
  static func suggested(_ failure: Failure, of command: Int, _ arguments: Arguments, in session: Session) -> Failure {
    // Only people take a word for another one, and a script may be refused a thousand times a second.
    guard case .refused(let message, _) = failure.problem, session.questions.prompt?.isTyped == true,
      session.runtime.strand?.isMain == true, (0..<arguments.count).allSatisfy({ !arguments.has($0) }),
      let other = name(for: session.catalog.entries[command].command, in: session)
    else { return failure }
    var failure = failure
    failure.problem = .refused(message, suggestion: Problem.question(about: other))
    return failure
  }

  /// The name of the command of two words that has the refused one's word, else looks for it, and can be done.
  private static func name(for refused: Command, in session: Session) -> String? {
    guard refused.words.count == 1 else { return nil }
    let word = refused.words[0]
    let others = session.catalog.entries.filter { entry in
      let command = entry.command
      return entry.role == .acts && command.words.count == 2 && command.words[0] != word
        && (command.words[1] == word || command.searchWords.contains(word))
        && !command.parameters.contains { $0.isRequired }
    }
    let sorted = others.filter { $0.command.words[1] == word } + others.filter { $0.command.words[1] != word }
    return sorted.lazy.map(\.command.name).first { name in
      guard var trial = Trial(of: session), case .done = trial.run(name) else { return false }
      return trial.session.past.log.entries.end > 1
    }
  }
}
