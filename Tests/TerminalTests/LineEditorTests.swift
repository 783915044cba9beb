import System
import Testing
import Timeline

/// The real editor on a pseudo-terminal, judged by its screen.
@Suite(.serialized) struct LineEditorTests {
  @Test func typingIsColouredAsItGoes() throws {
    let terminal = try ProbeTerminal()
    terminal.expect(["›"], cursor: (0, 2))
    terminal.send("post #tag @bob \"hi\" 5s bad")
    terminal.expect(["› post #tag @bob \"hi\" 5s bad"], cursor: (0, 28))
    let screen = terminal.screen
    #expect(screen.style(of: "›") == "2")
    #expect(screen.style(of: "post") == "1")
    #expect(screen.style(of: "#tag") == "36")
    #expect(screen.style(of: "@bob") == "35")
    #expect(screen.style(of: "\"hi\"") == "32")
    #expect(screen.style(of: "5s") == "33")
    #expect(screen.style(of: "bad") == "31")
    #expect(screen.unknown.isEmpty)
    #expect(screen.isPasteMarked)
    terminal.send("\r")
    terminal.expect(["› post #tag @bob \"hi\" 5s bad", "got: post #tag @bob \"hi\" 5s bad", "›"], cursor: (2, 2))
    #expect(terminal.screen.style(of: "#tag") == "36", "the colours stay")
  }

  @Test func editingInTheMiddleKeepsColours() throws {
    let terminal = try ProbeTerminal()
    terminal.send("x #tag y\u{1B}[D\u{1B}[D")
    terminal.expect(["› x #tag y"], cursor: (0, 8))
    terminal.send("gy")
    terminal.expect(["› x #taggy y"], cursor: (0, 10))
    #expect(terminal.screen.style(of: "gy") == "36")
    #expect(terminal.screen.style(of: "y y") == "36")
    terminal.send("\u{01}\u{1B}[3~b")
    terminal.expect(["› b #taggy y"], cursor: (0, 3))
    #expect(terminal.screen.style(of: "b") == "1")
  }

  @Test func aSuggestionIsShownAndTaken() throws {
    let terminal = try ProbeTerminal()
    terminal.send("sto")
    terminal.expect(["› story"], cursor: (0, 5))
    #expect(terminal.screen.style(of: "ry") == "90")
    terminal.send("\u{1B}[C")
    terminal.expect(["› story"], cursor: (0, 7))
    terminal.expect("the suggestion is text now") { $0.style(of: "ry") == "1" }
    terminal.send(" one two\r")
    terminal.expect(["› story one two", "got: story one two", "›"])

    // The suggestion is the newest entry with the same beginning, and is accepted word by word.
    terminal.send("st")
    terminal.expect(["› story one two", "got: story one two", "› story one two"], cursor: (2, 4))
    terminal.send("\u{1B}f")
    terminal.expect("one word is taken") { $0.column == 7 && $0.line(2) == "› story one two" }
    terminal.send("\u{1B}f")
    terminal.expect("two words are taken") { $0.column == 11 && $0.line(2) == "› story one two" }
    terminal.send("\u{05}!")
    terminal.expect("the rest is taken") { $0.line(2) == "› story one two!" }
    // A suggestion that is not accepted is not read.
    terminal.send("\u{15}hol\r")
    terminal.expect("only what was typed is read") { $0.lines.contains("got: hol") && $0.lines.contains("› hol") }
  }

  @Test func aSuggestionNeverWraps() throws {
    let terminal = try ProbeTerminal(columns: 12)
    terminal.send("story 123456789012345\r")
    terminal.expect("read") { $0.lines.contains("got: story 1") }
    terminal.send("story 1")
    terminal.expect("clipped in its row") { $0.lines.last == "› story 1…" || $0.lines.last == "› story 12…" }
  }

  static let list = [
    "  hold    — presses until released", "  history — the timer's sessions", "  help    — what there is",
  ]

  @Test func tabCompletesThenOffersAMenu() throws {
    let terminal = try ProbeTerminal()
    terminal.send("s\t")
    terminal.expect(["› story"], cursor: (0, 8))
    terminal.send("h\t")
    terminal.expect(["› story h"] + Self.list, cursor: (0, 9))
    #expect(terminal.screen.style(of: "hold") == "1")
    terminal.send("\t")
    terminal.expect("the first is chosen") {
      $0.lines.prefix(2) == ["› story hold", "› hold    — presses until released"] && $0.column == 13
    }
    terminal.send("\t\u{1B}[B\u{1B}[A")
    terminal.expect("the second is") { $0.line(0) == "› story history" && $0.cells[2][2].style == "7" }
    terminal.send("\u{1B}")
    terminal.expect(["› story h"], cursor: (0, 9))
    terminal.send("\ti")
    terminal.expect(["› story hi"], cursor: (0, 10))
    terminal.send("\t")
    terminal.expect(["› story history"], cursor: (0, 16))
    terminal.send("h\t\u{1B}[Z\r")
    terminal.expect(["› story history help"], cursor: (0, 21))
    terminal.send("h\t\th")
    terminal.expect("letters continue after the chosen text") { $0.lines.first == "› story history help hold h" }
    terminal.send("\u{15}日\t!\r")
    terminal.expect("wide candidates") { $0.lines.contains("got: 日本 !") }
  }

  /// No part of the menu remains, wherever the line is and whatever output arrives meanwhile.
  @Test func aMenuLeavesNoTrace() throws {
    let terminal = try ProbeTerminal(["--post", "1.5", "a message"], rows: 6)
    terminal.send("one\rtwo\rh\t")
    terminal.expect("at the screen's end") { $0.lines == ["› two", "got: two", "› h"] + Self.list }
    terminal.expect("a message goes above") { $0.lines == ["got: two", "a message", "› h"] + Self.list }
    terminal.resize(columns: 20, rows: 6)
    terminal.expect("in a narrower window") {
      $0.lines.suffix(3).map { $0.count }.max()! <= 19 && $0.lines.contains("› h")
    }
    terminal.send("\t")
    terminal.expect("chosen") { $0.lines.contains("› hold") }
    terminal.send("\u{03}")
    terminal.expect("nothing is left") { $0.lines.suffix(3) == ["› hold ^C", "interrupted", "›"] }
  }

  /// The window has become too small for the menu since the menu was shown.
  @Test func menusThatDoNotFitDisappear() throws {
    let terminal = try ProbeTerminal(rows: 6)
    terminal.send("h\t")
    terminal.expect("the menu") { $0.lines == ["› h"] + Self.list }
    terminal.resize(columns: 20, rows: 1)
    terminal.send("\t")
    terminal.expect("the first is taken") { $0.lines.last == "› hold" }
    terminal.resize(columns: 40, rows: 8)
    terminal.send("\u{15}")
    terminal.expect("an empty line") { $0.lines.last == "›" && $0.column == 2 }
    terminal.send("done\r")
    terminal.expect("nothing below") { $0.lines.suffix(2) == ["got: done", "›"] }
  }

  /// The menu uses rows below the line and no row of the line itself.
  @Test func aMenuStaysBelowTheLine() throws {
    let terminal = try ProbeTerminal(rows: 3)
    terminal.send("h\t")
    terminal.expect(["› h", "  hold    — presses until released", "  1–1 of 3"], cursor: (0, 3))
    #expect(terminal.screen.scrolledOff.isEmpty)
  }

  @Test func theBellRingsWithoutCompletions() throws {
    let terminal = try ProbeTerminal()
    terminal.send("xyz\t")
    terminal.expect("rung") { $0.bells == 1 && $0.lines == ["› xyz"] }
  }

  @Test func enterAddsLinesUntilTheTextIsComplete() throws {
    let terminal = try ProbeTerminal()
    terminal.send("repeat {\rhold\r}\r")
    terminal.expect(["› repeat {", "hold", "}", "got: repeat {␊hold␊}", "›"], cursor: (4, 2))
    terminal.send("a\u{1B}\rb")
    terminal.expect("Alt-Enter starts another line") { $0.lines.suffix(2) == ["› a", "b"] && $0.row == 5 }
    terminal.send("\u{1B}[A1\u{1B}[B2\r")
    terminal.expect("Up and Down move between lines") { $0.lines.contains("got: a1␊b2") }
    terminal.send("\u{1B}[A")
    terminal.expect("a block is one entry") { $0.lines.suffix(2) == ["› a1", "b2"] }
    terminal.send("\u{1B}[A")
    terminal.expect("and Up goes on to the next one") { $0.lines.suffix(3) == ["› repeat {", "hold", "}"] }
  }

  @Test func aPasteNeverRuns() throws {
    let terminal = try ProbeTerminal()
    terminal.expect(["›"])
    terminal.send("\u{1B}[200~one\r\ntwo\rthree\n\u{1B}[201~")
    terminal.expect(["› one", "two", "three"], cursor: (2, 5))
    terminal.send("\u{1F}")
    terminal.expect(["›"], cursor: (0, 2))
    terminal.send("\u{1B}[200~a\u{1B}[31m\tb\u{1B}[201~\r")
    terminal.expect("controls arrive as text") { $0.lines.contains("got: a␛[31m␉b") }
  }

  @Test func tenThousandPastedCharacters() throws {
    let terminal = try ProbeTerminal(columns: 120, rows: 100)
    let text = (0..<1250).map { "word\($0 % 1000 + 1000)".suffix(7) + " " }.joined()
    #expect(text.utf8.count == 10_000)
    terminal.send("\u{1B}[200~\(text)\u{1B}[201~")
    terminal.expect("all of it is on the screen") { screen in
      let shown = screen.lines.joined().dropFirst(2)
      return shown == text.dropLast() && (screen.row, screen.column) == (83, 42)
    }
    terminal.send("\r")
    terminal.expect("it is read whole") { $0.lines.contains("got: 10000 bytes") }

    // More rows than the screen holds.
    let small = try ProbeTerminal(columns: 40, rows: 10)
    small.send("\u{1B}[200~\(text)\u{1B}[201~")
    small.expect("the end is on the screen") { $0.lines.joined().hasSuffix("rd1248 ord1249") }
    small.send("\r")
    small.expect("it is read whole") { $0.lines.contains("got: 10000 bytes") }
    small.send("hold 5s\r")
    small.expect("and the next line is normal") { $0.lines.suffix(3) == ["› hold 5s", "got: hold 5s", "›"] }
  }

  @Test func wideCharactersWrapWhole() throws {
    let terminal = try ProbeTerminal(columns: 10)
    terminal.send("日本語日本")
    terminal.expect(["› 日本語日", "本"], cursor: (1, 2))
    terminal.send("\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D1")
    terminal.expect(["› 1日本語", "日本"], cursor: (0, 3))
    #expect(terminal.screen.cells[0][9].text == " ", "a wide character does not fit the last cell")
    terminal.send("\r")
    terminal.expect("read") { $0.lines.joined().contains("got: 1日本語日本") || $0.lines.contains("got: 1日") }
  }

  /// The cursor moves over a character of several scalars as a whole, and a key deletes it as a whole.
  @Test func charactersAreNeverParted() throws {
    let terminal = try ProbeTerminal()
    terminal.send("x #tag\u{301}")
    terminal.expect("it keeps its colours") { $0.line(0) == "› x #tag\u{301}" && $0.style(of: "#ta") == "36" }
    terminal.send("\u{7F}")
    terminal.expect(["› x #ta"], cursor: (0, 7))
    terminal.send("👨‍👩‍👧!\u{1B}[D\u{7F}e\u{301}\u{1B}[D\u{1B}[C.")
    terminal.expect("one key each") { $0.line(0) == "› x #tae\u{301}.!" && $0.column == 9 }
    terminal.send("\u{01}\u{1B}[3~y\r")
    terminal.expect("it is read as it was typed") { $0.lines.contains("got: y #tae\u{301}.!") }
    terminal.send("🇩🇪\u{7F}a\u{200B}b\u{1B}[D\u{1B}[D\u{1B}[3~\r")
    terminal.expect("what is invisible is shown, and can be deleted") {
      $0.lines.contains("got: ab") && $0.lines.contains("› ab")
    }
  }

  @Test func viCountsCharacters() throws {
    let terminal = try ProbeTerminal(["--vi"])
    terminal.send("e\u{301}👨‍👩‍👧a\u{302}b c")
    terminal.expect("typed") { $0.line(0).hasSuffix("b c") }
    leaveInsertion(terminal)
    terminal.send("02xxbi+")
    leaveInsertion(terminal)
    terminal.send("p\r")
    terminal.expect("two, then one; and the last deleted comes back whole") {
      $0.lines.contains("got: +a\u{302}b c")
    }
  }

  @Test func theEdgeOfTheScreen() throws {
    let terminal = try ProbeTerminal(columns: 10, rows: 4)
    terminal.send("12345678")
    terminal.expect(["› 12345678"], cursor: (1, 0))
    terminal.send("\u{1B}\rx")
    terminal.expect(["› 12345678", "", "x"], cursor: (2, 1))
    terminal.send("\u{7F}\u{7F}#9")
    terminal.expect(["› 12345678", "#9"], cursor: (1, 2))
    terminal.send("\u{01}")
    terminal.expect("the line's start") { ($0.row, $0.column) == (0, 2) }
    terminal.send("\r")
    terminal.expect("the output begins below all of it") {
      $0.scrolledOff.last == "› 12345678" && $0.lines == ["#9", "got: 12345", "678#9", "›"]
    }
  }

  /// A text higher than the screen is edited in a window of rows around the cursor, and read as it is shown.
  @Test func aBlockHigherThanTheScreen() throws {
    let terminal = try ProbeTerminal(["--fixed-status", "status"], columns: 30, rows: 8)
    let block = "if {\r" + (1...28).map { "  print \($0)\r" }.joined() + "}"
    terminal.send("\u{1B}[200~\(block)\u{1B}[201~")
    terminal.expect(
      ["⋮ 23 more lines        status"] + (23...28).map { "  print \($0)" } + ["}"], cursor: (7, 1))
    terminal.send(String(repeating: "\u{1B}[A", count: 26))
    terminal.expect("the row of the cursor") {
      $0.lines == ["⋮ 3 more lines         status"] + (3...8).map { "  print \($0)" } + ["⋮ 21 more lines"]
        && ($0.row, $0.column) == (1, 1)
    }
    terminal.send("\u{05}0")
    terminal.expect("what is typed") { $0.line(1) == "  print 30" && ($0.row, $0.column) == (1, 10) }
    terminal.send("\u{01}\u{01}")
    terminal.expect("the first row") {
      $0.line(0) == "› if {                 status" && $0.line(7) == "⋮ 23 more lines" && ($0.row, $0.column) == (0, 2)
    }
    terminal.resize(columns: 30, rows: 5)
    terminal.expect(
      ["› if {                 status", "  print 1", "  print 2", "  print 30", "⋮ 26 more lines"], cursor: (0, 2))
    terminal.send("h\t")
    terminal.expect("a menu takes half of the window") {
      $0.lines == [
        "› hif {                status", "  print 1", "  print 2", Self.list[0].prefix(28) + "…", "  1–1 of 3",
      ]
        && ($0.row, $0.column) == (0, 3)
    }
    terminal.send("\u{1B}\u{7F}\r")
    terminal.expect("read") { $0.lines.suffix(2) == ["got: 306 bytes", "›                      status"] }
    let all = terminal.screen.scrolledOff + terminal.screen.lines
    let start = all.lastIndex(of: "› if {") ?? 0
    #expect(all[start...].prefix(5) == ["› if {", "  print 1", "  print 2", "  print 30", "  print 4"])
    #expect(all.suffix(4) == ["  print 28", "}", "got: 306 bytes", "›                      status"])
  }

  @Test func theWindowChangesItsSize() throws {
    let terminal = try ProbeTerminal(columns: 30)
    terminal.send("post #abcdefghij @klmnop 12")
    terminal.expect(["› post #abcdefghij @klmnop 12"], cursor: (0, 29))
    terminal.resize(columns: 12, rows: 10)
    terminal.expect(["› post #abcd", "efghij @klmn", "op 12"], cursor: (2, 5))
    #expect(terminal.screen.style(of: "efghij") == "36")
    terminal.send("3\u{7F}34")
    terminal.expect(["› post #abcd", "efghij @klmn", "op 1234"], cursor: (2, 7))
    terminal.send("\u{7F}\u{7F}")
    terminal.expect(["› post #abcd", "efghij @klmn", "op 12"], cursor: (2, 5))
    terminal.resize(columns: 20, rows: 8)
    terminal.expect(["› post #abcdefghij @", "klmnop 12"], cursor: (1, 9))
    #expect(terminal.screen.style(of: "klm") == "35")
    terminal.resize(columns: 60, rows: 8)
    terminal.expect(["› post #abcdefghij @klmnop 12"], cursor: (0, 29))
    terminal.send("\u{01}\u{1B}[C\r")
    terminal.expect("read") { $0.lines.contains("got: post #abcdefghij @klmnop 12") }
  }

  @Test func aStatusDoesNotDisturbResizing() throws {
    let terminal = try ProbeTerminal(["--fixed-status", "▰▰▱▱ 7.2 s"], columns: 40)
    terminal.send("a\u{1B}\rb\u{1B}\rccccc")
    terminal.expect(["› a                          ▰▰▱▱ 7.2 s", "b", "ccccc"], cursor: (2, 5))
    terminal.resize(columns: 16, rows: 10)
    terminal.expect(["› a  ▰▰▱▱ 7.2 s", "b", "ccccc"], cursor: (2, 5))
    terminal.resize(columns: 30, rows: 10)
    terminal.expect(["› a                ▰▰▱▱ 7.2 s", "b", "ccccc"], cursor: (2, 5))
  }

  @Test func messagesAppearAboveTheLine() throws {
    let terminal = try ProbeTerminal(["--post", "1.5", "timer done\nwell done"])
    terminal.send("post #tag")
    terminal.expect(["› post #tag"], cursor: (0, 11))
    terminal.expect(["timer done", "well done", "› post #tag"], cursor: (2, 11))
    #expect(terminal.screen.style(of: "#tag") == "36")
    terminal.send("\r")
    terminal.expect(["timer done", "well done", "› post #tag", "got: post #tag", "›"])
  }

  /// A message of a series takes the last one's place while nothing else is written.
  @Test func aSeriesOfMessagesDoesNotScroll() throws {
    let terminal = try ProbeTerminal(["--series", "--every", "0.1", "tick"])
    terminal.send("ab")
    terminal.expect("in one row") {
      $0.lines.count == 2 && $0.line(0).hasPrefix("tick 3 (3 since 1)") && $0.lines[1] == "› ab"
    }
    terminal.send("\r")
    terminal.expect("a new row below what was written") { screen in
      let at = screen.lines.firstIndex(of: "got: ab") ?? 8
      return screen.line(0).hasPrefix("tick ") && screen.line(1) == "› ab"
        && screen.line(at + 1).contains(" (2 since 1)") && screen.lines.last == "›"
    }
    terminal.resize(columns: 30, rows: 6)
    terminal.expect("another row in another window") { $0.lines.count { $0.hasPrefix("tick ") } == 3 }
    #expect(terminal.screen.scrolledOff.isEmpty)
  }

  @Test func aSeriesIsNotReplacedWhereItCannotBeReached() throws {
    let terminal = try ProbeTerminal(["--series", "--every", "0.1", "tick"], columns: 10, rows: 3)
    terminal.send("123456789012345678901234567890")
    terminal.expect("above the screen") { $0.scrolledOff.count >= 2 && $0.lines.last == "90" }
  }

  @Test func controlSIsAKey() throws {
    let terminal = try ProbeTerminal()
    terminal.expect(["›"], cursor: (0, 2))
    terminal.send("a\u{13}b")
    terminal.expect(["› ab"], cursor: (0, 4))
  }

  /// Up moves within a recalled block once another key has moved the cursor.
  @Test func aRecalledBlockIsWalked() throws {
    let terminal = try ProbeTerminal(["--entry", "older", "--entry", "one {\ntwo\n}"])
    terminal.send("\u{1B}[A")
    terminal.expect(["› one {", "two", "}"], cursor: (2, 1))
    terminal.send("\u{1B}[D\u{1B}[A")
    terminal.expect(["› one {", "two", "}"], cursor: (1, 0))
    terminal.send("\u{1B}[A")
    terminal.expect(["› one {", "two", "}"], cursor: (0, 2))
    terminal.send("\u{1B}[A")
    terminal.expect(["› older"], cursor: (0, 7))
  }

  @Test func messagesAboveTextOfSeveralRows() throws {
    let terminal = try ProbeTerminal(["--every", "0.1", "tick"], columns: 10, rows: 6)
    terminal.send("1234567890#23456\u{1B}[D\u{1B}[D")
    terminal.expect("ticks above, the cursor where it was") {
      $0.lines.contains("tick 2") && $0.lines.suffix(2) == ["› 12345678", "90#23456"]
        && ($0.row, $0.column) == ($0.lines.count - 1, 6)
    }
    terminal.expect("scrolled") { $0.scrolledOff.count >= 2 && $0.lines.suffix(2) == ["› 12345678", "90#23456"] }
    terminal.send("x\r")
    terminal.expect("read") { $0.lines.joined().contains("got: 1234567890#234x56") }
  }

  @Test func theStatusIsRepaintedInPlace() throws {
    let terminal = try ProbeTerminal(["--status"], columns: 30)
    terminal.expect("a status") { $0.line(0).hasSuffix("]") && $0.column == 2 }
    #expect(terminal.screen.style(of: "[") == "93")
    let first = terminal.screen.line(0)
    terminal.expect("another one") { $0.line(0).hasSuffix("]") && $0.line(0) != first }
    #expect(terminal.screen.lines.count == 1)
    terminal.send("12345678901234567890123")
    terminal.expect("no room") { $0.line(0) == "› 12345678901234567890123" }
    terminal.send("\u{7F}\u{7F}\u{7F}")
    terminal.expect("room again") { $0.line(0).hasSuffix("]") && $0.column == 22 }
    terminal.send("\r")
    terminal.expect("it goes with the line") { $0.line(0) == "› 12345678901234567890" && $0.line(2).hasSuffix("]") }
  }

  @Test func controlCDropsTheLine() throws {
    let terminal = try ProbeTerminal()
    terminal.send("half a line")
    terminal.expect(["› half a line"])
    terminal.send("\u{03}")
    terminal.expect(["› half a line^C", "interrupted", "›"], cursor: (2, 2))
    terminal.send("ok\r")
    terminal.expect("and goes on") { $0.lines.contains("got: ok") }
  }

  /// The bytes of a key may arrive one by one, if no pause is long enough to mean the Esc key.
  @Test func aKeyInPiecesIsOne() throws {
    var lines: [String] = []
    // On a busy machine a byte may arrive too late, but not every time.
    while lines.last != "› axb", lines.count < 5 {
      let terminal = try ProbeTerminal()
      terminal.send("ab")
      terminal.expect(["› ab"], cursor: (0, 4))
      for piece in ["\u{1B}", "[", "D", "x"] {
        terminal.send(piece)
        SystemClock.sleep(microseconds: 10_000)
      }
      terminal.expect("all of it is read") { $0.line(0).contains("x") }
      lines.append(terminal.screen.line(0))
    }
    #expect(lines.last == "› axb", "\(lines)")
  }

  @Test func controlDEndsOnlyAnEmptyLine() throws {
    let terminal = try ProbeTerminal()
    terminal.send("ab\u{01}\u{04}\u{04}")
    terminal.expect(["›"], cursor: (0, 2))
    terminal.send("\u{04}")
    terminal.expect(["›", "end"])
    #expect(terminal.waitForEnd() == 0)
    #expect(!terminal.screen.isPasteMarked)
    #expect(terminal.isCooked)
  }

  @Test func upSearchesByPrefix() throws {
    let terminal = try ProbeTerminal(rows: 20)
    for line in ["story one", "hold 1s", "story two", "hold 1s"] { terminal.send(line + "\r") }
    terminal.expect("four lines") { $0.lines.last == "›" && $0.row == 8 }
    terminal.send("sto\u{1B}[A")
    terminal.expect("newest first") { $0.line(8) == "› story two" && $0.column == 11 }
    terminal.send("\u{1B}[A")
    terminal.expect("older") { $0.line(8) == "› story one" }
    terminal.send("\u{1B}[A\u{1B}[B\u{1B}[B")
    terminal.expect("back to what was typed") { $0.column == 5 && $0.line(8).hasPrefix("› sto") }
    terminal.send("\u{15}\u{1B}[A\u{1B}[A\u{1B}[A")
    terminal.expect("each text once") { $0.line(8) == "› story one" }
  }

  /// Returns a probe with a short history.
  private func withThreeLines() throws -> ProbeTerminal {
    let terminal = try ProbeTerminal(rows: 20)
    for line in ["story one", "post #tag", "story two"] { terminal.send(line + "\r") }
    terminal.expect("three lines") { $0.lines.last == "›" && $0.row == 6 }
    return terminal
  }

  @Test func controlRSearches() throws {
    let terminal = try withThreeLines()
    terminal.send("draft\u{12}ory")
    terminal.expect("the newest, and all of them below") {
      $0.lines.dropFirst(6) == ["search: ory › story two", "› story two", "  story one"] && $0.column == 16
    }
    #expect(terminal.screen.cells[6][16...18].allSatisfy { $0.style == "1;4" })
    terminal.send("\u{12}")
    terminal.expect("an older one") { $0.line(6) == "search: ory › story one" }
    terminal.send("q")
    terminal.expect("nothing") { $0.lines.dropFirst(6) == ["not found: oryq › draft"] }
    terminal.send("\r")
    terminal.expect("Enter runs nothing then") { $0.lines.dropFirst(6) == ["› draft"] && $0.column == 7 }
    terminal.send("\u{12}o\u{1B}")
    terminal.expect("given up") { $0.lines.dropFirst(6) == ["› draft"] && $0.column == 7 }
    terminal.send("\u{12}\u{1B}[B\u{1B}[B\u{1B}[A")
    terminal.expect("arrows walk") { $0.lines.dropFirst(6).first == "search:  › story two" }
    terminal.send("\u{07}")
    terminal.send("\u{12}#TA\u{7F}\u{7F}ta\u{1B}[C!\r")
    terminal.expect("taken and edited") { $0.lines.contains("got: post #tag!") }
    terminal.send("\u{12}one\r")
    terminal.expect("Enter takes and runs it") { $0.lines.last == "›" && $0.line($0.row - 1) == "got: story one" }
  }

  /// A terminal that does not tell where its cursor is delays the line once, and loses no keys meanwhile.
  @Test func aTerminalWithoutAnAnswerIsResized() throws {
    let terminal = try ProbeTerminal()
    terminal.answersQueries = false
    terminal.send("one")
    terminal.expect("typed") { $0.line(0) == "› one" }
    terminal.resize(columns: 30, rows: 10)
    terminal.send(" two")
    terminal.expect("all of it") { $0.lines == ["› one two"] && $0.column == 9 }
    terminal.resize(columns: 40, rows: 10)
    terminal.send("!\r")
    terminal.expect("read") { $0.lines == ["› one two!", "got: one two!", "›"] }
  }

  /// Without entries, a search says so; the key that closes it changes nothing.
  @Test func aSearchInAnEmptyHistory() throws {
    let terminal = try ProbeTerminal()
    terminal.send("ab\u{12}")
    terminal.expect("empty") { $0.lines == ["the history is empty › ab"] }
    terminal.send("x")
    terminal.expect("not found") { $0.lines == ["not found: x › ab"] }
    terminal.send("\u{1B}")
    terminal.expect(["› ab"], cursor: (0, 4))
  }

  /// ^C in a search abandons the line that was typed, not the entry that was found.
  @Test func controlCLeavesASearch() throws {
    let terminal = try withThreeLines()
    terminal.send("draft\u{12}ory")
    terminal.expect("a search") { $0.line(6) == "search: ory › story two" }
    terminal.send("\u{03}")
    terminal.expect("the typed line") { $0.lines.dropFirst(6) == ["› draft^C", "interrupted", "›"] }
    terminal.send("\u{12}")
    terminal.expect("another search") { $0.lines.contains("search:  ›") }
  }

  @Test func aSearchHasPages() throws {
    let entries = (1...20).flatMap { ["--entry", "hold \($0)s"] }
    let terminal = try ProbeTerminal(entries, rows: 12)
    terminal.send("\u{12}")
    terminal.expect("a count") {
      $0.lines == ["search:  ›", "  hold 20s", "  hold 19s", "  hold 18s", "  1–3 of 20"]
    }
    terminal.send("\u{1B}[6~\u{1B}[6~")
    terminal.expect("two pages down") { $0.line(0) == "search:  › hold 14s" && $0.lines.last == "  6–8 of 20" }
    terminal.send("\u{1B}[F")
    terminal.expect("the oldest") { $0.lines.suffix(2) == ["› hold 1s", "  18–20 of 20"] }
    terminal.send("\u{1B}[H\u{1B}[6~\u{1B}[5~")
    terminal.expect("the newest") { $0.lines.dropFirst().first == "› hold 20s" && $0.lines.last == "  1–3 of 20" }
  }

  /// The search begins with the text of the line, and ^U clears it.
  @Test func controlRBeginsWithTheLine() throws {
    let terminal = try withThreeLines()
    terminal.send("story\u{12}")
    terminal.expect("those alone") {
      $0.lines.dropFirst(6) == ["search: story › story two", "› story two", "  story one"]
    }
    terminal.send("\u{15}")
    terminal.expect("all, and none is chosen") {
      $0.lines.dropFirst(6) == ["search:  › story", "  story two", "  post #tag", "  story one"]
    }
    terminal.send("\u{07}")
    terminal.expect("as it was") { $0.line(6).hasPrefix("› story") && $0.column == 7 && $0.lines.count == 7 }
  }

  @Test func hintsAppearAfterADelay() throws {
    let terminal = try ProbeTerminal(["--reflect", "--fixed-status", "status"])
    terminal.send("axb")
    terminal.expect("said") { $0.line(0).hasSuffix(" 3") && $0.cells[0][3].style == "31" && $0.column == 5 }
    terminal.send("c")
    terminal.expect("and of the next text again") { $0.line(0).hasSuffix(" 4") && $0.cells[0][3].style == "31" }
    terminal.send("\u{15}")
    terminal.expect("the status is back") { $0.line(0).hasSuffix("status") }
    terminal.send("x\r")
    terminal.expect("nothing of it stays") { $0.lines.prefix(2) == ["› x", "got: x"] }
  }

  @Test func hintsAreUpdatedWithTime() throws {
    let terminal = try ProbeTerminal(["--reflect-often"])
    terminal.send("a")
    terminal.expect("as long as it lasts") { $0.line(0).hasSuffix(" said 4") && $0.column == 3 }
  }

  /// At least two cells stay free between the line and its prediction; below a longer line, the prediction has its
  /// own row.
  @Test func hintsAppearBesideOrBelowTheLine() throws {
    let terminal = try ProbeTerminal(["--reflect"])
    terminal.send(String(repeating: "a", count: 33))
    terminal.expect("beside") { $0.lines == ["› " + String(repeating: "a", count: 33) + "  33"] }
    terminal.send("a")
    terminal.expect("beneath") { $0.lines == ["› " + String(repeating: "a", count: 34), "34"] }
  }

  /// While the menu is open, no prediction is shown, because the line may still change.
  @Test func menusHaveNoHints() throws {
    let terminal = try ProbeTerminal(["--reflect", "--fixed-status", "status"])
    terminal.send("h\t")
    terminal.expect("the menu") { $0.line(0).hasSuffix("status") && $0.line(1) == Self.list[0] }
    terminal.pump(atMost: 300)
    #expect(terminal.screen.line(0).hasSuffix("status"))
    terminal.send("\u{1B}")
    terminal.expect("and of the line again") { $0.lines.count == 1 && $0.line(0).hasSuffix(" 1") }
  }

  /// The help for a word appears below the line until the next key; without room for it, the bell rings.
  @Test func helpComesWhereThereIsRoom() throws {
    let terminal = try ProbeTerminal(["--help"], rows: 2)
    terminal.send("hold\u{1B}OP")
    terminal.expect(["› hold", "about hold"], cursor: (0, 6))
    terminal.send("x")
    terminal.expect(["› holdx"], cursor: (0, 7))
    let low = try ProbeTerminal(["--help"], rows: 1)
    low.send("hold\u{1B}OP")
    low.expect("rung") { $0.bells == 1 }
    low.send("\u{1B}OP")
    low.expect("and again: nothing waits for a key") { $0.bells == 2 && $0.lines == ["› hold"] }
  }

  @Test func theLastArgumentComesBack() throws {
    let terminal = try ProbeTerminal()
    terminal.send("post \"a b\"\rhold 5s\rx \u{1B}.")
    terminal.expect("the newest") { $0.lines.last == "› x 5s" }
    terminal.send("\u{1B}.")
    terminal.expect("an older one in its place, with its quotes") { $0.lines.last == "› x \"a b\"" }
    terminal.send("\u{1B}.!")
    terminal.expect("no more") { $0.bells == 1 && $0.lines.last == "› x \"a b\"!" }
  }

  @Test func undoAndRedo() throws {
    let terminal = try ProbeTerminal()
    terminal.send("one two\u{17}")
    terminal.expect(["› one"], cursor: (0, 6))
    terminal.send("\u{1F}")
    terminal.expect(["› one two"], cursor: (0, 9))
    terminal.send("\u{1F}")
    terminal.expect(["› one"], cursor: (0, 6))
    terminal.send("\u{1B}/")
    terminal.expect(["› one two"], cursor: (0, 9))
    terminal.send("\u{1F}\u{1F}\u{1F}\u{1F}")
    terminal.expect(["›"], cursor: (0, 2))
  }

  /// Presses Esc in vi mode, and waits until keys are commands: before, the next key would make it Alt with that key.
  private func leaveInsertion(_ terminal: ProbeTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.send("\u{1B}")
    terminal.expect("keys are commands", sourceLocation: sourceLocation) { $0.lines.last?.hasPrefix("‹") == true }
  }

  @Test func viMode() throws {
    let terminal = try ProbeTerminal(["--vi"])
    terminal.send("hello warld")
    terminal.expect(["› hello warld"], cursor: (0, 13))
    leaveInsertion(terminal)
    terminal.send("bfaroA\u{1B}[D\u{1B}[D!")
    terminal.expect("command mode, and arrow keys that do not leave insertion") { $0.line(0) == "› hello wor!ld" }
    terminal.send("\u{1B}[200~ #tag\u{1B}[201~\u{1B}\rx\r")
    terminal.expect("pastes and Alt-Enter") { $0.lines.contains("got: hello wor! #tag␊xld") }
    leaveInsertion(terminal)
    terminal.send("kA?\r")
    terminal.expect("k takes the history") { $0.lines.contains("got: hello wor! #tag␊xld?") }
  }

  /// The sign points the other way while keys are commands, and the cursor is a block: whatever key leads there, with
  /// counts, operators and keys that read another key.
  @Test(arguments: [
    ("ab\u{1B}", "‹ ab", 2), ("ab\u{1B}i", "› ab", 6), ("ab\u{1B}iX\u{1B}", "‹ aXb", 2), ("a b\u{1B}0cwX", "› X b", 6),
    ("abc\u{1B}0x.", "‹ c", 2), ("abcd\u{1B}02x", "‹ cd", 2), ("a b c d\u{1B}02wx", "‹ a b  d", 2),
    ("a b c d\u{1B}0d2w", "‹ c d", 2), ("afbf\u{1B}0ffx", "‹ abf", 2), ("abc\u{1B}0rxp", "‹ xbc", 2),
    ("ab\u{1B}S!", "› !", 6), ("ab\u{1B}A!", "› ab!", 6), ("ab\u{1B}xu", "‹ ab", 2), ("ab\u{1B}Cx\u{1B}~", "‹ aX", 2),
  ])
  func viShowsItsMode(_ keys: String, _ line: String, _ shape: Int) throws {
    let terminal = try ProbeTerminal(["--vi", "--shapes"])
    terminal.expect("a bar") { $0.cursorShape == 6 }
    for key in keys { if key == "\u{1B}" { leaveInsertion(terminal) } else { terminal.send(String(key)) } }
    terminal.expect(line) { $0.line(0) == line && $0.cursorShape == shape }
    terminal.send("\u{03}")
    terminal.expect("the next line is typed") { $0.lines.last == "›" && $0.cursorShape == 6 }
    terminal.send("\u{04}")
    terminal.expect("the usual shape") { $0.cursorShape == 0 }
  }

  /// libedit's `$` steps back from the end even of an empty line.
  @Test(arguments: ["$", "\u{05}", "dd$", "3$", "d$", "c$", "A\u{1B}$", "ge", "E", "e", "^", "%", "x$", "y$p"])
  func viStaysInAnEmptyLine(_ keys: String) throws {
    let terminal = try ProbeTerminal(["--vi"])
    leaveInsertion(terminal)
    terminal.send(keys)
    terminal.send("\u{1B}")
    usleep(150_000)
    terminal.send("ddiok\r")
    terminal.expect("it lives") { $0.lines.contains("got: ok") }
  }

  /// vi's commands with counts and operators on short lines: whatever they do, the next line can be typed.
  @Test(arguments: 0..<8) func viSurvivesRandomCommands(_ seed: Int) throws {
    var chance = Chance(state: UInt64(seed))
    let terminal = try ProbeTerminal(["--vi", "--entry", "one two", "--entry", "x"])
    let commands = "$^0|wWbBeEhlxXDCsSiIaApPuUrfFtTdcy.~%;,_nNGKJ+-kj123".map(String.init) + ["\u{05}", "\u{01}", " "]
    for round in 0..<12 {
      leaveInsertion(terminal)
      var keys = "dd"
      let start = ["", "a", "  ", "a b", "日", "👨‍👩‍👧", "-", "(a"].randomElement(using: &chance)!
      if !start.isEmpty { keys += "i" + start }
      terminal.send(keys)
      if !start.isEmpty { leaveInsertion(terminal) }
      keys = (0..<Int.random(in: 1...6, using: &chance)).map { _ in commands.randomElement(using: &chance)! }.joined()
      terminal.send(keys)
      usleep(60_000)
      terminal.send("\u{03}")
      terminal.send("ok\(round)\r")
      terminal.expect("seed \(seed), '\(start)' \(keys.debugDescription)") { $0.lines.contains("got: ok\(round)") }
    }
  }

  @Test func viUndoesStepByStep() throws {
    let terminal = try ProbeTerminal(["--vi"])
    terminal.send("one two three")
    leaveInsertion(terminal)
    terminal.send("0wwcwXYZ")
    leaveInsertion(terminal)
    terminal.send("D")
    terminal.expect("deleted") { $0.line(0) == "‹ one two XY" }
    terminal.send("u")
    terminal.expect("only that") { $0.line(0) == "‹ one two XYZ" }
    terminal.send("u")
    terminal.expect("then what was typed") { $0.line(0) == "‹ one two" }
    terminal.send("U")
    terminal.expect("then everything") { $0.line(0) == "‹" }
  }

  @Test func viInsertionHasTheKeysOfOtherShells() throws {
    let terminal = try ProbeTerminal(["--vi"])
    terminal.send("bc\u{01}a\u{05}d\u{01}\u{0B}x\u{19}")
    terminal.expect("home, end, kill and yank") { $0.line(0) == "› xabcd" }
  }

  @Test func successiveKillsAreOneText() throws {
    let terminal = try ProbeTerminal()
    terminal.send("one two three\u{17}\u{17}\u{19}")
    terminal.expect(["› one two three"], cursor: (0, 15))
    terminal.send("\u{17}x\u{17}\u{19}")
    terminal.expect(["› one two x"], cursor: (0, 11))
    terminal.send("\u{15}a 👍\u{17}")
    terminal.expect("an emoji is a word") { $0.line(0) == "› a" && $0.column == 4 }
  }

  /// libedit would ask for the text in a place that nobody sees.
  @Test func viSearchesInTheList() throws {
    let terminal = try ProbeTerminal(["--vi", "--entry", "one", "--entry", "two"])
    terminal.send("x")
    leaveInsertion(terminal)
    terminal.send("0D/on")
    terminal.expect("the list") { $0.line(0) == "search: on › one" }
    terminal.send("\r")
    terminal.expect("it runs") { $0.lines.contains("got: one") }
    leaveInsertion(terminal)
    terminal.send(":x")
    terminal.expect("no command of libedit") { $0.lines.last == "‹" && $0.column == 2 }
  }

  @Test func rightTextPrecedesTheStatus() throws {
    let alone = try ProbeTerminal(["--right", "mine"])
    alone.expect("at the edge") { $0.line(0) == "›" + String(repeating: " ", count: 34) + "mine" }
    alone.send("hello")
    alone.expect("it stays") { $0.line(0).hasPrefix("› hello") && $0.line(0).hasSuffix("  mine") }
    alone.send(String(repeating: "x", count: 29))
    alone.expect("it gives way to the text") { !$0.line(0).contains("mine") }
    let both = try ProbeTerminal(["--right", "mine", "--fixed-status", "[7.2 s]"])
    both.expect("beside it") { $0.line(0).hasSuffix("  mine  [7.2 s]") }
    let narrow = try ProbeTerminal(["--right", "much too long", "--fixed-status", "[7.2 s]"], columns: 30)
    narrow.expect("both as long as they fit") { $0.line(0).hasSuffix("  much too long  [7.2 s]") }
    narrow.send("hold")
    narrow.expect("the status comes first") { $0.line(0).hasSuffix("  [7.2 s]") && !$0.line(0).contains("much") }
    narrow.resize(columns: 60, rows: 10)
    narrow.expect("both again") { $0.line(0).hasPrefix("› hold") && $0.line(0).hasSuffix("  much too long  [7.2 s]") }
  }

  /// Returns a file with the text; the caller removes it.
  func temporaryFile(_ text: String) -> String {
    var template = Array("/tmp/editrc-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    _ = write(descriptor, text, text.utf8.count)
    close(descriptor)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test func editrcIsHonoured() throws {
    let viSettings = temporaryFile("bind ^T ed-move-to-beg\nprobe:bind -v\nother:bind -e\nnonsense\n")
    defer { unlink(viSettings) }
    let vi = try ProbeTerminal(environment: ["EDITRC": viSettings])
    vi.send("abc\u{14}x")
    vi.expect(["› xabc"], cursor: (0, 3))
    leaveInsertion(vi)
    vi.send("$x")
    vi.expect(["‹ xab"], cursor: (0, 4))

    let emacsSettings = temporaryFile("bind \"^[[15~\" ed-kill-line\nbind ^M ed-newline\n")
    defer { unlink(emacsSettings) }
    let emacs = try ProbeTerminal(environment: ["EDITRC": emacsSettings])
    emacs.send("abc\u{1B}[D\u{1B}[15~d")
    emacs.expect(["› abd"], cursor: (0, 5))
    emacs.send("\r")
    emacs.expect("libedit may end the line itself") { $0.lines == ["› abd", "got: abd", "›"] }
    emacs.send("日本\r")
    emacs.expect("with wide text, too") { $0.lines == ["› abd", "got: abd", "› 日本", "got: 日本", "›"] }
  }

  @Test func unknownKeysDoNothing() throws {
    let terminal = try ProbeTerminal()
    terminal.send("a\u{1B}[15~\u{1B}[1;5Pb\u{1B}[I\u{1B}OP\u{9B}c")
    terminal.expect(["› abc"], cursor: (0, 5))
  }

  @Test func withoutColourNothingIsAdded() throws {
    let terminal = try ProbeTerminal(["--plain"])
    terminal.send("sto #tag")
    terminal.expect(["› sto #tag"], cursor: (0, 10))
    #expect(terminal.screen.cells.joined().allSatisfy { $0.style.isEmpty })
    terminal.send("\r")
    terminal.expect("read") { $0.lines.contains("got: sto #tag") }
  }

  /// In a locale without UTF-8 all letters still work: the editor finds a locale with UTF-8.
  @Test(arguments: ["C", "POSIX", "nonesuch"]) func everyLocaleTypesAllLetters(_ name: String) throws {
    let terminal = try ProbeTerminal(environment: ["LANG": name, "LC_ALL": name])
    terminal.send("é日👍\r")
    terminal.expect("read") { $0.lines.contains("got: é日👍") }
  }

  @Test func aDumbTerminalStillEdits() throws {
    let terminal = try ProbeTerminal(["--post", "0.2", "timer done"], environment: ["TERM": "dumb"])
    terminal.send("hold x\u{7F}5s")
    terminal.expect("a message") { $0.lines.contains("timer done") && $0.lines.last == "› hold 5s" }
    terminal.send("\r")
    terminal.expect("read") { $0.lines.contains("got: hold 5s") }
    #expect(!terminal.screen.isPasteMarked)
  }

  /// A dumb terminal shows a part of a long line while it is typed, and all of it at its end.
  @Test func aDumbTerminalShowsTheWholeLineAtLast() throws {
    let terminal = try ProbeTerminal(columns: 20, rows: 10, environment: ["TERM": "dumb"])
    let line = (0..<5).map { "word\($0)567" }.joined(separator: " ")
    terminal.send(line + "\r")
    terminal.expect("read") { $0.lines.contains("got: word0567 word15") }
    let shown = terminal.screen.lines.prefix { !$0.hasPrefix("got") }.joined()
    #expect(shown.replacing(" ", with: "") == ("›" + line).replacing(" ", with: ""), "\(terminal.screen.lines)")
  }

  @Test func aDumbTerminalShowsAllLinesOfARecalledBlock() throws {
    let terminal = try ProbeTerminal(["--entry", "{ one\ntwo\n}"], rows: 12, environment: ["TERM": "dumb"])
    terminal.send("\u{1B}[A")
    terminal.expect("its last line") { $0.lines.last == "}" }
    terminal.send("\r")
    terminal.expect("all lines") {
      $0.lines.suffix(5).first == "› { one" && $0.lines.suffix(4).prefix(2) == ["two", "}"]
    }
  }

  /// The rows that a lower window pushes out of the screen are not written again at the end of the line.
  @Test(arguments: [(30, 5), (20, 5), (30, 4)]) func aTallLineIsLeftOnce(_ columns: Int, _ rows: Int) throws {
    let terminal = try ProbeTerminal(columns: 30, rows: 14)
    terminal.send("{ first\r" + (2...9).map { "line number \($0) of the block\r" }.joined())
    terminal.expect("typed") { $0.line(8) == "line number 9 of the block" && $0.row == 9 }
    terminal.resize(columns: columns, rows: rows)
    terminal.expect("in the small window") { screen in screen.lines.contains { $0.contains("more line") } }
    terminal.send("}\r")
    terminal.expect("read") { $0.lines.last == "›" }
    let all = (terminal.screen.scrolledOff + terminal.screen.lines).joined(separator: " ")
    for text in ["{ first"] + (2...9).map({ "number \($0)" }) {
      #expect(all.ranges(of: text).count == 1, "\(text): \(all)")
    }
  }

  /// A window that shrinks twice pushes rows out of the screen twice; what is typed in between pushes out none.
  @Test(
    arguments: [
      (30, 6, 30, 4, ""), (30, 6, 30, 3, "and\rtwo more\r"), (20, 7, 20, 4, ""), (30, 8, 12, 6, "x\r"),
      (20, 6, 15, 5, "some words of a long line that wraps\r"),
    ])
  func aTallLineIsLeftOnceAfterTwoResizes(
    _ columns: Int, _ rows: Int, _ lastColumns: Int, _ lastRows: Int, _ between: String
  ) throws {
    let terminal = try ProbeTerminal(columns: 30, rows: 14)
    terminal.send("{ first\r" + (2...9).map { "row \($0) of the block, which\r" }.joined())
    terminal.expect("typed") { $0.line(8) == "row 9 of the block, which" && $0.row == 9 }
    terminal.resize(columns: columns, rows: rows)
    terminal.expect("small") { screen in screen.lines.contains { $0.contains("more line") } && screen.column == 0 }
    terminal.send(between + "e")
    terminal.expect("edited") { $0.line($0.row) == "e" }
    terminal.resize(columns: lastColumns, rows: lastRows)
    terminal.send("f")
    terminal.expect("smaller") { $0.line($0.row) == "ef" && $0.row <= lastRows - 1 && $0.columns == lastColumns }
    terminal.send("}\r")
    terminal.expect("read") { $0.lines.last == "›" }
    let all = (terminal.screen.scrolledOff + terminal.screen.lines).joined(separator: "␊")
    for text in ["{ first"] + (2...9).map({ "row \($0) " }) + ["␊ef}␊"] {
      #expect(all.ranges(of: text).count == 1, "\(text): \(all)")
    }
  }

  @Test func typedAheadIsNeitherEchoedNorLost() throws {
    let terminal = try ProbeTerminal()
    terminal.send("sleep\r")
    terminal.expect("the command runs") { $0.lines.contains("got: sleep") }
    terminal.send("next #tag\r")
    terminal.expect(["› sleep", "got: sleep", "› next #tag", "got: next #tag", "›"])
    #expect(terminal.screen.style(of: "#tag") == "36")
  }

  @Test func stoppingGivesTheTerminalBack() throws {
    let terminal = try ProbeTerminal()
    terminal.send("hold")
    terminal.expect(["› hold"])
    terminal.send("\u{1A}")
    // A session leader without a parent shell is not stopped: the line simply appears again.
    terminal.expect(["› hold", "› hold"], cursor: (1, 6))
    kill(terminal.process, SIGCONT)
    terminal.send(" 5s\r")
    terminal.expect("and goes on") { $0.lines.contains("got: hold 5s") }
  }

  /// A program stopped by another process sets the terminal again when it continues, because the terminal may have
  /// changed.
  @Test func resumingTakesTheTerminalAgain() throws {
    let terminal = try ProbeTerminal()
    terminal.send("hold")
    terminal.expect(["› hold"], cursor: (0, 6))
    terminal.cook()
    kill(terminal.process, SIGCONT)
    terminal.expect("the line again") { $0.lines.last == "› hold" && !terminal.isCooked }
    terminal.send(" 5s\r")
    terminal.expect("and goes on") { $0.lines.contains("got: hold 5s") }
  }

  /// A ^C that arrives while the program is stopped is not lost with the news that it continues.
  @Test func aStoppedProgramIsInterrupted() throws {
    let terminal = try ProbeTerminal()
    terminal.send("hold")
    terminal.expect(["› hold"], cursor: (0, 6))
    kill(terminal.process, SIGSTOP)
    terminal.send("\u{03}")
    kill(terminal.process, SIGCONT)
    terminal.expect("the next line") { $0.lines.contains("› hold^C") && $0.lines.last == "›" }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV])
  func signalsRestoreTheTerminal(_ signal: Int32) throws {
    let terminal = try ProbeTerminal()
    terminal.send("half")
    terminal.expect(["› half"])
    #expect(!terminal.isCooked)
    kill(terminal.process, signal)
    let status = terminal.waitForEnd()
    #expect(status & 0x7F == signal, "it dies of the signal")
    #expect(terminal.isCooked)
    #expect(!terminal.screen.isPasteMarked)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
  func signalsLeaveNoGhost(_ signal: Int32) throws {
    let terminal = try ProbeTerminal(["--fixed-status", "status"])
    terminal.send("st\t")
    terminal.expect("a suggestion") { $0.line(0).hasPrefix("› story") }
    terminal.send("\u{15}st")
    terminal.expect("typed") { $0.line(0).hasPrefix("› story") && $0.line(0).hasSuffix("status") && $0.column == 4 }
    kill(terminal.process, signal)
    _ = terminal.waitForEnd()
    #expect(terminal.screen.lines == ["› st"])
    #expect(terminal.screen.column == 0 && terminal.screen.row == 1)
  }

  /// Terminals with fewer features receive fewer sequences, and each sequence is complete.
  @Test(arguments: ["vt100", "", "dumb", "nonesuch"])
  func otherTerminalsGetWhatTheyCanShow(_ name: String) throws {
    let terminal = try ProbeTerminal(environment: ["TERM": name])
    terminal.send("story bad\r")
    terminal.expect("read") { $0.lines.contains("got: story bad") }
    #expect(!terminal.screen.lines.contains { $0.contains("terminal type") }, "libedit says nothing by itself")
    #expect(terminal.screen.cells.joined().allSatisfy { $0.style == "" })
    #expect(terminal.screen.unknown.isEmpty)
    terminal.send("h\t")
    terminal.expect("listed") { $0.lines.contains("  hold    — presses until released") }
    terminal.send("\u{15}")
  }
}
