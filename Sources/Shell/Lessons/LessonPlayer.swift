import StoryScript
import System
import Terminal
import Timeline

/// Plays a lesson with its own solutions, in an invisible session, to find its faults and the state in which a step
/// begins.
final class LessonPlayer {
  let session: Session
  private let parsedLesson: ParsedLesson

  /// The result of a step's own solution.
  enum Ending {
    case solved
    /// The goals already held when the step began.
    case solvedAlready
    /// The goal that was not reached, and the reason.
    case missed(Lesson.Goal, Problem)
    case failed(Diagnostic)
    /// The step was over before this statement of its solution, when the solution is typed line by line.
    case over(before: Statement)
  }

  /// The maximum processor time of a whole lesson, in microseconds: an endless wait is reported, but an endless loop
  /// is not.
  static let patience: Int64 = {
    #if DEBUG
      60_000_000
    #else
      5_000_000
    #endif
  }()

  /// - Parameter output: where the session writes (default: nowhere).
  init(
    _ parsedLesson: ParsedLesson, catalog: CommandCatalog, options given: Session.Options = .init(),
    patience: Int64 = patience,
    output: Output = Output(to: .nowhere)
  ) {
    self.parsedLesson = parsedLesson
    var options = Session.Options()
    options.isPrompt = true
    (options.zone, options.seed) = (given.zone, given.seed)
    options.limit = SystemClock.worked + patience
    session = Session(options: options, output: output, catalog: catalog)
  }

  /// Runs the statements outside the lesson.
  func begin() throws(Diagnostics) {
    let function = try session.compile(parsedLesson.script.outsideLessons)
    do throws(Diagnostic) { try session.runtime.run(function) } catch { throw Diagnostics([error]) }
  }

  /// Plays the steps before one, as far as possible.
  func play(before index: Int) {
    try? begin()
    for step in parsedLesson.steps[..<index] { _ = try? play(step) }
  }

  /// Returns the statements of a step's solution, grouped by the lines in which the author wrote them.
  static func lines(of step: Lesson.Step, in source: Source) -> [[Statement]] {
    var lines: [(number: Int, statements: [Statement])] = []
    for statement in step.solution {
      let number = source.position(of: Int(statement.range.start)).line
      if lines.last?.number == number {
        lines[lines.count - 1].statements.append(statement)
      } else {
        lines.append((number, [statement]))
      }
    }
    return lines.map(\.statements)
  }

  /// Begins a step and solves it with the author's solution.
  /// - Parameter byLine: whether the solution is typed line by line, as it is written, and not at once.
  func play(_ step: Lesson.Step, byLine: Bool = false) throws(Diagnostics) -> Ending {
    for name in step.solution.compactMap(\.boundName) where session.runtime.variable(name) == nil {
      session.runtime.define(name, .none)
    }
    session.runtime.define(Session.lastName, .none)
    let runtime = session.runtime!
    do {
      try runtime.run(try session.compile(parsedLesson.script.part(step.start)))
      LessonGuide(session).hearCommands()
      var isMet = false
      if let waiting = parsedLesson.script.waiting(for: step) {
        runtime.watchCondition(for: try session.compile(waiting)) { isMet = true }
      }
      try runtime.proceed(to: session.now)
      if isMet { return .solvedAlready }
      for line in byLine ? Self.lines(of: step, in: parsedLesson.script.source) : [step.solution] {
        if isMet { return .over(before: line[0]) }
        try runtime.run(try session.compile(parsedLesson.script.part(line)))
        try runtime.proceed(to: session.now)
      }
      runtime.watchCondition(for: nil)
      return isMet ? .solved : try missed(step)
    } catch let error as Diagnostic {
      return .failed(error)
    } catch let errors as Diagnostics {
      throw errors
    } catch {
      return .failed(
        Diagnostic(.refused("\(error)", suggestion: nil), step.title.range, in: parsedLesson.script.source))
    }
  }

  private func missed(_ step: Lesson.Step) throws -> Ending {
    for goal in step.goals {
      do throws(Diagnostic) { try session.runtime.run(try! session.compile(parsedLesson.script.expecting(goal))) } catch
      {
        return .missed(goal, error.problem)
      }
    }
    // Each goal held at some instant, but never all at the same one.
    return .missed(step.goals[0], .refused("the goals are never all true at the same moment", suggestion: nil))
  }
}
