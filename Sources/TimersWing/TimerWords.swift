import SessionState
import StoryScript
import Timeline
import Timers

/// The messages about timer commands that had no effect or were refused.
enum TimerWords {
  /// Returns the end of "… ignored: …".
  static func short(_ reason: Countdown.Ignored) -> String {
    switch reason {
    case .alreadyPaused: "the timer is already paused"
    case .alreadyRunning: "the timer is already running"
    case .nothingCompleted: "no timer has ended"
    }
  }

  /// - Parameter past: the words for a time in the past.
  static func failure(_ refusal: Countdown.Refusal, _ past: PastTime? = nil) -> Failure {
    switch refusal {
    case .alreadyStarted(let activity, let remaining, let state):
      return .refused(
        "\(activity.name) \(state == .paused ? "is paused" : "is already running"), \(TimeText.left(remaining)) left: only one timer runs at a time",
        "try: timer done, or timer stop")
    case .nothingRuns(_, let last?):
      let name = Word.quotedIfNeeded(last.name)
      let isOneOff = last.kind == .custom && last.name != Activity.custom.name
      return .refused(
        "no timer is running: \(last.name) is already done", "try: timer start \(isOneOff ? "custom name " : "")\(name)"
      )
    case .nothingRuns(_, nil): return .refused("no timer is running", "try: timer start reading 20")
    case .lengthOutOfRange(let length, let allowed):
      return .refused(
        "a timer can last from \(allowed.lowerBound.literal) to \(allowed.upperBound.literal), not \(length.literal)"
      )
    case .extensionOutOfRange(let length, let total, let allowed):
      let left = allowed.upperBound - total
      return .refused(
        "a timer can last at most \(TimeText.length(allowed.upperBound)), and this one already lasts \(TimeText.length(total)): it cannot last \(TimeText.length(length)) longer",
        left >= .minutes(1) ? "try: timer extend \(left.microseconds / 60_000_000)" : "try: timer done")
    case .startOutOfRange(let start, let length, let now):
      return .refused(
        "a timer of \(TimeText.length(length)) from \(past?.words(start, at: now) ?? "then") would already be over",
        "choose a later time, or a longer timer")
    case .endOutOfRange(_, let earliest, let now):
      return .refused(
        "if the timer had ended then, no time would count",
        "choose a time after \(past?.words(earliest, at: now) ?? "its start")")
    }
  }

  static func failure(_ problem: ActivityProblem) -> Failure {
    switch problem {
    case .unknown(let name, let all):
      let names = all.map { $0.name }
      let meant = closest(to: name, among: names)
      return .refused(
        "there is no activity '\(name)'", meant: meant, otherwise: "the activities are \(names.joined(separator: ", "))"
      )
    case .ambiguous(let name, let candidates):
      return .refused(
        "'\(name)' could be \(candidates.map { $0.name }.listed("or"))", "type more letters of the name")
    case .minutesOutOfRange(let minutes, let allowed):
      return .refused(
        "a timer of this kind can last \(allowed.lowerBound) to \(allowed.upperBound) minutes, not \(minutes)",
        "choose \(min(max(minutes, allowed.lowerBound), allowed.upperBound)) minutes")
    case .lengthOutOfRange(let length, let allowed):
      let nearest = length < .minutes(Int64(allowed.lowerBound)) ? allowed.lowerBound : allowed.upperBound
      return .refused(
        "a timer of this kind can last \(allowed.lowerBound) to \(allowed.upperBound) minutes, not \(length.literal)",
        "choose \(nearest) minutes")
    case .minutesNotInSteps(let minutes, let step):
      let below = minutes / step * step
      return .refused(
        "the length of a preset must be a multiple of \(step) minutes, not \(minutes)",
        "choose \(below) or \(below + step) minutes")
    case .badName(let name):
      return .refused(
        "'\(name)' cannot be an activity's name",
        "use one line of at most \(PrintableText.nameLengthLimit) characters, with at least one letter")
    case .badIcon(let text):
      return .refused("'\(text)' cannot be an icon: an icon is one visible character", "try: icon 🎻")
    case .keepsName(let activity):
      return .refused(
        "'\(activity.name)' is a preset and cannot be renamed", "for an activity of your own, try: activity add")
    case .nameTaken(let activity):
      return .refused(
        "the activity '\(activity.name)' already exists",
        "to change it, try: activity edit \(Word.quotedIfNeeded(activity.name)) for 25")
    case .stays(let activity):
      return .refused(
        "'\(activity.name)' is built in and cannot be removed", "`activity remove` removes only your own activities"
      )
    case .notEditable(let activity):
      return .refused(
        "you choose the length of '\(activity.name)' when you start it", "try: timer start \(activity.name) 5")
    }
  }

  /// Converts an activity's error into words.
  static func refusing<Result>(_ body: () throws(ActivityProblem) -> Result) throws(Failure) -> Result {
    do throws(ActivityProblem) { return try body() } catch { throw failure(error) }
  }

  static func failure(_ problem: Profile.NameProblem) -> Failure {
    switch problem {
    case .empty: .refused("a name needs at least one character", "try: profile name Mia")
    case .tooLong(let count):
      .refused("a name can have at most \(Profile.nameLengthLimit) characters, not \(count)", "a first name is enough")
    case .unprintable: .refused("a name can contain only visible characters", "try: profile name Mia")
    }
  }
}

extension Encouragement {
  var sentence: String {
    switch self {
    case .letsDoThis: "Let's do this!"
    case .greatStart: "Great start!"
    case .doingGreat: "You're doing great!"
    case .halfwayThere: "Halfway there!"
    case .keepGoing: "Keep going!"
    case .almostDone: "Almost done!"
    case .finalStretch: "Final stretch!"
    }
  }
}
