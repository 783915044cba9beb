import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// Plays a lesson in an invisible session, with its own solutions or as a reader types: to find its faults, and the
/// state in which a step begins.
final class LessonPlayer {
  let session: Session
  private let parsedLesson: ParsedLesson
  private var script: Script { parsedLesson.script }
  /// `true` once the goals of the step that was begun last are reached.
  private(set) var isMet = false
  /// The right answer to the prediction of that step; `nil` if it asks for none.
  private(set) var answer: Value?

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
  static let timeout: Int64 = {
    #if DEBUG
      60_000_000
    #else
      5_000_000
    #endif
  }()

  /// - Parameter output: where the session writes (default: nowhere).
  init(
    _ parsedLesson: ParsedLesson, catalog: CommandCatalog, options given: Session.Options = .init(),
    timeout: Int64 = timeout,
    output: Output = Output(to: .nowhere)
  ) {
    self.parsedLesson = parsedLesson
    var options = Session.Options()
    options.isPrompt = true
    (options.zone, options.seed) = (given.zone, given.seed)
    options.limit = SystemClock.worked + timeout
    session = Session(options: options, output: output, catalog: catalog)
    if parsedLesson.isConfined { session.confinedSources.insert(parsedLesson.script.source.name) }
  }

  /// Runs the statements outside the lesson.
  func begin() throws(Diagnostics) {
    let function = try session.compile(script.outsideLessons)
    do throws(Diagnostic) { try session.runtime.run(function) } catch { throw Diagnostics([error]) }
  }

  /// Plays the steps before a step and ignores errors.
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
    return lines.map { $0.statements }
  }

  // MARK: Steps

  /// Begins a step, and watches for its goals.
  func start(_ step: Lesson.Step) throws(ScriptFailure) {
    session.runtime.watchCondition(for: nil)
    (isMet, answer) = (false, nil)
    for name in step.solution.compactMap({ $0.boundName }) where session.runtime.variable(name) == nil {
      session.runtime.define(name, .none)
    }
    session.runtime.define(Session.lastName, .none)
    let goal = step.goals.first { $0.prediction != nil }
    let fork = goal == nil ? nil : LessonPrediction(in: session)
    let beginning = try ScriptFailure.compiling(session.compile(script.part(step.start)))
    try ScriptFailure.running(session.runtime.run(beginning))
    if let goal, let fork { answer = try ScriptFailure.running(fork.answer(to: goal, of: step, in: script)) }
    if !step.start.isEmpty { session.past.bind(session.world, at: session.now) }
    session.resources.lessons.listen(to: session)
    if let waiting = script.waiting(for: step) {
      let condition = try ScriptFailure.compiling(session.compile(waiting))
      // The session, whose runtime keeps this, belongs to the player.
      session.runtime.watchCondition(for: condition) { [unowned(unsafe) self] in isMet = true }
    }
    try ScriptFailure.running(session.runtime.proceed(to: session.now))
  }

  /// Runs statements as if they were typed in one line.
  func type(_ statements: [Statement]) throws(ScriptFailure) {
    for statement in statements { record(script.source.text(statement.range)) }
    let typed = try ScriptFailure.compiling(session.compile(script.part(statements)))
    try ScriptFailure.running(session.runtime.run(typed))
    try ScriptFailure.running(session.runtime.proceed(to: session.now))
  }

  /// Runs a line that a reader types; errors do not matter.
  func type(line: String) {
    guard let source = try? Source(name: SourceFile.promptName, text: line), let typed = try? session.parse(source),
      let function = try? session.compile(typed)
    else { return }
    record(line)
    try? session.runtime.run(function)
    try? session.runtime.proceed(to: session.now)
  }

  /// Lets time pass without typing.
  func rest(for length: Duration) { try? session.runtime.proceed(to: session.now + length) }

  private func record(_ line: String) {
    session.resources.lessons.record(line: line, session.catalog.schema.vocabulary)
  }

  /// Types the answer to the step's prediction: the value of its solution, or else the right one.
  func predict(_ step: Lesson.Step) throws(ScriptFailure) {
    guard let answer else { return }
    if !step.solution.isEmpty {
      try type(step.solution)
      let typed = session.runtime.variable(Session.lastName) ?? .none
      guard LessonPrediction.isRight(typed, answer) else { return }
    }
    session.resources.lessons.predicted()
    try ScriptFailure.running(session.runtime.proceed(to: session.now))
  }

  /// Begins a step and solves it with the author's solution.
  /// - Parameter byLine: whether the solution is typed line by line, as it is written, and not at once.
  func play(_ step: Lesson.Step, byLine: Bool = false) throws(Diagnostics) -> Ending {
    do throws(ScriptFailure) {
      try start(step)
      if isMet { return .solvedAlready }
      if answer != nil {
        try predict(step)
      } else {
        for line in byLine ? Self.lines(of: step, in: script.source) : [step.solution] {
          if isMet { return .over(before: line[0]) }
          try type(line)
        }
      }
      session.runtime.watchCondition(for: nil)
      return isMet ? .solved : missed(step)
    } catch {
      switch error {
      case .failed(let error): return .failed(error)
      case .invalid(let errors): throw errors
      case .refused(let failure): return .failed(Diagnostic(failure.problem, step.title.range, in: script.source))
      }
    }
  }

  /// Returns the first goal that is not reached, and the reason.
  func missed(_ step: Lesson.Step) -> Ending {
    for goal in step.goals {
      if goal.prediction != nil {
        let words = answer.map { ValueWriter().literal($0) } ?? "unknown"
        return .missed(
          goal,
          .refused("the value is \(words)", suggestion: "leave out the solution: the fork computes the answer"))
      }
      do throws(Diagnostic) { try session.runtime.run(try! session.compile(script.expecting(goal))) } catch {
        return .missed(goal, error.problem)
      }
    }
    // Each goal held at some instant, but never all at the same one.
    return .missed(step.goals[0], .refused("the goals are never all true at the same moment", suggestion: nil))
  }
}
