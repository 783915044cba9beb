import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The walk through lessons.
package final class LessonsWing: Wing {

  package init() {}
  package var commands: [[CommandEntry]] { [LearnCommands.entries] }
  package var states: [[StateEntry]] { [LearnCommands.states] }
  package var events: [[EventRow]] { [LessonEvents.all] }
  package var settings: [Setting] { [] }

  package func ended(_ session: Session) { LessonGuide(session).leave() }
  package var pageModel: PageModel? { LessonPageModel.pageModel }
  package func names(_ kind: NameKind, _ session: Session) -> [Candidate]? { BuiltInLessons.candidates(kind) }
}

extension LessonsWing: Tutor {
  package func recorder(_ session: Session) -> Recorder? { LessonGuide(session).lessonRecorder }
  package func meant(_ text: String, _ session: Session) -> String? { LessonGuide(session).meant(text) }
  package func isInWords(_ text: String, _ session: Session) -> Bool { LessonGuide(session).isInWords(text) }
  package func explainForm(_ session: Session) { LessonGuide(session).explainForm() }
  package func statementBegins(_ script: Script, commands: Set<String>, _ session: Session) {
    LessonGuide(session).begins(script, commands)
  }
  package func pressed(_ session: Session) { session.resumeClock() }
  package func answered(_ line: TypedLine, _ session: Session) { LessonGuide(session).answer(line) }
  package func timePassed(_ session: Session) { LessonGuide(session).timePassed() }
  package func mode(_ session: Session) -> String? { session.resources.lessons.run?.isPlaying == true ? "play" : nil }
  package func expectsPrediction(_ session: Session) -> Bool { LessonGuide(session).expectsPrediction }
}
