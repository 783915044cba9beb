import Foundation
import StoryScript
import TerminalTesting
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Words that expand to longer texts.
@Suite struct AbbreviationTests {
  private static let known: Abbreviations = {
    var known = Abbreviations()
    known["tr"] = "timer start reading 20"
    known["ß2"] = "print \"ü\""
    return known
  }()

  @Test(arguments: [
    ("tr", 2, 0), ("  tr", 4, 2), ("print 1; tr", 11, 9), ("every 1s { tr", 13, 11), ("print 1\ntr", 10, 8),
    ("print \"é\"; ß2", 15, 12), ("tr; print 1", 2, 0), ("if true { print 1 } else { tr", 29, 27),
  ])
  func aWordIsWrittenOutWhereAStatementBegins(line: String, cursor: Int, start: Int) {
    let found = expansion(line, cursor)
    #expect(found?.start == start)
    #expect(found?.text == (line.contains("ß2") ? "print \"ü\"" : "timer start reading 20"))
  }

  @Test(arguments: [
    ("trx", 3), ("trx", 2), ("print tr", 8), ("post \"tr", 8), ("let a = tr", 10), ("# tr", 4), ("tr ", 3), ("", 0),
    ("timer tr", 8), ("2 tr", 4), ("$tr", 3), ("story | tr", 10),
  ])
  func abbreviationsExpandOnlyAtAStatementsStart(line: String, cursor: Int) { #expect(expansion(line, cursor) == nil) }

  private func expansion(_ line: String, _ cursor: Int) -> (start: Int, text: String)? {
    Self.known.expansion(
      in: line, at: cursor, vocabulary: Catalog.standard.schema.vocabulary, definitions: [])
  }

  @Test(arguments: [
    ("abbreviate story \"play\"", "'story' already has a meaning"),
    ("abbreviate let \"play\"", "'let' already has a meaning"),
    ("def mine { print 1 }; abbreviate mine \"play\"", "'mine' already has a meaning"),
    ("abbreviate \"a b\" \"play\"", "'a b' cannot be an abbreviation: it is not a word that can begin a line"),
    ("abbreviate 4 \"play\"", "'4' cannot be an abbreviation: it is not a word that can begin a line"),
    ("abbreviate tr \" \"", "the text of this abbreviation is empty"),
    ("abbreviate tr \"pin set 7391\"", "an abbreviation cannot contain a PIN or a password: anyone could read it"),
    ("abbreviations delete tr", "'tr' is not an abbreviation | try: abbreviations"),
    (
      "abbreviate tread \"timer start reading\"; abbreviations delete tredd",
      "'tredd' is not an abbreviation | did you mean 'tread'?"
    ),
  ])
  func invalidAbbreviationsAreRefused(line: String, message: String) {
    let error = ScriptRun()(line).error ?? ""
    #expect(error.hasPrefix(message), "\(error)")
  }

  @Test func abbreviationsAreListedInOrderAndUndone() {
    let run = ScriptRun()
    #expect(run("abbreviate tr \"timer start reading 20\"; abbreviate b \"print 1\"").error == nil)
    #expect(run("expect ((abbreviations | first).word) == \"b\"").error == nil)
    #expect(run("abbreviations delete b; expect (abbreviations | count) == 1").error == nil)
    #expect(run("undo; expect (abbreviations | count) == 2").error == nil)
  }

  @Test func theListIsShown() {
    let run = ScriptRun()
    #expect(run("abbreviations").lines == [" no abbreviations"])
    #expect(
      run("abbreviate b \"print 1\"; abbreviations").lines.contains { $0.contains("b") && $0.contains("print 1") })
  }

  @Test func realSessionsKeepThem() throws {
    let folder = "/tmp/storyline-abbreviations-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func opened() throws -> ScriptRun {
      var options = Session.Options()
      options.kind = .real
      let run = ScriptRun(options)
      try run.session.openState(folder)
      return run
    }
    #expect(try opened()("abbreviate tr \"timer start reading 20\"; abbreviate b \"print 1\"").error == nil)
    let second = try opened()
    #expect(second("expect (abbreviations | count) == 2").error == nil)
    #expect(second("abbreviations delete b; abbreviate tr \"print 2\"").error == nil)
    let third = try opened()
    #expect(third.session.world.prompt.abbreviations.texts == ["tr": "print 2"])
  }

  // MARK: At a prompt

  private func prompt(_ arguments: [String] = []) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal.prompt(arguments)
    terminal.enter("abbreviate p3 \"print 3\"")
    terminal.expect("defined") {
      $0.lines.last == "›" && $0.lines.contains { $0.contains("p3 and Space type: print 3") }
    }
    return terminal
  }

  @Test func spaceAndEnterExpandAbbreviations() throws {
    let terminal = try prompt()
    terminal.send("p3")
    terminal.expect("said at the right edge, and no mistake") {
      $0.lines.last?.hasPrefix("› p3") == true && $0.lines.last?.hasSuffix("print 3") == true
        && $0.style(of: "p3  ") == "1"
    }
    terminal.send(" ")
    terminal.expect("written out") { $0.lines.last == "› print 3" && $0.column == 10 }
    terminal.send("+ 4\r")
    terminal.expect("run") { $0.lines.suffix(3) == ["› print 3 + 4", "7", "›"] }
    terminal.enter("p3")
    terminal.expect("Enter, too") { $0.lines.suffix(3) == ["› print 3", "3", "›"] }
    terminal.enter("p3; p3")
    terminal.expect("twice") { $0.lines.suffix(4) == ["› print 3; print 3", "3", "3", "›"] }
    terminal.enter("if true { p3}")
    terminal.expect("in a block") { $0.lines.suffix(3) == ["› if true { print 3}", "3", "›"] }
    terminal.send("\u{1B}[A")
    terminal.expect("what ran is in the history") { $0.lines.last == "› if true { print 3}" }
  }

  @Test func anUndoneExpansionStays() throws {
    let terminal = try prompt()
    terminal.send("p3 ")
    terminal.expect("written out") { $0.lines.last == "› print 3" }
    terminal.send("\u{1F}")
    terminal.expect("taken back") { $0.column == 4 }
    terminal.send(" x")
    terminal.expect("left") { $0.lines.last == "› p3 x" }
  }

  @Test func viExpandsInInsertMode() throws {
    let terminal = try prompt()
    terminal.enter("set keys vi")
    terminal.expect("vi") { $0.lines.last == "›" && $0.lines.contains { $0.contains("keys is vi") } }
    terminal.send("p3 ")
    terminal.expect("written out") { $0.lines.last == "› print 3" }
  }

  @Test func anEntryOfSeveralRowsIsDrawnInPlace() throws {
    let terminal = try PseudoTerminal.prompt(columns: 24)
    terminal.enter("abbreviate p3 \"print 3; print 4; print 5\"")
    terminal.expect("defined") { $0.lines.last == "›" }
    terminal.enter("print 12345678; p3")
    terminal.expect("run") {
      $0.lines.suffix(7) == ["› print 12345678; print", "3; print 4; print 5", "12345678", "3", "4", "5", "›"]
    }
  }
}
