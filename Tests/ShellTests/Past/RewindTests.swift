import Stories
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

@Suite struct RewindTests {
  @Test(arguments: [
    "story play 4 for 15s; wait 17s; rewind 5s; expect story.number == 4; expect clock.elapsed == 12s",
    "story play 4; wait 17s; rewind 5s; wait 3s; expect story.number == 5; expect story.position == 0s",
    "story play 4; wait 3s; tap right; wait 3s; rewind 4s; expect story.number == 4; expect story.position == 2s",
    "story play 4; wait 3s; tap right; rewind 0s; expect story.number == 5",
    "wait 5s; story play 4; rewind 5s; expect story.state == idle; expect clock.elapsed == 0s",
    "timer start reading 20; wait 15m; rewind 10m; expect timer.remaining == 15m; wait 15m; expect timer.state == completed",
    "story play 4; wait 1s; hold; wait 2h; release; rewind 1h; expect story.state == pausedByHold",
    "post \"x\"; wait 1s; post \"y\"; rewind 500ms; expect outbox.count == 1",
    "story play 4; wait 2d; rewind 1d; expect clock.elapsed == 1d; expect story.number == 4",
    // Events after the target have not happened; events before it can be undone.
    "story play 4; wait 3s; like; wait 1s; rewind 2s; expect session.undoable == 1; undo; expect story.state == idle",
    // An undo or redo after the target has not happened either.
    "timer start reading; wait 1m; undo; wait 10s; rewind 20s; expect timer.remaining == 19m10s; undo; expect timer.state == idle; expect session.undoable == 0",
    "timer start reading; wait 1m; undo; redo; wait 10s; rewind 20s; undo; expect timer.state == idle",
    "timer start reading; wait 1m; undo; wait 1m; redo; wait 10s; rewind 20s; expect timer.state == idle; redo; expect timer.state == running",
    "story play 4; like; wait 1s; undo; wait 1s; next; wait 1s; rewind 1500ms; redo; expect story.liked; expect story.number == 4",
    "post \"a\"; post \"b\"; wait 100ms; undo 2; wait 100ms; redo; wait 100ms; rewind 250ms; expect session.undoable == 2; undo; expect outbox.count == 1",
    "story play 4; like; wait 1s; undo; wait 1s; fork; next; wait 5s; fork keep; rewind 5500ms; redo; expect story.liked",
    "story play 4 for 15s; like; wait 1s; undo; wait 20s; next; wait 1s; fork at 7; wait 1s; next; undo; fork keep; rewind 10s; expect story.number == 4; redo; expect story.liked",
    // Scheduled blocks belong to the language.
    "let n = 0; after 10s { n = $n + 1 }; wait 6s; rewind 6s; wait 6s; expect $n == 0; wait 4s; expect $n == 1",
    "let n = 0; every 4s { n = $n + 1 }; wait 6s; rewind 6s; wait 8s; expect $n == 2",
    "skip 20m; expect clock.elapsed == 20m",
    "story play 4; when story.started { doubletap }; skip 16s; previous; expect story.number == 4; next; expect story.liked",
    "story play 4; wait 1s; fork; swipe down; wait 5s; fork drop; expect story.position == 1s; expect clock.elapsed == 1s",
    "story play 4; fork; next; wait 5s; fork keep; expect story.number == 5; expect clock.elapsed == 5s",
    "fork; post \"a\"; fork; post \"b\"; expect session.forks == 2; fork drop; expect outbox.count == 1; fork drop; expect outbox.count == 0",
    "story play 4; like; undo; fork; next; fork drop; redo; expect story.liked",
    "story play 4; like; fork; next; fork keep; undo 2; expect not story.liked; expect story.number == 4",
    "story play 4; fork; next; fork drop; undo; expect story.state == idle",
    // A fork at an event: inside the fork, after it is dropped, and after it is kept.
    "story play 4; wait 3s; swipe down; wait 4s; fork at 2; expect story.number == 4; expect clock.elapsed == 0s; wait 5s; expect story.position == 5s",
    "story play 4; wait 3s; swipe down; wait 4s; fork at 2; wait 5s; fork drop; expect clock.elapsed == 7s; expect story.state == dismissed; undo; expect story.position == 3s",
    "story play 4; wait 3s; next; wait 4s; fork at 2; wait 1s; like; fork keep; expect clock.elapsed == 1s; expect story.number == 4; undo; expect not story.liked; undo; expect story.state == idle; expect session.undoable == 0",
    "story play 4; wait 3s; next; wait 4s; fork at 2; wait 5s; rewind 5s; expect story.position == 0s; expect clock.elapsed == 0s",
    "story play 4; wait 3s; like; wait 4s; fork at 2; wait 9s; fork keep; rewind 9s; expect clock.elapsed == 0s; expect not story.liked",
    // No time passes between the inputs, but each is a separate place.
    "story play 4; hold; release; tap right; fork at 4; expect story.state == pausedByHold",
    "story play 4; wait 16s; wait 16s; fork at 3; expect story.number == 5; expect clock.elapsed == 15s; fork drop; fork at 2; expect story.number == 4; fork drop; expect clock.elapsed == 32s",
  ])
  func movesThroughTime(_ script: String) { ScriptRun.passes(script) }

  @Test(arguments: [
    ("wait 3s; rewind 5s", "the session is only 3 s old | try: rewind 3s"),
    ("rewind 5s", "the session is only 0 s old | it has only just begun"),
    ("wait 9s; fork; wait 1s; rewind 2s", "the fork started 1 s ago | try: rewind 1s"),
    ("fork keep", "there is no open fork to keep | try: fork"),
    ("fork drop", "there is no open fork to drop | try: fork"),
    ("story play 4; fork; undo", "nothing has changed since the fork started | try: fork drop"),
    (
      "fork; save 1 to \"/tmp/never\"",
      "`save` has effects outside this session, which `fork drop` could not undo | try: fork keep, or fork drop"
    ),
    ("fork at 1", "there is no event 1"),
    ("story play 4; fork at 9", "there is no event 9 | the last event is 2; try: events"),
    (
      "story play 4; wait 9s; like; rewind 5s; fork at 4",
      "event 4 no longer exists: the session went back to a time before it | try: events"
    ),
    ("story play 4; wait 1s; fork; like; fork at 2", "event 2 is older than this fork | try: fork drop"),
    ("repeat 101 { fork }", "100 forks are open, one inside another | try: fork keep, or fork drop"),
  ])
  func refusesWithAReason(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }

  /// In a session whose time advances, a proposed rewind still leads to its place after the user has read it.
  @Test(arguments: [
    ("skip 5s", "rewind 9s", "the session is only 5 s old | try: rewind (clock.elapsed)"),
    ("skip 5s; fork; skip 2s", "rewind 3s", "the fork started 2 s ago | try: fork drop"),
  ])
  func proposedTimesStayValid(_ before: String, _ line: String, _ message: String) {
    var options = Session.Options()
    (options.isPrompt, options.speed) = (true, 0)
    let run = ScriptRun(options)
    #expect(run(before).error == nil)
    #expect(run(line).error == message)
    #expect(run("skip 1s; fork drop").error == nil || !before.contains("fork"))
    #expect(run("rewind (clock.elapsed); expect clock.elapsed == 0s").error == nil)
  }

  @Test(arguments: ["rewind 1s", "fork"])
  func belongsToPractice(_ script: String) {
    var options = Session.Options()
    options.kind = .real
    let error = ScriptRun(options)(script).error ?? ""
    #expect(error.contains("needs a practice session"), "\(error)")
    #expect(error.hasSuffix("leave out --real"))
  }

  /// The commands that can be undone and redone are those of that time, whatever was undone since: a model.
  @Test(arguments: 1...40) func undoGoesBackToo(seed: UInt64) {
    struct State: Equatable { var (undo, redo): ([Int], [Int]) = ([], []) }
    struct Trial { let (now, state, line, floor): (Int, State, [(at: Int, state: State)], Int) }
    var chance = SeededGenerator(seed: seed)
    var (now, state, trials, floor) = (0, State(), [Trial](), 0)
    var line = [(at: 0, state: State())]
    let run = ScriptRun()
    for number in 0..<120 {
      var script: String?
      switch Int.random(in: 0..<10, using: &chance) {
      case 0, 1, 2:
        script = "activity add a\(number)"
        (state.undo, state.redo) = (state.undo + [number], [])
      case 3 where state.undo.count > floor, 4 where state.undo.count > floor:
        script = "undo"
        state.redo.append(state.undo.removeLast())
      case 5 where !state.redo.isEmpty:
        script = "redo"
        state.undo.append(state.redo.removeLast())
      case 6:
        script = "wait 3s"
        now += 3
      case 7:
        let length = Int.random(in: 0...min(9, now - (trials.last?.now ?? 0)), using: &chance)
        script = "rewind \(length)s"
        now -= length
        line.removeAll { $0.at > now }
        state = line[line.count - 1].state
      case 8 where trials.count < 2:
        script = "fork"
        trials.append(Trial(now: now, state: state, line: line, floor: floor))
        (state.redo, floor) = ([], state.undo.count)
      case 9:
        guard let trial = trials.popLast() else { break }
        script = Bool.random(using: &chance) ? "fork keep" : "fork drop"
        if script == "fork drop" { (now, state, line) = (trial.now, trial.state, trial.line) }
        floor = trial.floor
      default: break
      }
      guard let script else { continue }
      line.append((now, state))
      #expect(run(script).error == nil, "\(seed): \(number)")
      let known = run.session.world.timers.activities.activities.compactMap { Int($0.name.dropFirst()) }
      #expect(known == state.undo, "\(seed): \(number), \(script)")
      #expect(run.session.past.undoableCount == state.undo.count - floor, "\(seed): \(number), \(script)")
      #expect(run.session.past.redoableCount == state.redo.count, "\(seed): \(number), \(script)")
    }
  }

  /// Going back restores exactly the earlier world, whatever happened since, and the same future.
  @Test(arguments: 1...30)
  func isExact(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let commands = [
      "story play 4 for 2s", "tap right", "hold 1s", "like", "pause", "resume", "next", "swipe left", "post \"x\"",
      "timer start reading 20", "timer pause", "timer resume", "wait 700ms", "wait 7s", "wait 3m",
      "activity add violin for 9", "activity remove violin", "profile name Mia",
      "timer status", "timer start custom 1", "timer stop", "set tick on", "set tick off", "set sound off",
    ]
    let run = ScriptRun()
    var worlds: [(Instant, World)] = []
    for _ in 0..<50 {
      run("try { \(commands.randomElement(using: &chance)!) } catch { }")
      run("wait 1ms")
      run.session.settle()
      worlds.append((run.session.now, run.session.world))
      run("wait 1ms")  // what is done at the very instant would belong to it
    }
    for (instant, world) in worlds.reversed() {
      let length = run.session.now - instant
      #expect(run("rewind \(length.literal)").error == nil)
      #expect(run.session.now == instant)
      #expect(run.session.world.aspects(changedSince: world).isEmpty)
    }
  }
}
