import Foundation

// Measures Storyline and its peers on this machine and prints ratios:
//
//     swift run -c release storyline-bench            everything
//     swift run -c release storyline-bench stats      one part, such as this
//     swift run -c release storyline-bench table      the table in Examples/Guide/speed.md, with related figures in a row
//     swift run -c release storyline-bench compare P  this build and the program P in turn
//     swift run -c release storyline-bench commits 10 the last ten commits in turn: builds those not built before
//     swift run -c release storyline-bench faults     kills and faults of journal and program, 500 of each kind, or
//                                                     the number in the next argument; exit code 1 after a loss
//
// With `--json`, it prints one JSON object per row; `--keep FILE` adds these objects to a file. Most figures are the
// median of several runs, because machines are noisy.

if CommandLine.arguments.count > 2, CommandLine.arguments[1] == Measure.memoryWord {
  Measure.printMemory(of: CommandLine.arguments[2], Array(CommandLine.arguments.dropFirst(3)))
  exit(0)
}
PeerPrograms.runIfRequested()
NetworkBench.runIfRequested()
FaultFigures.runIfRequested()
JournalBench.openIfRequested()
ReadingBench.runIfRequested()

var words = Array(CommandLine.arguments.dropFirst())
if let place = words.firstIndex(of: "--json") {
  words.remove(at: place)
  Report.form = .json
}
if let place = words.firstIndex(of: "--keep") {
  guard place + 1 < words.count else { Measure.fail("--keep expects a file: storyline-bench --keep run.jsonl", 2) }
  Report.keep(in: words[place + 1])
  words.removeSubrange(place...place + 1)
}
switch words.first {
case "compare": CompareBench.run(Array(words.dropFirst()))
case "commits": CommitsBench.run(Array(words.dropFirst()))
case "table":
  guard words.count == 1 else { Measure.fail("table expects nothing more: storyline-bench table", 2) }
  Report.form = .silent
  SpeedTable.print()
default:
  for word in words where !Part.all.contains(where: { $0.name == word }) {
    Measure.fail(
      "there is no part '\(word)'; there are \(Part.all.map(\.name).joined(separator: ", ")), "
        + "commits, compare, faults, table", 2)
  }
  Part.run(Part.all.filter { words.isEmpty || words.contains($0.name) })
}
