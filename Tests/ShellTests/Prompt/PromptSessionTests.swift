import Foundation
import Testing

/// State that outlasts a line or a prompt: the history, the config script, practice sessions.
@Suite(.serialized) struct PromptSessionTests {
  @Test func historyLastsOverTwoRuns() throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home)
    first.enter("print \"from the first run\"")
    first.enter(" print \"kept to myself\"")
    first.expect("run") { $0.lines.contains("kept to myself") }
    first.send("\u{04}")
    #expect(first.waitForEnd() == 0)

    let file = home.url.appending(path: ".local/state/storyline/history")
    #expect(try String(contentsOf: file, encoding: .utf8) == "print \"from the first run\"\n")
    let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)

    let second = try PseudoTerminal.prompt(home: home)
    second.send("\u{1B}[A")
    second.expect("recalled") { $0.lines.last == "› print \"from the first run\"" }
    second.send("\u{15}")
    second.enter("recall first")
    second.expect("listed") { $0.lines.contains(" print \"from the first run\"") }
    second.enter("recall nonsense")
    second.expect("or not") { $0.lines.contains(" nothing in your history matches") }
  }

  @Test func aPipeNeedsSomethingBeforeIt() throws {
    let terminal = try PseudoTerminal.prompt(home: try TemporaryHome())
    terminal.enter("[3, 1]")
    terminal.enter("| count")
    terminal.expect("led on") { $0.lines.contains { $0.contains("did you mean '$last |'?") } }
  }

  @Test func aPrivatePromptKeepsNothing() throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal.prompt(["--private"], home: home)
    terminal.enter("print 12")
    terminal.send("\u{1B}[A")
    terminal.expect("recalled for now") { $0.lines.last == "› print 12" }
    terminal.send("\u{15}\u{04}")
    #expect(terminal.waitForEnd() == 0)
    #expect(!FileManager.default.fileExists(atPath: home.url.appending(path: ".local/state").path))
  }

  @Test func theConfigScriptRunsFirst() throws {
    let home = try TemporaryHome()
    let folder = home.url.appending(path: ".config/storyline")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "config.story")
    try "def twice a { print $a; print $a }\nsuggestions off\n".write(to: file, atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal.prompt(home: home)
    terminal.send("twice 3")
    terminal.expect("a definition is a command") { $0.style(of: "twice") == "1" }
    terminal.send("\r")
    terminal.expect("run") { $0.lines.suffix(3) == ["3", "3", "›"] }

    try "stroy\n".write(to: file, atomically: true, encoding: .utf8)
    let broken = try PseudoTerminal.prompt(home: home)
    broken.expect("the error names the file, and the prompt comes") {
      $0.lines.contains("error: there is no command 'stroy'") && $0.lines.contains { $0.hasSuffix("config.story:1:1") }
        && $0.lines.last == "›"
    }
    // A line with a syntax error, a failing line and a wrong definition are skipped; the other lines still run.
    try """
    stroy
    def one { two - 1 }
    print (1 / 0)
    let x = one + 10
    def bad { return $nothing }
    def two { 2 }
    suggestions off

    """.write(to: file, atomically: true, encoding: .utf8)
    let partly = try PseudoTerminal.prompt(home: home)
    partly.enter("print [one, two, $x]")
    partly.expect("all else is there") { screen in
      screen.lines.suffix(2) == ["[1, 2, 11]", "›"]
        && ["1:1", "3:8", "5:18"].allSatisfy { place in
          screen.lines.contains { $0.hasSuffix("g.story:\(place)") }
        }
    }
    let without = try PseudoTerminal.prompt(["--no-config"], home: home)
    #expect(without.screen.lines.count == 2)
  }

  /// The user did not ask for this at the prompt: no screen opens, and the output is complete.
  @Test func exploredConfigValuesArePrintedCompletely() throws {
    let home = try TemporaryHome()
    let folder = home.url.appending(path: ".config/storyline")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "explore (range 1 30 | each { {n: $it} })\n".write(
      to: folder.appending(path: "config.story"), atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal.prompt(home: home, rows: 50)
    let rows = (1...30).map { $0 < 10 ? "  \($0)" : " \($0)" }
    #expect(Array(terminal.screen.lines.suffix(31)) == rows + ["›"])
  }

  @Test func likesLastFromPromptToPrompt() throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home)
    first.enter("story play 4; like; print story.liked")
    first.expect("liked") { $0.lines.contains("true") }
    first.send("\u{04}")
    #expect(first.waitForEnd() == 0)
    let second = try PseudoTerminal.prompt(home: home)
    second.enter("story play 4; print story.liked")
    second.expect("still") { $0.lines.contains("true") }
  }

  @Test func practiceIsNestedInTheRealSession() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("skip 20m")
    terminal.expect("refused") {
      $0.lines.contains("error: `skip` needs a practice session: this session follows the wall clock")
        && $0.lines.contains("  ^^^^ try: practice")
    }
    terminal.enter("speed 10")
    terminal.expect("refused, too") { $0.lines.contains("  ^^^^^ try: practice") }
    terminal.enter("let x = 1")
    terminal.enter("practice")
    terminal.expect("another prompt") { $0.lines.last == "practice ›" }
    terminal.enter("timer start reading 20")
    terminal.enter("skip 20m")
    terminal.expect("twenty minutes at once") { screen in
      screen.lines.contains { $0.contains("✓ reading done") } && screen.lines.last == "practice ›"
    }
    terminal.enter("speed 0")
    terminal.enter("post \"lost\"")
    terminal.enter("practice end")
    terminal.expect("back, and told what was not kept") {
      $0.lines.suffix(3) == [
        "note: 1 post in the outbox was not saved: this was a practice session",
        "note: you are back in your own session; `exit` leaves it", "›",
      ]
    }
    terminal.enter("print \"{$x}{timer.state}\"")
    terminal.expect("as it was") { $0.lines.contains("1idle") }
    terminal.enter("practice end")
    terminal.expect("nothing to return to") { $0.lines.contains("error: there is no session to return to") }
  }

  /// Only the outermost session ends the program.
  @Test(arguments: [(80, 24), (40, 15)]) func leavingPracticeReturnsToTheRealSession(columns: Int, rows: Int) throws {
    let terminal = try PseudoTerminal.prompt(columns: columns, rows: rows)
    for word in ["exit\r", "quit\r", "\u{04}", "practice end\r"] {
      terminal.enter("practice")
      terminal.expect("practice") { $0.lines.last == "practice ›" }
      terminal.send("\u{0C}" + word)
      terminal.expect("back after \(word.debugDescription)") { screen in
        screen.lines.joined(separator: " ").contains("you are back in your own session;") && screen.lines.last == "›"
      }
      terminal.send("\u{0C}")
    }
    // A lesson runs on top of practice, and practice on top of the session.
    terminal.enter("practice")
    terminal.enter("learn facets")
    terminal.expect("the lesson") { $0.lines.contains { $0.contains("step 1 of 7") } }
    terminal.send("\u{0C}\u{04}")
    terminal.expect("one session back") { screen in
      screen.lines.joined(separator: " ").contains("back in the outer practice session")
        && screen.lines.last == "practice ›"
    }
    terminal.enter("exit")
    terminal.expect("and another") { $0.lines.last == "›" }
    // The key is not kept as a line.
    terminal.send("\u{1B}[A")
    terminal.expect("the last line") { $0.lines.last == "› exit" }
    terminal.send("\u{15}\u{04}")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func theSpeedOfPracticeChanges() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("speed 100000")
    terminal.enter("timer start reading 20")
    terminal.expect("twenty minutes in an instant") { $0.lines.contains { $0.contains("✓ reading done") } }
    terminal.enter("speed instant")
    terminal.enter("let then = clock.now; wait 1h; expect clock.now == $then + 1h; print \"exact\"")
    terminal.expect("an hour at once") { $0.lines.contains("exact") }
  }
}
