import Foundation
import RichText
import Stories
import StoryScript
import Timeline

enum CommandBench {
  static func run() {
    Measure.title("a million trivial commands and state reads")
    for (name, body) in [("tap (ignored while held)", "tap right"), ("clock.now", "x = clock.now")] {
      let count = 1_000_000
      // The lines are not measured here, so they are discarded.
      let script = "let x = 0; story play 4; hold; repeat \(count) { \(body) }"
      let idle = "let x = 0; story play 4; hold; repeat \(count) { x = 1 }"
      guard let all = Measure.program(Measure.storyline, ["-c", script], runs: 5),
        let base = Measure.program(Measure.storyline, ["-c", idle], runs: 5)
      else { continue }
      Measure.row(name, (all - base) / Double(count) * 1e9, "ns")
    }
  }
}
