import Foundation
import Testing

/// The family features at the prompt: the welcome, the question before a timer is stopped, sounds and the tutorial.
@Suite(.serialized) struct FamilyPromptTests {
  private let question = "Whose timers are these? Type a name, or press Enter to skip:"

  @Test func theFirstTimerAsksForANameOnce() throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home, welcomes: true)
    first.enter("stroy play 4")
    first.expect("no name yet") { $0.lines.contains { $0.contains("did you mean 'story'?") } }
    first.enter("\u{15}timer start reading")
    first.expect("the question") { $0.lines.last == question }
    first.enter(String(repeating: "x", count: 31))
    first.expect("asked again") { screen in
      screen.lines.contains { $0.contains("a name can have at most 30 characters, not 31") }
        && screen.lines.last == question
    }
    first.enter("help")
    first.expect("no name, but a question") { screen in
      screen.lines.joined(separator: " ").contains("type a name, such as Mia") && screen.lines.last == question
    }
    first.enter("story play 4")
    first.expect("no name either") { screen in
      screen.lines.joined(separator: " ").contains("that is a command") && screen.lines.last == question
    }
    first.enter("profile")
    first.expect("and no word that is a command") { screen in
      screen.lines.filter { $0.contains("that is a command") }.count == 2 && screen.lines.last == question
    }
    first.enter("Mia")
    first.expect("by name") { screen in
      screen.lines.contains { $0.hasSuffix("✓ hello, Mia!") }
        && screen.lines.contains { $0.hasSuffix("reading starts, 20 min: Let's do this, Mia!") }
    }
    first.expect("and how to change it") { screen in
      screen.lines.contains("note: `profile name` changes the name; `profile forget` removes it")
    }
    first.enter("\u{15}recall Mia")
    first.expect("no line of the history") { $0.lines.contains(" nothing in your history matches") }
    first.enter("timer done")
    first.expect("celebrated") { screen in
      screen.lines.contains { $0.hasSuffix("early! Well done, Mia!") } && screen.lines.contains("           ✦  ★  ✦")
    }
    first.send("\u{04}")
    #expect(first.waitForEnd() == 0)
    let second = try PseudoTerminal.prompt(home: home, welcomes: true)
    second.enter("profile; timer start reading")
    second.expect("known and not asked") { screen in
      screen.lines.contains { $0.hasPrefix(" name") && $0.hasSuffix("Mia") }
        && screen.lines.contains { $0.hasSuffix("Let's do this, Mia!") }
    }
  }

  @Test func undoTakesTheNameBackApartFromTheTimer() throws {
    let terminal = try PseudoTerminal.prompt(welcomes: true)
    terminal.enter("timer start reading")
    terminal.expect("the question") { $0.lines.last == question }
    terminal.enter("tmier pause")
    terminal.expect("no name, but a line with a slip") {
      $0.lines.last == question && $0.lines.contains { $0.hasPrefix("note: that is a command") }
    }
    terminal.enter("tmier pauli")
    terminal.expect("any name") { $0.lines.contains { $0.hasSuffix("✓ hello, tmier pauli!") } }
    terminal.enter("\u{15}undo")
    terminal.expect("the timer first") {
      $0.lines.contains { $0.hasSuffix("undone: timer start reading; no timer is running") }
    }
    terminal.enter("undo")
    terminal.expect("then the name") {
      $0.lines.contains { $0.hasSuffix("undone: profile name \"tmier pauli\"; there is no name") }
    }
    terminal.enter("timer start reading")
    terminal.expect("and it is asked for again") { $0.lines.last == question }
    terminal.enter("Mia")
    terminal.expect("by name") { $0.lines.contains { $0.hasSuffix("Let's do this, Mia!") } }
  }

  /// A statement of the language is not a name either; the statement is offered in the next line, to be run or
  /// edited.
  @Test func aStatementIsNotAName() throws {
    let terminal = try PseudoTerminal.prompt(welcomes: true)
    terminal.enter("timer start reading")
    terminal.expect("the question") { $0.lines.last == question }
    for (count, line) in ["let x = 5", "5", "timer.remaining", "print hello", "wait 1h"].enumerated() {
      terminal.enter(line)
      terminal.expect("no name: \(line)") { screen in
        screen.lines.filter { $0.hasPrefix("note: that is a command") }.count == min(count + 1, 5)
          && screen.lines.last == question
      }
    }
    terminal.enter("Max Miller")
    terminal.expect("a name") { screen in
      screen.lines.contains { $0.hasSuffix("✓ hello, Max Miller!") }
        && screen.lines.last?.hasPrefix("› wait 1h") == true
    }
    terminal.enter("\u{15}profile")
    terminal.expect("kept") { screen in screen.lines.contains { $0.hasPrefix(" name") && $0.hasSuffix("Max Miller") } }
  }

  @Test func leavingReportsARunningTimer() throws {
    let terminal = try PseudoTerminal.prompt(home: try TemporaryHome())
    terminal.enter("timer start reading; timer pause")
    terminal.enter("exit")
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.screen.lines.contains("note: the reading timer stays paused (20 min left)"))
  }

  @Test(arguments: ["\r", "\u{03}"])
  func decliningANameIsRemembered(_ key: String) throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home, welcomes: true)
    first.enter("timer start reading")
    first.expect("the question") { $0.lines.last == question }
    first.send(key)
    first.expect("it starts") { $0.lines.contains { $0.hasSuffix("reading starts, 20 min: Let's do this!") } }
    first.enter("timer done")
    first.send("\u{04}")
    #expect(first.waitForEnd() == 0)
    let second = try PseudoTerminal.prompt(home: home, welcomes: true)
    second.enter("timer start reading")
    second.expect("at once") { $0.lines.contains { $0.hasSuffix("reading starts, 20 min: Let's do this!") } }
  }

  @Test func aNameInTheConfigIsTheAnswer() throws {
    let home = try TemporaryHome()
    let folder = home.url.appending(path: ".config/storyline")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "profile name Mia\n".write(to: folder.appending(path: "config.story"), atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal.prompt(home: home, welcomes: true)
    terminal.enter("timer start reading")
    terminal.expect("not asked") { $0.lines.contains { $0.hasSuffix("Let's do this, Mia!") } }
  }

  @Test(arguments: ["--private", "--practice", "--no-welcome"])
  func commandsThatDoNotAskForAName(_ option: String) throws {
    let terminal = try PseudoTerminal.prompt([option], welcomes: true)
    terminal.enter("timer start reading")
    terminal.expect("at once") { $0.lines.contains { $0.hasSuffix("reading starts, 20 min: Let's do this!") } }
  }

  @Test func stoppingATimerAsksFirst() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    let question = "stop reading? 5 min would not count [y/N]"
    terminal.enter("timer stop")
    terminal.expect("nothing to ask about") { $0.lines.contains("error: no timer is running") }
    terminal.enter("timer start reading; timer pause; timer stop")
    terminal.expect("nothing is lost yet") { $0.lines.last == "stop reading? [y/N]" }
    terminal.enter("yes")
    terminal.enter("speed instant; timer start reading; wait 5m; timer pause")
    for key in ["\r", "n\r", "what\r", "\u{03}"] {
      terminal.enter("timer stop")
      terminal.expect("the question") { $0.lines.last == question }
      terminal.send(key)
      terminal.expect("no") {
        $0.lines.suffix(2) == [" not stopped", $0.lines.last ?? ""] && $0.lines.last?.hasPrefix("› ") == true
      }
    }
    terminal.enter("timer stop")
    terminal.expect("the question") { $0.lines.last == question }
    terminal.enter("y")
    terminal.expect("yes") { screen in
      screen.lines.contains { $0.hasSuffix("✗ reading stopped, 15 min left: the session does not count") }
        && screen.lines.last == "›"
    }
    // A block that runs by itself has no user to ask.
    terminal.enter("speed 1; timer start shower; after 100ms { timer stop }")
    terminal.expect("at once") { $0.lines.contains { $0.contains("✗ shower stopped") } }
  }

  @Test func ownActivitiesAreCompleted() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("activity add violin; activity add \"tidy up\"")
    terminal.send("timer start vi\t")
    terminal.expect("by their beginning") { $0.lines.last == "› timer start violin" }
    terminal.send("\u{15}activity remove \t")
    terminal.expect("only what can be removed") { screen in
      screen.lines.contains { $0.hasPrefix("  violin") } && screen.lines.contains { $0.hasPrefix("  \"tidy up\"") }
        && !screen.lines.contains { $0.hasPrefix("  reading") }
    }
  }

  @Test func theBellRingsAndTheLineStays() throws {
    let terminal = try PseudoTerminal.prompt(["--practice", "--speed", "60"])
    terminal.enter("timer start custom 2")
    terminal.send("tap ri")
    terminal.expect("the end") { screen in
      screen.lines.contains { $0.contains("✓ custom done") } && screen.lines.last?.hasPrefix("› tap ri") == true
    }
    // The halfway mark and the last minute coincide here, then 30 s are left; the end rings twice.
    terminal.expect("four times") { $0.bells == 4 && $0.column == 8 }
    terminal.send("\u{15}")
    terminal.enter("set sound off; timer start custom 1; timer done")
    terminal.enter("set sound bell; set sound-completion off; timer start custom 1; timer done")
    terminal.enter("print \"silent\"")
    terminal.expect("silent") { $0.lines.contains("silent") }
    #expect(terminal.screen.bells == 4)
    terminal.enter("set sound-completion on; timer start custom 1; skip 1m; print \"skipped\"")
    terminal.expect("a clock that jumps is silent") { $0.lines.contains("skipped") }
    #expect(terminal.screen.bells == 4)
    terminal.enter("timer start custom 1; wait 90s; print \"waited\"")
    terminal.expect("while a command waits as well") { $0.lines.contains("waited") }
    #expect(terminal.screen.bells == 7)
  }

  @Test func aPlayersFailureIsReportedOnce() throws {
    let home = try TemporaryHome()
    let player = home.url.appending(path: "paplay")
    try Executable.install("echo x >> '\(home.url.path)/played'\nexit 1", at: player.path)
    let terminal = try PseudoTerminal.prompt(
      ["--practice"], home: home, environment: ["PATH": "\(home.url.path):/usr/bin:/bin"])
    terminal.enter("set sound player; timer start custom 1; timer done")
    let words = "note: paplay cannot play sounds here, so the terminal's bell rings instead"
    terminal.expect("the bell instead") { $0.lines.contains(words) && $0.bells >= 1 }
    #expect(FileManager.default.fileExists(atPath: home.url.appending(path: "played").path))
    let before = terminal.screen.bells
    terminal.enter("timer start custom 1; timer done")
    // The last bell of before may come late.
    terminal.expect("from now on the bell") { $0.bells >= before + 2 }
    #expect(terminal.screen.lines.filter { $0 == words }.count == 1)
  }

  @Test func theTutorialWalksInPracticeAndWaits() throws {
    let home = try TemporaryHome()
    let first = try PseudoTerminal.prompt(home: home, rows: 40)
    first.enter("tutorial start")
    first.expect("in practice") { screen in
      screen.lines.contains { $0.hasSuffix("● step 1 of 9: Start a timer") } && screen.lines.last == "practice ›"
    }
    first.enter("timer start reading")
    first.expect("the next step") { $0.lines.contains { $0.hasSuffix("● step 2 of 9: The clock badge") } }
    first.enter("activity edit reading for 25")
    first.expect("and the next") { $0.lines.contains { $0.hasSuffix("● step 3 of 9: A timer for anything") } }
    first.enter("practice end")
    first.enter("timer status")
    first.expect("nothing of it is real") { $0.lines.contains(" no timer is running") }
    first.enter("tutorial resume")
    first.expect("step 3 again") { $0.lines.filter { $0.contains("step 3 of 9: A timer") }.count == 2 }
    first.enter("learn skip")
    first.expect("step 4") { $0.lines.contains { $0.hasSuffix("● step 4 of 9: Stars") } }
    // Quit in the middle: first the lesson, then the prompt below it.
    first.send("\u{04}\u{04}")
    #expect(first.waitForEnd() == 0)

    let second = try PseudoTerminal.prompt(home: home, rows: 40)
    second.enter("tutorial")
    second.expect("where it was") { screen in
      screen.lines.contains { $0.contains("step 4 of 9: Stars") } && screen.lines.last?.hasPrefix("practice ›") == true
    }
    for number in 4...9 {
      second.enter("learn skip")
      second.expect("step \(number) is over") {
        $0.lines.contains { $0.hasSuffix("step \(number) of 9 skipped: \(Self.titles[number - 1])") }
      }
    }
    second.expect("the end") { $0.lines.contains { $0.hasSuffix("★ lesson finished: 2 of 9 steps done") } }
    second.enter("tutorial restart")
    second.expect("from the beginning") {
      $0.lines.last { $0.contains("step") && $0.contains("of 9: ") }?.hasSuffix("step 1 of 9: Start a timer") == true
    }
  }

  @Test func aLineThatAnswersNothingIsNotLost() throws {
    let terminal = try PseudoTerminal.prompt()
    terminal.enter("timer start reading")
    terminal.enter("timer stop")
    terminal.expect("the question") { $0.lines.last?.hasSuffix("[y/N]") == true }
    terminal.enter("print 6 * 7")
    terminal.expect("it counts as no, and runs") { screen in
      screen.lines.contains("note: the answer is neither yes nor no, so it counts as no")
        && screen.lines.contains(" not stopped") && screen.lines.contains("› print 6 * 7")
        && screen.lines.contains("42")
    }
    terminal.send("\u{1B}[A")
    terminal.expect("it was a line") { $0.lines.last?.hasPrefix("› print 6 * 7") == true }
    terminal.send("\u{15}")
    terminal.enter("timer stop")
    terminal.expect("the question again") { $0.lines.last?.hasSuffix("[y/N]") == true }
    terminal.enter("No")
    terminal.expect("an answer") {
      $0.lines.filter { $0 == " not stopped" }.count == 2 && $0.lines.last?.hasPrefix("›") == true
    }
    terminal.enter("timer stop")
    terminal.enter(" Yes ")
    terminal.expect("stopped") { $0.lines.contains { $0.contains("✗ reading stopped") } }
  }

  private static let titles = [
    "Start a timer", "The clock badge", "A timer for anything", "Stars", "The streak", "Done", "The history",
    "Settings",
    "The PIN",
  ]

  /// Commands of the walk in earlier versions lead to the commands that replace them.
  @Test func theOldTutorialWordsStillWork() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 100, rows: 40)
    terminal.enter("tutorial start")
    terminal.expect("it began") { $0.lines.contains { $0.hasSuffix("● step 1 of 9: Start a timer") } }
    terminal.enter("tutorial skip")
    terminal.expect("how") { $0.lines.contains { $0.contains("learn skip") && $0.contains("^") } }
  }
}
