import SessionState
import StoryScript
import Timeline
import Timers

/// The messages about refused routine commands.
enum RoutineWords {
  static let example = "routine add morning \"👕 dress 5m, 🥣 breakfast 15m, 🪥 teeth 3m\""

  static func failure(_ problem: RoutineProblem) -> Failure {
    switch problem {
    case .unknown(let name, let all):
      let names = all.map { $0.name }
      return .refused(
        "there is no routine '\(name)'", meant: closestName(to: name, among: names),
        otherwise: names.isEmpty ? "try: \(example)" : "the routines are \(names.joined(separator: ", "))")
    case .ambiguous(let name, let candidates):
      return .refused(
        "'\(name)' could be \(candidates.map { $0.name }.listed("or"))", "type more letters of the name")
    case .badName(let name):
      return .refused(
        "'\(name)' cannot be a routine's name",
        "use one line of at most \(PrintableText.nameLengthLimit) characters, with at least one letter")
    case .nameTaken(let routine):
      return .refused(
        "the routine '\(routine.name)' already exists",
        "to change it, try: routine edit \(Word.quotedIfNeeded(routine.name)) steps \"…\"")
    case .stepCount(let count):
      return .refused(
        "a routine has \(Routine.stepCounts.lowerBound) to \(Routine.stepCounts.upperBound) steps, not \(count)",
        "try: \(example)")
    case .badStep(let text, let number):
      return .refused(
        "step \(number), '\(text)', needs a name: at most \(PrintableText.nameLengthLimit) characters, with a letter",
        "write the name and the length, as in: dress 5m")
    case .noLength(let name, let number):
      return .refused(
        "step \(number), '\(name)', needs a length, because no activity has that name", "try: \(withLength(name))")
    case .lengthInName(let text, let length, let number):
      return .refused(
        "step \(number), '\(text)', has a length in its name, '\(length)'",
        "separate steps with commas, as in: \(example)")
    case .badLength(let text, let step, let number):
      return .refused("step \(number), '\(step)': '\(text)' is not a length", "try: \(step) 5m")
    case .lengthOutOfRange(let length, let step, let number):
      return .refused(
        "step \(number), '\(step)', lasts \(TimeText.length(length)), but a step can last only \(TimeText.length(Routine.lengths.lowerBound)) to \(TimeText.length(Routine.lengths.upperBound))",
        "try: \(step) 5m")
    case .unknownStep(let step, let routine):
      let names = routine.steps.map { $0.name }
      return .refused(
        "\(routine.name) has no step '\(step)'", meant: closestName(to: step, among: names),
        otherwise: names.count == 1 ? "its only step is \(names[0])" : "its steps are \(names.joined(separator: ", "))")
    case .badPicture(let path):
      return .refused(
        "'\(path)' cannot be a picture's path",
        "use a path of at most \(Routine.Step.pictureLimit) bytes without control characters")
    }
  }

  /// Returns a step of that name with a length: the one at its end, if quotes made the length part of the name.
  private static func withLength(_ name: String) -> String {
    let words = name.split(separator: " ")
    guard words.count > 1, let last = words.last, last.first?.isNumber == true else { return "\(name) 5m" }
    return "\"\(words.dropLast().joined(separator: " "))\" \(last)"
  }

  static func failure(_ refusal: RoutineRun.Refusal) -> Failure {
    switch refusal {
    case .alreadyOn(let name):
      .refused("the routine \(name) is already active: only one routine runs at a time", "try: routine end")
    case .isOver: noneIsOn
    case .lastStep(let activity):
      .refused("\(activity.name) is the last step, so it cannot be postponed", "try: timer pause, or routine skip")
    case .noBreak(let activity):
      .refused("there is no break to end: \(activity.name) is in progress", "try: timer done, or routine later")
    case .timer(let refusal): TimerWords.failure(refusal)
    }
  }

  static var noneIsOn: Failure { noneIsOn(hasRoutines: true) }

  static func noneIsOn(hasRoutines: Bool) -> Failure {
    .refused("no routine is active", hasRoutines ? "try: routine start" : "try: \(example)")
  }

  /// Returns the refusal of a timer's command during a break; `nil` if there is no break.
  static func inBreak(_ run: RoutineRun?, at now: Instant) -> Failure? {
    guard let run, run.state == .rest, let step = run.present else { return nil }
    return .refused(
      "\(run.routine) is on a break: \(step.activity.name) starts in \(TimeText.left(run.until - now))",
      "try: routine next, or routine end")
  }

  static func refusing<Result>(_ body: () throws(RoutineProblem) -> Result) throws(Failure) -> Result {
    do throws(RoutineProblem) { return try body() } catch { throw failure(error) }
  }
}
