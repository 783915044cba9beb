import Foundation

// Measures Storyline beside its peers on this machine and prints ratios:
//
//     swift run -c release storyline-bench            everything
//     swift run -c release storyline-bench stats      one part, such as this
//
// Every figure is the median of several runs, because machines are noisy.

let parts: [(name: String, run: () -> Void)] = [
  ("start", StartBench.run), ("loop", LoopBench.run), ("command", CommandBench.run), ("parse", ParseBench.run),
  ("year", YearBench.run), ("text", TextBench.run), ("photos", PhotoBench.run), ("stats", HistoryBench.run),
  ("prompt", PromptBench.run),
  ("terminal", TerminalBench.run),
]
let wanted = CommandLine.arguments.dropFirst()
for word in wanted where !parts.contains(where: { $0.name == word }) {
  FileHandle.standardError.write(
    Data("error: there is no part '\(word)'; there are \(parts.map(\.name).joined(separator: ", "))\n".utf8))
  exit(2)
}
for part in parts where wanted.isEmpty || wanted.contains(part.name) { part.run() }
