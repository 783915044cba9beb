import Foundation
import Testing
import Timeline

@testable import Shell
@testable import ShellCore

/// A practice clock that advances by itself: as exact as in a script, and never faster than the machine can follow.
struct PaceAtPromptTests {
  private static func prompt(_ speed: Double) -> PromptRunner {
    var options = Session.Options()
    (options.isPrompt, options.speed) = (true, speed)
    return PromptRunner(session: Session(options: options, output: Output(to: .memory), catalog: Catalog.standard))
  }

  /// A block runs at its due time, and the rest of a line runs exactly when its `wait` ends.
  @Test(arguments: [20.0, 1_000])
  func nothingIsLate(_ speed: Double) {
    let runner = Self.prompt(speed)
    runner.run("story play 4 for 30m")
    runner.run(
      "let began = clock.elapsed; let rounds = []; every 1s { hold; release; rounds = (append $rounds (clock.elapsed - $began)) }"
    )
    runner.run("let start = clock.elapsed; wait 3s; tap right; tap left; expect clock.elapsed - $start == 3s")
    runner.run("expect (slice $rounds 0 3) == [1s, 2s, 3s]")
    let lines = runner.session.output.drainLines()
    #expect(!lines.contains { $0.contains("error") || $0.contains("false") }, "\(lines)")
  }

  /// At any speed, the clock uses only a moment of the machine's time before keys are read again, and the next moment
  /// is no longer.
  @Test func anOverloadedClockContinuesWhereItIs() {
    let runner = Self.prompt(1_000_000_000)
    runner.run("let rounds = 0; every 1s { $rounds += 1 }")
    for _ in 0..<8 {
      Thread.sleep(forTimeInterval: 0.002)
      let before = runner.session.now
      _ = runner.wake()
      #expect(runner.session.now > before)
    }
    let live = runner.session.livePresent - runner.session.now
    #expect(live.seconds / 1_000_000_000 < 5, "the backlog is that of this moment")
  }

  /// In real time too, a line runs even if blocks take longer than the time between them.
  @Test func aLineRunsBesideBlocksThatTakeTooLong() {
    var options = Session.Options()
    (options.isPrompt, options.kind) = (true, .real)
    let runner = PromptRunner(
      session: Session(options: options, output: Output(to: .memory), catalog: Catalog.standard))
    runner.run("every 1ms { let n = 0; while $n < 20000 { n += 1 } }")
    Thread.sleep(forTimeInterval: 0.005)
    runner.run("cancel all; print \"heard\"")
    #expect(runner.session.output.drainLines().contains("heard"))
    #expect(runner.session.runtime.upcoming.isEmpty)
  }
}
