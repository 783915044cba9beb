import Foundation
import JournalTesting

/// `faults [RUNS]`: tables of how the journal and the real program survive kills and faults.
enum FaultFigures {
  /// The argument that makes the program the writer that is killed.
  private static let writer = "journal-writer"

  static func runIfRequested() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == writer { exit(TrialWriter.run(Array(words.dropFirst()))) }
    guard words.first == "faults" else { return }
    guard words.count <= 2, let runs = words.count == 2 ? Int(words[1]) : 500, (1...1_000_000).contains(runs) else {
      Measure.fail("faults expects the number of runs, 1 to 1000000, as in: storyline-bench faults 500", 2)
    }
    do {
      exit(try run(runs) ? 0 : 1)
    } catch {
      Measure.fail("\(error)", 1)
    }
  }

  private static func run(_ runs: Int) throws -> Bool {
    head("faults of the journal")
    var trial = KillTrial(program: Measure.this, arguments: [writer], seed: UInt64(runs))
    var all = Tally()
    let writers = KillTrial.Writers.allCases
    for (number, kind) in writers.enumerated() {
      // The writers share the kills.
      let share = runs * (number + 1) / writers.count - runs * number / writers.count
      all += row("kill -9, \(kind.rawValue)", try trial.kill(kind, times: share))
    }
    all += row("two writers, same events", try trial.race(times: max(1, runs / 10)))
    for injection in InjectionTrial.allCases {
      all += row(injection.rawValue, try injection.run(times: runs, seed: UInt64(runs)))
    }
    row("together", all)
    for problem in all.problems.prefix(20) { print("  problem: \(problem)") }
    return runProgram(runs) && all.isClean
  }

  private static func runProgram(_ runs: Int) -> Bool {
    head("faults of the program")
    var all = Tally()
    for trial in ProgramFaults.trials {
      if let tool = trial.tool, Measure.find(tool) == nil {
        print("  \(trial.name): left out, because there is no \(tool)")
        continue
      }
      let times = max(1, runs * trial.share / 100)
      all += row(trial.name, ProgramFaults.run(trial, times: times, seed: UInt64(runs)))
    }
    // A program that reports nothing loses nothing.
    if all.reported == 0 { all.problems.append("nothing was reported") }
    row("together", all)
    for problem in all.problems.prefix(20) { print("  problem: \(problem)") }
    return all.isClean
  }

  private static func head(_ name: String) {
    print("\n\(name)\n  \(cells(["runs", "written", "reported", "found", "lost", "twice", "hung"]))")
  }

  @discardableResult
  private static func row(_ name: String, _ tally: Tally) -> Tally {
    let numbers = [tally.runs, tally.written, tally.reported, tally.found, tally.lost, tally.twice, tally.hung]
    print("  \(name.padding(toLength: 26, withPad: " ", startingAt: 0))\(cells(numbers.map { "\($0)" }).dropFirst(26))")
    return tally
  }

  private static func cells(_ words: [String]) -> String {
    String(repeating: " ", count: 26) + words.map { $0.leftPadded(10) }.joined()
  }
}
