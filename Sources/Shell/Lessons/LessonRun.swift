import StoryScript
import Terminal
import Timeline

/// A walk through a lesson that goes on in a session: its code, and how each step began.
final class LessonRun {
  /// A step as the machine runs it.
  struct Code {
    let start: Int
    /// What its goals are looked out for by.
    let goals: Int?
    /// For each goal, what fails unless it holds.
    let expectations: [Int]
  }

  /// A session as it was when a step began.
  struct Beginning {
    let world: World
    let at: Instant
    let pace: Clock.Pace
    /// How many blocks and handlers had been made.
    let made: Int
  }

  let course: Course
  private(set) var code: [Code] = []
  var walk: LessonWalk
  /// Whether the goals have come true, and the next step waits for the end of what is typed.
  var isSolved = false
  /// Whether something is tried that `learn done` takes back.
  var isPlaying = false
  var beginnings: [Int: Beginning] = [:]
  var record: LessonRecord
  /// The commands of each step's solution.
  private var ways: [Set<String>] = []
  /// Those that were run already as a part of it.
  private var done: Set<String> = []

  /// - Throws: what is wrong in the lesson's code.
  init(_ course: Course, record: LessonRecord, in session: Session) throws(Diagnostics) {
    self.course = course
    self.record = record
    walk = LessonWalk(titles: course.steps.map { sanitized($0.title.text) })
    for step in course.steps {
      code.append(try Self.compile(step, course.script, session))
      ways.append(try Self.commands(step, course.script, session))
    }
  }

  /// The names of the commands of a step's solution, which is not kept.
  private static func commands(
    _ step: Lesson.Step, _ script: Script, _ session: Session
  ) throws(Diagnostics) -> Set<String> {
    let program = session.runtime.program
    defer { session.runtime.program = program }
    _ = try session.compile(script.part(step.solution))
    return Set(
      session.runtime.program.commands(behind: program.callCount).map { session.catalog.entries[$0].command.name })
  }

  /// The commands of the step's solution.
  var way: Set<String> { walk.isOver ? [] : ways[walk.current] }

  /// Takes in the commands of a line that has not solved the step.
  /// - Returns: whether they are a part of several that do, and the first time that they were run.
  func goes(_ commands: Set<String>) -> Bool {
    guard let step, step.solution.count > 1, !commands.isEmpty, commands.isSubset(of: way), !commands.isSubset(of: done)
    else { return false }
    done.formUnion(commands)
    return true
  }

  /// A step begins.
  func forgetWay() { done = [] }

  private static func compile(
    _ step: Lesson.Step, _ script: Script, _ session: Session
  ) throws(Diagnostics) -> Code {
    // What happens is told; what it gives is for no reader.
    let start = try session.compile(script.part(step.start), echoes: false)
    // What the solution makes, the goals may ask for, before somebody has made it.
    for name in step.solution.compactMap(\.boundName) where session.runtime.variable(name) == nil {
      session.runtime.define(name, .none)
    }
    var goals: Int?
    if let waiting = script.waiting(for: step) { goals = try session.compile(waiting) }
    var expectations: [Int] = []
    for goal in step.goals { expectations.append(try session.compile(script.expecting(goal))) }
    return Code(start: start, goals: goals, expectations: expectations)
  }

  var step: Lesson.Step? { walk.isOver ? nil : course.steps[walk.current] }
  var place: LessonEvents.Place {
    .init(title: walk.titles[walk.current], number: walk.current + 1, count: walk.titles.count)
  }
}

/// The lessons' knowledge of a session outside its world: `undo`, `rewind` and forks change nothing of it.
final class LessonAside {
  /// Something that a command wants done once its line is over.
  enum Request {
    case skip, goBack
    case reset
    case resetAll
  }

  var run: LessonRun?
  private var request: Request?
  /// The folder for how far each lesson came; `nil` where that is forgotten.
  var folder: String?
  /// The one lesson that may come from a file where what learners typed is graded; `nil` where nobody grades.
  var graded: String?
  /// Whether lines run that were typed another day.
  var isReplaying = false

  /// The commands that have run since the step began; `nil` where no lesson is walked.
  private(set) var commands: [String]?
  private static let mostCommands = 1_000

  /// Records that a command has run.
  func hear(_ command: String) {
    if let count = commands?.count, count < Self.mostCommands { commands?.append(command) }
  }

  /// Begins to record commands anew.
  func forgetCommands() { commands = [] }

  func ask(for request: Request) { self.request = request }

  /// The request that was made, which is done once.
  func takeRequest() -> Request? {
    defer { request = nil }
    return request
  }
}

extension Session {
  /// Begins anew to record which commands run, for the goals of a step.
  func hearCommands() {
    let lessons = aside.lessons
    lessons.forgetCommands()
    hearsCommand = { lessons.hear($0) }
  }
}

extension World.Aside {
  var lessons: LessonAside { guest { LessonAside() } }
}

/// How far somebody has come in a lesson: a plain value without clock, files or words.
struct LessonWalk: Hashable, Sendable {
  enum Mark: String, Hashable, Sendable {
    case open, solved, skipped
    /// Solved once it had been skipped, and so its solution told.
    case late
  }

  /// The steps' titles, which are theirs alone.
  let titles: [String]
  private(set) var marks: [Mark]
  /// The step that waits; as many as there are once the last one is over.
  private(set) var current = 0
  /// How many of the step's hints were shown.
  private(set) var hints = 0
  /// How many tries of the present step have missed.
  private(set) var misses = 0

  init(titles: [String]) {
    self.titles = titles
    marks = titles.map { _ in .open }
  }

  var isOver: Bool { current == titles.count }
  var solvedCount: Int { marks.count { $0 == .solved || $0 == .late } }

  /// A try has missed.
  mutating func miss() { misses += 1 }

  /// - Parameter count: how many hints the step has.
  /// - Returns: the place of the next one; `nil` when all were shown.
  mutating func nextHint(of count: Int) -> Int? {
    guard hints < count else { return nil }
    hints += 1
    return hints - 1
  }

  /// The step's goals have come true.
  mutating func solve() { leave(marks[current] == .skipped || marks[current] == .late ? .late : .solved) }

  /// On without solving it; what was solved before stays so.
  mutating func skip() { leave(marks[current] == .open ? .skipped : marks[current]) }

  /// - Returns: whether there is a step before this one.
  mutating func goBack() -> Bool {
    guard current > 0 else { return false }
    current -= 1
    (hints, misses) = (0, 0)
    return true
  }

  /// All steps are open again.
  mutating func restart() { self = LessonWalk(titles: titles) }

  private mutating func leave(_ mark: Mark) {
    marks[current] = mark
    current += 1
    (hints, misses) = (0, 0)
  }
}
