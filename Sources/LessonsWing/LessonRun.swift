import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// A walk through a lesson in a session: its code, and the state in which each step began.
final class LessonRun {
  /// The compiled code of a step.
  struct Code {
    let start: Int
    /// The code that watches for its goals.
    let goals: Int?
    /// For each goal, code that fails unless the goal is reached.
    let expectations: [Int]
    /// The conditions of the goals: `a and b` are two.
    let conditions: [Condition]
  }

  /// A condition of a goal.
  struct Condition {
    /// What a condition is about.
    enum Subject {
      /// Only the commands and the words of the language that were typed, whatever came of them.
      case typing
      /// The value typed last.
      case value
      /// Anything else: the state, a variable, an event.
      case fact
    }

    /// Code that fails unless the condition is true.
    let expectation: Int
    let subject: Subject
    /// The index of its goal.
    let goal: Int
  }

  /// The state of a session when a step began.
  struct Beginning {
    let world: World
    let at: Instant
    let pace: Clock.Pace
    /// The number of blocks and handlers created so far.
    let made: Int
    /// The values of the variables, by name.
    var variables: [(name: String, value: Value)] = []
  }

  let parsedLesson: ParsedLesson
  private(set) var code: [Code] = []
  var walk: LessonProgress
  /// `true` if the goals are reached, and the next step waits for the end of the typed line.
  var isSolved = false
  /// `true` during a trial, which `learn done` undoes.
  var isPlaying = false
  var beginnings: [Int: Beginning] = [:]
  /// The right answers to the predictions of the steps that have begun, by the steps' indices.
  var answers: [Int: Value] = [:]
  /// `true` while a typed answer to a prediction runs.
  var isAnswering = false
  /// The last typed answer to a prediction, right or wrong, with its step's index; `nil` if there is none yet.
  var prediction: (step: Int, text: String)?
  /// The number of blocks and handlers at the beginning of the line that runs.
  var madeBefore = 0
  var record: LessonRecord
  /// The commands of each step's solution.
  private var ways: [Set<String>] = []
  /// The commands of each statement of each step's solution.
  private var paths: [[Set<String>]] = []
  /// The commands of the step's solution that were run already.
  private var done: Set<String> = []
  /// The number of statements of the solution whose commands were typed in their order, with the right effect.
  private var reached = 0
  /// The conditions of the goals that have been true since the step began.
  private var met: Set<Int> = []
  /// `true` while a typed line only shows a variable or a state.
  var isLooking = false
  /// `true` while a typed line is only a constant value, which proves no progress.
  var isConstant = false

  /// - Throws: the errors in the lesson's code.
  init(_ parsedLesson: ParsedLesson, record: LessonRecord, in session: Session) throws(Diagnostics) {
    self.parsedLesson = parsedLesson
    self.record = record
    walk = LessonProgress(titles: parsedLesson.steps.map { sanitized($0.title.text) })
    for step in parsedLesson.steps {
      code.append(try Self.compile(step, parsedLesson.script, session))
      let path = try Self.commands(step, parsedLesson.script, session)
      ways.append(path.reduce(into: []) { $0.formUnion($1) })
      paths.append(path)
    }
  }

  /// Returns the names of the commands of each statement of a step's solution, without keeping the compiled code.
  private static func commands(
    _ step: Lesson.Step, _ script: Script, _ session: Session
  ) throws(Diagnostics) -> [Set<String>] {
    let program = session.runtime.program
    defer { session.runtime.program = program }
    var commands: [Set<String>] = []
    for statement in step.solution {
      let known = session.runtime.program.callCount
      _ = try session.compile(script.part([statement]))
      let called = session.runtime.program.commands(behind: known)
      commands.append(Set(called.map { session.catalog.entries[$0].command.name }))
    }
    return commands
  }

  /// The commands of the step's solution.
  var way: Set<String> { walk.isOver ? [] : ways[walk.current] }

  /// Records the commands of a line that has not solved the step.
  /// - Returns: `true` if they are part of the step's solution, and run for the first time.
  func recordCommands(_ commands: Set<String>) -> Bool {
    guard let step, step.solution.count > 1, !commands.isEmpty, commands.isSubset(of: way), !commands.isSubset(of: done)
    else { return false }
    done.formUnion(commands)
    return true
  }

  /// Records how far a line that has not solved the step has come.
  ///
  /// A line makes progress if the rest of the solution completes it, or if it makes a whole part of a goal true. A
  /// command that only has the right name, and one of several conditions about the same value, are no parts.
  /// - Parameters:
  ///   - conditions: the conditions of the goals that are true now.
  ///   - completes: returns `true` if statements of the solution lead from here to the goals.
  /// - Returns: `true` if the line makes progress.
  func recordProgress(
    _ line: TypedLine, met conditions: Set<Int>, completes: (ArraySlice<Statement>) -> Bool
  ) -> Bool {
    let before = parts(of: met)
    defer { met.formUnion(conditions) }
    guard let step else { return false }
    let path = paths[walk.current]
    if !line.commands.isEmpty {
      for count in path.indices.dropFirst(reached + 1)
      where path[reached..<count].reduce(into: Set<String>(), { $0.formUnion($1) }) == line.commands
        && completes(step.solution[count...])
      {
        reached = count
        return true
      }
    }
    let isOnTheWay = line.commands.isSubset(of: way) && (line.hasValue ? !isConstant : !line.commands.isEmpty)
    return isOnTheWay && !parts(of: conditions).subtracting(before).isEmpty
  }

  /// A part of the goals that counts as progress.
  private enum Part: Hashable {
    /// All conditions of a goal about facts.
    case facts(goal: Int)
    /// All conditions of the step about the value typed last: a value is right or wrong.
    case value
    /// One condition about what was typed.
    case typing(condition: Int)
  }

  /// Returns the parts of the goals that are true if some of the conditions are.
  private func parts(of met: Set<Int>) -> Set<Part> {
    let conditions = code[walk.current].conditions
    let failed = conditions.indices.filter { !met.contains($0) }.map { conditions[$0] }
    var parts: Set<Part> = []
    for (index, condition) in conditions.enumerated() where met.contains(index) {
      switch condition.subject {
      case .fact:
        let isWhole = !failed.contains { $0.goal == condition.goal && $0.subject == .fact }
        if isWhole { parts.insert(.facts(goal: condition.goal)) }
      case .value: if !failed.contains(where: { $0.subject == .value }) { parts.insert(.value) }
      // What was typed is no progress while its result is wrong.
      case .typing: if !failed.contains(where: { $0.subject != .typing }) { parts.insert(.typing(condition: index)) }
      }
    }
    return parts
  }

  /// Forgets the commands run so far, at the beginning of a step.
  /// - Parameter conditions: the conditions of the goals that are true from the beginning.
  func forgetWay(met conditions: Set<Int>) { (done, reached, met) = ([], 0, conditions) }

  private static func compile(
    _ step: Lesson.Step, _ script: Script, _ session: Session
  ) throws(Diagnostics) -> Code {
    // Its events are reported, but its values are not printed.
    let start = try session.compile(script.part(step.start), echoes: false)
    // The goals may use variables of the solution before the learner has defined them.
    for name in step.solution.compactMap({ $0.boundName }) where session.runtime.variable(name) == nil {
      session.runtime.define(name, .none)
    }
    var goals: Int?
    if let waiting = script.waiting(for: step) { goals = try session.compile(waiting) }
    var expectations: [Int] = []
    for goal in step.goals { expectations.append(try session.compile(script.expecting(goal))) }
    var conditions: [Condition] = []
    for (index, goal) in step.goals.enumerated() where goal.prediction == nil {
      for part in goal.parts {
        conditions.append(
          Condition(
            expectation: try session.compile(script.expecting(part)), subject: subject(of: part, in: script),
            goal: index))
      }
    }
    return Code(start: start, goals: goals, expectations: expectations, conditions: conditions)
  }

  private static func subject(of condition: Lesson.Goal, in script: Script) -> Condition.Subject {
    let text = script.source.text(condition.range)
    if text.contains("$\(Session.lastName)") { return .value }
    let isAboutTyping = ["learn.words", "learn.commands"].contains { text.contains($0) }
    return isAboutTyping ? .typing : .fact
  }

  /// Returns the text that solves the open step when typed: its solution, or the answer to its prediction.
  func solution(of step: Lesson.Step) -> String {
    if step.solution.isEmpty, let answer { return ValueWriter().literal(answer) }
    return parsedLesson.solution(of: step)
  }

  /// The right answer to the open step's prediction; `nil` for a step that asks for none.
  var answer: Value? { walk.isOver ? nil : answers[walk.current] }

  var step: Lesson.Step? { walk.isOver ? nil : parsedLesson.steps[walk.current] }
  var place: LessonEvents.Place {
    .init(title: walk.titles[walk.current], number: walk.current + 1, count: walk.titles.count)
  }
}

/// A learner's progress in a lesson: a plain value without a clock, files or texts.
struct LessonProgress: Hashable, Sendable {
  enum Mark: String, Hashable, Sendable {
    case open, solved, skipped
    /// Solved after it had been skipped, when its solution was already revealed.
    case late
  }

  /// The learner's tries in one step.
  struct Tally: Hashable, Sendable {
    /// The lines that fell short, as typed.
    var missed: [String] = []
    /// The wrong predictions, as typed; they are not among `missed`.
    var mispredicted: [String] = []
    /// The number of hints shown, by the lesson or on request.
    var hints = 0
    /// The number of requests for the solution.
    var solutions = 0

    var isClean: Bool { missed.isEmpty && mispredicted.isEmpty && solutions == 0 }
    fileprivate static let lineLimit = 100
  }

  /// The titles of the steps, which are unique.
  let titles: [String]
  /// The learner's tries in each step.
  private(set) var tallies: [Tally]
  private(set) var marks: [Mark]
  /// The index of the open step; the number of steps once the last one is over.
  private(set) var current = 0
  /// The number of the step's hints that were shown.
  private(set) var hints = 0
  /// The number of failed tries of the present step.
  private(set) var misses = 0

  init(titles: [String]) {
    self.titles = titles
    marks = titles.map { _ in .open }
    tallies = titles.map { _ in Tally() }
  }

  var isOver: Bool { current == titles.count }
  var solvedCount: Int { marks.count { $0 == .solved || $0 == .late } }

  /// Counts a failed try.
  mutating func miss(_ line: String, isPrediction: Bool = false) {
    misses += 1
    guard !isOver else { return }
    if isPrediction {
      if tallies[current].mispredicted.count < Tally.lineLimit { tallies[current].mispredicted.append(line) }
    } else if tallies[current].missed.count < Tally.lineLimit {
      tallies[current].missed.append(line)
    }
  }

  /// Counts a request for the solution.
  mutating func revealSolution() { if !isOver { tallies[current].solutions += 1 } }

  /// - Parameter count: the number of the step's hints.
  /// - Returns: the index of the next hint; `nil` if all were shown.
  mutating func nextHint(of count: Int) -> Int? {
    guard hints < count else { return nil }
    hints += 1
    tallies[current].hints += 1
    return hints - 1
  }

  /// Marks the step as solved and goes to the next one.
  mutating func solve() { leave(marks[current] == .skipped || marks[current] == .late ? .late : .solved) }

  /// Goes to the next step without solving this one; a solved step stays solved.
  mutating func skip() { leave(marks[current] == .open ? .skipped : marks[current]) }

  /// - Returns: `false` if this is the first step.
  mutating func goBack() -> Bool {
    guard current > 0 else { return false }
    current -= 1
    (hints, misses) = (0, 0)
    return true
  }

  /// Opens all steps again.
  mutating func restart() { self = LessonProgress(titles: titles) }

  private mutating func leave(_ mark: Mark) {
    marks[current] = mark
    current += 1
    (hints, misses) = (0, 0)
  }
}
