import StoryScript
import Timeline

/// The time that a learner alone needs for a lesson, computed from its texts: reading, typing, thinking and trying,
/// and waiting for the clock. A class, which also talks, takes the minutes that the author wrote.
enum LessonTime {
  /// Words that an adult reads on a screen in a minute, and characters that an unpractised typist types in a second.
  private static let (words, characters) = (200, 2.5)
  /// The time that a beginner takes for each second of reading and typing. Beginners who took `hold-to-pause` and
  /// `moments` alone needed about 2.5 times as long: they think, look things up, and try something else first.
  private static let beginner = 2.5

  /// Returns the time for a whole lesson, in whole minutes, rounded up.
  static func whole(_ lesson: ParsedLesson) -> Duration {
    let sum = lesson.steps.reduce(Duration.zero) { $0 + exact($1, of: lesson) }
    return .minutes(max(1, (sum.microseconds + 59_999_999) / 60_000_000))
  }

  /// Returns the time for one step, rounded up to ten seconds.
  static func of(_ step: Lesson.Step, in lesson: ParsedLesson) -> Duration {
    .seconds(max(1, (exact(step, of: lesson).microseconds + 9_999_999) / 10_000_000) * 10)
  }

  private static func exact(_ step: Lesson.Step, of lesson: ParsedLesson) -> Duration {
    let texts = step.texts(.say) + step.texts(.because)
    let read = texts.reduce(0) { $0 + $1.text.split { $0.isWhitespace }.count }
    let typed = lesson.solution(of: step)
    // An answer to a prediction that no solution computes is a word.
    let keys = typed.isEmpty ? 6 : typed.count
    let swift = Double(read) * 60 / Double(words) + Double(keys) / characters
    let seconds = swift * beginner
    return step.solution.reduce(Duration(microseconds: Int64(seconds * 1_000_000))) { sum, statement in
      sum + wait(of: statement, in: lesson.script.source)
    }
  }

  /// Returns the time for which a statement of a solution waits for the clock.
  private static func wait(of statement: Statement, in source: Source) -> Duration {
    switch statement.kind {
    case .wait(.literal(.duration(let length), _)): return length
    case .command(let call) where source.text(call.words) == "hold":
      if case .literal(.duration(let length), _)? = call.arguments.first ?? nil { return length }
      return .zero
    default: return .zero
    }
  }
}
