import SessionState
import StoryScript
import System
import TerminalText
import Timeline

extension Session {
  /// Returns all mistakes in a script that could not be parsed completely, ordered by place: also those in the
  /// statements that could be parsed, without consequences of the others.
  package func allMistakes(of found: Diagnostics) -> [Diagnostic] {
    var all: [Diagnostic] = []
    return allMistakes(of: found, noting: &all)
  }

  /// - Parameter all: everything found while compiling, also consequences of other mistakes.
  package func allMistakes(of found: Diagnostics, noting all: inout [Diagnostic]) -> [Diagnostic] {
    guard let script = found.readable else { return found.all }
    if case .interrupted? = found.all.first?.problem { return found.all }
    let names = Declarations.possibleNames(in: script.source)
    // A call that ends where its text ends has not got all its arguments yet.
    let ends = Set(
      found.all.compactMap { (mistake) -> Int? in
        if case .unclosed(_, _, let closing) = mistake.problem { closing } else { nil }
      })
    do throws(Diagnostics) {
      _ = try compile(script)
      all = runtime.program.warnings
      return found.all
    } catch {
      all = error.all
      let further = error.all.filter { diagnostic in
        switch diagnostic.problem {
        case .unknownVariable(let name, _), .undeclaredAssignment(let name, _), .unknownFunction(let name, _):
          !names.contains(name)
        case .wrongArgumentCount: !ends.contains(Int(diagnostic.range.end))
        case .unreachable, .interrupted: false
        default: true
        }
      }
      return (found.all + further).sorted { $0.range.start < $1.range.start }
    }
  }
}

/// The parts of a diagnostic that the language alone does not know: the date, and whether this is practice.
extension Session {
  /// Returns a diagnostic with advice that works here and now.
  func fitted(_ diagnostic: Diagnostic) -> Diagnostic {
    var fitted = worded(diagnostic)
    let problem = fitted.problem
    // Only people follow advice, and a script may be refused a thousand times a second.
    if questions.prompt?.isTyped == true, runtime.strand?.isMain != false, let advice = problem.suggestion,
      let possible = possibleAdvice(advice, besides: problem.message)
    {
      fitted.problem = .refused(problem.message, suggestion: possible)
    }
    return fitted
  }

  /// Returns advice without the lines that would themselves be refused now, or the reason if no line is left; `nil` if
  /// a trial finds no line that would be.
  private func possibleAdvice(_ advice: String, besides message: String) -> String? {
    guard advice.hasPrefix("try: ") else { return nil }
    var reason: String?
    let possible = lines(of: advice.dropFirst(5)).filter { line in
      guard !isPattern(line), case .refused(let found, _)? = Trial.refusal(of: String(line), in: self) else {
        return true
      }
      reason = reason ?? found
      return false
    }
    guard let reason, reason != message else { return nil }
    return possible.isEmpty ? reason : "try: " + possible.joined(separator: ", or ")
  }

  /// Returns the lines of advice such as `undo, or for all: undo 3`, without the words about them.
  private func lines(of advice: Substring) -> [Substring] {
    var lines = advice.split(separator: ", or ")
    for index in lines.indices.dropFirst() {
      let rest = lines[index].drop { "a"..."z" ~= $0 || $0 == " " }
      if rest.startIndex > lines[index].startIndex, rest.hasPrefix(": ") { lines[index] = rest.dropFirst(2) }
    }
    return lines
  }

  /// Returns `true` if a suggested line has a placeholder, such as `NAME`.
  private func isPattern(_ line: Substring) -> Bool {
    let names = Set(line.split { !$0.isLetter }.filter { $0.allSatisfy { $0.isUppercase } }.map(String.init))
    return line.contains("…")
      || !names.isEmpty && catalog.entries.contains { $0.command.parameters.contains { names.contains($0.name) } }
  }

  /// Returns advice for `wait until story 5`, which compares with a number as people say it; `nil` for other mistakes.
  private func numberCondition(_ diagnostic: Diagnostic) -> String? {
    guard let source = diagnostic.source else { return nil }
    let place = Int(diagnostic.range.start)
    let line = source.text(SourceRange(0, place)).split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let number = source.text(SourceRange(place, source.bytes.count)).prefix { $0.isNumber }
    let words = line.split { " ;{".contains($0) }.suffix(3)
    guard words.count == 3, Array(words.prefix(2)) == ["wait", "until"], line.hasSuffix(" "), !number.isEmpty,
      let root = words.last, catalog.states.contains(where: { $0.field.root == root && $0.field.name == "number" })
    else { return nil }
    return "try: wait until \(root).number == \(number)"
  }

  /// Returns the problem of `{time}` in double quotes and of `print time`, where people expect the time of day; `nil`
  /// for the command at a statement's beginning.
  private func timeOfDay(_ diagnostic: Diagnostic) -> Problem? {
    guard let source = diagnostic.source else { return nil }
    let place = Int(diagnostic.range.start)
    if let line = PromptTemplate.lineWithSingleQuotes(source, around: place) {
      return .foreign(
        "{time} has no value in double quotes; in single quotes, it is filled in at each prompt",
        instead: "try: \(line)")
    }
    let line = source.text(SourceRange(0, place)).split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let isInQuotes = line.count { $0 == "\"" } % 2 == 1
    guard let last = line.last(where: { $0 != " " }), isInQuotes || !";{".contains(last) else { return nil }
    return .foreign("'time' is not a value", instead: "try: clock.now")
  }

  private func worded(_ diagnostic: Diagnostic) -> Diagnostic {
    var fitted = diagnostic
    switch diagnostic.problem {
    case .timeWithoutDate(let written):
      if let date = nextDate(at: written) {
        fitted.problem = .foreign(diagnostic.problem.message, instead: Problem.question(about: "\(date)T\(written)"))
      }
    case .unknownCommand(let word, let meant, _) where word.hasSuffix(".story") && meant == ["include \(word)"]:
      // A script written for virtual time would fail in time that passes by itself.
      guard options.kind == .real else { break }
      fitted.problem = .foreign(
        diagnostic.problem.message,
        instead: "try: storyline \(word), outside the prompt; here, in real time: include \(word)")
    case .unknownCommand(let word, _, _) where fields(of: word) != nil:
      fitted.problem = .foreign(diagnostic.problem.message, instead: "try: \(fields(of: word) ?? "")")
    case .unknownCommand(let word, let meant, _)
    where word.contains("/") && meant.count == 1 && meant[0].hasSuffix(" " + word)
      && (try? FileStatus(FilePath.expanded(word)).isFolder) == false:
      // For a folder, the suggested command may be useful.
      fitted.problem = .foreign(diagnostic.problem.message, instead: "system programs do not run here")
    // `ls`: the current folder, which may have no photos.
    case .unknownCommand(_, let meant, _) where meant.count == 1 && meant[0].hasSuffix(" .") && !hasPictures:
      fitted.problem = .foreign(
        diagnostic.problem.message, instead: "system programs do not run here; try: \(meant[0].dropLast())FOLDER")
    case .wrongArgument(let command, let parameter, let needs, let found, nil)
    where isDay(found) && needs.contains("9:00"):
      let day = found.dropFirst().dropLast()
      fitted.problem = .wrongArgument(
        command: command, parameter: parameter, needs: needs, found: found, suggestion: "\(day) 9:00")
    case .foreign(let message, _) where numberCondition(diagnostic) != nil:
      fitted.problem = .foreign(message, instead: numberCondition(diagnostic) ?? "")
    case .unknownCommand(let word, _, _) where ToolUsage.Tool(rawValue: word) != nil:
      fitted.problem = .foreign(diagnostic.problem.message, instead: "try: storyline \(word) …, outside the prompt")
    case .unknownCommand(let word, _, _) where word.hasPrefix("!"):
      fitted.problem = .foreign(
        diagnostic.problem.message,
        instead: "system programs do not run here; Up and ^R find earlier lines")
    case .missingArgument(Stopwatch.word, _, _, _):
      fitted.problem = timeOfDay(diagnostic) ?? .foreign(diagnostic.problem.message, instead: "try: time story play 4")
    case .unquotedText(Stopwatch.word, _, _), .extraArgument(Stopwatch.word, _, _, _):
      fitted.problem = Stopwatch.onlyAtPrompt
    // The name in other shells for lines of a history.
    case .wrongArgument("history", _, _, "'delete'", _):
      fitted.problem = .foreign(diagnostic.problem.message, instead: "try: recall delete \"TEXT\"")
    case .wrongArgument(let command, _, _, let found, nil)
    where ["from", "to"].contains(command) && !found.hasPrefix("'"):
      let value = command == "from" ? "\"…\"" : "$value"
      fitted.problem = .foreign(diagnostic.problem.message, instead: "put the value first: \(command) \(value) json")
    case .wrongArgument(let command, _, _, let found, nil) where found.hasPrefix("'") && !others(of: command).isEmpty:
      fitted.problem = .foreign(
        diagnostic.problem.message, instead: "or \(others(of: command).joined(separator: ", "))")
    case .missingArgument(let command, _, _, _)
    where options.kind == .real && PracticeRequirement.commands.contains(command):
      fitted.problem = PracticeRequirement.refusal(of: command, isAtPrompt: questions.prompt != nil).problem
    default: break
    }
    return fitted
  }

  /// `true` if the current folder has pictures.
  private var hasPictures: Bool {
    let suffixes = [".jpg", ".jpeg", ".png", ".heic", ".webp", ".tif", ".tiff", ".gif"]
    let names = (try? Folder.names(in: ".")) ?? []
    return names.contains { name in suffixes.contains { name.lowercased().hasSuffix($0) } }
  }

  /// Returns `true` for `'tomorrow'` or `'sunday'`: a day without a time.
  private func isDay(_ found: String) -> Bool {
    found.first == "'" && found.count > 2 && DayTime("\(found.dropFirst().dropLast()) 9:00") != nil
  }

  /// Returns the first few commands that begin with the given one and are longer: `review next` for `review`.
  private func others(of command: String) -> [String] {
    let words = command.split(separator: " ")
    return catalog.entries.lazy.map { $0.command }.filter {
      $0.words.count == words.count + 1 && $0.name.hasPrefix(command + " ")
    }.prefix(5).map { $0.name }
  }

  /// Returns the states whose names begin with a word that begins no command: `clock.now`.
  private func fields(of root: String) -> String? {
    let fields = catalog.schema.fields(of: root)
    guard !fields.isEmpty, !catalog.schema.vocabulary.commands.hasFirstWord(root) else { return nil }
    return fields.prefix(6).map { "\(root).\($0)" }.joined(separator: ", ")
  }

  /// Returns the next day on which a clock shows this time: today, or tomorrow; `nil` if it is not a time of day.
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

/// A suggestion for the path of a missing file.
package enum PathSuggestion {
  /// Returns a path with escapes such as `\xE9` replaced by their bytes.
  private static func unescaped(_ path: String) -> String {
    var (text, rest) = ("", path[...])
    while let mark = rest.firstRange(of: "\\x") {
      text += rest[..<mark.lowerBound]
      rest = rest[mark.upperBound...]
      if let byte = UInt8(rest.prefix(2), radix: 16), let character = FileName.character(of: byte) {
        text.unicodeScalars.append(character)
        rest = rest.dropFirst(2)
      } else {
        text += "\\x"
      }
    }
    return text + rest
  }

  /// - Returns: the path with the nearest name in its folder, as it is typed and phrased as a question; `nil` if no
  ///   name is near, or the folder does not exist.
  package static func question(about path: String) -> String? {
    // As it was displayed.
    let bytes = unescaped(path)
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

/// A suggestion for a refused command if another command with the same word can run now: `pause` while no story
/// plays, but a timer runs.
enum OtherCommand {
  /// Returns a refusal that suggests the other command, or the unchanged refusal if there is none.
  static func suggested(_ failure: Failure, of command: Int, _ arguments: Arguments, in session: Session) -> Failure {
    // Only people confuse words, and a script may be refused a thousand times a second.
    guard case .refused(let message, _) = failure.problem, session.questions.prompt?.isTyped == true,
      session.runtime.strand?.isMain == true, (0..<arguments.count).allSatisfy({ !arguments.has($0) }),
      let other = name(for: session.catalog.entries[command].command, in: session)
    else { return failure }
    var failure = failure
    failure.problem = .refused(message, suggestion: Problem.question(about: other))
    return failure
  }

  /// Returns the name of a two-word command that can run and has the refused command's word as its second word, or
  /// else as a search word.
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
    return sorted.lazy.map { $0.command.name }.first { name in
      guard var trial = Trial(of: session), case .done = trial.run(name) else { return false }
      return trial.session.past.log.entries.end > 1
    }
  }
}

/// The refusal of commands that would change time in a session on the wall clock.
enum PracticeRequirement {
  /// The commands that would make time pass at another pace, or twice.
  static let commands: Set = ["speed", "skip", "rewind", "fork"]

  static func refusal(of command: String, isAtPrompt: Bool) -> Failure {
    .refused(
      "`\(command)` needs a practice session: this session follows the wall clock",
      isAtPrompt ? "try: practice" : "leave out --real"
    ).aboutCommand
  }
}
