import Testing

@testable import Shell

@Suite struct RecorderTests {
  /// The prompt continues and says once that the recording has ended.
  @Test func aFullDiskEndsOnlyTheRecording() throws {
    let home = try TemporaryHome()
    let file = home.url.appending(path: "walk.story").path
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", "ulimit -f 1; exec \"$0\" --no-welcome --practice --record \"$1\"", Program.path, file],
      columns: 80, rows: 40, environment: ["HOME": home.url.path])
    terminal.expect("the prompt") { $0.lines.last == "›" }
    for letter in ["a", "b", "c", "d"] {
      terminal.enter("print \"\(String(repeating: letter, count: 200))\"")
      terminal.expect("printed") { $0.lines.last == "›" && $0.lines.contains(String(repeating: letter, count: 40)) }
    }
    let said = terminal.screen.lines.count { $0.hasPrefix("note: the recording ends here: ") }
    #expect(said == 1, "\(terminal.screen.lines)")
  }
}
