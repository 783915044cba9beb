import CPeers
import Foundation

/// The real prompt on a pseudo-terminal: start, memory, keys, a paste, and the cost of idling.
enum TerminalBench {
  static func run() {
    Measure.title("the prompt on a terminal")
    let fish = Measure.find("fish")
    let starts = (0..<15).map { _ -> (own: Double, fish: Double) in
      let own = PseudoTerminal()?.start ?? .nan
      guard let fish else { return (own, .nan) }
      let peer = PseudoTerminal(fish, [], until: geteuid() == 0 ? "# " : "> ")
      return (own, peer?.start ?? .nan)
    }
    guard let terminal = PseudoTerminal() else {
      return Report.text("  storyline is not built: swift build -c release")
    }
    let start = Measure.median(starts.map(\.own))
    if fish != nil {
      let ratio = Measure.median(starts.map { $0.own / $0.fish })
      Measure.row("a prompt after", start * 1e3, "ms", ratio: ratio, note: "of fish's")
      Measure.row("fish's prompt after", Measure.median(starts.map(\.fish)) * 1e3, "ms")
    } else {
      Measure.row("a prompt after", start * 1e3, "ms")
    }
    terminal.settle()
    Measure.row("memory in use", terminal.residentMegabytes, "MiB")
    if let hasCurl = terminal.hasMapped("libcurl") { Measure.row("libcurl opened", hasCurl ? 1 : 0, "times") }
    if let ldd = Measure.find("ldd"), let list = Measure.output([Measure.storyline], of: ldd) {
      Measure.row("libraries, by ldd", Double(list.split(separator: "\n").count), "")
    }
    Measure.row("processor time in 2 s idle", terminal.processorTime(during: 2) * 1e3, "ms")
    // A line of 300 characters, then the answer to one more key.
    terminal.send("post \"" + String(repeating: "hi #tag @bob.test and 15s ", count: 12))
    terminal.settle()
    guard let echo = PseudoTerminal(Measure.this.path, [PeerPrograms.echo], until: ">") else { return }
    echo.settle()
    var (own, other) = (0, 0)
    let keys = Comparison.inTurn(
      rounds: 400, { terminal.answer(to: key(&own)) }, { echo.answer(to: key(&other)) })
    terminal.settle()
    if let keys {
      Measure.row("a key in 300 characters", .microseconds, keys, goal: 1.3, note: "beside an echo in C")
      Measure.row("an echo", Measure.median(keys.other) * 1e6, "µs")
    }
    terminal.send("\u{03}")
    terminal.settle()
    let text = String(repeating: "post \"hi #tag\"; ", count: 100_000 / 16)
    let pasted = ContinuousClock.now
    terminal.send("\u{1B}[200~" + text + "\u{1B}[201~")
    let finished = terminal.settle()
    Measure.row("a paste of 100 kB", (finished - pasted).inSeconds * 1e3, "ms", note: "until the last of it is drawn")
    menu(terminal)
  }

  private static func menu(_ terminal: PseudoTerminal) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 10_000..<20_000 { try? Data().write(to: folder.appending(path: "\(number).jpg")) }
    let menus = Comparison.inTurn(
      rounds: 25,
      {
        terminal.send("\u{03}cluster \(folder.path)/1")
        terminal.settle()
        return terminal.answer(to: "\t")
      }, { Measure.time(runs: 1) { _ = peer_count_names(folder.path) } })
    guard let menus else { return }
    Measure.row("a menu of 10,000 files", .milliseconds, menus, goal: 1.5, note: "beside getdents of them")
    Measure.row("reading the folder", Measure.median(menus.other) * 1e3, "ms")
  }

  /// Returns a letter and the key that deletes it in turn, so that the line stays as long.
  private static func key(_ count: inout Int) -> String {
    count += 1
    return count % 2 == 1 ? "x" : "\u{7F}"
  }
}
