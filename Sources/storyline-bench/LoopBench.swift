import Foundation

/// A loop: call a function that adds one, compare, assign.
enum LoopBench {
  private static let rounds = 1_000_000
  private static let script = "def step x { return $x + 1 }\nlet i = 0\nwhile $i < \(rounds) { i = (step $i) }"
  private static let lua = "local function step(x) return x+1 end local i=0 while i<\(rounds) do i=step(i) end"

  static func run() {
    Measure.title("loop iteration with a call, nanoseconds (ratio: storyline to it)")
    var peers: [(name: String, program: String, run: [String], idle: [String], goal: Double?)] = [
      ("lua5.4", "lua5.4", ["-e", lua], ["-e", ""], 0.55),
      ("luajit -joff", "luajit", ["-joff", "-e", lua], ["-joff", "-e", ""], 1.1),
      (
        "python3", "python3",
        ["-c", "def step(x): return x+1\ndef f():\n  i=0\n  while i<\(rounds): i=step(i)\nf()"], ["-c", ""], nil
      ),
    ]
    let file = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(getpid()).tcl")
    defer { try? FileManager.default.removeItem(at: file) }
    // tclsh accepts a script only from a file.
    let tcl = "proc step {x} {expr {$x+1}}\nproc f {} {set i 0; while {$i<\(rounds)} {set i [step $i]}}\nf\n"
    if (try? tcl.write(to: file, atomically: true, encoding: .utf8)) != nil {
      peers.append(("tclsh (in a proc)", "tclsh", [file.path], ["/dev/null"], nil))
    }
    let idle = Measure.processorMedian(Measure.storyline, ["-c", "print 1"]) ?? .nan
    guard let own = Measure.processorMedian(Measure.storyline, ["-c", script]) else { return }
    Measure.row("storyline", (own - idle) / Double(rounds) * 1e9, "ns")
    for peer in peers {
      guard let path = Measure.find(peer.program), let start = Measure.processorMedian(path, peer.idle),
        let turns = Comparison.inTurn(
          rounds: 15, { Measure.processor(Measure.storyline, ["-c", script]) }, { Measure.processor(path, peer.run) })
      else { continue }
      Measure.row(peer.name, .nanoseconds, beside: turns.without(idle, start), rounds: rounds, goal: peer.goal)
    }
  }

  /// The seconds of a step of the same loop in Lua, with its start; `nil` if lua5.4 is not installed.
  static var luaSteps: (path: String, arguments: [String], start: Double)? {
    guard let path = Measure.find("lua5.4"), let start = Measure.processorMedian(path, ["-e", ""]) else { return nil }
    return (path, ["-e", lua], start)
  }
}
