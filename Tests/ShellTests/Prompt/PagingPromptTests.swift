import Foundation
import Testing

@testable import Shell

/// Output that is longer than the window, on a real terminal.
@Suite(.serialized) struct PagingPromptTests {
  @Test func longOutputStopsAtAPage() throws {
    let terminal = try PseudoTerminal.prompt(columns: 60, rows: 12)
    terminal.enter("repeat 30 { print \"row {clock.elapsed}\" }")
    terminal.expect("the first page") {
      $0.lines.count == 12 && $0.lines.last?.hasPrefix("1–11 of 30 · Space continues") == true
    }
    terminal.send(" ")
    terminal.expect("the second") { $0.lines.last?.hasPrefix("12–22 of 30") == true }
    terminal.resize(columns: 50, rows: 8)
    terminal.expect("in a smaller window") { $0.lines.last?.hasPrefix("12–18 of 30") == true }
    terminal.send("q")
    terminal.expect("the page that was read stays above the prompt") {
      $0.lines.count == 8 && $0.lines.last == "›" && $0.line(0).hasPrefix("row")
    }
    terminal.enter("set paging off")
    terminal.enter("repeat 30 { print \"n\" }")
    terminal.expect("all at once") { $0.lines.suffix(3) == ["n", "n", "›"] }
    #expect(terminal.screen.unknown.isEmpty)
  }

  /// All pages that were read stay above the prompt, from the first row.
  @Test func whatWasReadCanBeScrolledTo() throws {
    let terminal = try PseudoTerminal.prompt(columns: 60, rows: 12)
    terminal.enter("for number in (range 1 30) { print \"row {$number}\" }")
    terminal.expect("the first page") { $0.lines.last?.hasPrefix("1–11 of 30") == true }
    terminal.send(" ")
    terminal.expect("the second") { $0.lines.last?.hasPrefix("12–22 of 30") == true }
    terminal.send("q")
    terminal.expect("the prompt") { $0.lines.last == "›" && $0.lines.contains("row 22") }
    let all = terminal.screen.scrolledOff + terminal.screen.lines
    #expect(all.filter { $0.hasPrefix("row ") } == (1...22).map { "row \($0)" })
  }

  /// Ten lines of three rows each are longer than a window of twelve rows; ten lines of one row are not.
  @Test func wrappedLinesAreLong() throws {
    let terminal = try PseudoTerminal.prompt(columns: 40, rows: 12)
    terminal.enter("for n in (range 1 10) { print \"short {$n}\" }")
    terminal.expect("all at once") { $0.lines.last == "›" && $0.line($0.row - 1) == "short 10" }
    let words = String(repeating: "word ", count: 20)
    terminal.enter("for n in (range 1 10) { print \"long {$n} \(words)\" }")
    terminal.expect("a page") { $0.lines.last?.hasPrefix("1–11 of ") == true && $0.line(0).hasPrefix("long 1 word") }
    terminal.send("q")
    terminal.expect("the prompt") { $0.lines.last == "›" }
    // A word that is wider than the window can be read to its end.
    terminal.enter("repeat 8 { print \"\(String(repeating: "x", count: 79))END\" }")
    terminal.expect("its end") { $0.lines.last?.hasPrefix("1–11 of 24") == true && $0.line(2) == "ND" }
    terminal.send("q")
    terminal.expect("the prompt again") { $0.lines.last == "›" }
  }

  /// A printed line is one line again in a wider window.
  @Test func printedLinesAreWrappedAgain() throws {
    let terminal = try PseudoTerminal.prompt(columns: 40, rows: 12)
    terminal.enter("repeat 30 { print \"many words in a row that a narrow window has to break\" }")
    terminal.expect("broken") { $0.line(0).hasPrefix("many words") && $0.line(1).hasSuffix("break") }
    terminal.resize(columns: 80, rows: 12)
    terminal.expect("joined") {
      $0.line(0) == "many words in a row that a narrow window has to break" && $0.line(1) == $0.line(0)
    }
    terminal.resize(columns: 24, rows: 12)
    terminal.expect("broken for the new width") {
      $0.line(0).hasPrefix("many words in a row") && $0.line(1).contains("a narrow")
    }
  }

  /// ^C before the first page cancels paging: the output so far ends in the window.
  @Test func interruptionLeavesNoPage() throws {
    let terminal = try PseudoTerminal.prompt(columns: 60, rows: 12)
    terminal.enter("repeat 400 { print \"row\" }; while true { }")
    usleep(150_000)
    terminal.send("\u{03}")
    terminal.expect("the prompt at once") { $0.lines.last == "›" && $0.lines.contains("row") }
    terminal.enter("print 40 + 2")
    terminal.expect("an answer") { $0.lines.contains("42") }
  }

  /// A list that appears after a delay still begins with its first line.
  @Test func aPageBeginsWithTheFirstLineHoweverLongItTook() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], rows: 12)
    terminal.enter("wait 400ms; repeat 30 { print \"row {clock.elapsed}\" }")
    terminal.expect("the first page") { $0.lines.last?.hasPrefix("1–11 of 30") == true && $0.line(0).hasPrefix("row") }
    terminal.send("q")
    terminal.expect("the prompt") { $0.lines.last == "›" }
    terminal.enter("login bob.test")
    terminal.expect("logged in") { $0.lines.contains { $0.contains("logged in as") } }
    terminal.enter("timeline")
    terminal.expect("its first post") { $0.lines.last?.hasPrefix("1–11 of") == true && $0.line(0).hasPrefix(" @1 ") }
  }

  @Test(arguments: ["help", "settings", "help all", "help where"])
  func helpDoesNotScrollAway(_ line: String) throws {
    let terminal = try PseudoTerminal.prompt(columns: 40, rows: 15)
    terminal.enter(line)
    terminal.expect("a page, or all of it") {
      $0.lines.last?.contains(" of ") == true || $0.lines.contains("› \(line)") && $0.lines.last == "›"
    }
    terminal.send("\u{03}")
    terminal.expect("back at the prompt") { $0.lines.last == "›" }
  }

  /// After a resize, the output of a command is laid out again, and other lines wrap at words.
  @Test func pagesAreRewrappedAfterAResize() throws {
    let terminal = try PseudoTerminal.prompt(columns: 80, rows: 12)
    let usage = "post TEXT [split] [numbered] [lang LANGUAGES] [tags TAGS] [preview] [at WHEN]"
    terminal.enter("help post")
    terminal.expect("the first page") { $0.line(0) == usage && $0.lines.last?.hasPrefix("1–11 of ") == true }
    terminal.resize(columns: 40, rows: 12)
    terminal.expect("for forty columns") {
      $0.line(0) == "post TEXT [split] [numbered] [lang" && $0.line(1) == "LANGUAGES] [tags TAGS] [preview] [at"
    }
    terminal.resize(columns: 80, rows: 12)
    terminal.expect("as it was") { $0.line(0) == usage }
    terminal.send("q")
    terminal.expect("the prompt") { $0.lines.last == "›" }
    terminal.enter("repeat 30 { print \"many words in a row that a narrow window has to break\" }")
    terminal.expect("a page of lines") { $0.lines.last?.hasPrefix("1–11 of 30") == true }
    terminal.resize(columns: 40, rows: 12)
    terminal.expect("broken at words") {
      $0.line(0) == "many words in a row that a narrow window" && $0.line(1) == "has to break"
    }
  }

  /// The row of a waiting command fits the window of that moment, and what comes later is broken for it.
  @Test(arguments: [(80, 40), (40, 24), (40, 80)])
  func aCommandLearnsTheNewWidth(_ before: Int, _ after: Int) throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: before, rows: 24)
    terminal.enter("story play 4; wait 2500ms; timer start reading 20; timer pause; print \"done\"")
    terminal.expect("it waits") { $0.lines.contains { $0.contains("wait 0:0") } }
    terminal.resize(columns: after, rows: 24)
    usleep(600_000)
    terminal.expect("one row") { screen in
      screen.lines.count { $0.contains("wait 0:0") } == 1 && screen.lines.last?.contains("wait 0:0") == true
    }
    terminal.expect("the end") { $0.lines.contains("done") && $0.lines.last?.hasPrefix("›") == true }
    let lines = terminal.screen.lines
    #expect(!lines.contains { $0.contains("wait 0:0") }, "\(lines)")
    let start = lines.firstIndex { $0.contains("● reading starts") } ?? 0
    #expect(lines[start].contains("Let's do this!") == (after >= 80), "\(lines)")
    #expect(after != 40 || lines[start + 1].hasPrefix("      "), "\(lines)")
  }

  /// There are a few more settings than a prompt shows of a long list.
  @Test(arguments: ["settings", "set"]) func allSettingsAreSeen(_ line: String) throws {
    let terminal = try PseudoTerminal.prompt(columns: 80, rows: 70)
    terminal.enter(line)
    terminal.expect("from the first to the last") { screen in
      screen.lines.contains { $0.hasPrefix(" length ") } && screen.lines.contains { $0.hasPrefix(" keys ") }
        && !screen.lines.contains { $0.contains("more") } && screen.lines.last == "›"
    }
  }

  @Test func timePassesDuringAPage() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"], columns: 60, rows: 12)
    terminal.enter("after 300ms { print \"later\" }; repeat 30 { print \"n\" }")
    terminal.expect("a page") { $0.lines.last?.hasPrefix("1–11 of 32") == true }
    usleep(500_000)
    terminal.send("q")
    terminal.expect("what came is told") { $0.lines.suffix(2) == ["later", "›"] }
  }
}
