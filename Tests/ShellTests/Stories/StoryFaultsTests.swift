import StoryScript
import Testing

@testable import Shell

/// Why simple state won: the app's faults, switched on.
@Suite struct StoryFaultsTests {
  @Test(arguments: [
    (
      "set gestures exclusive; story play 4; hold 400ms",
      "A finger is down, and `exclusive` waits 350 ms to see whether it is a long press. Both recognisers fired: the long press had paused at 350 ms, and when the finger went up the drag of no distance ended too and counted as a tap of its zone. One finger, two meanings: that is what went wrong."
    ),
    (
      "set gestures longpress; story play 4; hold; wait 1s; release",
      "A long press is over once it is recognised, so \"not pressed\" never comes when the finger goes up: the story stays paused. `resume` or another story goes on."
    ),
    (
      "set gestures sequence; story play 4; hold; wait 1s",
      "A finger is down, and `sequence` waits 350 ms to see whether it is a long press. A long press *followed by* a tap: the pause waits for a second tap, so holding alone does nothing. That is what went wrong."
    ),
    (
      "set gestures toggle; story play 4; hold; wait 1s; release",
      "Lifting the finger does nothing: a toggle waits for a second long press to resume. So it is no hold: that is what went wrong."
    ),
    (
      "set ending stuck; story play @ben for 1s; wait 3s; resume",
      "The last story was over, and viewing went to `dismissing`, a state from which no input leads out: not pause, not resume. A loop is kinder than an exit, and a state without a way out is a fault of its table: `set ending clean` mends it."
    ),
    (
      "set clock ticking; story play 4; wait 3007ms; pause",
      "The timer stopped between two ticks, and what had passed since the last one was never counted. With an exact deadline nothing is lost (`set clock exact`). The story stands at 2.9 s until `resume`; letting go of a hold does not lift that."
    ),
    (
      "set animation restart; story play 4; wait 3s; hold 1s; pause; resume",
      "The story goes on at 3.0 s, where it was paused. Progress is right, its animation is not: it was started anew at the resume, so the bar begins at nothing and catches up within 100 ms. `story.progress` and `story.drawn` tell the two apart; `set animation smooth` mends it."
    ),
  ])
  func explainSaysWhatWentWrongAndWhy(_ script: String, _ expected: String) {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    #expect(run.session.explanation() == expected)
  }

  @Test func undoForkAndForesightKnowThem() {
    ScriptRun.passes(
      """
      set gestures toggle
      story play 4
      hold 1s
      expect story.state == paused
      hold 1s
      expect story.state == playing
      undo
      expect story.state == paused
      fork
      set gestures hold
      resume
      hold
      expect story.state == pausedByHold
      fork drop
      expect story.state == paused
      expect (settings | where name == "gestures" | first).value == "toggle"
      resume
      hold 2s
      wait until story.state == paused
      undo
      undo
      set gestures longpress
      undo
      expect (settings | where name == "gestures" | first).value == "toggle"
      """)
    ScriptRun.passes(
      """
      set clock ticking
      story play 4
      wait until story.number == 5
      expect clock.elapsed > 15s
      expect clock.elapsed <= 16500ms
      wait until story.position >= 3s
      expect story.position == 3s
      """)
    ScriptRun.passes(
      """
      set ending stuck
      set end next
      story play @ben for 1s
      wait until story.state == dismissing
      expect clock.elapsed == 2s
      set ending clean
      story play @ben for 1s
      wait 4s
      expect story.state == dismissed
      undo
      undo
      expect story.state == dismissing
      """)
    ScriptRun.passes(
      """
      set animation restart
      story play 4
      wait 3s
      hold 1s
      expect story.drawn == 0
      expect story.progress == 0.2
      wait 100ms
      expect story.drawn == story.progress
      """)
  }

  @Test func whatCannotComeTrueIsSaidAtOnce() {
    let error = ScriptRun()(
      "set gestures longpress; story play 4; hold 1s; wait until story.number == 5"
    ).error
    #expect(error?.hasPrefix("this can never come true") == true, "\(error ?? "")")
  }

  @Test func theFiveTablesStandSideBySide() {
    let run = ScriptRun()
    let lines = run("set gestures sequence; gestures machine").lines
    #expect(lines.count(where: { $0.contains("sequence *") }) == 1)
    #expect(lines.contains { $0.contains("350 ms") && $0.contains("pause") })
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.last == " *: `set gestures sequence`.")
    ScriptRun.passes(
      """
      let rows = gestures machine
      expect ($rows | count) == 9
      let up = ($rows | where finger == "long" | first)
      expect $up.exclusive == "fault: tap as well"
      expect $up.hold == "never"
      """)
  }

  @Test func whatCannotBeSetIsRefused() {
    #expect(
      ScriptRun()("set gestures longpres").error
        == "'gestures' is exclusive, longpress, sequence, toggle or hold, not \"longpres\" | did you mean 'longpress'?")
    #expect(ScriptRun()("set clock 3").error == "'clock' is exact or ticking, not 3 | such as: set clock exact")
  }

  @Test func watchingTheEndlessFeedNeverEnds() {
    ScriptRun.passes(
      """
      set end endless
      story play 10
      wait 15s
      expect story.number == 11
      wait 1h
      expect story.number == 251
      """)
    let run = ScriptRun()
    #expect(
      run("set end endless; story play 10; wait 15s").lines.last
        == " 0:15.000  ⏭ story 11 by @cleo, the feed goes on")
  }

  /// The mark is the story's own, the ring beside the name the user's.
  @Test func theListMarksWhatWasSeen() {
    let run = ScriptRun()
    let lines = run("story play 6; wait 1s; stories").lines
    let rows = lines.filter { $0.contains("◐ @ana ") }.prefix(3).map { String($0.prefix(19)) }
    #expect(rows == ["     4  ○  ◐ @ana  ", "     6  ●  ◐ @ana  ", "    10  ○  ◐ @ana  "])
    #expect(
      run("stories by user").lines == [
        " user     stories  seen  newest", " ○ @cleo        2     0    12 m", " ○ @dora        2     0    35 m",
        " ○ @emil        1     0     1 h", " ◐ @ana         3     1     2 h", " ○ @ben         2     0     3 h",
      ])
    #expect(run("wait 30h; stories by user").lines.last == " no stories: all of these have expired")
  }

  /// A miss of the cache costs loading time, a hit nothing.
  @Test func onlyAMissTakesTime() {
    ScriptRun.passes(
      """
      set story-buffering 100%
      story play 4 for 5s
      expect story.state == buffering
      wait 2s
      wait 20s
      expect cache.misses == 1
      expect story.position == 0s
      expect story.number == 8
      cache clear
      jump 2
      expect story.state == buffering
      previous
      expect story.state == buffering
      wait 2s
      next
      expect story.state == entering
      """)
  }
}
