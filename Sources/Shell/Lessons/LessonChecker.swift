import StoryScript
import System
import Terminal
import Timeline

/// `storyline lesson check`: whether a stranger can get through a lesson alone. Everything is found by playing it.
public struct LessonChecker {
  private let catalog: CommandCatalog
  /// Whether lessons may reach files and what else lies outside the session.
  private let trusts: Bool

  /// The processor time that playing a lesson may take, in microseconds.
  private let patience: Int64

  public init(_ catalog: CommandCatalog, trusts: Bool = false) {
    self.init(catalog, trusts: trusts, patience: LessonPlayer.patience)
  }

  init(_ catalog: CommandCatalog, trusts: Bool, patience: Int64) {
    (self.catalog, self.trusts, self.patience) = (catalog, trusts, patience)
  }

  /// What the author of a lesson has to give each step at least.
  private static let leastHints = 2

  /// Reads lessons and reports what is wrong with them, each in its place.
  /// - Returns: 0 when all are sound, 1 when one is not, 2 when there is nothing to check.
  public func run(_ paths: [String], palette: Palette, output: Output) -> Int32 {
    let renderer = DiagnosticRenderer(catalog.schema.vocabulary, palette: palette)
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

  /// All that is wrong with the lesson in a file, in the order of its places.
  public func faults(in path: String) -> [Diagnostic] {
    do throws(Diagnostic) { return faults(of: try SourceFile.read(path)) } catch { return [error] }
  }

  func faults(of source: Source) -> [Diagnostic] {
    let session = trusts ? Session(output: Output(to: .nowhere), catalog: catalog) : .confined(catalog)
    do throws(Diagnostics) {
      let course = try Course(source, named: source.name, isForeign: true, in: session)
      // What cannot be compiled cannot be played.
      let known = session.runtime.program.callCount
      _ = try session.compile(course.script)
      let reach = trusts ? [] : Course.reach(of: session.runtime.program.commands(behind: known), catalog)
      let faults = course.faults + reachFaults(reach, course)
      let written = faults + course.steps.flatMap { self.faults(of: $0, course) } + lengthFaults(course)
      let isPlayable =
        faults.isEmpty
        && course.steps.allSatisfy { step in
          !step.solution.isEmpty && !step.goals.contains(where: \.condition.isConstant)
        }
      let found = isPlayable ? written + playFaults(course) : written
      return found.sorted { $0.range.start < $1.range.start }
    } catch {
      return session.allMistakes(of: error)
    }
  }

  /// A lesson of a stranger that reaches files is read before it is played.
  private func reachFaults(_ reach: [String], _ course: Course) -> [Diagnostic] {
    guard !reach.isEmpty else { return [] }
    let words = reach.map { "`\($0)`" }.joined(separator: ", ")
    return [
      Diagnostic(
        .refused(
          "this lesson uses \(words), which may reach your files: it was not played",
          suggestion: "read it, then --trust"),
        course.lesson.title.range, in: course.script.source)
    ]
  }

  /// What can be seen without playing.
  private func faults(of step: Lesson.Step, _ course: Course) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    func fault(_ text: String, _ suggestion: String?, _ range: SourceRange) {
      faults.append(Diagnostic(.refused(text, suggestion: suggestion), range, in: course.script.source))
    }
    if step.solution.isEmpty { fault("this step has no solution", "solution { … }", step.title.range) }
    if step.texts(.say).isEmpty {
      fault("this step says nothing", "say \"What to do, in a sentence\"", step.title.range)
    }
    let hints = step.texts(.hint).count
    if hints < Self.leastHints {
      fault(
        "this step has \(TimeText.count(hints, "hint")), and needs two", "hint \"…\", then a plainer one",
        step.title.range)
    }
    for goal in step.goals where goal.condition.isConstant {
      fault("this goal never changes", "ask for state, or for what was typed: $last", goal.range)
    }
    for goal in step.goals where course.isInward(goal) && goal.otherwise == nil {
      fault("this goal says nothing to whoever misses it", "goal … else \"What is missing\"", goal.range)
    }
    let texts = [step.title] + LessonWord.allCases.flatMap { step.texts($0) } + step.goals.compactMap(\.otherwise)
    for text in texts {
      for line in text.text.split(separator: "\n") where DisplayWidth.of(String(line)) > Course.mostColumns {
        fault(
          "a line of \(DisplayWidth.of(String(line))) columns: \(Course.mostColumns) fit",
          "say it in two, or shorter", text.range)
      }
    }
    return faults
  }

  /// The minutes of the steps are those of the lesson.
  private func lengthFaults(_ course: Course) -> [Diagnostic] {
    func fault(_ text: String, _ suggestion: String?, _ range: SourceRange) -> Diagnostic {
      Diagnostic(.refused(text, suggestion: suggestion), range, in: course.script.source)
    }
    var faults = course.steps.filter { $0.length.map { $0 <= .zero } ?? true }.map {
      fault("this step does not say how long it takes", "step \"…\" for 5m { … }", $0.title.range)
    }
    guard let length = course.lesson.length else {
      return faults + [
        fault("this lesson does not say how long it takes", "lesson \"…\" for 45m { … }", course.lesson.title.range)
      ]
    }
    let sum = course.steps.compactMap(\.length).reduce(.zero, +)
    if faults.isEmpty, sum != length {
      faults.append(
        fault(
          "its steps take \(sum.literal) together, not \(length.literal)", "for \(sum.literal)",
          course.lesson.title.range))
    }
    return faults
  }

  // MARK: Playing

  /// What is wrong with the first step that cannot be played; those behind it build on it.
  private func playFaults(_ course: Course) -> [Diagnostic] {
    let found = playFaults(course, byLine: false)
    // What is written in several lines is typed in several, too.
    let hasLines = course.steps.contains { LessonPlayer.lines(of: $0, in: course.script.source).count > 1 }
    return found.isEmpty && hasLines ? playFaults(course, byLine: true) : found
  }

  private func playFaults(_ course: Course, byLine: Bool) -> [Diagnostic] {
    let player = LessonPlayer(course, catalog: catalog, patience: patience)
    do throws(Diagnostics) {
      try player.begin()
      for step in course.steps {
        if let fault = fault(try player.play(step, byLine: byLine), step, course) { return [fault] }
      }
      return []
    } catch {
      return error.all.map { error in
        guard case .interrupted = error.problem else { return error }
        let source = error.source ?? course.script.source
        return Diagnostic(
          .refused("this never ends by itself", suggestion: "leave out what goes on for ever"), error.range, in: source)
      }
    }
  }

  private func fault(_ ending: LessonPlayer.Ending, _ step: Lesson.Step, _ course: Course) -> Diagnostic? {
    func fault(_ text: String, _ suggestion: String?, _ range: SourceRange) -> Diagnostic {
      Diagnostic(.refused(text, suggestion: suggestion), range, in: course.script.source)
    }
    switch ending {
    case .solved: return nil
    case .solvedAlready:
      return fault("this goal holds before anything is done", "let the step begin somewhere else", step.goals[0].range)
    case .missed(let goal, .interrupted):
      return fault("this goal never comes to an answer", "ask for something that ends", goal.range)
    case .missed(let goal, let problem):
      return fault("the solution does not reach this goal: \(problem.message)", problem.suggestion, goal.range)
    case .over(let statement):
      return fault(
        "typed line by line, the step is over before this line of its solution, which the next step would get",
        "write what belongs together in one line, or ask for it in the goal", statement.range)
    case .failed(let error):
      switch error.problem {
      case .interrupted:
        return fault("this step never ends by itself", "leave out what goes on for ever", step.title.range)
      case .ended: return fault("this step ends the session", "leave out `exit`", step.title.range)
      default: return error
      }
    }
  }
}
