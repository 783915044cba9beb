import Foundation

/// Trivial commands and state reads, without the loop around them, beside the steps of a loop in Lua.
enum CommandBench {
  private static let count = 1_000_000

  static func run() {
    Measure.title("a million trivial commands and state reads")
    for (name, body, goal) in [("tap (ignored while held)", "tap right", 6.0), ("clock.now", "x = clock.now", nil)] {
      // The lines are not measured here, so they are discarded.
      let script = "let x = 0; story play 4; hold; repeat \(count) { \(body) }"
      let idle = "let x = 0; story play 4; hold; repeat \(count) { x = 1 }"
      guard let base = Measure.processorMedian(Measure.storyline, ["-c", idle]) else { continue }
      if let lua = LoopBench.luaSteps,
        let turns = Comparison.inTurn(
          rounds: 9, { Measure.processor(Measure.storyline, ["-c", script]) },
          { Measure.processor(lua.path, lua.arguments) })
      {
        Measure.row(
          name, .nanoseconds, turns.without(base, lua.start), rounds: count, goal: goal,
          note: "beside a step with a call in lua5.4")
      } else if let all = Measure.processorMedian(Measure.storyline, ["-c", script]) {
        Measure.row(name, (all - base) / Double(count) * 1e9, "ns")
      }
    }
  }
}
