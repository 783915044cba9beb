import ShellCore
import StoryScript
import System
import Timeline

/// A parsed lesson, with the faults that do not depend on a learner.
struct ParsedLesson {
  /// The name in `learn`: the lesson's name among those of the program, or the path of its file.
  let name: String
  let script: Script
  let lesson: Lesson
  /// `true` if the lesson comes from a file, and not with the program.
  let isForeign: Bool
  /// `true` if the lesson may include only files in its own folder, regardless of who plays it.
  let isConfined: Bool

  /// Returns a session in which another author's lesson is parsed: it cannot include files from outside its folder.
  static func confinedSession(_ catalog: CommandCatalog) -> Session {
    var options = Session.Options()
    options.isConfined = true
    return Session(options: options, output: Output(to: .nowhere), catalog: catalog)
  }

  var title: String { lesson.title.text }
  var steps: [Lesson.Step] { lesson.steps }

  /// The maximum width of a sentence's line, so that it fits unchanged on a terminal of 80 columns.
  static let columnLimit = 72

  /// - Throws: all errors of the language, or that the source contains no lesson.
  init(_ source: Source, named name: String, isForeign: Bool, in session: Session) throws(Diagnostics) {
    let script = try session.parse(source)
    guard let lesson = script.lessons.first else {
      throw Diagnostics([
        Diagnostic(
          .refused("this file contains no lesson", suggestion: "try: storyline lesson new FILE"),
          SourceRange(0, 0), in: source)
      ])
    }
    (self.name, self.script, self.lesson, self.isForeign) = (name, script, lesson, isForeign)
    isConfined = session.options.isConfined || session.confinedSources.contains(source.name)
  }

  /// The faults that prevent a walk: no steps, duplicate titles, steps without a goal, a second lesson.
  var faults: [Diagnostic] {
    var faults: [Diagnostic] = []
    func fault(_ text: String, _ suggestion: String?, _ range: SourceRange) {
      faults.append(Diagnostic(.refused(text, suggestion: suggestion), range, in: script.source))
    }
    for other in script.lessons.dropFirst() {
      fault("a file can hold only one lesson", "move this one to its own file", other.title.range)
    }
    if steps.isEmpty { fault("this lesson has no steps", "try: step \"Title\" for 5m { … }", lesson.title.range) }
    var titles: Set<String> = []
    for step in steps {
      if !titles.insert(step.title.text).inserted {
        fault(
          "two steps are called '\(step.title.text)'", "progress is saved by title: give each step its own",
          step.title.range)
      }
      if step.goals.isEmpty {
        fault("this step has no goal", "try: goal CONDITION", step.title.range)
      }
    }
    return faults
  }

  /// Returns the names of the commands that use files or have effects outside the session, in alphabetical order.
  static func reach(of commands: [Int], _ catalog: CommandCatalog) -> [String] {
    // A PIN that is set in practice stays there.
    let reaching = commands.map { catalog.entries[$0].command }.filter { command in
      command.parameters.contains { $0.type.isPath }
        || (command.effect == .outside && !command.parameters.contains { $0.isSecret })
    }
    return Set(reaching.map { $0.name }).sorted()
  }

  /// Returns the text that solves a step when typed: its solution in one line, or in several if it was written so.
  func solution(of step: Lesson.Step) -> String {
    let parts = step.solution.map { script.source.text($0.range) }
    return parts.joined(separator: parts.contains { $0.contains("\n") } ? "\n" : "; ")
  }

  /// Joins lines into sentences: a line that ends in the middle of a sentence continues in the next.
  static func sentences(_ lines: [String]) -> [String] {
    var joined: [String] = []
    for line in lines {
      if let last = joined.last, let end = last.last, !".:!?".contains(end) {
        joined[joined.count - 1] = last + " " + line
      } else {
        joined.append(line)
      }
    }
    return joined
  }

  func text(of goal: Lesson.Goal) -> String { script.source.text(goal.range) }

  /// Returns whether a goal asks for a value that the learner types.
  func asksValue(_ goal: Lesson.Goal) -> Bool {
    goal.prediction != nil || text(of: goal).contains("$\(Session.lastName)")
  }

  /// Returns whether a goal reads counters of the lesson, which no one else sees.
  func isInward(_ goal: Lesson.Goal) -> Bool {
    text(of: goal).contains("learn.") || asksValue(goal) && !isPrediction(goal)
  }

  /// Returns whether a goal asks for a prediction, a constant value that must not be revealed before.
  func isPrediction(_ goal: Lesson.Goal) -> Bool { goal.prediction != nil || prediction(goal) != nil }

  /// Returns the answer that a goal states as a literal: `goal $last == 3s`; `nil` for any other goal.
  func writtenAnswer(of goal: Lesson.Goal) -> Value? {
    guard case .literal(let constant, _)? = prediction(goal) else { return nil }
    return switch constant {
    case .none: Value.none
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(number)
    case .whole(let whole): .whole(whole)
    case .duration(let duration): .duration(duration)
    case .text(let text): .text(text)
    }
  }

  /// The roots of the states that a prediction reads, which may precede an answer: `story 4`.
  static func roots(_ catalog: CommandCatalog) -> Set<String> { Set(catalog.schema.states.map { $0.root }) }

  private func prediction(_ goal: Lesson.Goal) -> Expression? {
    guard case .binary(.equal, let left, let right, _) = goal.condition else { return nil }
    switch (left, right) {
    case (.variable(Session.lastName, _), let other) where other.isConstant: return other
    case (let other, .variable(Session.lastName, _)) where other.isConstant: return other
    default: return nil
    }
  }

  /// Returns the file of a lesson from the line that begins it; `nil` for another line, or a name that needs escapes.
  static func name(inLine line: String) -> String? {
    guard line.hasPrefix("learn \""), line.hasSuffix("\"") else { return nil }
    let name = line.dropFirst(7).dropLast()
    return name.contains("\\") || name.contains("\"") ? nil : String(name)
  }

  /// The line that begins the lesson.
  var line: String {
    "learn \(name.allSatisfy { $0.isLetter || $0 == "-" } ? name : ValueWriter().literal(.text(name)))"
  }
}
