import Foundation
import System
import Terminal
import Testing
import Timeline

@testable import Shell

/// `watch` as a user sees it: the real program on a pseudo-terminal.
@Suite(.serialized) struct WatchTests {
  /// Returns a practice session in `watch`, after some lines.
  func watching(
    _ lines: String..., arguments: [String] = ["--practice"], columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal.prompt(arguments, columns: columns, rows: rows)
    for line in lines {
      terminal.enter(line)
      terminal.expect("it has run") { $0.lines.contains("› \(line)") && $0.lines.last?.hasPrefix("›") == true }
      terminal.expect("done") { $0.lines.last?.hasPrefix("› \(line)") != true }
    }
    terminal.enter("watch")
    terminal.expect("the full screen") { $0.isOtherScreen && $0.line(rows - 1).hasSuffix("q leave") }
    return terminal
  }

  func has(_ terminal: PseudoTerminal, _ text: String) {
    terminal.expect("'\(text)'") { $0.lines.contains { $0.contains(text) } }
  }

  /// One photo at a time: the next one, a favourite without moving on, and back; nothing moves by itself.
  @Test(arguments: [(80, 24), (40, 15)])
  func photosAreGoneThrough(columns: Int, rows: Int) throws {
    let terminal = try watching(
      "set paging off", "let f = \"Examples/Photos\"", "let a = cluster $f fixed 3h", "review 3", columns: columns,
      rows: rows)
    has(terminal, "IMG_0014.jpg")
    has(terminal, "1 of 8")
    terminal.send("\u{1B}[C")
    has(terminal, "IMG_0015.jpg")
    terminal.send("f")
    has(terminal, "♥ 2025-10-03/IMG_0015.jpg")
    terminal.send("\u{1B}[C\u{1B}[B")
    has(terminal, "2 of a burst of 4")
    terminal.send("\u{1B}[D\u{1B}[D")
    has(terminal, "♥ 2025-10-03/IMG_0015.jpg")
    terminal.send("\u{1B}[D\u{1B}[D")
    // In a narrow window the line continues below.
    has(terminal, "there is no previously reviewed")
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last == "›" }
    terminal.enter("print [review.done, review.favorites]; print review.photo")
    terminal.expect("what was done") { $0.lines.suffix(3) == ["[4, 1]", "2025-10-03/IMG_0014.jpg", "›"] }
  }

  /// One key never discards a running timer: it asks, and only the same key again is a yes.
  @Test func theTimerIsStoppedByASecondKey() throws {
    let terminal = try watching("timer start reading 20", "skip 5m")
    terminal.send("T")
    has(terminal, "would not count  T again: yes")
    // Another key is a no.
    terminal.send("?")
    terminal.send("T")
    has(terminal, "T again: yes")
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
    terminal.enter("print timer.state; watch")
    terminal.expect("the full screen") { $0.isOtherScreen }
    terminal.send("TT")
    has(terminal, "reading stopped")
    terminal.send("q")
    terminal.expect("the prompt") {
      !$0.isOtherScreen && $0.lines.contains("running") && $0.lines.last?.hasPrefix("›") == true
    }
    terminal.enter("print timer.state")
    terminal.expect("stopped") { $0.lines.suffix(2) == ["idle", "›"] }
  }

  /// The list of keys stays until the next key and follows the events.
  @Test func theKeysAreAskedFor() throws {
    let terminal = try watching("story play 4 for 100s")
    terminal.send("z")
    has(terminal, " z does nothing here; ? lists the keys")
    terminal.send("?")
    has(terminal, " space hold   ←→ tap   l like")
    has(terminal, "d double tap")
    terminal.send("?")
    terminal.expect("gone") { !$0.lines.contains { $0.contains("d double tap") } }
    terminal.send("?q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
  }

  @Test func aReviewSaysHowToGoOn() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("let f = \"Examples/Photos\"; let a = cluster $f fixed 3h; review 3")
    terminal.expect("the ways, beneath the picture") { screen in
      let lines = screen.lines
      return lines.last == "›" && lines.dropLast().last?.hasPrefix(" `review next` continues, `review") == true
        && lines.contains { $0.contains("IMG_0014.jpg") }
    }
    terminal.enter("clear; review next")
    terminal.expect("once") { $0.lines.contains { $0.contains("IMG_0015.jpg") } && $0.lines.last == "›" }
    #expect(!terminal.screen.lines.contains { $0.contains("`review next` continues") })
  }

  /// At the prompt, the picture leaves space for the lines about the photo.
  @Test func aPhotoAndItsLinesFitASmallWindow() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 40, rows: 15)
    terminal.enter("let f = \"Examples/Photos\"; let a = cluster $f fixed 3h; review 3")
    terminal.expect("no page to turn") { screen in
      screen.lines.last == "›" && screen.lines.contains { $0.contains("IMG_0014.jpg") }
        && screen.lines.contains { $0.contains("▀▀▀▀▀") }
    }
    terminal.enter("view")
    terminal.expect("the same") { $0.lines.last == "›" && $0.lines.contains { $0.contains("▀▀▀▀▀") } }
  }

  /// A terminal that reports graphics support gets pixels; its answer is not read as a key, neither here nor at the
  /// prompt.
  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;22c", "Ga=T,f=24,", "Ga=d,d=A,"),
    ("\u{1B}P>|iTerm2 3.5.4\u{1B}\\\u{1B}[?62;22c", "1337;File=inline=1;", "1337;File=inline=1;"),
    ("\u{1B}[6;4;2t\u{1B}[?62;4;22c", "0;1q\"1;1;", "0;1q\"1;1;"),
  ])
  func photosAreShownInPixels(answer: String, drawing: String, next: String) throws {
    let terminal = try watching("cluster Examples/Photos fixed 3h", "review 3")
    #expect(terminal.screen.strings.contains { $0.hasPrefix("Gi=31,") && $0.contains("a=q") })
    #expect(!terminal.screen.strings.contains { $0.hasPrefix(drawing) })
    terminal.send(answer)
    terminal.expect("the picture") { $0.strings.contains { $0.hasPrefix(drawing) } }
    has(terminal, "IMG_0014.jpg")
    let count = terminal.screen.strings.count
    terminal.send("\u{1B}[C")
    terminal.expect("another picture") { $0.strings.dropFirst(count).contains { $0.hasPrefix(next) } }
    has(terminal, "IMG_0015.jpg")
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last == "›" }
    terminal.enter("print 40 + 2")
    terminal.expect("usable") { $0.lines.suffix(2) == ["42", "›"] }
    #expect(terminal.screen.unknown == [])
  }

  /// A deck of photos is displayed, also while it is paused.
  @Test func aDeckOfPhotosShowsThem() throws {
    let terminal = try watching("story play deck Examples/Photos/2025-10-04", "pause")
    terminal.expect("half-blocks") { $0.lines.count { $0.contains("▀▀▀▀▀▀▀▀▀▀") } > 5 }
    has(terminal, "IMG_0025.jpg")
  }

  /// A terminal multiplexer that does not pass the question on is not asked: it would take the question for a title.
  @Test func insideOfAnotherTerminalNoPictureIsAskedFor() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], environment: ["TERM": "tmux-256color"])
    terminal.enter("watch")
    terminal.expect("the full screen") { $0.isOtherScreen && $0.line(23).hasSuffix("q leave") }
    #expect(terminal.screen.strings.isEmpty)
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last == "›" }
  }

  /// In a routine the keys of a story are those of the step: a hold pauses it, and a swipe postpones it.
  @Test func aRoutineIsPlayedByKeys() throws {
    let terminal = try watching("routine add m \"dress 5m, breakfast 15m\"", "routine start")
    terminal.expect("the keys") { $0.line(23).contains("l later") && !$0.line(23).contains("like") }
    terminal.send("l")
    has(terminal, "dress comes later")
    has(terminal, "step 1 of 2, then dress")
    terminal.send("\u{1B}[B")
    has(terminal, "breakfast comes later")
    terminal.send(" ")
    has(terminal, "dress paused")
    terminal.send(" ")
    has(terminal, "dress resumes")
    terminal.send("?")
    has(terminal, "space pause timer")
    has(terminal, "↑↓ later")
    terminal.send("1")
    has(terminal, "1 does nothing here; ? lists the keys")
    terminal.send("\r\r")
    has(terminal, "a amazing +30   g good +20   n needs work +10")
    terminal.send("a")
    has(terminal, "30 in all")
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
    // A story that plays has its own keys first, and the last line says so.
    terminal.enter("routine start; story play 4; watch")
    terminal.expect("the story's keys") {
      $0.isOtherScreen && $0.line(23).contains("l like") && !$0.line(23).contains("later")
    }
    terminal.send("l")
    terminal.expect("a like") { $0.lines.contains { $0.contains("♥") } && !$0.lines.contains { $0.contains("later") } }
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
  }

  /// In a break between two steps there is nothing to pause, but a step to postpone.
  @Test func aBreakHasKeys() throws {
    let terminal = try watching(
      "set routine-break 5m", "routine add m \"dress 5m, breakfast 15m, teeth 3m\"", "routine start; timer done")
    has(terminal, "breakfast starts in")
    terminal.send("l")
    has(terminal, "breakfast comes later")
    has(terminal, "teeth starts in")
    terminal.send(" ")
    has(terminal, "does nothing here")
    terminal.send("\r")
    has(terminal, "teeth starts, 3 min")
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
  }

  /// With a PIN the digits follow the key of the rating, on the same screen, and are never shown.
  @Test func aRatingAsksForThePIN() throws {
    let terminal = try watching(
      "pin set 2580", "routine add m \"dress 5m, teeth 3m\"", "routine start; timer done; timer done")
    has(terminal, "After the key, type the PIN.")
    terminal.expect("the keys") { $0.line(23).contains("a amazing") }
    terminal.send("g")
    has(terminal, "PIN: ____  any other key: not now")
    terminal.send("25")
    has(terminal, "PIN: ••__")
    terminal.send("\u{7F}")
    has(terminal, "PIN: •___")
    terminal.send("q")
    has(terminal, "not rated: the PIN comes before the stars")
    terminal.send("g1111")
    has(terminal, "wrong PIN")
    terminal.send("g2580")
    has(terminal, "20 in all")
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
    terminal.enter("print rewards.stars")
    terminal.expect("the stars") { $0.lines.suffix(2) == ["20", "›"] }
    #expect(terminal.screen.lines.count { $0.contains("2580") } <= 1, "only the line that set it")
  }

  /// The screen says that another session stopped the timer, and does not show the timer as finished.
  @Test func anotherSessionStopsTheTimerThatIsWatched() throws {
    let home = try TemporaryHome()
    let other = try PseudoTerminal.prompt(home: home)
    let terminal = try PseudoTerminal.prompt(home: home)
    terminal.enter("timer start custom 1 name lego")
    has(terminal, "lego starts")
    terminal.enter("watch")
    has(terminal, "q leave")
    other.enter("timer stop")
    has(other, "stop lego?")
    other.send("y\r")
    has(other, "the session does not count")
    has(terminal, "another Storyline session stopped lego")
    #expect(!terminal.screen.lines.contains { $0.contains("running") })
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last == "›" }
    terminal.enter("print timer.state; history all | count")
    terminal.expect("nothing was saved") { $0.lines.suffix(3) == ["idle", "0", "›"] }
  }

  @Test func gesturesByKeys() throws {
    let terminal = try watching("story play 4 for 15s")
    terminal.expect("the story") { screen in
      screen.line(0).contains("▰▰▰▰▰▰▰ ▰▰▰▰▰▰▰ ▰▰▰▰▰▰▰ ▰▱") && screen.line(1).hasPrefix(" @ana · 2 h")
        && screen.lines.contains { $0.hasPrefix(" ▶ playing") } && !screen.isCursorShown
    }
    terminal.send(" ")
    has(terminal, " ‖ held ")
    #expect(terminal.screen.style(of: "‖ held") == "38;5;214", "amber")
    has(terminal, "space release")
    terminal.send("\u{1B}[C")
    has(terminal, "· tap ignored: the story is held")
    terminal.send("e")
    has(terminal, "so a resting thumb cannot skip it.")
    terminal.send(" ")
    has(terminal, " ▶ playing")
    terminal.send("\u{1B}[C")
    has(terminal, "@ben · 3 h")
    terminal.send("\u{1B}[D")
    has(terminal, "@ana · 2 h")
    terminal.send("l")
    has(terminal, "♥ 4 of 10")
    terminal.send("u")
    terminal.expect("taken back") { !$0.line(1).contains("♥") && $0.lines.contains { $0.contains("undone: like") } }
    terminal.send("d")
    has(terminal, "♥ 4 of 10")
    terminal.send("7")
    has(terminal, "♥ story 4 liked")
    has(terminal, "@cleo · 8 h")
    terminal.send("0")
    has(terminal, "10 of 10")
    terminal.send("p")
    has(terminal, "‖ paused")
    terminal.send("p")
    has(terminal, "▶ playing")
    terminal.send("x")
    has(terminal, "viewing has ended")
    terminal.send(" ")
    has(terminal, "✗ nothing is playing")
    terminal.send("q")
    terminal.expect("the prompt, with what happened above it") { screen in
      !screen.isOtherScreen && screen.isCursorShown && screen.isPasteMarked && screen.lines.last == "›"
        && screen.scrolledOff.isEmpty
        && screen.lines.contains { $0.hasSuffix("‖ held at 0.0 s") || $0.contains("‖ held at") }
        && screen.lines.contains { $0.hasSuffix("✓ swiped away: viewing ends") }
    }
    terminal.enter("print 40 + 2")
    terminal.expect("usable") { $0.lines.suffix(2) == ["42", "›"] }
    terminal.enter("events 3")
    has(terminal, "swipe down")
    #expect(terminal.screen.unknown == [])
  }

  @Test func viewAndTimerStatusDrawAtATerminal() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 40)
    terminal.enter(
      "speed 0; story play 4; pause; timer start reading 20; timer pause; view; print \"--\"; timer status")
    terminal.expect("the pictures") { screen in
      guard let line = screen.lines.firstIndex(of: "--") else { return false }
      // Between them is the landscape of a story without a file, in half blocks.
      let scene = screen.lines[..<line].filter { $0.contains("▀") }
      guard scene.count >= 4, let first = screen.lines.firstIndex(of: scene[0]), first >= 3 else { return false }
      return Array(screen.lines[(first - 3)..<first]) == [
        " ▰▰▰ ▰▰▰ ▰▰▰ ▱▱▱ ▱▱▱ ▱▱▱ ▱▱▱ ▱▱▱ ▱▱▱ ▱▱", " @ana · 2 h                     4 of 10", " harbour-at-dawn",
      ]
        && Array(screen.lines[(line - 5)..<line]) == [
          " ‖ paused                 0.0 s of 15 s", "", "   ⢀⡴⠒⠋⠉⠉⠉⠙⠒⢦⡀   reading",
          "   ⣏  20:00  ⣹   100% left", "   ⠈⠳⠤⣄⣀⣀⣀⣠⠤⠞⠁   paused for 0:00",
        ] && Array(screen.lines[(line + 1)...].prefix(3)) == Array(screen.lines[(line - 3)..<line])
    }
    #expect(terminal.screen.style(of: "‖ paused  ") == "38;5;214")
    #expect(terminal.screen.style(of: "⢀⡴⠒") == "38;5;214")
  }

  @Test(arguments: ["q", "\u{1B}", "\u{03}"]) func leaving(_ key: String) throws {
    let terminal = try watching()
    has(terminal, "nothing is playing")
    terminal.send(key)
    terminal.expect("left") { !$0.isOtherScreen && $0.lines.suffix(2) == ["› watch", "›"] }
    terminal.enter("exit")
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.isCooked)
  }

  @Test func usersBesideEachOther() throws {
    let terminal = try watching("story play @ana")
    has(terminal, "@ana")
    terminal.send("\u{1B}[B")
    has(terminal, "@ben")
    terminal.send("\u{1B}[A")
    has(terminal, "@ana")
  }

  @Test func handlersAndBlocksRunDuringWatch() throws {
    let terminal = try watching(
      "when story.started { print \"now {$story}\" }", "after 600ms { print \"a block\" }", "story play 4 for 1s",
      "timer start reading 20")
    has(terminal, "⏭ story 5 by @ben")
    has(terminal, "now 5")
    has(terminal, "19:59")
    terminal.send("t")
    has(terminal, "‖ reading paused")
    terminal.send("t")
    has(terminal, "● reading resumes after")
    terminal.send("q")
    terminal.expect("all of it stays") { screen in
      !screen.isOtherScreen && ["a block", "now 5"].allSatisfy { screen.lines.contains($0) }
    }
  }

  @Test func onlyWhatChangesIsSent() throws {
    let terminal = try watching("timer start reading 20")
    has(terminal, "19:58")
    let before = terminal.screen.byteCount
    has(terminal, "19:57")
    #expect(terminal.screen.byteCount - before < 60, "one digit has changed")
  }

  @Test func theWindowChangesItsSize() throws {
    let terminal = try watching("story play 4 for 15s", "pause")
    for (columns, rows) in [(40, 12), (20, 6), (100, 30), (3, 2), (1, 1), (80, 24)] {
      terminal.resize(columns: columns, rows: rows)
      terminal.expect("\(columns) × \(rows)") { screen in
        columns < 20
          || screen.lines.contains { $0.hasPrefix(columns < 30 ? "‖ " : " ‖ paused") }
            && screen.line(rows - 1).hasSuffix("q leave")
      }
    }
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
  }

  @Test func anInstantClockIsWatchedInRealTimeAndIsInstantAgain() throws {
    let terminal = try watching("speed instant", "story play 4 for 1s")
    has(terminal, "⏭ story 5 by @ben")
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen }
    terminal.enter("story play 4 for 1h; wait 1h; print story.number")
    terminal.expect("an hour at once") { $0.lines.suffix(2).first == "5" }
  }

  @Test(arguments: ["0", "20000"]) func anySpeedIsWatched(_ speed: String) throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("speed \(speed); story play 4 for 1s; timer start reading 20; watch")
    terminal.expect("the full screen") { $0.isOtherScreen && $0.line(1).hasPrefix(" @") }
    terminal.send(" ")
    has(terminal, "‖ held")
    terminal.send(" ")
    has(terminal, "▶ ")
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
  }

  @Test func aScriptWatchesForAWhile() throws {
    let home = try TemporaryHome()
    let file = home.url.appending(path: "watch.story")
    try """
    print "before"
    story play 4 for 400ms
    watch for 1s
    expect story.number == 6 and clock.elapsed == 1s
    wait 1h
    print "after {clock.elapsed}"
    """.write(to: file, atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal("storyline", [file.path], columns: 80, rows: 24)
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.screen.lines.last == "after 1h1s" || terminal.screen.lines.contains("after 1h1s"))
    #expect(!terminal.screen.isOtherScreen && terminal.isCooked && terminal.screen.isCursorShown)
    #expect(terminal.screen.unknown == [])

    let interrupted = try PseudoTerminal("storyline", [file.path], columns: 80, rows: 24)
    interrupted.expect("watching") { $0.isOtherScreen && $0.line(1).contains("@ana") }
    interrupted.send("\u{03}")
    #expect(interrupted.waitForEnd() >> 8 == 130)
    #expect(interrupted.screen.lines.contains("error: interrupted"))
    #expect(!interrupted.screen.isOtherScreen && interrupted.isCooked)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGABRT, SIGSEGV]) func aSignalGivesTheTerminalBack(_ signal: Int32) throws {
    let terminal = try watching("story play 4")
    kill(terminal.process, signal)
    #expect(terminal.waitForEnd() & 0x7F == signal)
    #expect(!terminal.screen.isOtherScreen && terminal.screen.isCursorShown && terminal.isCooked)
    #expect(!terminal.screen.isPasteMarked)
  }

  @Test func anInterruptFromOutsideLeaves() throws {
    let terminal = try watching("story play 4")
    kill(terminal.process, SIGINT)
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
  }

  @Test func stoppedAndContinued() throws {
    let terminal = try watching("story play 4", "pause")
    has(terminal, "‖ paused")
    // The kernel does not stop an orphan for SIGTSTP, but does for SIGSTOP; both lead to the repaint of a SIGCONT.
    kill(terminal.process, SIGTSTP)
    terminal.send(" ")
    has(terminal, "held while paused")
    kill(terminal.process, SIGSTOP)
    usleep(50_000)
    terminal.send(" ")
    kill(terminal.process, SIGCONT)
    has(terminal, " ‖ paused  ")
    terminal.send("\u{1A}q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
  }

  @Test func anErrorInABlockEndsItAndIsShown() throws {
    let terminal = try watching("after 700ms { print 1 / 0 }")
    terminal.expect("above the prompt") { screen in
      !screen.isOtherScreen && screen.lines.contains("error: division by zero") && screen.lines.last == "›"
    }
  }

  @Test func aBlockThatRunsLaterMayNotWatch() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("after 100ms { watch }")
    has(terminal, "error: `watch` needs the whole screen")
    #expect(!terminal.screen.isOtherScreen)
  }

  /// After hundreds of keys the program still runs, and its screen matches its state.
  @Test(arguments: 0..<6) func randomKeys(_ seed: Int) throws {
    var chance = SeededGenerator(seed: UInt64(seed))
    let terminal = try watching("story play 4 for 2s", "timer start reading 20", columns: 60, rows: 20)
    let keys =
      [
        " ", " ", "p", "l", "d", "u", "u", "e", "r", "x", "n", "z", "\t", "\r", "\u{01}", "\u{1B}[A", "\u{1B}[B",
        "\u{1B}[C", "\u{1B}[D", "\u{1B}[H", "\u{1B}[1;5C", "é", "日", "\u{1B}[200~q\u{1B}[201~", "\u{1B}[99Z",
      ] + (0...9).map(String.init)
    for index in 0..<300 {
      terminal.send(keys.randomElement(using: &chance)!)
      if index % 60 == 59 {
        terminal.resize(columns: Int.random(in: 1...100, using: &chance), rows: Int.random(in: 1...40, using: &chance))
      }
      if index % 10 == 0 { terminal.pump(atMost: 2) }
    }
    terminal.resize(columns: 80, rows: 24)
    terminal.expect("still watching") { $0.isOtherScreen && $0.line(23).hasSuffix("q leave") }
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
    // The screen shows the true state.
    terminal.enter("speed 0; print \"place {story.place}.\"")
    terminal.expect("the place") { $0.lines.contains { $0.wholeMatch(of: /place (none|\d+)\./) != nil } }
    let place = terminal.screen.lines.compactMap { $0.wholeMatch(of: /place (none|\d+)\./)?.1 }.last.map(String.init)
    terminal.enter("watch")
    terminal.expect("place \(place ?? "")") { screen in
      guard screen.isOtherScreen, let place else { return false }
      let shown = screen.line(1).firstMatch(of: /(\d+) of \d+$/)?.1
      return screen.line(23).hasSuffix("q leave") && String(shown ?? "none") == place
    }
    terminal.send("q")
    terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last?.hasPrefix("›") == true }
    terminal.enter("story play 4; story stop; expect story.state == idle and timer.state == running; print \"sane\"")
    has(terminal, "sane")
    #expect(terminal.screen.unknown == [])
    terminal.enter("exit")
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.isCooked)
  }
}
