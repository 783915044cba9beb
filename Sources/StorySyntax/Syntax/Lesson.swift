import Timeline

/// `lesson "Hold to pause" for 55m { step … }` as it is written: nothing of it runs by itself.
public struct Lesson: Sendable {
  public var title: Name
  /// How long it takes, as its author says.
  public var length: Duration?
  public var steps: [Step] = []
  /// Its braces with all that is in them.
  public var range: SourceRange

  /// One step: what runs when it begins, what is said, and what has to come true.
  public struct Step: Sendable {
    public var title: Name
    public var length: Duration?
    public var items: [Item] = []
    /// Its braces with all that is in them.
    public var range: SourceRange
    /// From its word to its last brace.
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

  /// A condition that has to come true.
  public struct Goal: Sendable {
    public var condition: Expression
    /// What answers a try that leaves it untrue.
    public var otherwise: Name?
    /// The condition with the parentheses around it.
    public var range: SourceRange
  }
}

extension Lesson.Step {
  /// The statements that run when it begins.
  public var start: [Statement] {
    items.compactMap { if case .statement(let statement) = $0.kind { statement } else { nil } }
  }

  /// The texts of one kind, in their order.
  public func texts(_ word: LessonWord) -> [Name] {
    items.compactMap { item in
      guard case .text(word, let text) = item.kind else { return nil }
      return text
    }
  }

  /// Its goals, all of which have to hold at one instant.
  public var goals: [Lesson.Goal] {
    items.compactMap { if case .goal(let goal) = $0.kind { goal } else { nil } }
  }

  /// What reaches the goals: the blocks of all its solutions, one after the other.
  public var solution: [Statement] {
    items.flatMap { item -> [Statement] in
      guard case .solution(let block) = item.kind else { return [] }
      return block.statements
    }
  }
}

extension Statement {
  /// The variable that it makes.
  public var boundName: String? { if case .let(let name, _) = kind { name.text } else { nil } }
}

extension Expression {
  /// Whether it is the same whatever happens: it reads no state and no variable, and calls nothing.
  public var isConstant: Bool {
    switch self {
    case .state, .variable, .call, .command, .pipeline, .choice: false
    default: parts.allSatisfy(\.isConstant)
    }
  }
}

extension Script {
  /// The lessons at its top.
  public var lessons: [Lesson] {
    statements.compactMap { if case .lesson(let lesson) = $0.kind { lesson } else { nil } }
  }

  /// A part of it as a script of its own, whose places in the text stay what they are.
  public func part(_ statements: [Statement]) -> Script {
    Script(source: source, statements: statements, comments: [], separators: [], warnings: [])
  }

  /// Nothing but its part outside of lessons.
  public var outsideLessons: Script {
    part(statements.filter { if case .lesson = $0.kind { false } else { true } })
  }

  /// What waits until all goals of a step hold at one instant; `nil` for a step without one.
  public func waiting(for step: Lesson.Step) -> Script? {
    let conditions = step.goals.map(\.condition)
    guard let first = conditions.first else { return nil }
    let all = conditions.dropFirst().reduce(first) {
      .binary(.and, $0, $1, SourceRange(Int($0.range.start), Int($1.range.end)))
    }
    return part([Statement(kind: .waitUntil(.expression(all)), range: all.range)])
  }

  /// What fails unless a goal holds, and shows both of its sides.
  public func expecting(_ goal: Lesson.Goal) -> Script {
    // As if `expect` stood before it.
    let range = SourceRange(Int(goal.range.start) - Keyword.expect.rawValue.utf8.count, Int(goal.range.end))
    return part([Statement(kind: .expect(goal.condition, why: nil), range: range)])
  }
}

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
