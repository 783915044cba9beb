import Foundation
import Testing

@testable import Shell

/// Settings of the prompt, in the real program.
@Suite(.serialized) struct PromptSettingsTests {
  @Test func aThemeIsSeenAtOnceAndKept() throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home, environment: ["TERM": "xterm-256color"])
    first.enter("set theme \"light, string bold red\"")
    first.expect("said") {
      $0.lines.contains { $0.hasSuffix("theme is light, string bold red") } && $0.lines.last == "›"
    }
    first.send("print \"hi\"")
    first.expect("typed in its colours") { screen in
      screen.lines.last == "› print \"hi\"" && screen.cells[screen.row][8].style == "1;31"
    }
    first.send("\u{15}\u{04}")
    #expect(first.waitForEnd() == 0)
    let second = try PseudoTerminal.prompt(home: home, environment: ["TERM": "xterm-256color"])
    second.send("print \"hi\"")
    second.expect("the same the next day") { screen in
      screen.lines.last == "› print \"hi\"" && screen.cells[screen.row][8].style == "1;31"
    }
  }

  @Test(arguments: [
    ("set theme pink", "'theme' must be usual, light, dark or auto, optionally"),
    ("set theme lihgt", "did you mean 'light'?"), ("set colours dark", "did you mean 'theme'?"),
  ])
  func anotherIsRefused(_ line: String, _ message: String) throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter(line)
    terminal.expect("refused") { $0.lines.joined(separator: " ").contains(message) }
  }

  /// The marks at the start of the prompt, the input and the output, and for the result (OSC 133).
  @Test func linesAreMarkedForTheTerminal() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    // Keys that come before the prompt is there would be typed ahead, and its mark is left out then.
    func expectPrompt(_ number: Int) {
      terminal.expect("prompt \(number)") {
        $0.marks.count { $0 == "B" } == number && $0.lines.last?.hasPrefix("›") == true
      }
    }
    for (number, line) in ["print 1", "prnt 1", "hold"].enumerated() {
      expectPrompt(number + 1)
      terminal.enter(line)
    }
    expectPrompt(4)
    terminal.send("given up\u{03}")
    expectPrompt(5)
    terminal.enter("wait 1h")
    terminal.expect("waits") { $0.lines.last?.contains("wait ") == true && $0.marks.last == "C" }
    // Until the editor has released the terminal, ^C is a key.
    usleep(200_000)
    terminal.send("\u{03}")
    terminal.expect("interrupted") { $0.lines.contains("interrupted") }
    expectPrompt(6)
    let expected = [
      "A", "B", "C", "D;0", "A", "B", "C", "D;2", "A", "B", "C", "D;1", "A", "B", "D", "A", "B", "C", "D;130", "A", "B",
    ]
    #expect(terminal.screen.marks == expected)
  }

  @Test(arguments: ["linux", "vt100"]) func simpleTerminalsGetNoMarks(_ term: String) throws {
    let terminal = try PseudoTerminal.prompt(environment: ["TERM": term])
    terminal.enter("copy \"x\"")
    terminal.expect("refused") {
      $0.lines.contains { $0.contains("there is no terminal here, so there is no clipboard") }
    }
    #expect(terminal.screen.marks.isEmpty && terminal.screen.unknown.isEmpty)
  }
}
