import StoryScript
import Timeline

/// What the language alone cannot say of a mistake: which day it is, and whether this is practice.
extension Session {
  /// A diagnostic with advice that can be followed here and now.
  func fitted(_ diagnostic: Diagnostic) -> Diagnostic {
    var fitted = diagnostic
    switch diagnostic.problem {
    case .timeWithoutDate(let written):
      if let date = nextDate(at: written) {
        fitted.problem = .foreign(diagnostic.problem.message, instead: "did you mean \(date)T\(written)?")
      }
    case .unknownCommand(let word, let meant, _) where word.hasSuffix(".story") && meant == ["include \(word)"]:
      // A script that is made for one moment after another would fail in a time that goes on by itself.
      guard options.kind == .real else { break }
      fitted.problem = .foreign(
        diagnostic.problem.message,
        instead: "outside, storyline \(word) runs it; here, in the time that passes: include \(word)")
    case .missingArgument(let command, _, _, _) where PracticeCommands.needingPractice.contains(command):
      do throws(Failure) { try requirePractice(command) } catch { fitted.problem = error.problem }
    default: break
    }
    return fitted
  }

  /// The day on which a clock shows this next: today, or tomorrow; `nil` for what is no time of day.
  private func nextDate(at time: String) -> String? {
    for days in [0, 1] as [Int64] {
      var day = options.zone.civil(now + .days(days))
      (day.hour, day.minute, day.second, day.microsecond) = (0, 0, 0, 0)
      guard let civil = CivilTime(parsing: "\(day)T\(time)".utf8) else { return nil }
      if civil.instant() - options.zone.offset(atLocal: civil) > now { return "\(day)" }
    }
    return nil
  }
}
