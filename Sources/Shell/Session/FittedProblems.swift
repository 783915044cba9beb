import StoryScript
import System
import Timeline

/// What the language alone cannot say of a mistake: which day it is, and whether this is practice.
extension Session {
  /// A diagnostic with advice that can be followed here and now.
  func fitted(_ diagnostic: Diagnostic) -> Diagnostic {
    var fitted = diagnostic
    switch diagnostic.problem {
    case .timeWithoutDate(let written):
      if let date = nextDate(at: written) {
        fitted.problem = .foreign(diagnostic.problem.message, instead: Problem.question(about: "\(date)T\(written)"))
      }
    case .unknownCommand(let word, let meant, _) where word.hasSuffix(".story") && meant == ["include \(word)"]:
      // A script that is made for one moment after another would fail in a time that goes on by itself.
      guard options.kind == .real else { break }
      fitted.problem = .foreign(
        diagnostic.problem.message,
        instead: "outside, storyline \(word) runs it; here, in the time that passes: include \(word)")
    case .unknownCommand(let word, _, _) where fields(of: word) != nil:
      fitted.problem = .foreign(diagnostic.problem.message, instead: "it has \(fields(of: word) ?? "")")
    case .unknownCommand(let word, let meant, _)
    where word.contains("/") && meant.count == 1 && meant[0].hasSuffix(" " + word)
      && (try? FileStatus(FilePath.expanded(word)).isFolder) == false:
      // Of a folder something could be made.
      fitted.problem = .foreign(diagnostic.problem.message, instead: "programs of the system do not run here")
    case .unknownCommand(let word, _, _) where ToolUsage.Tool(rawValue: word) != nil:
      fitted.problem = .foreign(diagnostic.problem.message, instead: "outside: storyline \(word) …")
    case .unknownCommand(let word, _, _) where word.hasPrefix("!"):
      fitted.problem = .foreign(
        diagnostic.problem.message,
        instead: "programs of the system do not run here; Up and ^R bring back what was typed before")
    // As other shells call their lines.
    case .wrongArgument("history", _, _, "'delete'", _):
      fitted.problem = .foreign(diagnostic.problem.message, instead: "lines are forgotten by: recall delete \"LINE\"")
    case .wrongArgument(let command, _, _, _, nil) where ["from", "to"].contains(command):
      let value = command == "from" ? "\"…\"" : "$value"
      fitted.problem = .foreign(diagnostic.problem.message, instead: "the value comes first: \(command) \(value) json")
    case .wrongArgument(let command, _, _, let found, nil) where found.hasPrefix("'") && !others(of: command).isEmpty:
      fitted.problem = .foreign(
        diagnostic.problem.message, instead: "or \(others(of: command).joined(separator: ", "))")
    case .missingArgument(let command, _, _, _)
    where options.kind == .real && PracticeNeed.commands.contains(command):
      fitted.problem = PracticeNeed.refusal(of: command, isAtPrompt: questions.prompt != nil).problem
    default: break
    }
    return fitted
  }

  /// The first few commands that begin as one does and go on: `review next` besides `review`.
  private func others(of command: String) -> [String] {
    let words = command.split(separator: " ")
    return catalog.entries.lazy.map(\.command).filter {
      $0.words.count == words.count + 1 && $0.name.hasPrefix(command + " ")
    }.prefix(5).map(\.name)
  }

  /// What a word has that begins the names of states, and no command: `clock.now`.
  private func fields(of root: String) -> String? {
    let fields = catalog.schema.fields(of: root)
    guard !fields.isEmpty, !catalog.schema.vocabulary.commands.hasFirstWord(root) else { return nil }
    return fields.prefix(6).map { "\(root).\($0)" }.joined(separator: ", ")
  }

  /// The day on which a clock shows this next: today, or tomorrow; `nil` for what is no time of day.
  private func nextDate(at time: String) -> String? {
    for days in [0, 1] as [Int64] {
      var day = options.zone.civil(now + .days(days))
      (day.hour, day.minute, day.second, day.microsecond) = (0, 0, 0, 0)
      guard let civil = CivilTime(parsing: "\(day)T\(time)".utf8) else { return nil }
      if civil.instant() - options.zone.offset(atLocal: civil) > now { return "\(day)" }
    }
    return nil
  }
}
