import StoryScript
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

/// A `wait until` that can never end says so before any time passes, at any speed of the clock.
@Suite struct UnreachableWaitTests {
  /// Runs a script at a speed at which a second takes a thousand years, so a script that needs the clock would never
  /// end.
  private func run(_ script: String) -> (lines: [String], error: String?, run: ScriptRun) {
    var options = Session.Options()
    options.speed = 0.000_000_1
    let run = ScriptRun(options)
    let result = run(script)
    return (result.lines, result.error, run)
  }

  @Test(arguments: [
    ("story play 4; wait until story.number == 99", "repeats"),
    ("story play 4; hold; wait until story.number == 5", "nothing"),
    ("set end dismiss; story play @ana; wait until story.number == 5", "nothing"),
    ("timer start reading 5; wait until timer.remaining == 6m", "nothing"),
  ])
  func saysSoAtOnce(_ script: String, _ why: String) {
    let result = run(script)
    #expect(result.error?.contains("can never") == true || result.error?.contains("never") == true, "\(result)")
    #expect(result.run.session.now == result.run.session.start)
  }

  /// Without a response, another try changes nothing, no matter how often.
  @Test(arguments: [
    "set network off; post \"y\"; wait until outbox.count == 0",
    "set network-failures 1; post \"y\"; wait until outbox.count == 0",
    "timeline 2; set network off; like @1; wait until outbox.reactions == 0",
  ])
  func aNetworkThatIsOffIsNotWaitedFor(script: String) {
    let run = ScriptRun()
    let result = run("login bob.test; " + script)
    #expect(result.error?.contains("never") == true && result.lines.count < 30, "\(result)")
  }

  /// The command that makes the condition true, for users who do not know it yet.
  @Test(arguments: [
    ("story play 4; hold; wait until story.number == 5", "the story is held; try: release"),
    ("story play 4; pause; wait until story.position > 3s", "the story is paused; try: resume"),
    (
      "story play 4; story fail; wait until story.number == 5",
      "the story's picture has failed; try: story retry, or next"
    ),
    (
      "story play 4; story buffer; wait until story.number == 5",
      "the story is waiting for its picture; try: story buffer"
    ),
    ("wait until story.number == 5", "nothing is playing yet; try: story play 4"),
    (
      "set ending stuck; story play @ben for 1s; next; next; wait until story.state == playing",
      "viewing is stuck in `dismissing`; try: story play 4"
    ),
    (
      "story play 4; wait until story.progress == 100%",
      "at 15s, which is 100%, the story is already over; try: wait until story.number != 4"
    ),
    (
      "def full { return story.progress >= 1 }; story play 4; wait until (full)",
      "at 15s, which is 100%, the story is already over; try: wait until story.number != 4"
    ),
    (
      "story play 4; wait until story.position == 20s",
      "at 15s, which is 100%, the story is already over; try: wait until story.number != 4"
    ),
    (
      "story play deck Examples/deck.json; wait until story.position == 20s",
      "at 5s at the latest, which is 100%, the story is already over; try: wait until story.number != 1"
    ),
    (
      "story play @emil; wait until story.progress == 100%",
      "at 15s, which is 100%, the story starts again at once; try: when story.started { print \"again\" }"
    ),
    (
      "set end dismiss; story play 10; wait until story.number == 4",
      "viewing ends before that (`set end`); try: story play 4"
    ),
    ("wait until timer.remaining > 5m", "no timer is running yet; try: timer start reading 20"),
    (
      "timer start reading; timer pause; wait until timer.state == completed",
      "the timer is paused; try: timer resume"
    ),
    (
      "timer start reading; wait until timer.remaining == 25m",
      "the timer will end before that; try: timer status"
    ),
    (
      "timer start reading; timer done; wait until timer.state == running",
      "the timer has ended; try: timer start reading 20"
    ),
    ("wait until timer.remaining > 5m and rewards.stars > 3", "no timer is running yet; try: timer start reading 20"),
  ])
  func saysWhatToDo(_ script: String, _ advice: String) {
    #expect(run(script).error?.hasSuffix(" | " + advice) == true, "\(run(script).error ?? "")")
  }

  /// If another part of the condition may be the false one, no advice is better than wrong advice.
  @Test func saysNothingWrong() {
    let error = run("story play 4; wait until story.number == 99 and story.position == 2s").error
    #expect(error == "this can never become true: the same events repeat, and it remains false")
  }

  @Test func predictingChangesNothing() {
    let result = run("story play 4; try { wait until story.number == 99 } catch { }; print story.number; cache")
    #expect(result.error == nil)
    #expect(result.lines.contains("4") && result.lines.count == 1 + 1 + 7)
    #expect(result.run.session.world.stories.interactions.seen.sorted == [4])
  }

  @Test func aScriptAtOnceDoesTheSame() {
    ScriptRun.passes("story play 4; try { wait until story.number == 99 } catch { }; expect clock.elapsed == 0s")
  }

  @Test func reachableConditionsAreAwaited() {
    var options = Session.Options()
    options.speed = 1_000_000
    let run = ScriptRun(options)
    #expect(run("story play 4; wait until story.number == 9; expect clock.elapsed == 75s").error == nil)
    #expect(run("wait until story.progress == 50%; expect story.position == 7500ms").error == nil)
    #expect(run("when story.started { pause }; wait until story.state == paused").error == nil)
  }
}
