import Testing

@testable import Shell

/// The first hours of two new users, key by key: the lines that they typed knowing only the README, and the output
/// that must have helped them.
@Suite(.serialized) struct FirstHourPromptTests {
  /// In a window of 80 × 24: stories, going back, practice.
  @Test func theFirstStranger() throws {
    let terminal = try PseudoTerminal.prompt(welcomes: true)
    hour(
      terminal,
      [
        ("what can i do\r", "`help` lists the commands"), ("story play 4\r", "story 4 by @ana plays"),
        ("hold\r", "held at"), ("release\r", "released after"),
        // Only a part of the line is wrong.
        ("rewind 5s\r", "  ^^^^^^ try: practice"), ("practice\r", "a practice session: nothing is saved"),
        ("story play 4 for 15s\r", "story 4 by @ana plays, 15 s a story"),
        // The unit is missing; → accepts the corrected line.
        ("skip 10\r", "did you mean '10s'?"), ("\u{1B}[C\r", "since the session began"),
        ("undo\r", "undone: story play 4"),
        ("\u{1B}[1;3D\u{1B}[1;3D", "skip 10s"), ("\r", "`fork drop` returns to the present"),
        ("fork drop\r", "dropped: everything is as before the fork"), ("practice end\r", ""),
        ("set duration 10\r", "did you mean 'length'?"), ("\u{1B}[C\r", "did you mean '10s'?"),
        ("\u{1B}[C\r", "length is 10s"), ("explore settings\r", "explore (settings)"),
        ("\u{1B}[C\r", "· q leaves"), ("q", "›"), ("wait an hour\r", "wait 1h"),
        ("timer start\r", "expects the name of an activity"),
        ("\u{1B}[C\r", "Whose timers are these?"), ("\r", "reading starts, 20 min"), ("timer stop\r", "[y/N]"),
        ("n\r", "›"), ("exit\r", ""),
      ])
    #expect(terminal.waitForEnd() == 0)
  }

  /// In a window of 40 × 15: posts, colours, the past.
  @Test func theSecondStranger() throws {
    let terminal = try PseudoTerminal.prompt(columns: 40, rows: 15)
    hour(
      terminal,
      [
        ("?\r", "did you mean 'help'?"), ("\u{1B}[C\r", "to try"), ("q", "›"),
        ("set colour dark\r", "did you mean 'theme'?"), ("\u{1B}[C\r", "theme is dark"),
        // The corrected line keeps its own words.
        ("post hello world\r", "post \"hello world\""), ("\u{1B}[C\r", "post 1 is in the outbox"),
        ("post ‘good evening’\r", "post 2 is in the outbox"), ("posts\r", "is not a complete command"),
        ("story play @ana\r", "story 4 by @ana plays"), ("view\r", "▶ playing"), ("watch\r", "q leave"),
        ("\u{1B}[1;3D", "Esc returns"), ("\u{1B}", "q leave"), ("q", "›"),
        ("stop\r", "'story stop' or 'timer"), ("bye\r", "did you mean 'exit'?"), ("\u{1B}[C\r", ""),
      ])
    #expect(terminal.waitForEnd() == 0)
  }

  /// Types each text and waits for the output that it leads to.
  private func hour(_ terminal: PseudoTerminal, _ keys: [(typed: String, seen: String)]) {
    for (typed, seen) in keys {
      // Clear earlier output so that it is not mistaken for the answer; full-screen views keep their keys.
      if typed.count > 3, typed.first?.isLetter == true { terminal.send("\u{0C}") }
      terminal.send(typed)
      if seen.isEmpty { continue }
      terminal.expect(typed.debugDescription) { screen in
        screen.lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ").contains(seen)
          || screen.lines.joined(separator: "\n").contains(seen)
      }
    }
  }
}
