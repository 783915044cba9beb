import SessionState
import StoryScript
import TerminalText

/// The summary at the end of a lesson: the tries, and the points to remember.
struct LessonSummary {
  let lines: [String]

  private static let mostReasons = 3

  init(_ run: LessonRun) {
    let (walk, steps) = (run.walk, run.parsedLesson.steps)
    let tallies = walk.tallies
    func sum(_ count: (LessonProgress.Tally) -> Int) -> Int { tallies.reduce(0) { $0 + count($1) } }
    let clean = walk.marks.indices.count { walk.marks[$0] == .solved && tallies[$0].isClean }
    var parts = ["\(clean) of \(TimeText.count(walk.titles.count, "step")) solved on the first attempt"]
    for (count, word) in [
      (sum { $0.missed.count }, "failed attempt"), (sum { $0.mispredicted.count }, "wrong prediction"),
      (sum { $0.hints }, "hint"), (sum { $0.solutions }, "solution shown"),
      (walk.marks.count { $0 == .skipped }, "skipped step"),
    ] where count > 0 {
      parts.append(Self.count(count, word))
    }
    var lines = [parts.joined(separator: ", ") + "."]
    // Steps that were hard for this learner come first.
    let order = steps.indices.sorted { (tallies[$0].isClean ? 1 : 0, $0) < (tallies[$1].isClean ? 1 : 0, $1) }
    let hard = order.filter { !tallies[$0].isClean }
    let reasons = (hard.isEmpty ? Array(steps.indices.suffix(1)) : hard).compactMap { index in
      ParsedLesson.sentences(steps[index].texts(.because).map { $0.text }).first
    }
    if !reasons.isEmpty { lines.append("Remember:") }
    lines += reasons.prefix(Self.mostReasons).map { "- \($0)" }
    self.lines = lines
  }

  private static func count(_ count: Int, _ word: String) -> String {
    switch word {
    case "solution shown": "\(count) \(count == 1 ? "solution" : "solutions") shown"
    default: TimeText.count(count, word)
    }
  }
}
