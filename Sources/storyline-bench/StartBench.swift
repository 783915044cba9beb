import Foundation

/// Cold start: a whole process that prints one thing, in turn with each peer.
enum StartBench {
  static func run() {
    Measure.title("cold start, milliseconds (ratio: storyline to it)")
    // The program is copied, as the installed peers are.
    let installed = FileManager.default.temporaryDirectory.appending(path: "storyline-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: installed) }
    guard Measure.copy(Measure.storyline, to: installed),
      let own = Measure.program(installed, ["-c", "print 1"], runs: 100)
    else { return Report.text("  '\(Measure.storyline)' does not start") }
    Measure.row("storyline -c 'print 1'", own * 1e3, "ms")
    let peers: [(name: String, arguments: [String], goal: Double?)] = [
      ("dash", ["-c", "echo 1"], nil), ("lua5.4", ["-e", "print(1)"], 1.4), ("tclsh", ["/dev/null"], nil),
      ("fish", ["-c", "true"], 0.38), ("python3", ["-c", "print(1)"], nil),
    ]
    for peer in peers {
      guard let path = Measure.find(peer.name),
        let turns = Comparison.inTurn(
          rounds: 61, { Measure.program(installed, ["-c", "print 1"], runs: 1) },
          { Measure.program(path, peer.arguments, runs: 1) })
      else { continue }
      Measure.row(peer.name, .milliseconds, beside: turns, goal: peer.goal)
    }
  }
}
