import Foundation
import StoryScript
import Testing

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// `lesson check` plays readers, who find what its own solutions hide: in lessons of an earlier version, and in small
/// ones with one defect each.
@Suite struct LessonReadersTests {
  /// Returns the faults of a lesson, each after the title of its step.
  private func faults(_ text: String) throws -> [String] {
    let source = try Source(name: "test.story", text: text)
    let session = Session(output: Output(to: .nowhere), catalog: Catalog.standard)
    let steps = try ParsedLesson(source, named: "test", isForeign: true, in: session).steps
    return LessonChecker(Catalog.standard).faults(of: source).map { fault in
      let step = steps.first { $0.whole.start <= fault.range.start && fault.range.start < $0.whole.end }
      return "\(step?.title.text ?? ""): \(fault.problem.message)"
    }
  }

  /// The lessons as they were taught on a clock that ran while people read, and the defects that a class met in them.
  @Test(arguments: [
    ("tutorial", ["Stars: after 1 min 30 s of reading, the solution no longer solves this step"]),
    (
      "hold-to-pause",
      [
        "Predict: where will it resume?: this answer is written by hand, not computed",
        "Predict: the long press: this answer is written by hand, not computed",
        "The fifth design: after 1 min 30 s of reading, the solution takes",
      ]
    ),
    (
      "countdown",
      [
        "Predict: comparing: this answer is written by hand, not computed",
        "Pause it: `timer pause` alone reaches the goals",
        "Pause it: the solution in reverse reaches the goals as well",
      ]
    ),
    (
      "program",
      [
        "Later, once: after 20 s of reading, the solution no longer solves this step",
        "Predict: what comes first?: this answer is written by hand, not computed",
        "Whenever: `seen = 2` reaches the goals",
        "The wrong idea: waiting for a fixed time: waiting 1 min 30 s reaches the goals",
        "Every minute: `seen = 5` reaches the goals",
        "Every minute: `every 1s` in place of `every 1m` reaches the goals",
        "Together: `seen = 1; hold` reaches the goals",
      ]
    ),
  ]) func readersFindTheDefectsOfEarlierLessons(_ name: String, _ expected: [String]) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Earlier")
    let found = try faults(String(contentsOf: folder.appending(path: "\(name).story"), encoding: .utf8))
    for words in expected {
      #expect(found.contains { $0.hasPrefix(words) }, "\(words): \(found)")
    }
  }

  private func lesson(_ start: String, _ goal: String, _ solution: String, say: String = "Do it.") -> String {
    """
    let n = 0
    lesson "L" for 5m {
      step "S" for 5m {
        \(start)
        say "\(say)"
        \(goal)
        hint "a"
        hint "b"
        \(solution.isEmpty ? "" : "solution { \(solution) }")
        because "c"
      }
    }
    """
  }

  @Test(arguments: [
    // A prefix of the solution at a `;`.
    (
      "story play 4 for 5m", "goal story.state == paused", "pause; skip 3m",
      "`pause` alone reaches the goals, without this part of the solution"
    ),
    // The wrong order leads to another state.
    (
      "timer start reading 20", "goal timer.state == paused and clock.step >= 3m", "timer pause; skip 3m",
      "the solution in reverse reaches the goals as well, but then timer."
    ),
    // Waiting does it.
    (
      "story play 4 for 15s", "goal story.number == 5", "tap right", "waiting 20 s reaches the goals"
    ),
    // Whoever reads on finds the solution broken.
    (
      "story play 4 for 15s", "goal \"tap\" in learn.commands and story.number == 5 else \"x\"", "tap right",
      "after 20 s of reading, the solution no longer solves this step"
    ),
    ("story play 4 for 5m", "goal story.state == paused", "hold; pause; release", "`pause` alone reaches the goals"),
    // A counter is set instead of counted.
    ("n = 0", "goal $n == 3 else \"x\"", "repeat 3 { n = $n + 1 }", "`n = 3` reaches the goals"),
    // A button instead of the finger.
    (
      "set gestures toggle\nstory play 4 for 5m\nwait 1s",
      "goal happened story.resumed and \"hold\" in learn.commands and story.state == playing else \"x\"",
      "hold 2s; hold 1s", "`hold 2s; resume` reaches the goals with a button in place of `hold 1s`"
    ),
    // The value is typed instead of computed.
    (
      "let gaps = [2m, 3h, 9h]", "goal $last == ($gaps | where $it > 1h | count) else \"x\"",
      "$gaps | where $it > 1h | count", "`2` reaches the goals without the solution that computes it"
    ),
    ("n = 0", "goal $n == 3 and \"every\" in learn.words else \"x\"", "every 1m { n = $n + 1 }; skip 3m", "`every 1s`"),
    ("story play 4 for 15s", "goal $last == 4", "4", "this answer is written by hand, not computed"),
    (
      "story play 4 for 15s", "predict story.number after { tap right }", "4",
      "the solution does not reach this goal: the value is 5"
    ),
  ]) func eachReaderFindsItsDefect(_ start: String, _ goal: String, _ solution: String, _ fault: String) throws {
    let found = try faults(lesson(start, goal, solution))
    #expect(found.contains { $0.contains(fault) }, "\(found)")
  }

  @Test(arguments: [
    (
      "timer start reading 20", "goal timer.state == paused and timer.pausedFor >= 3m", "timer pause; skip 3m"
    ),
    ("n = 0", "goal $n == 3 and \"repeat\" in learn.words else \"x\"", "repeat 3 { n = $n + 1 }"),
    ("story play 4 for 15s", "predict story.number after { tap right }", ""),
    ("story play 4 for 15s\nwait 3s\nhold", "predict story.position after { release } else \"x\"", "1s + 2s"),
    // What the beginning schedules runs in the fork as well.
    ("story play 4 for 15s\nafter 2s { tap right }", "predict story.number after { wait 3s }", "5"),
  ]) func theMendedStepIsSound(_ start: String, _ goal: String, _ solution: String) throws {
    #expect(try faults(lesson(start, goal, solution)) == [])
  }

  /// A prediction after another step: its answer must not depend on how the learner came there.
  @Test(
    arguments: [
      (
        "story play 4 for 5m", "goal story.state == pausedByHold else \"x\"", "hold", "",
        "predict story.position after { release; wait 1s }",
        "P: the answer is 1s, but 21s if the learner needs 20 s for each earlier step"
      ),
      (
        "n = 0", "goal $n > 2 else \"x\"", "n = 3", "", "predict $n * 2",
        "P: the answer is 6, but 8 if step 1 is solved with `n = 4`"
      ),
      (
        "timer start reading 20", "goal timer.remaining < 15m else \"x\"", "skip 6m", "timer pause",
        "predict timer.remaining", "P: the answer is 14m, but "
      ),
      (
        "story play 4 for 5m", "goal story.state == pausedByHold else \"x\"", "hold",
        "story play 4 for 5m", "predict story.position after { wait 1s }", nil
      ),
      ("n = 0", "goal $n > 2 else \"x\"", "n = 3", "n = 3", "predict $n * 2", nil),
      ("n = 0", "goal $n == 3 else \"x\"", "n = 3", "", "predict $n * 2", nil),
    ] as [(String, String, String, String, String, String?)])
  func aPredictionHasOneAnswer(
    _ start: String, _ goal: String, _ solution: String, _ next: String, _ prediction: String, _ fault: String?
  ) throws {
    let text = lesson(start, goal, solution).replacing("lesson \"L\" for 5m", with: "lesson \"L\" for 10m")
    let second = """
      step "P" for 5m {
        \(next)
        say "Predict it."
        \(prediction)
        hint "a"
        hint "b"
      }
      }
      """
    let found = try faults(String(text.dropLast()) + second)
    #expect(fault == nil ? found == [] : found.count == 1 && found[0].hasPrefix(fault ?? ""), "\(found)")
  }

  /// A goal that only asks for a command accepts it with any argument, also if the step's text gives another one.
  @Test(arguments: [
    ("activity edit reading for 25", "`iPad` in place of `reading` reaches the goals as well"),
    ("activity edit READING for 25", nil),
    ("timer start homework 15", "`20` in place of `15` reaches the goals as well"),
  ]) func aReaderUsesAnotherNameOrNumber(_ solution: String, _ fault: String?) throws {
    let command = solution.split(separator: " ").prefix(2).joined(separator: " ")
    let say = fault == nil ? "Edit something." : "Edit reading to 25 minutes, or run a timer for 15."
    let goal = "goal \"\(command)\" in learn.commands else \"x\""
    let found = try faults(lesson("", goal, solution, say: say))
    #expect(found == (fault.map { ["S: \($0)"] } ?? []))
  }

  /// A goal that tests the present state refuses a learner who does more in the same line.
  @Test(arguments: [
    (
      "goal timer.state == completed and timer.activity == \"shower\" else \"x\"", "timer start shower; timer done",
      "rate good"
    ),
    (
      "goal (learn.commands | last) == \"timer pause\" and timer.state == paused else \"x\"",
      "timer start shower; timer pause", "explain"
    ),
    (
      "goal (learn.happened | where event == \"timer.completed\" and activity == \"shower\" | count) > 0 else \"x\"",
      "timer start shower; timer done", nil
    ),
  ]) func aReaderDoesMoreInTheSameLine(_ goal: String, _ solution: String, _ word: String?) throws {
    let fault = "S: `\(word ?? "")` in the same line, after the solution, keeps it from reaching the goals"
    #expect(try faults(lesson("", goal, solution)) == (word == nil ? [] : [fault]))
  }
}
