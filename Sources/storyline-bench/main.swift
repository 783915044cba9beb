import Foundation

// Measures Storyline and its peers on this machine and prints ratios:
//
//     swift run -c release storyline-bench            everything
//     swift run -c release storyline-bench stats      one part, such as this
//     swift run -c release storyline-bench table      the table in Examples/Guide/speed.md, with related figures in a row
//     swift run -c release storyline-bench compare P  this build and the program P in turn
//     swift run -c release storyline-bench faults     kills and faults of journal and program, 500 of each kind, or
//                                                     the number in the next argument; exit code 1 after a loss
//
// Every figure is the median of several runs, because machines are noisy.

if CommandLine.arguments.count > 2, CommandLine.arguments[1] == Measure.memoryWord {
  Measure.printMemory(of: CommandLine.arguments[2], Array(CommandLine.arguments.dropFirst(3)))
  exit(0)
}
if CommandLine.arguments.count == 2, CommandLine.arguments[1] == PseudoTerminal.echoWord {
  PseudoTerminal.echo()
  exit(0)
}

let parts: [(name: String, run: () -> Void)] = [
  ("start", StartBench.run), ("loop", LoopBench.run), ("command", CommandBench.run), ("parse", ParseBench.run),
  ("growth", GrowthBench.run), ("records", RecordsBench.run), ("json", JSONBench.run),
  ("year", YearBench.run), ("text", TextBench.run), ("photos", PhotoBench.run), ("stats", HistoryBench.run),
  ("prompt", PromptBench.run), ("stories", StoryBench.run), ("terminal", TerminalBench.run), ("watch", WatchBench.run),
  ("journal", JournalBench.run), ("network", NetworkBench.run), ("reading", ReadingBench.run),
  ("stream", StreamBench.run),
  ("archive", ArchiveBench.run), ("editor", EditorBench.run),
]
NetworkBench.runIfRequested()
CompareBench.runIfRequested()
FaultFigures.runIfRequested()
JournalBench.openIfRequested()
ReadingBench.runIfRequested()
let wanted = CommandLine.arguments.dropFirst()
if wanted == ["table"] {
  SpeedTable.print(parts)
  exit(0)
}
for word in wanted where !parts.contains(where: { $0.name == word }) {
  Measure.fail(
    "there is no part '\(word)'; there are \(parts.map(\.name).joined(separator: ", ")), faults, compare, table", 2)
}
for part in parts where wanted.isEmpty || wanted.contains(part.name) {
  Measure.part = part.name
  part.run()
}
