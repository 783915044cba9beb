import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// `storyline lesson check`: checks by playing a lesson whether a learner can complete it alone.
public struct LessonChecker {
  private let catalog: CommandCatalog
  /// `true` if lessons may use files and have effects outside the session.
  private let trusts: Bool

  /// The maximum processor time of playing a lesson, in microseconds.
  private let timeout: Int64

  public init(_ catalog: CommandCatalog, trusts: Bool = false) {
    self.init(catalog, trusts: trusts, timeout: LessonPlayer.timeout)
  }

  init(_ catalog: CommandCatalog, trusts: Bool, timeout: Int64) {
    (self.catalog, self.trusts, self.timeout) = (catalog, trusts, timeout)
  }

  /// The minimum number of hints for each step.
  private static let minimumHints = 2

  /// Reads lessons and reports their faults, each with its place.
  /// - Returns: 0 if all are sound, 1 if one is not, 2 if there is nothing to check.
  public func run(_ paths: [String], output: Output) -> Int32 {
    let renderer = DiagnosticRenderer.ofStandardError(catalog.schema.vocabulary)
    var count = 0
    for path in paths {
      let faults = faults(in: path)
      count += faults.count
      for fault in faults { DiagnosticRenderer.writeToStandardError(renderer.render(fault) + "\n") }
    }
    let lessons = TimeText.count(paths.count, "lesson")
    guard count == 0 else {
      DiagnosticRenderer.writeToStandardError("\(TimeText.count(count, "fault")) in \(lessons)\n")
      return ExitCode.failure
    }
    output.write("\(lessons) \(paths.count == 1 ? "is" : "are") sound\n")
    return output.end()
  }

  /// Returns all faults of the lesson in a file, in order of their places.
  public func faults(in path: String) -> [Diagnostic] {
    do throws(Diagnostic) { return faults(of: try SourceFile.read(path)) } catch { return [error] }
  }

  func faults(of source: Source) -> [Diagnostic] {
    let session =
      trusts ? Session(output: Output(to: .nowhere), catalog: catalog) : ParsedLesson.confinedSession(catalog)
    do throws(Diagnostics) {
      let parsedLesson = try ParsedLesson(source, named: source.name, isForeign: true, in: session)
      // A lesson with compile errors cannot be played.
      let known = session.runtime.program.callCount
      _ = try session.compile(parsedLesson.script)
      let reach = trusts ? [] : ParsedLesson.reach(of: session.runtime.program.commands(behind: known), catalog)
      let faults = parsedLesson.faults + reachFaults(reach, parsedLesson)
      let written =
        faults + parsedLesson.steps.flatMap { self.faults(of: $0, parsedLesson) } + lengthFaults(parsedLesson)
      let isPlayable =
        faults.isEmpty
        && parsedLesson.steps.allSatisfy { step in
          (!step.solution.isEmpty || step.goals.contains { $0.prediction != nil })
            && !step.goals.contains { $0.condition.isConstant }
        }
      let found = isPlayable ? written + playFaults(parsedLesson) : written
      // Readers need steps that their own solutions solve.
      if isPlayable, found.count == written.count {
        return (found + LessonReaders(parsedLesson, catalog: catalog, timeout: timeout * 2).faults())
          .sorted { $0.range.start < $1.range.start }
      }
      return found.sorted { $0.range.start < $1.range.start }
    } catch {
      return session.allMistakes(of: error)
    }
  }

  /// Returns a fault if another author's lesson uses files: the user must read it before it is played.
  private func reachFaults(_ reach: [String], _ parsedLesson: ParsedLesson) -> [Diagnostic] {
    guard !reach.isEmpty else { return [] }
    let words = reach.map { "`\($0)`" }.joined(separator: ", ")
    return [
      Diagnostic(
        .refused(
          "this lesson uses \(words), which can access your files, so it was not played",
          suggestion: "read it, then add --trust"),
        parsedLesson.lesson.title.range, in: parsedLesson.script.source)
    ]
  }

  /// Returns the faults of a step that are visible without playing.
  private func faults(of step: Lesson.Step, _ parsedLesson: ParsedLesson) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    func fault(_ text: String, _ suggestion: String?, _ range: SourceRange) {
      faults.append(Diagnostic(.refused(text, suggestion: suggestion), range, in: parsedLesson.script.source))
    }
    let predictions = step.goals.filter { $0.prediction != nil }
    if step.solution.isEmpty, predictions.isEmpty {
      fault("this step has no solution", "try: solution { … }", step.title.range)
    }
    if !predictions.isEmpty, step.goals.count > 1 {
      fault(
        "a step that asks for a prediction cannot have other goals", "move them to a step of their own",
        step.goals[1].range)
    }
    for goal in step.goals where goal.prediction == nil && parsedLesson.isPrediction(goal) {
      fault(
        "this answer is written by hand, not computed",
        "try: predict VALUE after { … }, which computes the answer", goal.range)
    }
    if step.texts(.say).isEmpty {
      fault("this step has no text for the learner", "try: say \"What to do, in a sentence\"", step.title.range)
    }
    let hints = step.texts(.hint).count
    if hints < Self.minimumHints {
      fault(
        "this step has \(TimeText.count(hints, "hint")), but needs 2", "try: hint \"…\", then a plainer hint",
        step.title.range)
    }
    for goal in step.goals where goal.condition.isConstant {
      fault("this goal's condition never changes", "test the state, or the value typed last: $last", goal.range)
    }
    for goal in step.goals where parsedLesson.isInward(goal) && goal.otherwise == nil {
      fault("this goal has no message for a learner who misses it", "try: goal … else \"What is missing\"", goal.range)
    }
    let texts = [step.title] + LessonWord.allCases.flatMap { step.texts($0) } + step.goals.compactMap { $0.otherwise }
    for text in texts {
      for line in text.text.split(separator: "\n") where DisplayWidth.of(String(line)) > ParsedLesson.columnLimit {
        fault(
          "a line has \(DisplayWidth.of(String(line))) columns, but only \(ParsedLesson.columnLimit) fit",
          "split or shorten it", text.range)
      }
    }
    return faults
  }

  /// Returns a fault if the minutes of the steps do not add up to those of the lesson.
  private func lengthFaults(_ parsedLesson: ParsedLesson) -> [Diagnostic] {
    func fault(_ text: String, _ suggestion: String?, _ range: SourceRange) -> Diagnostic {
      Diagnostic(.refused(text, suggestion: suggestion), range, in: parsedLesson.script.source)
    }
    var faults = parsedLesson.steps.filter { $0.length.map { $0 <= .zero } ?? true }.map {
      fault("this step has no length", "try: step \"…\" for 5m { … }", $0.title.range)
    }
    guard let length = parsedLesson.lesson.length else {
      return faults + [
        fault("this lesson has no length", "try: lesson \"…\" for 45m { … }", parsedLesson.lesson.title.range)
      ]
    }
    let sum = parsedLesson.steps.compactMap { $0.length }.reduce(.zero, +)
    if faults.isEmpty, sum != length {
      faults.append(
        fault(
          "the steps take \(sum.literal) in total, not \(length.literal)", "try: for \(sum.literal)",
          parsedLesson.lesson.title.range))
    }
    return faults
  }

  // MARK: Playing

  /// Returns the fault of the first step that cannot be played; later steps depend on it.
  private func playFaults(_ parsedLesson: ParsedLesson) -> [Diagnostic] {
    let found = playFaults(parsedLesson, byLine: false)
    // A solution of several lines is also typed line by line.
    let hasLines = parsedLesson.steps.contains { LessonPlayer.lines(of: $0, in: parsedLesson.script.source).count > 1 }
    return found.isEmpty && hasLines ? playFaults(parsedLesson, byLine: true) : found
  }

  private func playFaults(_ parsedLesson: ParsedLesson, byLine: Bool) -> [Diagnostic] {
    let player = LessonPlayer(parsedLesson, catalog: catalog, timeout: timeout)
    do throws(Diagnostics) {
      try player.begin()
      for step in parsedLesson.steps {
        if let fault = fault(try player.play(step, byLine: byLine), step, parsedLesson) { return [fault] }
      }
      return []
    } catch {
      return error.all.map { error in
        guard case .interrupted = error.problem else { return error }
        let source = error.source ?? parsedLesson.script.source
        return Diagnostic(
          .refused("this never ends", suggestion: "remove the part that runs forever"), error.range, in: source)
      }
    }
  }

  private func fault(_ ending: LessonPlayer.Ending, _ step: Lesson.Step, _ parsedLesson: ParsedLesson) -> Diagnostic? {
    func fault(_ text: String, _ suggestion: String?, _ range: SourceRange) -> Diagnostic {
      Diagnostic(.refused(text, suggestion: suggestion), range, in: parsedLesson.script.source)
    }
    switch ending {
    case .solved: return nil
    case .solvedAlready:
      return fault(
        "this goal is already reached before the learner types anything", "begin the step in another state",
        step.goals[0].range)
    case .missed(let goal, .interrupted):
      return fault("checking this goal never ends", "use a condition that does not run forever", goal.range)
    case .missed(let goal, let problem):
      return fault("the solution does not reach this goal: \(problem.message)", problem.suggestion, goal.range)
    case .over(let statement):
      return fault(
        "typed line by line, the solution completes the step before this line, which then runs in the next step",
        "write the solution on one line, or let the goal require this line", statement.range)
    case .failed(let error):
      switch error.problem {
      case .interrupted:
        return fault("this step never ends", "remove the part that runs forever", step.title.range)
      case .ended: return fault("this step ends the session", "remove `exit`", step.title.range)
      default: return error
      }
    }
  }
}
