import Testing

@testable import ShellCore

@Suite(.serialized) struct ClipboardCommandsTests {
  @Test func theTerminalGetsIt() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("copy \"grüße\"; [1, 2] | copy")
    terminal.expect("said") {
      $0.lines.contains("note: copied to the clipboard: 6 characters") && $0.lines.last == "›"
    }
    #expect(terminal.screen.clipboard == ["Z3LDvMOfZQ==", "WzEsIDJd"])
    #expect(terminal.screen.unknown.isEmpty)
  }

  @Test(arguments: [
    ("copy \"x\"", "there is no terminal here, so there is no clipboard | save the value to a file instead"),
    (
      "let t = (range 1 20000); copy $t",
      "a terminal's clipboard accepts at most 50,000 bytes, but this value has 128,894 | save the value to a file instead"
    ),
  ])
  func copyIsRefusedWithoutATerminal(_ script: String, _ message: String) {
    #expect(ScriptRun.error(script) == message)
  }

  /// Fifty thousand bytes are within the limit.
  @Test func theLargestAcceptedText() {
    let most = String(repeating: "x", count: ClipboardCommands.limit)
    #expect(
      ScriptRun.error("copy \"\(most)\"")?.hasPrefix("there is no terminal here, so there is no clipboard") == true)
    #expect(
      ScriptRun.error("copy \"\(most)x\"")?.hasPrefix("a terminal's clipboard accepts at most 50,000 bytes") == true)
  }
}
