import Foundation
import Testing

@testable import Shell
@testable import ShellCore

/// The prompt as a user sees it: the real program on a pseudo-terminal, judged by its screen.
@Suite(.serialized) struct PromptTests {
  @Test func theGreetingSuggestsThreeLines() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.expect(
      ["storyline · try  story play 4 for 15s   timer start reading 20   help", "›"], cursor: (1, 2))
    #expect(terminal.screen.style(of: "timer start") == "1")
    #expect(terminal.screen.unknown.isEmpty)
  }

  @Test func theGreetingFitsANarrowWindow() throws {
    let terminal = try PseudoTerminal.prompt(columns: 40)
    terminal.expect(["try  story play 4   tap right   help", "›"])
  }

  @Test func aLineIsColouredWhileItIsTyped() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.send("story play 7 for 12s # now")
    terminal.expect("coloured") { $0.style(of: "# now") == "2" }
    let screen = terminal.screen
    #expect(screen.style(of: "story play 7") == "1")
    #expect(screen.style(of: "7 for") == "94")
    #expect(screen.style(of: "12s") == "33")
    terminal.send("\u{15}stroy play")
    terminal.expect("an unknown command is red") { $0.style(of: "stroy") == "31" }
    terminal.send("\u{15}post \"hi #tag @bob https://a.org\"")
    terminal.expect("found in strings") { $0.style(of: "https://a.org") == "4;34" }
    #expect(terminal.screen.style(of: "\"hi") == "32")
    #expect(terminal.screen.style(of: "#tag") == "36")
    #expect(terminal.screen.style(of: "@bob") == "2;35")
  }

  @Test func tabListsWhatMayFollow() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.send("timer \t")
    terminal.expect("the list") { screen in
      screen.lines.contains("  start   — starts an activity's timer") && screen.line(1) == "› timer"
    }
    terminal.send("sta\t")
    terminal.expect("letters leave fewer, and Tab takes the first") {
      $0.lines.dropFirst(1) == [
        "› timer start", "› start  — starts an activity's timer",
        "  status — shows all details of the timer, as a record",
      ]
    }
    terminal.send("\rrea\t20\r")
    terminal.expect("completed and run") { screen in
      screen.lines.contains { $0.hasSuffix("reading starts, 20 min: Let's do this!") }
    }
  }

  /// After a mistake, the corrected line is suggested, and → accepts it.
  @Test func theCorrectedLineIsSuggestedAfterATypo() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("stroy play 4")
    terminal.expect("offered") { $0.lines.last == "› story play 4" && $0.cells[5][2].style == "90" }
    terminal.send("\u{1B}[C\r")
    terminal.expect("taken and run") { $0.lines.contains { $0.hasSuffix("story 4 by @ana plays, 15 s a story") } }
    terminal.enter("timer start raeding")
    terminal.expect("the argument alone is underlined") { screen in
      screen.lines.contains { $0 == "              ^^^^^^^ did you mean 'reading'?" }
        && screen.lines.last?.hasPrefix("› timer start reading") == true
    }
    terminal.send("st")
    terminal.expect("no slip comes back") { $0.lines.last?.hasPrefix("› story play 4") == true }
  }

  @Test(arguments: ["pin st 2580", "rate good pni 2580", "pni set 2580"])
  func noSecretIsSuggested(_ line: String) throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter(line)
    terminal.expect("the error, and an empty line") { screen in
      screen.lines.contains { $0.hasPrefix("error: ") } && screen.lines.last == "›"
    }
    #expect(terminal.screen.lines.filter { $0.contains("2580") } == ["› \(line)"])
  }

  @Test func aSuggestionIsShownAndTaken() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.send("clu")
    terminal.expect("the only completion") { $0.lines.last == "› cluster" && $0.style(of: "ster") == "90" }
    terminal.send("\u{15}")
    terminal.enter("print \"one two\"")
    terminal.expect("printed") { $0.lines.contains("one two") }
    terminal.send("pri")
    terminal.expect("the newest line") { $0.lines.last == "› print \"one two\"" && $0.cells[3][5].style == "90" }
    terminal.send("\u{1B}[C\r")
    terminal.expect("taken and run") { screen in screen.lines.filter { $0 == "one two" }.count == 2 }
    terminal.enter("suggestions off")
    terminal.send("pri")
    terminal.expect("none left") { $0.lines.last == "› pri" }
  }

  @Test func inANarrowWindowErrorsBreakBetweenWords() {
    var options = Session.Options()
    options.isPrompt = true
    let session = Session(options: options, output: Output(to: .memory, width: 24), catalog: Catalog.standard)
    PromptRunner(session: session).run("story play 4; jump 99")
    let lines = session.output.drainLines()
    #expect(
      Array(lines.drop { !$0.hasPrefix("error") }.prefix(2)) == ["error: there is no", "  story 99 in this deck"])
    #expect(
      Array(lines.suffix(3)) == ["  within the deck,", "  stories are numbered 1", "  to 10"], "\(lines)")
  }

  @Test func anErrorPointsAtTheTypedLine() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("stroy play 4")
    terminal.expect("the picture") {
      Array($0.lines.dropFirst(1)) == [
        "› stroy play 4", "error: there is no command 'stroy'", "  stroy play 4", "  ^^^^^ did you mean 'story'?",
        "› story play 4",
      ]
    }
  }

  @Test func anOpenBraceAsksForAnotherLine() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("repeat 2 {")
    terminal.enter("print \"é日\"")
    terminal.enter("}")
    terminal.expect("the block runs as one") {
      Array($0.lines.dropFirst(1)) == ["› repeat 2 {", "  print \"é日\"", "}", "é日", "é日", "›"]
    }
    terminal.send("\u{1B}[A")
    terminal.expect("and comes back as one") { $0.lines.suffix(3) == ["› repeat 2 {", "  print \"é日\"", "}"] }
    terminal.expect("the bracket before the cursor, and its partner") { screen in
      let row = screen.lines.count - 1
      return screen.cells[row][0].style == "1;4" && screen.cells[row - 2][11].style == "1;4"
    }
    terminal.send("\u{3}")
    terminal.enter("print \"\"\"")
    terminal.enter("  a \"b\" {1 + 1}")
    terminal.expect("a text of several lines continues") { $0.style(of: "\"b\"") == "32" }
    terminal.enter("  \"\"\"")
    terminal.expect("and is whole") { $0.lines.suffix(2) == ["a \"b\" 2", "›"] }
  }

  @Test func anEventAppearsAboveTheLineBeingTyped() throws {
    let terminal = try PseudoTerminal.prompt(["--practice", "--speed", "10"])
    terminal.enter("story play 4 for 10s")
    terminal.expect("it plays") { $0.lines.contains { $0.contains("▶ story 4 by @ana plays") } }
    terminal.send("tap ri")
    terminal.expect("the next story, the line untouched") { screen in
      screen.lines.contains { $0.contains("⏭ story 5 by @ben") } && screen.lines.last?.hasPrefix("› tap ri") == true
        && screen.column == 8
    }
    terminal.expect("and its status on the right") { screen in
      screen.lines.last?.wholeMatch(of: /› tap right +5 [▰▱]{8} \d\.\d s/) != nil
    }
    #expect(terminal.screen.style(of: "▰") == "")
  }

  @Test func interruptingLeavesAUsablePrompt() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("wait 1h")
    // The remaining time may already be shown below.
    terminal.expect("it waits") { $0.lines.contains("› wait 1h") }
    usleep(200_000)
    terminal.send("\u{03}")
    terminal.expect("one word") { $0.lines.suffix(2) == ["interrupted", "›"] }
    #expect(terminal.screen.style(of: "interrupted") == "2")
    terminal.enter("print \"{1 + 1}!\"")
    terminal.expect("usable") { $0.lines.suffix(2) == ["2!", "›"] }
    terminal.send("half a line")
    terminal.expect("typed") { $0.lines.last == "› half a line" }
    terminal.send("\u{03}")
    terminal.expect("a line is given up") { $0.lines.suffix(2) == ["› half a line^C", "›"] }
  }

  @Test(arguments: ["\u{04}", "exit\r", "quit\r", "exit \r"])
  func exitEndsThePrompt(_ keys: String) throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.send(keys)
    #expect(terminal.waitForEnd() == 0)
    #expect(!terminal.screen.isPasteMarked)
  }

  @Test func aHandlersErrorStaysAboveTheLine() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("after 400ms { print 1 / 0 }")
    terminal.send("tap ri")
    terminal.expect("above") { screen in
      screen.lines.contains("error: division by zero") && screen.lines.last?.hasPrefix("› tap ri") == true
        && screen.column == 8
    }
  }

  @Test func aBlockOfAnEarlierLineWaitsForItsCondition() throws {
    let terminal = try PseudoTerminal.prompt(["--practice", "--speed", "10"])
    terminal.enter(
      "after 0s { wait until story.number == 5; print \"five\"; wait until story.progress >= 50%; print \"half\" }")
    terminal.enter("story play 4 for 4s")
    terminal.expect("in time, between two lines") { $0.lines.contains("five") && $0.lines.contains("half") }
    terminal.enter("after 0s { wait until timer.state == paused; print \"at once\" }")
    terminal.enter("timer start reading 20; timer pause")
    terminal.expect("through a line") { $0.lines.contains("at once") }
  }

  @Test func aHandlerThatNeverEndsIsInterrupted() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("after 100ms { while true { } }")
    usleep(400_000)
    terminal.send("\u{03}")
    terminal.expect("it ends") { $0.lines.contains("interrupted") }
    terminal.enter("print 7")
    terminal.expect("usable") { $0.lines.contains("7") }
  }

  @Test func withoutColourNothingIsSuggestedAndAllIsReadable() throws {
    let terminal = try PseudoTerminal.prompt(environment: ["NO_COLOR": "1"])
    terminal.send("clu")
    terminal.expect("only what is typed") { $0.lines.last == "› clu" }
    terminal.send("\u{15}")
    terminal.enter("foo")
    terminal.expect("plain") { $0.lines.suffix(4).prefix(2) == ["error: there is no command 'foo'", "  foo"] }
    #expect(terminal.screen.style(of: "error:") == "")
  }

  @Test func aDumbTerminalWorks() throws {
    let terminal = try PseudoTerminal.prompt(environment: ["TERM": "dumb", "LANG": "C", "LC_ALL": "C"])
    terminal.enter("story play 4")
    terminal.expect("ASCII only") { screen in
      screen.lines.contains { $0.hasSuffix("> story 4 by @ana plays, 15 s a story") } && screen.lines.last == ">"
    }
  }
}
