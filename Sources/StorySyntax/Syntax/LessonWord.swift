/// Words that begin something of a lesson; anywhere else they mean nothing, and commands or names may be called so.
public enum LessonWord: String, CaseIterable, Sendable {
  case step, say, goal, hint, solution, note

  /// The braces in which words of a lesson stand.
  public enum Room: Hashable, Sendable {
    /// Directly inside `lesson { }`.
    case lesson
    /// Directly inside `step { }`.
    case step
  }

  /// Where it may stand.
  public var room: Room { self == .step ? .lesson : .step }

  /// The way it is written, for `help` and Grammar.md.
  public var usage: String {
    switch self {
    case .step: "step TITLE [for DURATION] { … }"
    case .say: "say TEXT"
    case .goal: "goal CONDITION [else TEXT]"
    case .hint: "hint TEXT"
    case .solution: "solution { … }"
    case .note: "note TEXT"
    }
  }

  /// Its effect, in one line.
  public var summary: String {
    switch self {
    case .step: "one step of a lesson; its statements run when it begins"
    case .say: "a line that the learner reads when the step begins"
    case .goal: "what has to come true, as by $last or learn.commands; TEXT answers a try that leaves it untrue"
    case .hint: "help after a try that misses; the first hint comes first"
    case .solution: "what reaches the goals; `learn solution` types it into the line"
    case .note: "a line for the teacher's sheet alone"
    }
  }

  static func word(_ text: String, in room: Room?) -> LessonWord? {
    guard let room, let word = LessonWord(rawValue: text), word.room == room else { return nil }
    return word
  }
}
