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
  }

  /// The processor time that all of a lesson may take, in microseconds: what waits for ever says so, but a loop does not.
  private static let patience: Int64 = {
    #if DEBUG
      60_000_000
    #else
      5_000_000
    #endif
  }()

  init(_ course: Course, catalog: CommandCatalog, options given: Session.Options = .init()) {
    self.course = course
    var options = Session.Options()
    options.isPrompt = true
    (options.zone, options.seed) = (given.zone, given.seed)
    options.limit = SystemClock.worked + Self.patience
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

  /// Begins a step and solves it as its author does.
  func play(_ step: Lesson.Step) throws(Diagnostics) -> Ending {
    for name in step.solution.compactMap(\.boundName) where session.runtime.variable(name) == nil {
      session.runtime.define(name, .none)
    }
    session.runtime.define(Session.lastName, .none)
    let runtime = session.runtime!
    do {
      try runtime.run(try session.compile(course.script.part(step.start)))
      session.aside.lessons.forgetCommands()
      var isMet = false
      if let waiting = course.script.waiting(for: step) {
        runtime.lookOut(for: try session.compile(waiting)) { isMet = true }
      }
      try runtime.proceed(to: session.now)
      if isMet { return .solvedAlready }
      try runtime.run(try session.compile(course.script.part(step.solution)))
      try runtime.proceed(to: session.now)
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
