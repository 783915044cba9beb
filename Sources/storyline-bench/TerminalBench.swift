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
    guard let terminal = PseudoTerminal() else { return print("  storyline is not built: swift build -c release") }
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
    guard let echo = PseudoTerminal(Measure.this.path, [PseudoTerminal.echoWord], until: ">") else { return }
    echo.settle()
    let keys = (0..<400).map { index -> (own: Double, echo: Double) in
      let key = index % 2 == 0 ? "x" : "\u{7F}"
      return (terminal.answer(to: key), echo.answer(to: key))
    }
    terminal.settle()
    Measure.row(
      "a key in 300 characters", Measure.median(keys.map(\.own)) * 1e6, "µs",
      ratio: Measure.median(keys.map(\.own)) / Measure.median(keys.map(\.echo)), note: "of an echo")
    Measure.row("an echo", Measure.median(keys.map(\.echo)) * 1e6, "µs")
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
    let menus = (0..<15).map { _ -> (own: Double, read: Double) in
      terminal.send("\u{03}cluster \(folder.path)/1")
      terminal.settle()
      let own = terminal.answer(to: "\t")
      return (own, Measure.time(runs: 1) { read(folder.path) })
    }
    Measure.row(
      "a menu of 10,000 files", Measure.median(menus.map(\.own)) * 1e3, "ms",
      ratio: Measure.median(menus.map(\.own)) / Measure.median(menus.map(\.read)), note: "of reading the folder")
    Measure.row("reading the folder", Measure.median(menus.map(\.read)) * 1e3, "ms")
  }

  /// Reads the names in a folder and does nothing with them.
  private static func read(_ path: String) {
    guard let folder = opendir(path) else { return }
    while readdir(folder) != nil {}
    closedir(folder)
  }
}
