import Foundation
import StoryScript
import Testing
import Timeline

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// The world and the history are the same whether time passes, is predicted or is replayed.
@Suite struct ReplayEquivalenceTests {
  @Test(arguments: ["sessions >= 1", "streak == 1", "unrated == 1"])
  func theHistoryIsPredicted(_ condition: String) {
    ScriptRun.passes("timer start reading 1; wait until rewards.\(condition); expect clock.elapsed == 1m")
  }

  @Test func unreachableConditionsAreStillDetected() {
    #expect(ScriptRun.error("timer start reading 1; wait until rewards.sessions >= 2")?.contains("never") == true)
    #expect(ScriptRun.error("timer start reading 1; wait until rewards.stars >= 1")?.contains("never") == true)
  }

  /// A condition only reads: checking it posts and plays nothing. A condition with effects is rejected where it is
  /// written.
  @Test(arguments: [
    "def f { post \"hi\"; return 1 }\ntimer start reading 1\nwait until (f) == 2 or timer.state == completed",
    "wait until ([1] | each { story play 4 } | count) == 2",
  ])
  func aConditionDoesNothing(_ script: String) {
    let run = ScriptRun()
    #expect(run(script).error?.hasPrefix("a condition can only read") == true)
    #expect(run.session.world.posts.outbox.count == 0 && run.session.world.stories.player.story == nil)
  }

  private static let commands = [
    "story play 4 for 7s", "story play @ana for 3s", "tap right", "like", "hold", "release", "swipe down", "post \"x\"",
    "timer start reading 1", "timer start shower 2", "timer pause", "timer resume", "timer done", "rate good",
    "rate amazing", "undo", "redo", "rewind 10s", "fork", "fork keep", "fork drop",
    "set tick on", "set end next", "activity add violin", "history import Examples/sessions.csv", "stories",
    "pin set 2580", "rate good pin 2580", "pin remove 2580", "cluster Examples/Photos", "review next", "wait 3s",
    "wait 40s", "wait 5m", "story fail at 2s", "cache clear", "login bob.test", "login ana.test", "logout",
    "post \"y\" at (clock.now + 2m)", "set network off", "set network on", "set network-failures 40%",
    "set network-delay 5s", "set send-delay 20s", "timeline 5; like @1; repost @2", "unlike @1", "follow ivo.test",
    "draft \"d\"", "draft post 1", "outbox send", "notifications seen", "delete (outbox | first)",
    "timeline 9; reply @3 \"yes\"", "routine add r \"a 1m, b 90s, shower 40s\"", "routine start", "routine later",
    "routine next", "routine skip", "routine end", "set routine-break 20s", "routine rate good",
  ]

  /// After any script, the predicted world of the next minutes is the one that then happens, and a replay reaches the
  /// same world again.
  @Test(arguments: 1...40)
  func thePredictedWorldIsTheRealOne(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let folder = "/tmp/storyline-lived-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = ScriptRun()
    try run.session.openState(folder)
    for round in 0..<40 {
      run("try { \(Self.commands.randomElement(using: &chance)!) } catch { }")
      if round % 20 == 10, !run.session.past.isForked {
        // Another shell on the same folder. Its changes are adopted before the next line, but not in a fork.
        let other = ScriptRun()
        try other.session.openState(folder)
        other("story play 8; like; timer start shower 5; timer done; rate good; profile name Ben")
        run.session.pollOtherSessions()
      }
      guard round % 5 == 4 else { continue }
      let length = Duration.seconds(Int64.random(in: 1...200, using: &chance))
      let target = run.session.now + length
      let (foreseen, ledger) = try foreseen(in: run.session, at: target)
      run.session.settle()
      let before = run.session.world
      #expect(run("wait \(length.literal)").error == nil)
      run.session.settle()
      let isForked = run.session.past.isForked
      // In a fork nothing is saved yet, so the questions after a timer differ.
      expectSame(foreseen, run.session.world, apartFromFlow: isForked, "foreseen, seed \(seed), round \(round)")
      #expect(
        ledger.timers.ledger.timerSessions() == run.session.ledger.timerSessions.timerSessions(),
        "seed \(seed), round \(round)")
      var again = before
      again.live(to: target, learningFrom: run.session.resources)
      expectSame(again, run.session.world, apartFromFlow: isForked, "lived again, seed \(seed), round \(round)")
    }
    run("while session.forks > 0 { fork keep }; wait 1ms")
    let opened = ScriptRun()
    try opened.session.openState(folder)
    #expect(
      opened.session.savedTimerSessions == run.session.savedTimerSessions,
      "the ledger is the fold of the journal")
    #expect(opened.session.ledger.timerSessions.total == run.session.ledger.timerSessions.total)
    #expect(opened.session.world.stories.interactions == run.session.world.stories.interactions)
    #expect(opened.session.world.photos.review == run.session.world.photos.review)
    #expect(opened.session.world.posts.drafts.texts == run.session.world.posts.drafts.texts)
    #expect(opened.session.world.posts.outbox.entries.map(\.post) == run.session.world.posts.outbox.entries.map(\.post))
  }

  /// Returns the world and the history that the session expects at an instant.
  private func foreseen(in session: Session, at target: Instant) throws -> (world: World, ledger: World.Ledger) {
    var (world, ledger) = (session.world, session.ledger)
    try session.predict { pass in
      while let next = session.nextDeadline, next <= target { pass() }
      (world, ledger) = (session.world, session.ledger)
    }
    world.settle(at: target)
    return (world, ledger)
  }

  /// The PIN is stored outside the world, but the prediction still knows whether one is set.
  @Test func thePINQuestionIsPredicted() throws {
    let run = ScriptRun()
    run("timer start reading 1; pin set 2580")
    let (world, _) = try foreseen(in: run.session, at: run.session.now + .minutes(2))
    #expect(world.timers.flow.state == .pin && !run.session.world.timers.needsPIN)
    run("wait 2m")
    run.session.settle()
    expectSame(world, run.session.world, apartFromFlow: false, "foreseen")
    ScriptRun.passes("pin set 2580; timer start reading 1; wait until rewards.unrated == 1 and clock.elapsed >= 1m")
  }

  private func expectSame(
    _ one: World, _ other: World, apartFromFlow: Bool, _ comment: Testing.Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(one.stories == other.stories, comment, sourceLocation: sourceLocation)
    #expect(one.timers.countdown == other.timers.countdown, comment, sourceLocation: sourceLocation)
    #expect(one.timers.facts == other.timers.facts, comment, sourceLocation: sourceLocation)
    if !apartFromFlow { #expect(one.timers.flow == other.timers.flow, comment, sourceLocation: sourceLocation) }
    #expect(one.photos == other.photos && one.posts == other.posts, comment, sourceLocation: sourceLocation)
  }
}
