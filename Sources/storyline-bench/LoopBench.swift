import Foundation

/// A million iterations: call a function that adds one, compare, assign.
enum LoopBench {
  static let rounds = 1_000_000

  static func run() {
    Measure.title("loop iteration with a call, nanoseconds (ratio to storyline)")
    func perStep(_ path: String, _ run: [String], _ idle: [String]) -> Double? {
      guard let all = Measure.program(path, run, runs: 5), let start = Measure.program(path, idle, runs: 5) else {
        return nil
      }
      return (all - start) / Double(rounds) * 1e9
    }
    let script = "def step x { return $x + 1 }\nlet i = 0\nwhile $i < \(rounds) { i = (step $i) }"
    guard let own = perStep(Measure.storyline, ["-c", script], ["-c", "print 1"]) else {
      return print("  storyline is not built: swift build -c release")
    }
    Measure.row("storyline", own, "ns")
    let peers: [(String, [String], [String])] = [
      (
        "lua5.4", ["-e", "local function step(x) return x+1 end local i=0 while i<\(rounds) do i=step(i) end"],
        ["-e", ""]
      ),
      (
        "python3",
        ["-c", "def step(x): return x+1\ndef f():\n  i=0\n  while i<\(rounds): i=step(i)\nf()"], ["-c", ""]
      ),
    ]
    for (name, arguments, idle) in peers {
      guard let path = Measure.find(name), let time = perStep(path, arguments, idle) else { continue }
      Measure.row(name, time, "ns", ratio: time / own)
    }
    tcl(own)
  }

  /// Measures tclsh, which accepts a script only from a file.
  private static func tcl(_ own: Double) {
    guard let path = Measure.find("tclsh") else { return }
    let file = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(getpid()).tcl")
    defer { try? FileManager.default.removeItem(at: file) }
    let script = "proc step {x} {expr {$x+1}}\nproc f {} {set i 0; while {$i<\(rounds)} {set i [step $i]}}\nf\n"
    guard (try? script.write(to: file, atomically: true, encoding: .utf8)) != nil,
      let all = Measure.program(path, [file.path], runs: 5), let idle = Measure.program(path, ["/dev/null"], runs: 5)
    else { return }
    let time = (all - idle) / Double(rounds) * 1e9
    Measure.row("tclsh (in a proc)", time, "ns", ratio: time / own)
  }
}
