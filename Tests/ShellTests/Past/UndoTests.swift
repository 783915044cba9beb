import Stories
import StoryScript
import System
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

@Suite struct UndoTests {
  @Test(arguments: [
    // A restored change is relative to the current time.
    "story play 4; wait 3s; tap right; wait 5s; undo; expect story.number == 4; expect story.position == 3s",
    "story play 4; wait 3s; tap right; wait 5s; undo; wait 12s; expect story.number == 5",
    "story play 4; wait 3s; hold; wait 1h; undo; expect story.state == playing; expect story.position == 3s",
    "story play 4; wait 3s; hold; wait 2s; release; wait 5s; undo; expect story.state == pausedByHold",
    "story play 4; wait 3s; swipe down; wait 9s; undo; expect story.position == 3s",
    "story play 4; wait 3s; story play @ben; undo; expect story.author == \"ana\"; expect story.position == 3s",
    "story play 4; wait 3s; hold 2s; wait 4s; undo; expect story.position == 3s; expect story.state == playing",
    "story play 4; wait 3s; story buffer 2s; wait 1s; undo; expect story.position == 3s; undo; expect story.state == idle",
    "timer start reading 20; wait 5m; timer stop; wait 1h; undo; expect timer.remaining == 15m",
    "timer start reading 20; wait 5m; timer pause; wait 1h; undo; expect timer.state == running; expect timer.remaining == 15m",
    // State that the command did not change continues.
    "story play 4; timer start reading 20; wait 3s; like; wait 4s; undo; expect not story.liked; expect story.position == 7s",
    "timer start reading 20; story play 4; wait 1m; tap right; wait 4m; undo; expect timer.remaining == 15m",
    "story play 4; wait 3s; post \"x\"; wait 4s; undo; expect outbox.count == 0; expect story.position == 7s",
    "story play 4; like; wait 20s; undo; expect story.number == 5; previous; expect not story.liked",
    // Only commands that changed something count.
    "story play 4; hold; tap right; tap left; story state; release; undo; expect story.state == pausedByHold",
    "story play 4; try { jump 99 } catch { }; try { timer pause } catch { }; undo; expect story.state == idle",
    "expect session.undoable == 0; help; outbox; expect session.undoable == 0; post \"x\"; expect session.undoable == 1",
    // Several commands at once, and redone.
    "story play 4; repeat 3 { tap right }; undo 2; expect story.number == 5; redo 2; expect story.number == 7",
    "story play 4; wait 3s; tap right; wait 5s; undo; wait 2s; redo; expect story.number == 5; expect story.position == 5s",
    "story play 4; next; undo; redo; undo; redo; expect story.number == 5; undo 2; expect story.state == idle",
    "post \"a\"; post \"b\"; undo 2; redo; expect outbox.posts == [\"a\"]; redo; expect outbox.posts == [\"a\", \"b\"]",
    "cluster Examples/Photos; undo; expect photos.count == 0; redo; expect photos.count == 35",
    "story play 4; every 1s as tick { like }; wait 3s; cancel tick; expect session.undoable == 4; undo 3; expect not story.liked",
  ])
  func restoresTheEarlierWorld(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("undo", "there is nothing to undo: no command has changed anything yet"),
    ("story play 4; undo 3", "only 1 command can be undone | try: undo 1"),
    ("redo", "there is nothing to redo: nothing has been undone since the last change | try: undo"),
    ("story play 4; like; undo; redo 2", "only 1 command can be redone | try: redo 1"),
    (
      "story play 4; like; undo; next; redo",
      "there is nothing to redo: nothing has been undone since the last change | try: undo"
    ),
    ("undo 0", "'undo' expects a whole number from 1 to 100000, not '0'"),
  ])
  func refusesWithAReason(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }

  @Test func outsideEffectsStayAndAreReported() {
    let run = ScriptRun()
    let file = "/tmp/storyline-undo-\(UInt64.random(in: 0 ... .max)).txt"
    #expect(run("story play 4; like; save 1 to \"\(file)\"; next").error == nil)
    #expect(run("undo 2").error?.hasPrefix("`save 1 to ") == true)
    #expect(run("expect story.number == 5").error == nil, "nothing was undone")
    #expect(
      run("undo; undo").error?.contains("delete '\(file)' yourself; to undo the command before it, try: undo") == true)
    #expect(run("undo; expect not story.liked; try { undo } catch { }").error == nil)
    ScriptRun.passes("try { open \"\(file)\" | save to \"\(file)\" } catch { }")
    remove(file)
  }

  /// Every change by a command is an aspect of some part: adopting these aspects gives the world after the command.
  @Test(arguments: Catalog.standard.entries.map(\.command.name))
  func everyPartOfTheWorldCanComeBack(_ name: String) throws {
    let command = try #require(Catalog.standard.entries.first { $0.command.name == name }).command
    for example in command.examples where !example.script.contains("import \"") {
      let run = ScriptRun()
      for line in example.script.split(separator: "\n") {
        run.session.settle()
        var before = run.session.world
        guard run(String(line)).error == nil else { break }
        run.session.settle()
        var after = run.session.world
        before.settle(at: run.session.now)
        before.revert(after.aspects(changedSince: before), from: before, to: after)
        #expect(before.stories.player.settings == after.stories.player.settings, "\(line)")
        // The existence of a PIN is stored outside the world.
        before.timers.needsPIN = after.timers.needsPIN
        // How much of a timer was seen follows from the clock.
        before.timers.recordProgress(at: run.session.now, after: .zero)
        after.timers.recordProgress(at: run.session.now, after: .zero)
        #expect(before.timers == after.timers, "timers: \(line)")
        #expect(before.photos == after.photos, "photos: \(line)")
        #expect(before.posts == after.posts, "posts: \(line)")
      }
    }
  }

  /// Persistent state follows: the journal restores exactly the world at the end of the session.
  @Test(arguments: [
    "story play 4; like; undo", "story play 4; like; undo; redo", "post \"a\"; post \"b\"; undo; redo; undo",
    "story play 4; tap right; undo", "story play 4; tap right; undo; tap right; undo; redo",
    "story play 4; like; unlike; undo 2; redo", "post \"a\"; undo; post \"b\"; undo; redo",
    "story play 4; fork; like; post \"x\"; wait 1m; fork drop", "story play 4; fork; like; post \"x\"; fork keep",
    "story play 4; wait 1s; like; post \"y\"; wait 20s; rewind 20500ms",
    "story play 4; fork; like; undo; fork keep; like",
    "story play 4; like; fork; undo 9; fork drop", "fork; post \"a\"; undo; post \"a\"; fork keep",
    "timer start reading; timer done; rate good", "timer start reading; wait 20m; rate good; undo",
    "timer start reading; wait 20m; undo; redo; rate amazing; undo; rate good; undo; redo",
    "timer start reading; wait 5m; timer done; rewind 1m; timer done; rate amazing",
    "timer start reading; wait 5m; timer done; rate good; rewind 2m; wait 10s; timer done",
    "timer start reading; fork; wait 5m; timer done; rate good; fork drop; timer stop",
    "timer start reading; fork; wait 5m; timer done; rate good; fork keep; undo",
    "timer start reading; timer done; timer start reading; timer done; undo; rate good",
    "timer start shower; wait 30m; rewind 25m; wait 3m; timer done; undo; redo; rate good",
    "history import Examples/sessions.csv; rate good; undo 2; redo; rate amazing",
    "history import Examples/sessions.csv; undo; history import Examples/sessions.csv; undo; redo",
    "fork; history import Examples/sessions.csv; undo; redo; fork keep; undo",
    "fork; history import Examples/sessions.csv; rate good; fork drop; wait 1m; history import Examples/sessions.csv",
    "wait 1m; history import Examples/sessions.csv; wait 1m; rewind 90s; history import Examples/sessions.csv",
  ])
  func savedDataFollowsUndo(_ script: String) throws {
    let folder = Scratch.path()
    let first = ScriptRun()
    try first.session.openState(folder)
    first("try { \(script.replacing("undo 9", with: "wait 1s")) } catch { }")
    let second = ScriptRun()
    try second.session.openState(folder)
    #expect(second.session.world.stories.interactions == first.session.world.stories.interactions, "\(script)")
    #expect(
      second.session.world.posts.outbox.entries.map(\.post) == first.session.world.posts.outbox.entries.map(\.post))
    #expect(
      second.session.savedTimerSessions == first.session.savedTimerSessions,
      "\(script)")
    #expect(second.session.ledger.timerSessions.stars == first.session.ledger.timerSessions.stars, "\(script)")
  }

  /// The changes that families make.
  private let family = [
    "activity add violin for 9", "activity edit reading for 25", "activity edit violin name cello",
    "activity remove violin",
    "profile name Mia", "profile forget",
    "timer status", "timer start custom 1", "set tick on", "set tick off", "set sound off",
  ]

  /// The ledger equals the fold of the journal, whatever is done, undone, redone, rewound and tried.
  @Test(arguments: 1...25)
  func theLedgerIsTheFoldOfTheJournal(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let folder = "/tmp/storyline-undo-\(UInt64.random(in: 0 ... .max))"
    defer { remove(folder) }
    let run = ScriptRun()
    try run.session.openState(folder)
    let commands =
      [
        "timer start reading 20", "timer start shower", "timer pause", "timer resume", "timer done", "timer done",
        "timer stop", "wait 700ms", "wait 6m", "wait 11m", "wait 1d", "rate good", "rate amazing",
        "rate \"needs work\"",
        "undo", "undo 2", "redo", "rewind 3m", "rewind 12h", "fork", "fork keep", "fork drop",
        "history import Examples/sessions.csv",
      ] + family
    for _ in 0..<120 { run("try { \(commands.randomElement(using: &chance)!) } catch { }") }
    run("while session.forks > 0 { fork keep }")
    let again = ScriptRun()
    try again.session.openState(folder)
    let (lived, read) = (run.session.ledger.timerSessions, again.session.ledger.timerSessions)
    #expect(again.session.savedTimerSessions == run.session.savedTimerSessions)
    #expect(read.total == lived.total)
    let (last, next) = (run.session.world, again.session.world)
    #expect(Set(next.timers.activities.activities) == Set(last.timers.activities.activities))
    #expect(next.timers.profile == last.timers.profile)
    let facts = run.session.world.timers.facts
    #expect(Set(facts.newestFirst.map(\.id)).count == facts.count, "nothing is there twice")
    #expect(
      lived.count == Set(facts.newestFirst.compactMap { if case .saved(let r) = $0.fact { r.id } else { nil } }).count)
  }

  /// Random commands with random waits: undoing all of them gives the empty session, and redoing them gives the state
  /// before.
  @Test(arguments: 1...40)
  func undoAndRedoOfEverything(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let run = ScriptRun()
    let commands =
      [
        "story play 4", "story play @ben for 3s", "tap right", "tap left", "hold", "release", "like", "pause", "resume",
        "next", "jump 2", "swipe down", "story fail", "story retry", "post \"x\"", "timer start reading 20",
        "timer pause", "timer resume", "timer stop", "wait 700ms", "wait 7s", "wait 11m", "hold 2s",
      ] + family
    for _ in 0..<60 { run("try { \(commands.randomElement(using: &chance)!) } catch { }") }
    run.session.settle()
    let end = run.session.world
    let count = run.session.past.undoableCount
    for _ in 0..<count { #expect(run("undo").error == nil) }
    #expect(run("expect story.state == idle; expect timer.state == idle; expect outbox.count == 0").error == nil)
    #expect(
      run.session.world.stories.interactions == Interactions() || !run.session.world.stories.interactions.seen.isEmpty)
    for _ in 0..<count { #expect(run("redo").error == nil) }
    #expect(run.session.world.aspects(changedSince: end).isEmpty)
  }

  /// The undo of many commands makes as many copies, which must not take the place of those that it still needs.
  @Test func undoesAsManyCommandsAsAreKept() {
    let run = ScriptRun()
    #expect(run("story play 4; repeat 60000 { tap right }; undo 60000; expect story.number == 4").error == nil)
  }
}
