import Foundation
import StoryScript
import Testing

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// The lines that errors suggest in a lesson run where a learner reads them.
@Suite struct LessonHintsTests {
  /// What newcomers typed in a lesson, besides the words of its texts.
  private static let firstWords =
    LessonReaders.firstWords + [
      "hold story 4", "story hold", "pause story", "resume story", "tap", "tap rigth", "hold 2", "timer", "timer start",
      "start timer", "timer stop reading", "reading 20", "timer finish", "rate", "rate 5", "stars amazing", "wait 3",
      "wait 5 minutes", "login", "login bob", "bob.test", "feed", "sort likes", "where likes > 10",
      "timeline | sort likes", "timeline | first five", "timeline where likes > 10", "mute umbrella", "undo tap",
      "rewind", "rewind 5", "fork keep", "count", "gaps", "$gap", "$gaps | sort desc", "gaps | sort", "photos", "look",
      "facets", "facets hi #tag", "facets why @bob", "post", "post hello", "post hello @ana.test", "when tap",
      "every 1", "after 2 { tap right }", "seen", "seen + 1", "print seen", "let seen", "hint", "solution", "skip",
      "back", "learn hints", "learn next", "next step", "exit lesson", "list", "why", "answer 5", "yes", "?",
    ]

  /// Returns the lines that lead to a step of a lesson.
  private func lines(to step: Int, of lesson: String) -> [String] {
    ["learn \(lesson)", "speed instant"] + Array(repeating: "learn skip", count: step)
  }

  private func steps(of name: String) throws -> [Lesson.Step] {
    try BuiltInLessons.parsedLesson(name, in: Session(output: Output(to: .nowhere), catalog: Catalog.standard)).steps
  }

  /// The number of words between those of one step and of the next, and of those that are tried in each.
  private static let (share, tries) = (8, 3)

  /// Whatever newcomers type first, each line that the answer suggests runs in that step.
  @Test(arguments: BuiltInLessons.all.map(\.name)) func everySuggestionInALessonRuns(_ name: String) throws {
    // Each step has its share of the words, and other lessons have others.
    let start = (BuiltInLessons.all.firstIndex { $0.name == name } ?? 0) * 3
    for index in try steps(of: name).indices {
      var walk = SuggestionWalk(after: lines(to: index, of: name))
      for place in 0..<Self.tries {
        walk.type(Self.firstWords[((start + index) * Self.share + place) % Self.firstWords.count])
      }
      for fault in walk.faults { Issue.record("\(name), step \(index + 1): \(fault)") }
    }
  }
}
