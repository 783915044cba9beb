import Foundation
import StoryScript
import Terminal
import Testing

@testable import LessonsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// The predicted outcome and the problems of a line, shown before Enter.
@Suite(.serialized) struct TrialPromptTests {
  private func prompt(_ script: String, kind: Session.Options.Kind = .practice) -> Prompt {
    var options = Session.Options()
    options.kind = kind
    options.isPrompt = true
    options.speed = kind == .practice ? 0 : nil
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History(), width: { 160 })
    for line in script.split(separator: ";") { _ = prompt.run(String(line)) }
    _ = session.output.drainLines()
    return prompt
  }

  /// In a lesson that asks the learner to predict, the outcome would be the answer.
  @Test func predictionsAreNotRevealed() {
    let prompt = prompt("learn facets;facets \"hi #tag @bob.test\"")
    #expect(LessonGuide(prompt.session).expectsPrediction)
    #expect(prompt.reflect("story play 4", 12).outcome == nil)
  }

  /// A note on the error output would appear in the line that is being typed.
  @Test func trialNotesStayBelowTheLine() throws {
    let run = ScriptRun()
    #expect(run("login bob.test; timeline 3; like @1").error == nil)
    let output = Output(to: .memory, width: 200)
    var trial = try #require(Trial(of: run.session, output: output))
    _ = trial.run("like @1")
    #expect(output.drainLines().contains { $0.hasPrefix("note: nothing changed") })
  }

  @Test(
    arguments: [
      ("story play 4", "tap right", "⏭ story 5 by @ben"), ("", "story play 4", "▶ story 4 by @ana plays, 15 s a story"),
      ("story play 4;hold", "tap right", "· tap ignored: the story is held"), ("", "history", nil),
      ("", "print 1 + 1", nil), ("", "save 1 to \"/tmp/x\"", nil), ("", "cluster Examples/Photos", nil),
      ("", "timer pause", "refused: no timer is running"), ("timer start reading", "skip 20m", "✓ reading done"),
      ("def store { save 1 to \"/tmp/x\" }", "store", nil), ("", "wait 400d", nil),
      ("", "include \"Examples/tour.story\"", nil),
      // At a prompt, standard input is the keyboard.
      ("", "print (read text)", "refused: the script cannot read standard input here"),
      ("", "let x = 1", nil), ("", "pin set 2580", nil), ("story play 4", "repeat 100000000 { tap right }", nil),
      // For lines that go back, the session's past is copied.
      ("story play 4;hold", "undo", "⏮ undone: hold; story 4"),
      ("story play 4", "undo 50", "refused: only 1 command can be undone"),
      ("story play 4;after 1m { tap right };cancel 1", "undo", "refused: `undo` cannot restore a cancelled block"),
      ("story play 4;undo", "redo", "⏭ redone: story play 4"), ("", "undo", "refused: there is nothing to undo"),
      ("story play 4;skip 2s", "rewind 1s", "⏮ back by 1 s"), ("story play 4", "wait 16s", "⏭ story 5 by @ben"),
      ("timer start reading", "wait 20m", "✓ reading done"), ("", "wait 5s", nil), ("story play 4", "explain", nil),
    ] as [(String, String, String?)])
  func theOutcomeIsShown(_ before: String, _ line: String, _ outcome: String?) {
    let prompt = prompt(before)
    let (logged, world) = (prompt.session.past.log.inputCount, prompt.session.world)
    let said = prompt.reflect(line, line.utf8.count).outcome?.plain
    #expect(outcome.map { said?.hasPrefix($0) == true } ?? (said == nil), "\(said ?? "nothing")")
    #expect(prompt.session.past.log.inputCount == logged && prompt.session.output.drainLines() == [])
    #expect(prompt.session.world.aspects(changedSince: world).isEmpty)
  }

  /// The copy in which a line is tried contains no waiting blocks.
  @Test func undoneOutcomesAreNotPredicted() {
    let prompt = prompt("every 5s as tick { print 1 }")
    for line in ["cancel tick", "cancel 1", "cancel all", "hold; cancel tick"] {
      #expect(prompt.reflect(line, line.utf8.count).outcome == nil, "\(line)")
    }
    #expect(prompt.reflect("tap \"cancel\"", 12).outcome == nil)
  }

  @Test func aRealSessionIsNotTried() {
    #expect(prompt("", kind: .real).reflect("story play 4", 12).outcome == nil)
  }

  @Test(arguments: [
    ("print $nope ", ["$nope"]), ("print $nope", []), ("print story.nubmer ", ["story.nubmer"]),
    ("when story.strted { print 1 } ", ["story.strted"]), ("let x = 1; print $x ", []), ("wait 15 ", ["15"]),
    ("stroy play 4 ", ["stroy"]), ("print (uper \"a\") ", ["uper"]), ("if true { ", []), ("print $known ", []),
    ("when story.started { print $story } ", []), ("stories | where author == \"ana\" ", []),
    ("tap middle ", ["middle"]), ("tap ", []), ("timer start ", []), ("story  ", []), ("post", []),
    ("tap ; hold ", ["tap"]),
  ])
  func checkFindingsAreShown(_ line: String, _ wrong: [String]) {
    let prompt = prompt("let known = 1")
    let found = prompt.reflect(line, line.utf8.count).problems
    #expect(found.map { String(decoding: Array(line.utf8)[$0], as: UTF8.self) } == wrong)
  }

  /// Problems in the use of variables from earlier lines are found too.
  @Test(arguments: [
    ("print $r.b ", ["$r.b"]), ("print $r.a ", []), ("print ($n + \"a\") ", ["$n + \"a\""]),
    ("r = {b: 1}; print $r.b ", []), ("for r in [{b: 1}] { print $r.b } ", []), ("change; print $r.b ", []),
    ("def f r { $r.b } ", []),
  ])
  func variableKindsAreShown(_ line: String, _ wrong: [String]) {
    let prompt = prompt("let r = {a: 1};let rows = [{a: 1}, {a: 2}];let n = 1;def change { r = {b: 1} }")
    let found = prompt.reflect(line, line.utf8.count).problems
    #expect(found.map { String(decoding: Array(line.utf8)[$0], as: UTF8.self) } == wrong)
  }

  @Test func trialsAreDrawnOnTheScreen() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("story play 4 for 100s")
    terminal.expect("plays") { $0.lines.contains { $0.contains("plays, 1 min 40 s") } }
    terminal.send("tap right")
    terminal.expect("said dim at the right end") { $0.lines.last?.hasSuffix("⏭ story 5 by @ben") == true }
    terminal.send(" $nope x")
    terminal.expect("red before Enter") { $0.style(of: "$nope") == "31" }
    terminal.send("\u{15}")
    terminal.expect("the status again") { $0.lines.last?.contains("▰") == true || $0.lines.last?.contains("▱") == true }
  }

  /// The suggested line would do something else, so either the suggestion or the outcome is shown.
  @Test func suggestionsReplaceTheOutcome() throws {
    let terminal = try PseudoTerminal.prompt(["--practice"])
    terminal.enter("story play 4 for 20s; hold")
    terminal.expect("held") { $0.lines.contains { $0.contains("‖ held") } }
    terminal.send("story play 4")
    terminal.expect("the suggestion") { $0.lines.last?.hasPrefix("› story play 4 for 20s; hold") == true }
    usleep(400_000)
    terminal.expect("and no outcome") { $0.lines.last?.contains("▶ story 4") == false }
    terminal.send(" for 30s")
    terminal.expect("the outcome of a whole line") { $0.lines.last?.contains("▶ story 4 by @ana plays, 30 s") == true }
  }

  /// A user who recalls a line has already chosen it.
  @Test func nothingIsSuggestedBehindARecalledLine() throws {
    let terminal = try PseudoTerminal.prompt()
    for line in ["print 1", "print 1 + 1", "print 5"] { terminal.enter(line) }
    terminal.expect("run") { $0.lines.suffix(2) == ["5", "›"] }
    terminal.send("\u{1B}[A\u{1B}[A\u{1B}[A")
    terminal.expect("as it was typed") { $0.lines.last == "› print 1" }
    terminal.send(" ")
    terminal.expect("typed on") { $0.lines.last == "› print 1 + 1" }
    terminal.send("\u{15}")
    terminal.expect("empty") { $0.lines.last == "›" }
    terminal.send("\u{12}print 1\u{12}\u{1B}[C")
    terminal.expect("found, with nothing behind it") { $0.lines.last?.hasPrefix("› print 1") == true }
  }
}
