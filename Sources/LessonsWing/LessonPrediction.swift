import ShellCore
import StoryScript
import System
import Timeline

/// The right answer to a step's prediction, which a fork of the step computes.
struct LessonPrediction {
  /// The maximum processor time of the fork, in microseconds.
  static let timeout: Int64 = {
    #if DEBUG
      20_000_000
    #else
      2_000_000
    #endif
  }()

  private static let resultName = "predicted_value"
  private let trial: Trial

  /// - Parameter session: a session in which the step is about to begin; `nil` if it cannot be copied.
  init?(in session: Session) {
    guard let trial = Trial(of: session, timeout: Self.timeout) else { return nil }
    self.trial = trial
    // `undo` and `rewind` in the block go back to this instant at most.
    trial.session.past.restart(trial.session.world, at: trial.session.clock.now)
  }

  /// Begins the step in the fork, runs the prediction's block there, and returns the value to predict.
  /// - Throws: the error in the block, or the reason why there is no answer.
  func answer(to goal: Lesson.Goal, of step: Lesson.Step, in script: Script) throws(Diagnostic) -> Value {
    guard let prediction = goal.prediction else { return .none }
    let bound = Statement.binding(Self.resultName, to: prediction.value)
    // Blocks that the beginning schedules run in the fork, too.
    let fork = script.part(step.start + (prediction.block?.statements ?? []) + [bound])
    switch trial.run(fork) {
    case .done: return trial.session.runtime.variable(Self.resultName) ?? .none
    case .failed(let error): throw error
    case .none:
      throw Diagnostic(
        .refused(
          "the answer to this prediction cannot be computed in a fork",
          suggestion: "use only commands that end and have no effect outside the session"), goal.range,
        in: script.source)
    }
  }
}

extension LessonPrediction {
  /// Returns `true` if a typed value is the right answer, to the millisecond.
  static func isRight(_ typed: Value, _ answer: Value) -> Bool {
    switch (answer, typed) {
    case (.duration(let right), .duration(let typed)):
      return max(right, typed) - min(right, typed) < .milliseconds(1)
    case (.text(let right), .text(let typed)): return right.lowercased() == typed.lowercased()
    default:
      if let right = answer.number, let typed = typed.number {
        return abs(right - typed) <= 1e-9 * max(1, abs(right))
      }
      return answer.equals(typed) ?? false
    }
  }
}

extension Trial {
  /// The outcome of a script.
  enum ScriptEnding {
    case done
    case failed(Diagnostic)
    /// The script would reach outside, or took too long.
    case none
  }

  /// Runs a script if it stays inside the session.
  func run(_ script: Script) -> ScriptEnding {
    let known = session.runtime.program.callCount
    let function: Int
    do throws(Diagnostics) { function = try session.compile(script, echoes: false) } catch {
      return error.all.first.map { .failed($0) } ?? .none
    }
    // The user has agreed to the commands of the lesson's own definitions when the lesson began.
    let called = session.runtime.program.commands(behind: known)
    guard called.allSatisfy({ staysInside(session.catalog.entries[$0]) }) else { return .none }
    do throws(Diagnostic) {
      try session.runtime.run(function)
      return .done
    } catch {
      if case .interrupted = error.problem { return .none }
      return .failed(error)
    }
  }
}
