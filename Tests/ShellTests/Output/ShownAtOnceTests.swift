import Testing

/// A terminal shows each line as soon as it is written, without waiting for a buffer or for the end.
@Suite struct ShownAtOnceTests {
  private static let script = "print \"one\"; print \"two\"; while true { }"

  @Test func linesOfAnEndlessScript() throws {
    let terminal = try PseudoTerminal("storyline", ["-c", Self.script], prompts: false)
    terminal.expect("both lines") { $0.lines.starts(with: ["one", "two"]) }
    terminal.send("\u{03}")
    #expect(terminal.waitForEnd() == 130 << 8)
  }

  /// Output that could become a page waits longer, but not until the end.
  @Test func linesOfACommandAtThePrompt() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter(Self.script)
    terminal.expect("both lines") { $0.lines.contains("one") && $0.lines.contains("two") }
    terminal.send("\u{03}")
    terminal.expect("the prompt again") { $0.lines.last == "›" }
    terminal.send("\u{04}")
    #expect(terminal.waitForEnd() == 0)
  }

  /// ^S pauses a terminal, ^C ends the command that writes to it, ^Q resumes output: the prompt is intact.
  @Test func aPausedTerminalCanBeInterrupted() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("while true { print \"line\" }")
    terminal.expect("a line") { $0.lines.contains("line") }
    terminal.send("\u{03}")
    terminal.expect("the prompt again") { $0.lines.last == "›" }
    terminal.enter("print 40 + 2")
    terminal.expect("an answer") { $0.lines.contains("42") }
    terminal.send("\u{04}")
    #expect(terminal.waitForEnd() == 0)
  }
}
