import Testing

@testable import Shell

/// The screen while a typed line is running.
@Suite(.serialized) struct WaitingPromptTests {
  @Test func waitsCountDownWhileStoriesPlay() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("story play 4 for 30s; wait 20s")
    terminal.expect("what is left") { $0.lines.last?.hasPrefix(" wait 0:19 left · ^C stops  4 ▰") == true }
    terminal.expect("it moves") { $0.lines.last?.hasPrefix(" wait 0:18 left") == true }
    terminal.send("\u{03}")
    terminal.expect("stopped") { screen in
      screen.lines.contains("interrupted") && screen.lines.last?.hasPrefix("›") == true
        && !screen.lines.contains { $0.contains("left ·") }
    }
    terminal.enter("hold 1s")
    terminal.expect("over by itself") { screen in
      screen.lines.contains { $0.contains("released after 1 s") } && screen.lines.last?.hasPrefix("›") == true
    }
    #expect(!terminal.screen.lines.contains { $0.contains("left ·") })
  }

  @Test func aStoppedClockIsReported() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("speed 0; wait 1s")
    terminal.expect("why nothing moves") { screen in
      screen.lines.last == " wait 0:01 left, and the clock is stopped: speed 0 · ^C stops"
    }
    terminal.send("\u{03}")
    terminal.expect("stopped") { $0.lines.last == "›" }
  }
}
