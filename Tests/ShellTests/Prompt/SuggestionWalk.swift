import Foundation
import StoryScript
import Terminal
import Timeline

@testable import Shell
@testable import ShellCore

/// A prompt in one of many states, in which lines with mistakes are typed; each line that an answer suggests is run in
/// a copy of the session.
struct SuggestionWalk {
  /// A suggestion that does not work.
  struct Fault: CustomStringConvertible {
    let lines: [String]
    let mistake: String
    let message: String
    let suggestion: String
    let tried: String
    let answer: String

    var description: String {
      """
      after \(lines.isEmpty ? "nothing" : lines.joined(separator: " ⏎ "))
      › \(mistake)
        error: \(message) | \(suggestion)
      › \(tried)
        error: \(answer)
      """
    }
  }

  /// The states: the lines that lead into each.
  static let states: [[String]] = [
    [], ["story play 4"], ["story play 4", "wait 1s", "pause"], ["story play 4", "hold"],
    ["story play 4", "story fail"],
    ["story play 4", "story buffer"], ["story play 4", "story stop"], ["story play @ana", "like", "swipe left"],
    ["set story-failures 100%", "stories"], ["stories"], ["timer start reading 20"],
    ["timer start reading 20", "wait 1m", "timer pause"], ["timer start reading 1", "wait 2m"],
    ["timer start reading", "wait 6m", "timer done"], ["timer start reading", "wait 6m", "timer done", "rate good"],
    ["timer start reading", "wait 6m", "timer done", "rate later"], ["timer start shower", "timer stop"],
    ["activity add violin for 9"], ["routine add morning \"dress 5m, teeth 3m\""],
    ["routine add morning \"dress 5m, teeth 3m\"", "routine start"],
    ["routine add morning \"dress 5m, teeth 3m\"", "routine start", "wait 6m"],
    ["routine add morning \"dress 5m, teeth 3m\"", "routine start", "timer done", "routine next", "timer done"],
    ["learn facets"], ["learn tutorial"], ["learn facets", "learn play"], ["practice"],
    ["cluster Examples/Photos/2025-10-02"], ["cluster Examples/Photos/2025-10-02", "review"],
    ["cluster Examples/Photos/2025-10-02", "review", "review favorite", "review next"],
    ["cluster Examples/Photos/2025-10-02", "map"], ["login bob.test"], ["login bob.test", "login ana.test"],
    ["login bob.test", "logout"], ["draft \"an idea\""], ["login bob.test", "set network off", "post \"later\""],
    ["post \"later\""], ["login bob.test", "post \"now\""], ["login bob.test", "timeline"],
    ["login bob.test", "timeline 3", "more"], ["login bob.test", "notifications"], ["login bob.test", "go timeline"],
    ["login bob.test", "go timeline", "go feeds", "go back"], ["login bob.test", "listen to timeline"],
    ["login bob.test", "list new friends"], ["login bob.test", "timeline", "like @1", "bookmark @1", "repost @1"],
    ["login bob.test", "archive"], ["when story.started { print \"seen\" }", "every 7s as tick { print 1 }"],
    ["after 5m { print \"late\" }"], ["let name = \"Mia\"", "let list = [1, 2]", "let r = {a: 1}"],
    ["def twice x { return $x * 2 }"], ["fork", "story play 4"], ["story play 4", "undo"], ["pin set 1234"],
    ["pin set 1234", "timer start reading", "wait 6m", "timer done"], ["pin skip"], ["abbreviate sp \"story play\""],
    ["set zone Europe/Berlin", "set tick on"], ["profile name Mia"],
  ]

  private let isReal: Bool
  private var lines: [String]
  private var prompt: Prompt
  private var chance: SeededGenerator
  private let mistakes: Mistakes
  private(set) var faults: [Fault] = []
  /// The number of mistakes that were refused, and of suggested lines.
  private(set) var counts = (refused: 0, parsed: 0)

  init(seed: UInt64) {
    chance = SeededGenerator(seed: seed)
    isReal = seed % 5 == 4
    mistakes = Mistakes()
    lines = []
    prompt = Self.prompt(isReal)
    if isReal { enter("set network off") }
    for _ in 0..<Int.random(in: 1...2, using: &chance) {
      for line in Self.states.randomElement(using: &chance) ?? [] { enter(line) }
    }
  }

  /// - Parameter states: the lines that lead into the state.
  init(after states: [String]) {
    (isReal, chance, mistakes, lines) = (false, SeededGenerator(seed: 0), Mistakes(), [])
    prompt = Self.prompt(false)
    for line in states { enter(line) }
  }

  /// The session of the prompt.
  var session: Session { prompt.session }

  /// Types a line that may be a mistake, and runs each line that the answer suggests.
  mutating func type(_ line: String) { attempt(line) }

  private static func prompt(_ isReal: Bool) -> Prompt {
    var options = Session.Options()
    options.kind = isReal ? .real : .practice
    options.isPrompt = true
    let session = Session(
      options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History(path: nil))
    // A question that cannot use the answer is asked again, for ever.
    var (last, count) = ("", 0)
    prompt.state.ask { question, isHidden in
      (last, count) = (question.plain, question.plain == last ? count + 1 : 0)
      return count > 3 ? .none : .text(isHidden ? "1234" : "yes")
    }
    return prompt
  }

  mutating func run(mistakes count: Int) {
    for _ in 0..<count { attempt(mistakes.next(&chance)) }
  }

  // MARK: Lines

  /// Types a line, and remembers it for copies if it ran.
  private mutating func enter(_ line: String) {
    guard isSafe(line, in: prompt.session) else { return }
    let (problems, continues) = Self.type(line, prompt)
    if problems.isEmpty { lines.append(line) }
    if !continues { restart() }
  }

  private mutating func restart() { prompt = copy() }

  private func copy() -> Prompt {
    let copy = Self.prompt(isReal)
    for line in lines { _ = Self.type(line, copy) }
    return copy
  }

  /// Types a line.
  /// - Returns: the errors that were reported, and `false` if the line left the prompt.
  private static func type(_ line: String, _ prompt: Prompt) -> (problems: [Diagnostic], continues: Bool) {
    var found: [Diagnostic] = []
    let session = prompt.session
    session.diagnosticObserver = { found += $0.filter { !$0.problem.isWarning } }
    let continues = prompt.run(line)
    session.diagnosticObserver = nil
    _ = prompt.session.output.drainLines()
    return (found, continues)
  }

  /// Returns the commands in a line, or the reason why the line cannot be compiled.
  private func compiled(_ typed: String, in session: Session) -> Result<[CommandEntry], Diagnostics> {
    let line = Stopwatch.timed(typed)?.line ?? typed
    let program = session.runtime.program
    defer { session.runtime.program = program }
    do throws(Diagnostics) {
      guard let source = try? Source(name: SourceFile.promptName, text: line) else { return .success([]) }
      _ = try session.load(source)
      return .success(session.runtime.program.commands(behind: program.callCount).map { session.catalog.entries[$0] })
    } catch { return .failure(error) }
  }

  /// Returns `true` if a line writes no files, and does not wait for the wall clock.
  private func isSafe(_ line: String, in session: Session) -> Bool {
    guard case .success(let entries) = compiled(line, in: session) else { return true }
    if isReal, line.contains("learn") || line.contains("tutorial") { return false }
    if session.clock.pace != .instant, line.contains("wait") { return false }
    return entries.allSatisfy { entry in
      let isOutside = entry.command.effect == .outside
      return !["record", "archive export", "sync"].contains(entry.command.name)
        && !(isReal && isOutside)
        && !(isOutside && entry.command.parameters.contains { $0.type.isPath && !entry.command.takesFile })
    }
  }

  // MARK: Mistakes

  private mutating func attempt(_ mistake: String) {
    guard isSafe(mistake, in: prompt.session) else { return }
    let (problems, continues) = Self.type(mistake, prompt)
    let corrected = prompt.state.corrected
    guard continues else { return restart() }
    guard let problem = problems.first else {
      lines.append(mistake)
      return
    }
    counts.refused += 1
    // A line that could be compiled may have changed something before it was refused.
    if case .success = compiled(mistake, in: prompt.session) { lines.append(mistake) }
    for suggested in SuggestedLines(problem, names: names).lines { check(suggested, mistake, problem) }
    if let corrected {
      check(SuggestedLines.Line(readings: [corrected], isCorrection: true), mistake, problem)
    }
  }

  private var names: [String] { prompt.session.catalog.entries.map(\.command.name) }

  private mutating func check(_ suggested: SuggestedLines.Line, _ mistake: String, _ problem: Diagnostic) {
    var answers: [String] = []
    for line in suggested.readings {
      guard let answer = answer(to: line, suggested, depth: 0) else { return }
      answers.append(answer)
    }
    faults.append(
      Fault(
        lines: lines, mistake: mistake, message: problem.problem.message,
        suggestion: problem.problem.suggestion ?? prompt.state.corrected ?? "",
        tried: suggested.readings[0], answer: answers[0]))
  }

  /// Returns the error with which a suggested line is refused; `nil` if it is not.
  private mutating func answer(to line: String, _ suggested: SuggestedLines.Line, depth: Int) -> String? {
    switch compiled(line, in: prompt.session) {
    case .failure(let errors):
      counts.parsed += 1
      guard let error = errors.all.first(where: { !$0.problem.isWarning }) else { return nil }
      // A name in a pattern stands for another.
      if suggested.isPattern, case .unknownVariable = error.problem { return nil }
      return leadsOn(prompt.session.fitted(error), suggested, depth)
    case .success:
      counts.parsed += 1
      if suggested.isPattern || !isSafe(line, in: prompt.session) { return nil }
    }
    if var trial = Trial(of: prompt.session, timeout: 1_000_000), case .done = trial.run(line) { return nil }
    // What a trial cannot do, a copy of the prompt can.
    let copy = copy()
    let (problems, _) = Self.type(line, copy)
    return problems.first.flatMap { leadsOn($0, suggested, depth) }
  }

  /// Returns an error as text; `nil` if it is the next one of a corrected line: the user's own line may have a second
  /// mistake, or be refused in this state, and the advice about that must then work.
  private mutating func leadsOn(_ error: Diagnostic, _ suggested: SuggestedLines.Line, _ depth: Int) -> String? {
    let words = Self.words(error.problem)
    // No advice can know in advance that the network is down.
    if words.hasPrefix("no response:") { return nil }
    // The user named a file that is missing.
    if suggested.isCorrection, case .includeUnreadable = error.problem { return nil }
    // The mistake is in the rest of the line.
    if let end = suggested.correctionEnd, Int(error.range.start) >= end { return nil }
    guard suggested.isCorrection, depth < 2 else { return words }
    if case .refused = error.problem {} else if error.problem.suggestion == nil { return words }
    for next in SuggestedLines(error, names: names).lines {
      var first: String?
      var isGood = false
      for reading in next.readings {
        guard let answer = answer(to: reading, next, depth: depth + 1) else {
          isGood = true
          break
        }
        first = first ?? answer
      }
      if !isGood { return "\(words)\n› \(next.readings[0])\n  error: \(first ?? "")" }
    }
    return nil
  }

  private static func words(_ problem: Problem) -> String {
    problem.message + (problem.suggestion.map { " | \($0)" } ?? "")
  }
}
