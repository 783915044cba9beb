import StoryScript
import Terminal
import Timeline

/// The walk through lessons.
final class LessonsWing: Wing {
  var commands: [[CommandEntry]] { [LearnCommands.entries] }
  var states: [[StateEntry]] { [LearnCommands.states] }
  var events: [[EventRow]] { [LessonEvents.all] }
  var settings: [Setting] { [] }

  func ended(_ session: Session) { LessonGuide(session).leave() }
  var pageModel: PageModel? { LessonPageModel.pageModel }
  func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { BuiltInLessons.candidates(kind) }
}

extension LessonsWing: Tutor {
  func recorder(_ session: Session) -> Recorder? { LessonGuide(session).lessonRecorder }
  func meant(_ text: String, _ session: Session) -> String? { LessonGuide(session).meant(text) }
  func isInWords(_ text: String, _ session: Session) -> Bool { LessonGuide(session).isInWords(text) }
  func explainForm(_ session: Session) { LessonGuide(session).explainForm() }
  func statementBegins(_ script: Script, commands: Set<String>, _ session: Session) {
    LessonGuide(session).begins(script, commands)
  }
  func pressed(_ session: Session) { session.resumeClock() }
  func answered(_ line: TypedLine, _ session: Session) { LessonGuide(session).answer(line) }
  func timePassed(_ session: Session) { LessonGuide(session).timePassed() }
  func mode(_ session: Session) -> String? { session.resources.lessons.run?.isPlaying == true ? "play" : nil }
  func expectsPrediction(_ session: Session) -> Bool { LessonGuide(session).expectsPrediction }
}
