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
