import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The teacher's sheet of a lesson, in Markdown: questions, times, and the solutions of each goal.
public struct LessonSheet {
  private let catalog: CommandCatalog
  public init(_ catalog: CommandCatalog) { self.catalog = catalog }

  /// - Parameter name: a lesson that comes with the program, or a file.
  /// - Throws: the errors in the file.
  public func text(of name: String) throws(Diagnostics) -> String {
    let source: Source
    do throws(Diagnostic) {
      if let own = try BuiltInLessons.source(name) { source = own } else { source = try SourceFile.read(name) }
    } catch {
      throw Diagnostics([error])
    }
    let session = ParsedLesson.confinedSession(catalog)
    let parsedLesson = try ParsedLesson(source, named: name, isForeign: true, in: session)
    return Self.text(of: parsedLesson, answers: answers(of: parsedLesson))
  }

  /// Returns the answers to the predictions, by the indices of their steps. A lesson that uses files is not played.
  func answers(of parsedLesson: ParsedLesson) -> [Int: Value] {
    guard parsedLesson.steps.contains(where: { $0.goals.contains { $0.prediction != nil } }) else { return [:] }
    let session = ParsedLesson.confinedSession(catalog)
    let known = session.runtime.program.callCount
    guard (try? session.compile(parsedLesson.script)) != nil,
      ParsedLesson.reach(of: session.runtime.program.commands(behind: known), catalog).isEmpty
    else { return [:] }
    let player = LessonPlayer(parsedLesson, catalog: catalog)
    player.play(before: 0)
    var answers: [Int: Value] = [:]
    for (index, step) in parsedLesson.steps.enumerated() {
      _ = try? player.play(step)
      answers[index] = player.answer
    }
    return answers
  }

  static func text(of parsedLesson: ParsedLesson, answers: [Int: Value] = [:]) -> String {
    var lines = ["# \(parsedLesson.title)", ""]
    lines.append(
      "\(TimeText.count(parsedLesson.steps.count, "step"))\(parsedLesson.lesson.length.map { ", \(minutes($0))" } ?? "")."
    )
    lines.append("A learner who works alone takes about \(minutes(LessonTime.whole(parsedLesson))).")
    var begin = Duration.zero
    for (index, step) in parsedLesson.steps.enumerated() {
      let at = "from minute \(begin.microseconds / 60_000_000)"
      lines += ["", "## \(index + 1). \(step.title.text)", ""]
      lines.append(step.length.map { "*\(minutes($0)), \(at)*" } ?? "*\(at)*")
      begin = begin + (step.length ?? .zero)
      list("", step.texts(.say).map { $0.text }, &lines)
      list("Ask and observe:", ParsedLesson.sentences(step.texts(.note).map { $0.text }).map { "- \($0)" }, &lines)
      list(
        "Goals:",
        step.goals.map { goal in
          let word = goal.prediction == nil ? "" : "predict "
          return "- `\(word)\(parsedLesson.text(of: goal))`" + (goal.otherwise.map { " — else: \($0.text)" } ?? "")
        }, &lines)
      if let answer = answers[index] { list("The answer:", ["`\(ValueWriter().literal(answer))`"], &lines) }
      list("Hints:", step.texts(.hint).enumerated().map { "\($0 + 1). \($1.text)" }, &lines)
      let solution = parsedLesson.solution(of: step)
      if !solution.isEmpty { list("A solution:", ["```", solution, "```"], &lines) }
      list("Why:", ParsedLesson.sentences(step.texts(.because).map { $0.text }), &lines)
    }
    // A lesson may come from any author: its texts must not contain commands for the reader's terminal.
    return sanitized(lines.joined(separator: "\n"), keepingLines: true) + "\n"
  }

  private static func list(_ head: String, _ rows: [String], _ lines: inout [String]) {
    if rows.isEmpty { return }
    lines += [""] + (head.isEmpty ? [] : [head, ""]) + rows
  }

  private static func minutes(_ length: Duration) -> String { TimeText.length(length) }
}
