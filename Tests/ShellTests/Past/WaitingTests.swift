import StoryScript
import Terminal
import Testing
import Timeline

@testable import Shell
@testable import ShellCore

/// The list of waiting blocks, cancelling them, and blocks suspended because they fail.
@Suite struct WaitingTests {
  @Test func everythingThatWaitsByTime() {
    let run = ScriptRun()
    let script = """
      story play 4 for 15s; wait 1s; timer start reading 20
      after 20s { hold }
      every 1s as tick {
        print 1
      }
      at 1h { print 2 }
      when story.started { print 3 }
      """
    #expect(run(script).error == nil)
    #expect(
      run("waiting").lines == [
        " #           at           in  what                            line",
        " 2     0:02.000          1 s  every 1s as tick { … }          test:3",
        "       0:15.000         14 s  story 5 starts",
        " 1     0:21.000         20 s  after 20s { hold }              test:2",
        "       2:01.000        2 min  reading: Great start!",
        "      20:01.000       20 min  reading ends",
        " 3  1:00:00.000  59 min 59 s  at 1h { print 2 }               test:6",
        " 4                            when story.started { print 3 }  test:7",
        " `cancel 1` cancels block 1; `cancel all` cancels every block",
      ])
    #expect(run("cancel 1; cancel tick; expect (waiting | where number != none | count) == 2").error == nil)
    #expect(run("after 5s { print 4 }; expect (waiting | last 2 | first).number == 3").error == nil)
    #expect(run("cancel all; expect (waiting | where number != none | count) == 0; wait 1d").error == nil)
    #expect(run("story stop; waiting").lines.last == " nothing is scheduled")
  }

  @Test(arguments: [
    ("cancel 2", "there is no waiting block with the number 2 | `waiting` lists the blocks"),
    ("after 1s { }; cancel 2", "there is no waiting block with the number 2 | `waiting` lists the blocks"),
    ("cancel 1.5", "'1.5' is not a valid name"), ("cancel", "expected a name, a number or 'all' after 'cancel'"),
    ("every 1s as all { }; cancel all; expect (waiting | count) == 0; cancel all", nil),
    ("cancel all", nil),
    ("after 1s { print 1 }; wait 2s; after 1s { }; cancel 1; wait until idle", nil),
    ("every 1s { }; after 5s { cancel all }; wait until idle", nil),
  ])
  func cancelTakesNumbersAndAll(_ script: String, _ error: String?) {
    let failure = ScriptRun.error(script)
    #expect(error == nil ? failure == nil : failure?.hasPrefix(error ?? "") == true, "\(failure ?? "")")
  }

  private static func prompt(_ kind: Session.Options.Kind = .practice) -> PromptRunner {
    var options = Session.Options()
    (options.kind, options.isPrompt) = (kind, true)
    return PromptRunner(session: Session(options: options, output: Output(to: .memory), catalog: Catalog.standard))
  }

  private static func waiting(_ runner: PromptRunner) -> [String] { runner.session.runtime.upcoming.map(\.text) }

  /// `undo` removes everything that one line made, the latest line first; actions of its blocks are not lines.
  @Test func undoTakesBackWhatALineMade() {
    let runner = Self.prompt()
    runner.run("story play 4; hold; release")
    runner.run("every 1s { like }; when story.started { print 1 }")
    runner.run("after 1h { print 2 }")
    runner.run("skip 2s")
    #expect(Self.waiting(runner).count == 3)
    _ = runner.session.output.drainLines()
    runner.run("undo")
    #expect(runner.session.output.drainLines().last?.hasSuffix("⏮ undone: after 1h { print 2 }") == true)
    runner.run("hold")
    runner.run("undo")
    #expect(Self.waiting(runner).count == 2, "the hold was typed later")
    runner.run("undo")
    #expect(
      runner.session.output.drainLines().last?.hasSuffix("undone: every 1s { like }, and the blocks scheduled with it")
        == true)
    #expect(Self.waiting(runner) == [])
    runner.run("expect story.state == playing; undo 2; expect not story.liked")
    #expect(!runner.session.output.drainLines().contains { $0.contains("error") })
  }

  @Test(arguments: [
    "every 1s { tap right }", "when story.ignored { expect false }", "every 1s { wait 10ms; tap right }",
  ])
  func repeatedFailuresSuspendABlock(_ line: String) {
    let runner = Self.prompt()
    let isHandler = line.hasPrefix("when")
    if isHandler { runner.run("story play 4; hold") }
    runner.run(line)
    for _ in 0..<5 { runner.run(isHandler ? "tap right" : "skip 1s") }
    let lines = runner.session.output.drainLines()
    #expect(lines.filter { $0.hasPrefix("error: ") }.count == 3, "\(lines)")
    #expect(lines.joined(separator: " ").contains("failed three times in a row and was stopped:"), "\(lines)")
    #expect(Self.waiting(runner) == [])
  }

  /// Only consecutive failures count.
  @Test func occasionalFailuresSuspendNothing() {
    let runner = Self.prompt()
    runner.run("let n = 0")
    runner.run("every 1s { n = $n + 1; if $n mod 3 != 0 { tap right } }")
    for _ in 0..<9 { runner.run("skip 1s") }
    #expect(Self.waiting(runner).count == 1)
  }

  @Test(arguments: [
    ("cancel all", true), ("story play 4; cancel all", true), ("every 1s { }; cancel all", false),
    ("cancel 3; cancel all", false), ("every 1s as tick { }; cancel tick", false),
  ])
  func cancellingNothingIsReported(_ line: String, _ isSaid: Bool) {
    let runner = Self.prompt()
    runner.run(line)
    let lines = runner.session.output.drainLines()
    #expect(lines.contains("note: nothing is scheduled") == isSaid, "\(lines)")
    runner.run("every 1s { }")
    runner.run("cancel all")
    #expect(runner.session.output.drainLines().last == "note: cancelled: `every 1s { }`")
  }

  @Test func aBlockKeepsItsNumber() {
    let run = ScriptRun()
    #expect(run("every 1s { }; every 2s { }; cancel 1; wait 5s; expect (waiting)[0].number == 2").error == nil)
  }
}
