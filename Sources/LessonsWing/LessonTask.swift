import ShellCore
import StoryScript
import System
import TerminalText

/// The tasks of an editor that concern lessons: a check, and a step that is played.
public struct LessonTask {
  private let catalog: CommandCatalog
  public init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// Checks a lesson, or plays it up to a step.
  /// - Returns: the exit code; faults are reported.
  public func run(_ source: Source, step: Int?, output: Output) -> Int32 {
    if let step { return self.step(step, of: source, output) }
    let faults = LessonChecker(catalog).faults(of: source)
    report(faults)
    guard faults.isEmpty else { return ExitCode.failure }
    output.write("The lesson is sound\n")
    return output.end()
  }

  /// Plays a lesson up to a step with its own solutions, and then that step with its output.
  private func step(_ number: Int, of source: Source, _ output: Output) -> Int32 {
    do throws(Diagnostics) {
      let session = ParsedLesson.confinedSession(catalog)
      let parsedLesson = try ParsedLesson(source, named: source.name, isForeign: true, in: session)
      let known = session.runtime.program.callCount
      _ = try session.compile(parsedLesson.script)
      let reach = ParsedLesson.reach(of: session.runtime.program.commands(behind: known), catalog)
      guard reach.isEmpty else {
        throw Diagnostics([
          Diagnostic(
            .refused(
              "this lesson uses \(reach.map { "`\($0)`" }.joined(separator: ", ")), which can access your files, so it was not played",
              suggestion: "read it, then try: storyline lesson check --trust \(source.name)"),
            parsedLesson.lesson.title.range, in: source)
        ])
      }
      guard parsedLesson.steps.indices.contains(number) else {
        DiagnosticRenderer.writeToStandardError("error: this lesson has no step \(number + 1)\n")
        return ExitCode.failure
      }
      let shown = Output(to: .memory)
      let player = LessonPlayer(parsedLesson, catalog: catalog, output: shown)
      player.play(before: number)
      _ = shown.drainLines()
      let ending = try player.play(parsedLesson.steps[number])
      for line in shown.drainLines() { output.write(line + "\n") }
      return report(ending, source, output)
    } catch {
      report(error.all)
      return ExitCode.usage
    }
  }

  private func report(_ ending: LessonPlayer.Ending, _ source: Source, _ output: Output) -> Int32 {
    switch ending {
    case .solved: output.write("The solution reaches the goals of this step.\n")
    case .solvedAlready: output.write("The goals are reached before the learner types anything.\n")
    case .missed(let goal, let problem):
      report([
        Diagnostic(
          .refused("the solution does not reach this goal: \(problem.message)", suggestion: problem.suggestion),
          goal.range, in: source)
      ])
      return ExitCode.failure
    case .failed(let error):
      report([error])
      return ExitCode.failure
    case .over(let statement):
      report([
        Diagnostic(
          .refused("the step is over before this line", suggestion: nil), statement.range, in: source)
      ])
      return ExitCode.failure
    }
    return output.end()
  }

  private func report(_ errors: [Diagnostic]) {
    let renderer = DiagnosticRenderer(catalog.schema.vocabulary)
    for error in errors { DiagnosticRenderer.writeToStandardError(renderer.render(error) + "\n") }
  }
}
