import Testing

@testable import Shell

/// A lesson at the real program's prompt, key by key.
@Suite(.serialized) struct LearnPromptTests {
  private func sees(_ terminal: PseudoTerminal, _ text: String) {
    terminal.expect(text) { screen in
      screen.lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ").contains(text)
    }
  }

  /// Types what is wrong twice, then takes the solution into the line and runs it.
  private func walk(_ terminal: PseudoTerminal, _ numbers: ClosedRange<Int>, of count: Int) {
    for number in numbers {
      // What was seen before must not be taken for the answer.
      terminal.send("\u{0C}")
      for wrong in ["12345", "skip 1ms"] { terminal.enter(wrong) }
      terminal.enter("learn solution")
      sees(terminal, "Enter runs it")
      terminal.enter("")
      sees(terminal, number == count ? "that was the lesson" : "step \(number + 1) of \(count)")
    }
  }

  @Test(arguments: [(80, 24), (40, 15)]) func aLessonIsWalkedAndGoesOnAfterAKill(columns: Int, rows: Int) throws {
    let home = try TemporaryHome()
    var terminal: PseudoTerminal? = try .prompt(home: home, columns: columns, rows: rows)
    terminal?.enter("learn facets")
    sees(try #require(terminal), "step 1 of 7")
    terminal?.enter("speed instant")
    walk(try #require(terminal), 1...3, of: 7)
    // Nothing is said to a program that is killed.
    terminal = nil
    let second = try PseudoTerminal.prompt(home: home, columns: columns, rows: rows)
    second.enter("learn facets")
    sees(second, "It goes on at step 4 of 7")
    second.enter("speed instant")
    walk(second, 4...7, of: 7)
    second.enter("practice end")
    second.send("\u{0C}")
    second.enter("learn status")
    sees(second, "no lesson goes on here")
  }
}
