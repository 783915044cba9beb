import StoryScript
import System
import Terminal
import Timeline

extension Session {
  /// All that is wrong with a script that could not be read as a whole: also the mistakes in the statements that could be,
  /// without what only follows from those that could not. In the order of their places.
  func allMistakes(of found: Diagnostics) -> [Diagnostic] {
    guard let script = found.readable else { return found.all }
    if case .interrupted? = found.all.first?.problem { return found.all }
    let names = Declarations.possibleNames(in: script.source)
    do throws(Diagnostics) {
      _ = try compile(script)
      return found.all
    } catch {
      let further = error.all.filter { diagnostic in
        switch diagnostic.problem {
        case .unknownVariable(let name, _), .undeclaredAssignment(let name, _), .unknownFunction(let name, _):
          !names.contains(name)
        case .unreachable, .interrupted: false
        default: true
        }
      }
      return (found.all + further).sorted { $0.range.start < $1.range.start }
    }
  }
}

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

/// What was probably meant by the path of a file that is not there.
enum NearFile {
  /// - Returns: the path with the name nearest to its own in its folder, as it is typed and in words that ask for it;
  ///   `nil` where none is near, or no folder is there.
  static func question(about path: String) -> String? {
    // As it was shown.
    let bytes = path.replacing(/\\x([89A-Fa-f][0-9A-Fa-f])/) { match in
      UInt8(match.output.1, radix: 16).flatMap { FileName.character(of: $0) }.map { String(Character($0)) } ?? ""
    }
    if bytes != path, File.exists(FilePath.expanded(bytes)) {
      return Problem.question(about: Word.quotedIfNeeded(bytes))
    }
    var whole = path
    while whole.count > 1, whole.hasSuffix("/") { whole.removeLast() }
    let nameStart = whole.lastIndex(of: "/").map { whole.index(after: $0) } ?? whole.startIndex
    let name = String(whole[nameStart...])
    guard let names = try? Folder.names(in: FilePath.folder(of: FilePath.expanded(whole))), !names.contains(name),
      let near = closest(to: name, among: names.sorted())
    else { return nil }
    let meant = sanitized(whole[..<nameStart] + near)
    return Problem.question(about: Word.quotedIfNeeded(meant))
  }
}

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

/// What a session on the wall clock refuses: real time is nobody's to change.
enum PracticeNeed {
  /// The commands that would have it go on at another pace, or twice.
  static let commands: Set = ["speed", "skip", "rewind", "fork"]

  static func refusal(of command: String, isAtPrompt: Bool) -> Failure {
    .refused(
      "'\(command)' needs a practice session: this one follows the wall clock",
      isAtPrompt ? "practice starts one" : "leave out --real"
    ).aboutCommand
  }
}
