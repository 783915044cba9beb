import Timeline

/// `lesson "Hold to pause" for 55m { step … }` as written: it runs nothing by itself.
public struct Lesson: Sendable {
  public var title: Name
  /// The author's estimate of the length.
  public var length: Duration?
  public var steps: [Step] = []
  /// The lesson's braces and everything in them.
  public var range: SourceRange

  /// One step: the statements that run when it begins, its texts, and the conditions to reach.
  public struct Step: Sendable {
    public var title: Name
    public var length: Duration?
    public var items: [Item] = []
    /// The step's braces and everything in them.
    public var range: SourceRange
    /// The range from the step's word to its last brace.
    public var whole: SourceRange
  }

  /// Something directly inside a step.
  public struct Item: Sendable {
    public var kind: Kind
    public var range: SourceRange

    public enum Kind: Sendable {
      case statement(Statement)
      /// A text for the learner, or the teacher.
      case text(LessonWord, Name)
      case goal(Goal)
      case solution(Block)
    }
  }

  /// A condition that the learner has to make true.
  public struct Goal: Sendable {
    public var condition: Expression
    /// The answer to an attempt that does not make the condition true.
    public var otherwise: Name?
    /// The range of the condition, including parentheses around it; of a prediction, everything before `else`.
    public var range: SourceRange
    /// The event after `happened`, whose name the compiler checks.
    public var happened: Name?
    /// The value to predict, for `predict` instead of `goal`.
    public var prediction: Prediction?
  }

  /// A value that the learner predicts: that of an expression after a block has run in a fork.
  public struct Prediction: Sendable {
    public var value: Expression
    public var block: Block?
  }
}

extension Lesson.Step {
  /// The statements that run when the step begins.
  public var start: [Statement] {
    items.compactMap { if case .statement(let statement) = $0.kind { statement } else { nil } }
  }

  /// Returns the texts of one kind, in order.
  public func texts(_ word: LessonWord) -> [Name] {
    items.compactMap { item in
      guard case .text(word, let text) = item.kind else { return nil }
      return text
    }
  }

  /// The step's goals, all of which must be true at the same instant.
  public var goals: [Lesson.Goal] {
    items.compactMap { if case .goal(let goal) = $0.kind { goal } else { nil } }
  }

  /// The statements that reach the goals: the blocks of all solutions, in order.
  public var solution: [Statement] {
    items.flatMap { item -> [Statement] in
      guard case .solution(let block) = item.kind else { return [] }
      return block.statements
    }
  }
}

extension Lesson.Goal {
  /// The conditions that `and` connects, each as a goal of its own.
  public var parts: [Lesson.Goal] {
    guard case .binary(.and, let left, let right, _) = condition else { return [self] }
    return [left, right].flatMap { Lesson.Goal(condition: $0, range: $0.range).parts }
  }
}

extension Statement {
  /// `true` if the statement is a command, or the value of one.
  public var isCommand: Bool {
    switch kind {
    case .command, .expression(.command): true
    default: false
    }
  }

  /// `true` if the statement only shows a variable or a state, or a part of one.
  public var isLook: Bool {
    guard case .expression(let value) = kind else { return false }
    return value.isLook
  }

  /// The variable that the statement defines.
  public var boundName: String? { if case .let(let name, _) = kind { name.text } else { nil } }
}

extension Statement {
  /// Returns the definition of a variable, as if it were written where its value is.
  public static func binding(_ name: String, to value: Expression) -> Statement {
    Statement(kind: .let(Name(text: name, range: value.range), value), range: value.range)
  }
}

extension Expression {
  /// `true` if the value never changes: the expression reads no state or variable, and calls nothing.
  public var isConstant: Bool {
    switch self {
    case .state, .variable, .call, .command, .pipeline, .choice: false
    default: parts.allSatisfy { $0.isConstant }
    }
  }
}

extension Expression {
  fileprivate var isLook: Bool {
    switch self {
    case .variable, .state: true
    case .field(let base, _, _), .index(let base, _, _): base.isLook
    default: false
    }
  }
}

extension Script {
  /// The lessons at the top level of the script.
  public var lessons: [Lesson] {
    statements.compactMap { if case .lesson(let lesson) = $0.kind { lesson } else { nil } }
  }

  /// Returns part of the script as a script of its own. Its places in the text do not change.
  public func part(_ statements: [Statement]) -> Script {
    Script(source: source, statements: statements, comments: [], separators: [], warnings: [])
  }

  /// The part of the script outside lessons.
  public var outsideLessons: Script {
    part(statements.filter { if case .lesson = $0.kind { false } else { true } })
  }

  /// The script with the statements of the steps in place of each lesson: the beginning of a step, then its solution.
  public var withPlayedLessons: Script {
    part(
      statements.flatMap { statement -> [Statement] in
        guard case .lesson(let lesson) = statement.kind else { return [statement] }
        return lesson.steps.flatMap { $0.start + $0.solution }
      })
  }

  /// Returns a script that waits until all goals of a step are true at the same instant; `nil` for a step without
  /// goals.
  public func waiting(for step: Lesson.Step) -> Script? {
    let conditions = step.goals.map { $0.condition }
    guard let first = conditions.first else { return nil }
    let all = conditions.dropFirst().reduce(first) {
      .binary(.and, $0, $1, SourceRange(Int($0.range.start), Int($1.range.end)))
    }
    return part([Statement(kind: .waitUntil(.expression(all)), range: all.range)])
  }

  /// Returns a script that fails unless a goal is true, and shows both sides of the comparison.
  public func expecting(_ goal: Lesson.Goal) -> Script {
    // As if `expect` were written before it.
    let range = SourceRange(Int(goal.range.start) - Keyword.expect.rawValue.utf8.count, Int(goal.range.end))
    return part([Statement(kind: .expect(goal.condition, why: nil), range: range)])
  }
}

/// Words that begin a part of a lesson. Elsewhere they have no meaning, so commands and names may use them.
public enum LessonWord: String, CaseIterable, Sendable {
  case step, say, goal, predict, hint, solution, because, note

  /// The braces in which a lesson word may appear.
  public enum Room: Hashable, Sendable {
    /// Directly inside `lesson { }`.
    case lesson
    /// Directly inside `step { }`.
    case step
  }

  /// The braces in which this word may appear.
  public var room: Room { self == .step ? .lesson : .step }

  /// The word's syntax, for `help` and Grammar.md.
  public var usage: String {
    switch self {
    case .step: "step TITLE [for DURATION] { … }"
    case .say: "say TEXT"
    case .goal: "goal CONDITION [else TEXT]"
    case .predict: "predict VALUE [after { … }] [else TEXT]"
    case .hint: "hint TEXT"
    case .solution: "solution { … }"
    case .because: "because TEXT"
    case .note: "note TEXT"
    }
  }

  /// The word's effect, in one line.
  public var summary: String {
    switch self {
    case .step: "defines a step; its statements run when the step begins"
    case .say: "shows the learner a line when the step begins"
    case .goal:
      "sets a condition to meet, or an event that must happen: `goal happened EVENT`; TEXT appears after a failed attempt"
    case .predict: "asks for a value that a fork of the step computes; TEXT appears after a wrong answer"
    case .hint: "gives help after a failed attempt; hints appear in order"
    case .solution: "contains commands that reach the goals; `learn solution` types them at the prompt"
    case .because: "explains the result once the step is solved"
    case .note: "adds a line to the teacher's sheet only"
    }
  }

  static func word(_ text: String, in room: Room?) -> LessonWord? {
    guard let room, let word = LessonWord(rawValue: text), word.room == room else { return nil }
    return word
  }
}
