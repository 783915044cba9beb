import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

@Suite struct PastWalkTests {
  /// Returns the places in a session's past: the numbers of their last events, and their times.
  private func places(_ script: String) -> [String] {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    return PastWalk(run.session.past).stops.map { stop in
      "\(stop.end)@\((stop.at - run.session.start).literal)"
    }
  }

  @Test(
    arguments: [
      ("", []), ("print 1; story state", []),
      ("story play 4; wait 16s", ["2@0s", "3@15s"]),
      // One input has no effect; another takes time.
      ("story play 4; hold 1s; like; like", ["2@0s", "4@0s", "5@1s", "7@1s", "9@1s"]),
      // Places that a rewind or a fork has removed are left out.
      ("story play 4; wait 3s; like; wait 3s; rewind 4s", ["2@0s", "6@2s"]),
      ("story play 4; wait 3s; fork; like; wait 3s; fork drop", ["2@0s", "3@3s"]),
      ("story play 4; wait 3s; like; fork at 2; wait 1s; tap right; fork keep", ["2@0s", "6@0s", "8@1s", "10@1s"]),
      ("story play 4; wait 3s; like; fork at 2; wait 1s; tap right; fork drop", ["2@0s", "4@3s", "5@3s"]),
    ] as [(String, [String])])
  func keysMoveThroughEvents(_ script: String, _ expected: [String]) { #expect(places(script) == expected) }

  @Test(arguments: [
    ("story play 4 for 15s; wait 16s; tap left", ["story play 4 for 15s", "⏭ story 5 by @ben", "tap left"]),
    (
      "timer start reading 1; wait 32s",
      ["timer start reading 1"] + Array(repeating: "the timer's message changed", count: 3) + [
        "half of the time has passed"
      ]
    ),
  ])
  func explainsThePastState(_ script: String, _ expected: [String]) {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    #expect(PastWalk(run.session.past).stops.map { run.session.words(of: $0).plain } == expected)
  }

  /// Each place restores exactly the world after it, whatever happened since.
  @Test(arguments: 1...20)
  func isExact(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let commands = [
      "story play 4 for 2s", "tap right", "hold 1s", "like", "pause", "resume", "next", "post \"x\"", "wait 700ms",
      "wait 7s", "timer start reading 20", "timer pause", "undo", "redo", "rewind 2s", "fork", "fork drop", "fork keep",
    ]
    let run = ScriptRun()
    var worlds: [Int: (at: Instant, world: World)] = [:]
    for _ in 0..<60 {
      let before = run.session.past.log.entries.end
      run("try { \(commands.randomElement(using: &chance)!) } catch { }")
      run.session.settle()
      let end = run.session.past.log.entries.end
      if end > before { worlds[end] = (run.session.now, run.session.world) }
    }
    let stops = PastWalk(run.session.past).stops
    #expect(stops.count > 5)
    var compared = 0
    for stop in stops {
      // A line may have waited after it.
      guard let then = worlds[stop.end], then.at == stop.at else { continue }
      compared += 1
      let world = try #require(run.session.world(at: stop))
      #expect(world.aspects(changedSince: then.world).isEmpty, "event \(stop.end)")
    }
    #expect(compared > 2)
  }
}
