import Foundation

/// The real prompt on a pseudo-terminal: start, memory, keys, a paste, and the cost of idling.
enum TerminalBench {
  static func run() {
    Measure.title("the prompt on a terminal")
    let starts = (0..<15).compactMap { _ in PseudoTerminal()?.start }
    guard let terminal = PseudoTerminal() else { return print("  storyline is not built: swift build -c release") }
    Measure.row("a prompt after", Measure.median(starts) * 1e3, "ms")
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
    let keys = (0..<200).map { index -> Double in
      let start = ContinuousClock.now
      terminal.send(index % 2 == 0 ? "x" : "\u{7F}")
      terminal.waitForOutput()
      return (ContinuousClock.now - start).inSeconds
    }
    terminal.settle()
    Measure.row("a key in 300 characters", Measure.median(keys) * 1e6, "µs", note: "until its answer is read")
    terminal.send("\u{03}")
    terminal.settle()
    let text = String(repeating: "post \"hi #tag\"; ", count: 100_000 / 16)
    let start = ContinuousClock.now
    terminal.send("\u{1B}[200~" + text + "\u{1B}[201~")
    let finished = terminal.settle()
    Measure.row("a paste of 100 kB", (finished - start).inSeconds * 1e3, "ms", note: "until the last of it is drawn")
    menu(terminal)
  }

  private static func menu(_ terminal: PseudoTerminal) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 10_000..<20_000 { try? Data().write(to: folder.appending(path: "\(number).jpg")) }
    let menus = (0..<15).map { _ -> Double in
      terminal.send("\u{03}cluster \(folder.path)/1")
      terminal.settle()
      let start = ContinuousClock.now
      terminal.send("\t")
      terminal.waitForOutput()
      return (ContinuousClock.now - start).inSeconds
    }
    Measure.row("a menu of 10,000 files", Measure.median(menus) * 1e3, "ms", note: "of a folder that is read")
  }
}
