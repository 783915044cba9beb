import JSON
import Terminal

/// The step of the lesson that is walked, on a page.
enum LessonExhibit {
  static let exhibit = Exhibit(name: "lesson") { session in
    guard let run = session.aside.lessons.run else { return nil }
    let title = run.step?.title.text ?? "over"
    return .fields([
      "lesson": .string(sanitized(run.course.title)), "step": .integer(Int64(run.walk.current)),
      "count": .integer(Int64(run.walk.titles.count)), "title": .string(sanitized(title)),
    ])
  }
}
