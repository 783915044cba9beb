import Foundation
import Testing

@testable import Shell

@Suite(.serialized) struct ExploreCommandsTests {
  @Test(arguments: [(80, 24), (40, 15)]) func aValueOnTheFullScreen(_ columns: Int, _ rows: Int) throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: columns, rows: rows)
    terminal.enter("stories | explore")
    terminal.expect("the table") {
      $0.isOtherScreen && $0.line(0).hasPrefix(" story") && $0.lines.last?.hasPrefix("1 of 20") == true
    }
    terminal.send("/emil\r")
    terminal.expect("found") { $0.lines.last?.hasPrefix("3 of 20") == true }
    terminal.send("\r")
    terminal.expect("inside") {
      $0.line(0).hasPrefix(" field") && $0.lines.contains { $0.contains("author") && $0.contains("emil") }
    }
    terminal.resize(columns: columns - 8, rows: rows - 4)
    terminal.expect("in another window") { $0.lines.count == rows - 4 && $0.line(0).hasPrefix(" field") }
    terminal.send("q")
    terminal.expect("left, and nothing stays") {
      !$0.isOtherScreen && $0.lines.last == "›" && !$0.lines.contains { $0.contains("emil") }
    }
    terminal.enter("$last | count")
    terminal.expect("the value is there") { $0.lines.contains("20") }
  }

  @Test func timePassesDuringAPage() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("after 300ms { print \"meanwhile\" }; explore [1, 2]")
    terminal.expect("the table") { $0.isOtherScreen && $0.lines.last?.hasPrefix("1 of 2") == true }
    usleep(500_000)
    terminal.pump(atMost: 100)
    #expect(terminal.screen.isOtherScreen && !terminal.screen.lines.contains("meanwhile"))
    terminal.send("q")
    terminal.expect("told afterwards") { !$0.isOtherScreen && $0.lines.contains("meanwhile") && $0.lines.last == "›" }
  }

  @Test(arguments: [
    ("explore [{a: 1, b: \"x\"}]", [" a  b", " 1  x"]), ("[{a: 1}] | explore", [" a", " 1"]),
    ("explore {a: 1}", [" a  1"]),
    ("explore 7", ["7"]), ("after 1s { explore [{a: 1}] }; wait 2s", [" a", " 1"]),
  ])
  func elsewhereItPrintsTheTable(_ script: String, _ lines: [String]) {
    #expect(ScriptRun()(script).lines == lines)
  }
}
