import JSON
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The events of a lesson.
enum LessonEvents {
  static let all = [step.row, solved.row, skipped.row, finished.row]

  /// A step with its number.
  struct Place {
    let title: String
    let number: Int
    let count: Int
  }

  private static var fields: [EventField<Place>] {
    [
      .init("title", "the step's title") { $0.title }, .init("number", "the step's number, from 1") { $0.number },
      .init("of", "the number of steps") { $0.count },
    ]
  }

  static let step = EventEntry<Place>(
    "lesson.step", "a step of a lesson began", fields: fields,
    says: { line, place, _ in
      line.write(.starts, "step ", place.number, " of ", place.count, ": ", Styled(place.title, .heading))
    }, reason: { _, _ in ["This is the next step of the lesson."] })

  static let solved = EventEntry<Place>(
    "lesson.solved", "all goals of a step were reached", fields: fields,
    says: { line, place, _ in
      line.write(.done, "step ", place.number, " of ", place.count, " done: ", place.title)
    }, reason: { _, _ in ["All goals of the step are reached; any way to reach them counts."] })

  static let skipped = EventEntry<Place>(
    "lesson.skipped", "a step of a lesson was skipped", fields: fields,
    says: { line, place, _ in
      line.write(.note, "step ", place.number, " of ", place.count, " skipped: ", place.title)
    }, reason: { _, _ in ["`learn skip` skipped the step and ran its solution instead."] })

  static let finished = EventEntry<(title: String, solved: Int, count: Int)>(
    "lesson.finished", "a lesson ended",
    fields: [
      .init("title", "the lesson's title") { $0.title }, .init("solved", "the number of solved steps") { $0.solved },
      .init("of", "the number of steps") { $0.count },
    ],
    says: { line, end, _ in
      line.write(.star, "lesson finished: ", end.solved, " of ", end.count, " steps done")
    }, reason: { _, _ in ["This was the lesson's last step."] })
}

/// The step of the present lesson, on a page.
enum LessonPageModel {
  static let pageModel = PageModel(name: "lesson") { session in
    guard let run = session.resources.lessons.run else { return nil }
    let title = run.step?.title.text ?? "over"
    return .fields([
      "lesson": .string(sanitized(run.parsedLesson.title)), "step": .integer(Int64(run.walk.current)),
      "count": .integer(Int64(run.walk.titles.count)), "title": .string(sanitized(title)),
      "tries": .integer(Int64(run.walk.misses)), "predicted": .integer(Int64(run.prediction?.step ?? -1)),
      "prediction": .string(sanitized(run.prediction?.text ?? "")),
    ])
  }
}
