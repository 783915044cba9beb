import Foundation
import Testing

@testable import Shell

/// `ask`: a question of a script to the person at the terminal.
@Suite struct AskTests {
  @Test func withoutATerminalTheDefaultCounts() throws {
    let answer = try Program.run(["-c", "let name = ask \"Name? \" default \"friend\"; print $name"])
    #expect(answer.output == "friend\n" && answer.status == 0)
    let number = try Program.run(["-c", "print ((ask \"Age? \" default 8) + 1)"])
    #expect(number.output == "9\n")
  }

  @Test func withoutATerminalAndADefaultItIsAnError() throws {
    let result = try Program.run(["-c", "print 1; let name = ask \"Name? \"; print $name"])
    #expect(result.status == 1 && result.output == "1\n")
    #expect(result.errors.contains("no one can answer here: 'ask' needs a terminal"))
    #expect(result.errors.contains("try: ask \"Name? \" default \"…\""))
  }

  @Test func aPromptAsks() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("let name = ask \"Name? \"")
    terminal.expect("asked") { $0.lines.last { !$0.isEmpty } == "Name?" }
    terminal.enter("Ann")
    terminal.enter("print \"hello {$name}\"")
    terminal.expect("answered") { $0.lines.contains("hello Ann") }
    // Enter alone is the default.
    terminal.enter("print \"=\" + (ask \"Town? \" default \"Porto\")")
    terminal.expect("asked") { $0.lines.last { !$0.isEmpty } == "Town?" }
    terminal.enter("")
    terminal.expect("the default") { $0.lines.contains("=Porto") }
    // A block that runs later has nobody to ask.
    terminal.enter("after 1s { print \"-\" + (ask \"Now? \" default \"later\") }")
    terminal.expect("later") { $0.lines.contains { $0.hasSuffix("-later") } }
  }

  /// A long question is broken at words for the window's present width.
  @Test func aQuestionFitsTheNewWindow() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 80, rows: 12)
    terminal.enter("ask \"Which of the stories on your phone do you want to see again?\"")
    terminal.expect("asked") { $0.row > 1 && $0.column > 2 && $0.lines.last?.hasPrefix("›") == false }
    let whole = terminal.screen.lines.last ?? ""
    for columns in [30, 60, 24, 80] {
      terminal.resize(columns: columns, rows: 12)
      terminal.expect("in \(columns) columns") { screen in
        let rows = screen.lines.drop { !whole.hasPrefix($0) || $0.isEmpty }
        return rows.joined(separator: " ") == whole && rows.allSatisfy { $0.count <= columns }
      }
    }
    terminal.send("\u{03}")
    terminal.expect("the prompt") { $0.lines.last == "›" }
  }

  @Test func aScriptAtATerminalAsks() throws {
    let home = try TemporaryHome()
    let script = home.url.appending(path: "quiz.story").path
    try "let n = number (ask \"How many?\")\nprint $n * 2\n".write(toFile: script, atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal(
      "storyline", [script], columns: 80, rows: 24, environment: ["HOME": home.url.path, "TZ": "UTC"], prompts: false)
    terminal.expect("asked") { $0.lines.contains("How many?") }
    terminal.enter("21")
    terminal.expect("answered") { $0.lines.contains("42") }
  }
}
