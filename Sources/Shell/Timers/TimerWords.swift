import StoryScript
import Timeline
import Timers

/// The reasons, in words, why a timer command had no effect or was refused.
enum TimerWords {
  /// Returns the end of "… ignored: …".
  static func short(_ reason: Countdown.Ignored) -> String {
    switch reason {
    case .alreadyPaused: "it is paused already"
    case .alreadyRunning: "it runs already"
    case .nothingCompleted: "nothing is completed"
    }
  }

  static func failure(_ refusal: Countdown.Refusal) -> Failure {
    switch refusal {
    case .alreadyStarted(let activity, let remaining, let state):
      return .refused(
        "\(activity.name) \(state == .paused ? "is paused" : "runs already"), \(TimeText.left(remaining)) left: one timer at a time",
        "end it first: timer done, or timer stop")
    case .nothingRuns(_, let last?):
      let name = Word.quotedIfNeeded(last.name)
      let isOneOff = last.kind == .custom && last.name != Activity.custom.name
      return .refused(
        "no timer runs: \(last.name) is done already", "timer start \(isOneOff ? "custom name " : "")\(name)")
    case .nothingRuns(_, nil): return .refused("no timer runs", "timer start reading 20")
    case .lengthOutOfRange(let length, let allowed):
      return .refused(
        "a timer lasts from \(allowed.lowerBound.literal) to \(allowed.upperBound.literal), not \(length.literal)"
      )
    }
  }

  static func failure(_ problem: ActivityProblem) -> Failure {
    switch problem {
    case .unknown(let name, let all):
      let names = all.map(\.name)
      let meant = closest(to: name, among: names)
      return .refused(
        "there is no activity '\(name)'", meant: meant, otherwise: "there are \(names.joined(separator: ", "))")
    case .ambiguous(let name, let candidates):
      return .refused(
        "'\(name)' could be \(candidates.map(\.name).joined(separator: " or "))", "write more of the name")
    case .minutesOutOfRange(let minutes, let allowed):
      return .refused(
        "a timer of this kind lasts \(allowed.lowerBound) to \(allowed.upperBound) minutes, not \(minutes)",
        "\(min(max(minutes, allowed.lowerBound), allowed.upperBound)) would do")
    case .minutesNotInSteps(let minutes, let step):
      let below = minutes / step * step
      return .refused(
        "the length of a preset goes in steps of \(step) minutes, not \(minutes)",
        "\(below) or \(below + step) would do")
    case .badName(let name):
      return .refused(
        "'\(name)' cannot be an activity's name",
        "a name has a letter, one line, and \(PrintableText.longestName) characters at most")
    case .badIcon(let text):
      return .refused("'\(text)' cannot be an icon: that is one character that can be seen", "such as: icon 🎻")
    case .keepsName(let activity):
      return .refused("'\(activity.name)' is a preset and keeps its name", "activity add makes one of your own")
    case .nameTaken(let activity):
      return .refused(
        "there is an activity '\(activity.name)' already",
        "activity edit \(Word.quotedIfNeeded(activity.name)) changes it")
    case .stays(let activity):
      return .refused(
        "'\(activity.name)' is always there and cannot be removed", "activity remove takes those of your own")
    case .notEditable(let activity):
      return .refused("'\(activity.name)' takes its length when it starts", "timer start \(activity.name) 5")
    }
  }

  /// Converts an activity's error into words.
  static func refusing<Result>(_ body: () throws(ActivityProblem) -> Result) throws(Failure) -> Result {
    do throws(ActivityProblem) { return try body() } catch { throw failure(error) }
  }

  static func failure(_ problem: Profile.NameProblem) -> Failure {
    switch problem {
    case .empty: .refused("a name has at least one character", "profile name Mia")
    case .tooLong(let count):
      .refused("a name has \(Profile.longestName) characters at most, not \(count)", "a first name is enough")
    case .unprintable: .refused("a name is made of characters that can be printed", "profile name Mia")
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
