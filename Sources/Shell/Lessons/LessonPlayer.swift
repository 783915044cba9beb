import StoryScript
import System
import Terminal
import Timeline

/// Plays a lesson by its own solutions, in a session that nobody sees: to find out whether it is sound, and how things
/// stand where a step begins.
final class LessonPlayer {
  let session: Session
  private let course: Course

  /// What came of a step's own solution.
  enum Ending {
    case solved
    /// Its goals held before anything was done.
    case solvedAlready
    /// The goal that is not reached, and why.
    case missed(Lesson.Goal, Problem)
    case failed(Diagnostic)
    /// It was over before this statement of its solution, where that is typed line by line.
    case over(before: Statement)
  }

  /// The processor time that all of a lesson may take, in microseconds: what waits for ever says so, but a loop does not.
  static let patience: Int64 = {
    #if DEBUG
      60_000_000
    #else
      5_000_000
    #endif
  }()

  init(
    _ course: Course, catalog: CommandCatalog, options given: Session.Options = .init(), patience: Int64 = patience
  ) {
    self.course = course
    var options = Session.Options()
    options.isPrompt = true
    (options.zone, options.seed) = (given.zone, given.seed)
    options.limit = SystemClock.worked + patience
    session = Session(options: options, output: Output(to: .nowhere), catalog: catalog)
  }

  /// Runs what stands outside the lesson.
  func begin() throws(Diagnostics) {
    let function = try session.compile(course.script.outsideLessons)
    do throws(Diagnostic) { try session.runtime.run(function) } catch { throw Diagnostics([error]) }
  }

  /// Plays the steps before one, as well as that can be done.
  func play(before index: Int) {
    try? begin()
    for step in course.steps[..<index] { _ = try? play(step) }
  }

  /// The statements of a step's solution as its author has written them: those of each line.
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

  /// Begins a step and solves it as its author does.
  /// - Parameter byLine: whether its solution is typed line by line, as it is written, and not at once.
  func play(_ step: Lesson.Step, byLine: Bool = false) throws(Diagnostics) -> Ending {
    for name in step.solution.compactMap(\.boundName) where session.runtime.variable(name) == nil {
      session.runtime.define(name, .none)
    }
    session.runtime.define(Session.lastName, .none)
    let runtime = session.runtime!
    do {
      try runtime.run(try session.compile(course.script.part(step.start)))
      session.hearCommands()
      var isMet = false
      if let waiting = course.script.waiting(for: step) {
        runtime.lookOut(for: try session.compile(waiting)) { isMet = true }
      }
      try runtime.proceed(to: session.now)
      if isMet { return .solvedAlready }
      for line in byLine ? Self.lines(of: step, in: course.script.source) : [step.solution] {
        if isMet { return .over(before: line[0]) }
        try runtime.run(try session.compile(course.script.part(line)))
        try runtime.proceed(to: session.now)
      }
      runtime.lookOut(for: nil)
      return isMet ? .solved : try missed(step)
    } catch let error as Diagnostic {
      return .failed(error)
    } catch let errors as Diagnostics {
      throw errors
    } catch {
      return .failed(Diagnostic(.refused("\(error)", suggestion: nil), step.title.range, in: course.script.source))
    }
  }

  private func missed(_ step: Lesson.Step) throws -> Ending {
    for goal in step.goals {
      do throws(Diagnostic) { try session.runtime.run(try! session.compile(course.script.expecting(goal))) } catch {
        return .missed(goal, error.problem)
      }
    }
    // Each held at some instant, but never all at one.
    return .missed(step.goals[0], .refused("the goals never hold at one instant", suggestion: nil))
  }
}
