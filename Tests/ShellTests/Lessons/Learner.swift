import StoryScript
import Terminal
import Timeline

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// A prompt in a lesson. Its clock advances only while a command waits.
final class Learner {
  let prompt: Prompt
  let folder: String?

  init(_ lesson: String, width: Int = 80, folder: String? = nil, seed: UInt64 = 0) {
    var options = Session.Options()
    options.isPrompt = true
    options.seed = seed
    let session = Session(
      options: options, output: Output(to: .memory, width: width), catalog: Catalog.standard)
    LessonGuide(session).saveProgress(in: folder)
    self.folder = folder
    prompt = Prompt(session: session, history: History(path: nil), width: { width })
    type("learn \(lesson)")
    // `began` holds the lines so far; from here on no time passes by itself.
    if prompt.session.resources.lessons.run != nil { type("speed instant") }
  }

  private(set) var all: [String] = []

  /// - Returns: the lines that the input produces.
  @discardableResult
  func type(_ line: String) -> [String] {
    _ = prompt.run(line)
    let lines = prompt.session.output.drainLines()
    all += lines
    return lines
  }

  var run: LessonRun? { prompt.session.resources.lessons.run }
  var number: Int { (run?.walk.current ?? -1) + 1 }
  var solution: String { run.flatMap { run in run.step.map { run.solution(of: $0) } } ?? "" }
  /// A command that does not solve the current step, whichever it is.
  var wrongTry: String {
    let goals = run?.step?.goals.map { run!.parsedLesson.text(of: $0) }.joined() ?? ""
    return goals.contains("\"set\"") ? "activity edit homework for 30" : "set tick off"
  }
  var expectsPrediction: Bool { run?.step?.goals.contains { run!.parsedLesson.asksValue($0) } == true }
}
