import StoryScript
import Testing

@testable import ShellCore

/// The reason why simple state won: the app's faults, switched on.
@Suite struct StoryFaultsTests {
  /// With the `ticking` clock, ticks are late after everything that stopped the story, whatever ended the stop: a
  /// finger, its deadline, a picture.
  @Test(arguments: ["hold 1s", "hold 500ms", "hold; wait 1s; release", "story buffer 1s", "pause; wait 1s; resume"])
  func everyResumeTicks(_ stop: String) {
    let run = ScriptRun()
    #expect(run("set clock ticking; story play 4; wait 2s; \(stop); wait until story.position >= 1s").error == nil)
    #expect(run("let shown = story.position; wait 10s; expect story.position < $shown + 9.99s").error == nil)
    #expect(run("expect story.position > $shown + 9s").error == nil)
    #expect(
      Explanations(run.session).text().hasSuffix(
        "behind in this story so far, so the story will take that much longer."))
  }

  @Test(arguments: [
    (
      "set gestures exclusive; story play 4; hold 100ms",
      "A finger is down, and `exclusive` waits 350 ms to see whether it is a long press. At 0:00.100 the finger was up after 100 ms, before the 350 ms of a long press had passed, so it was a tap. The story kept playing under the finger, and lifting the finger counted as a tap. With `exclusive`, only a long press can hold a story. That is what went wrong. With `set gestures hold`, the story pauses at once. At 0:00.100 story 5 started because of that tap."
    ),
    (
      "set gestures longpress; story play 4; hold 100ms",
      "A finger is down, and `longpress` waits 350 ms to see whether it is a long press. At 0:00.100 the finger was up after 100 ms, before the 350 ms of a long press had passed, so it was a tap. The story kept playing under the finger, and lifting the finger counted as a tap. With `longpress`, only a long press can hold a story. That is what went wrong. With `set gestures hold`, the story pauses at once. At 0:00.100 story 5 started because of that tap."
    ),
    (
      "set gestures toggle; story play 4; hold 100ms",
      "A finger is down, and `toggle` waits 350 ms to see whether it is a long press. At 0:00.100 the finger was up after 100 ms, before the 350 ms of a long press had passed, so it was a tap. The story kept playing under the finger, and lifting the finger counted as a tap. With `toggle`, only a long press can hold a story. That is what went wrong. With `set gestures hold`, the story pauses at once. At 0:00.100 story 5 started because of that tap."
    ),
    (
      "set gestures exclusive; story play 4; hold 400ms",
      "A finger is down, and `exclusive` waits 350 ms to see whether it is a long press. At 0:00.400 both recognisers fired. The long press paused the story at 350 ms. When the finger went up, a drag of zero distance ended and counted as a tap in its zone. One touch had two meanings. That is what went wrong. At 0:00.400 story 5 started because of that tap."
    ),
    (
      "set gestures longpress; story play 4; hold 400ms",
      "A finger is down, and `longpress` waits 350 ms to see whether it is a long press. At 0:00.400 the finger was lifted, but the release was not noticed: the gesture ends as soon as the long press is recognised. \"Not pressed\" is never reported, so the story stays paused. `resume` ends the pause, and so does moving to another story."
    ),
    (
      "set gestures longpress; story play 4; hold; wait 1s; release",
      "The finger was lifted, but the release was not noticed: the gesture ends as soon as the long press is recognised. \"Not pressed\" is never reported, so the story stays paused. `resume` ends the pause, and so does moving to another story."
    ),
    (
      "set gestures longpress; story play 4; hold; wait 1s; tap right; release",
      "The finger was lifted, but the release was not noticed. That made no difference here: another story had started since."
    ),
    (
      "set gestures longpress; story play 4; hold; wait 1s; resume; release",
      "The finger was lifted, but the release was not noticed. That made no difference here: the story was already playing again, because of `resume`."
    ),
    (
      "set gestures longpress; story play 4; hold; wait 1s; resume; pause; release",
      "The finger was lifted, but the release was not noticed. That made no difference here: the story is paused because of `pause`, not because of the long press. `resume` ends the pause, and so does moving to another story."
    ),
    (
      "set gestures longpress; story play 4; pause; hold; wait 400ms",
      "A finger is down, and `longpress` waits 350 ms to see whether it is a long press. At 0:00.350 the finger had been down for 350 ms, so it was a long press, which pauses. It had no effect, because the story was already paused."
    ),
    (
      "set gestures longpress; story play 4; hold; hold",
      "A finger went down at 0:00.000 and was not lifted, so a second one has no effect. `release` lifts it."
    ),
    (
      "set gestures toggle; story play 4; pause; hold 1s",
      "A finger is down, and `toggle` waits 350 ms to see whether it is a long press. At 0:01.000 the long press had ended the pause when the finger had been down for 350 ms, so the story played under the finger. Lifting the finger has no effect. So the design is not a hold. That is what went wrong."
    ),
    (
      "set gestures toggle; story play 4; story fail; hold 1s",
      "A finger is down, and `toggle` waits 350 ms to see whether it is a long press. At 0:01.000 the finger was lifted, but the release was not noticed. That made no difference here: the story's picture had failed, so the story was not paused."
    ),
    (
      "set gestures sequence; story play 4; hold 1s; tap right",
      "A finger is down, and `sequence` waits 350 ms to see whether it is a long press. The tap after the long press completes the sequence: the story pauses only now, when no finger holds it. The story stays at 1.0 s until `resume`; releasing a hold does not end the pause."
    ),
    (
      "set gestures sequence; story play 4; story fail; hold 1s; tap right",
      "A finger is down, and `sequence` waits 350 ms to see whether it is a long press. The tap after the long press completes the sequence, which pauses. It had no effect, because the story's picture had failed. The story's picture could not be shown at 0:00.000, so there is nothing to pause or play."
    ),
    (
      "set gestures sequence; story play 4; pause; hold 1s; tap right",
      "A finger is down, and `sequence` waits 350 ms to see whether it is a long press. The tap after the long press completes the sequence, which pauses. It had no effect, because the story was already paused. The story has been paused since 0:00.000, and a second `pause` changes nothing."
    ),
    (
      "set gestures exclusive; story play 10; hold 100ms",
      "A finger is down, and `exclusive` waits 350 ms to see whether it is a long press. At 0:00.100 the finger was up after 100 ms, before the 350 ms of a long press had passed, so it was a tap. The story kept playing under the finger, and lifting the finger counted as a tap. With `exclusive`, only a long press can hold a story. That is what went wrong. With `set gestures hold`, the story pauses at once. At 0:00.100 story 1 started because of that tap: it was the deck's last story, so the deck starts again (`set end`)."
    ),
    (
      "set gestures sequence; story play 4; hold; wait 1s",
      "A finger is down, and `sequence` waits 350 ms to see whether it is a long press. At 0:00.350 it was a long press, but the pause waits for a tap after it, so holding alone has no effect. That is what went wrong."
    ),
    (
      "set gestures sequence; story play 4; hold 100ms; wait 1s",
      "A finger is down, and `sequence` waits 350 ms to see whether it is a long press. At 0:00.350 the sequence held the tap back, so it came 350 ms after the finger went down. At 0:00.350 story 5 started because of that tap."
    ),
    (
      "set gestures toggle; story play 4; hold; wait 1s; release",
      "The finger went up, which has no effect: a toggle resumes only after a second long press. So the design is not a hold. That is what went wrong."
    ),
    (
      "set gestures toggle; story play 4; hold 400ms",
      "A finger is down, and `toggle` waits 350 ms to see whether it is a long press. At 0:00.400 the finger went up, which has no effect: a toggle resumes only after a second long press. So the design is not a hold. That is what went wrong."
    ),
    (
      "set gestures toggle; story play 4; hold 1s; hold 1s",
      "A finger is down, and `toggle` waits 350 ms to see whether it is a long press. At 0:02.000 the long press had ended the pause when the finger had been down for 350 ms, so the story played under the finger. Lifting the finger has no effect. So the design is not a hold. That is what went wrong."
    ),
    (
      "set ending stuck; story play @ben for 1s; wait 3s",
      "`story play @ben for 1s` opened a deck, and story 5 by @ben started. At 0:02.000 the last story ended, and viewing entered `dismissing`. No gesture leaves this state, nor do `pause` and `resume`; only `story play` does. A state without an exit is a fault in the table of states (`story machine`); `set ending clean` fixes it."
    ),
    (
      "set ending stuck; story play @ben for 1s; wait 3s; resume",
      "The last story ended, and viewing entered `dismissing`. No gesture leaves this state, nor do `pause` and `resume`; only `story play` does. A state without an exit is a fault in the table of states (`story machine`); `set ending clean` fixes it."
    ),
    (
      "set ending stuck; story play @ben for 1s; next; next",
      "That was the last story of the deck. The last story ended, and viewing entered `dismissing`. No gesture leaves this state, nor do `pause` and `resume`; only `story play` does. A state without an exit is a fault in the table of states (`story machine`); `set ending clean` fixes it."
    ),
    (
      "set clock ticking; story play 4; wait 16s",
      "`story play 4` opened a deck, and story 4 by @ana started. At 0:15.298 the story took 298.5 ms too long: a timer counts its progress in ticks of 10 ms. The ticks come late, but each one counts as 10 ms, so the clock drifts. An exact deadline has no ticks and no drift (`set clock exact`). At 0:15.298 story 5 started by itself, because the previous story ended. The ticking clock is 21.5 ms behind in this story so far, so the story will take that much longer."
    ),
    (
      "set clock ticking; story play 4; wait 3007ms; pause",
      "The timer stopped between two ticks, so the time since the last tick (8.4 ms) was not counted: the story repeats it. With an exact deadline no time is lost (`set clock exact`). The story stays at 2.9 s until `resume`; releasing a hold does not end the pause. The ticking clock is 67 ms behind in this story so far, so the story will take that much longer."
    ),
    (
      "set clock ticking; story play 4; wait 3007ms; hold 2s",
      "The timer stopped between two ticks, so the time since the last tick (8.4 ms) was not counted: the story repeats it. With an exact deadline no time is lost (`set clock exact`). A finger went down on the story at 2.9 s; the story stays there as long as the finger is down, and nothing is lost. At 0:05.007 the finger was lifted after 2 s, so the story resumes at 2.9 s, exactly where it stopped. The ticking clock is 67 ms behind in this story so far, so the story will take that much longer."
    ),
    (
      "set clock ticking; story play 4; wait 3007ms; hold; wait 2s; release",
      "The finger was lifted after 2 s, so the story resumes at 2.9 s, exactly where it stopped. The ticking clock is 67 ms behind in this story so far, so the story will take that much longer."
    ),
    (
      "set animation restart; story play 4; wait 3s; hold 1s",
      "A finger went down on the story at 3.0 s; the story stays there as long as the finger is down, and nothing is lost. At 0:04.000 the finger was lifted after 1 s, so the story resumes at 3.0 s, exactly where it stopped. At 0:04.000 the progress is right, but its animation is not: it starts again when the story resumes, so the bar begins at zero and catches up within 100 ms. Compare `story.progress` with `story.drawn`; `set animation smooth` fixes the bar."
    ),
    (
      "set animation restart; story play 4; wait 3s; hold 1s; pause; resume",
      "The pause of 0 s is over, so the story resumes at 3.0 s, exactly where it stopped. The progress is right, but its animation is not: it starts again when the story resumes, so the bar begins at zero and catches up within 100 ms. Compare `story.progress` with `story.drawn`; `set animation smooth` fixes the bar."
    ),
  ])
  func explainSaysWhatWentWrongAndWhy(_ script: String, _ expected: String) {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    #expect(Explanations(run.session).text() == expected)
  }

  @Test func undoForkAndPredictionIncludeFaults() {
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

  /// Viewing that never ends reports no end.
  @Test func endlessDismissalsAreNotReportedAsEnds() {
    ScriptRun.passes(
      """
      let ended = 0
      when story.dismissed { ended = $ended + 1 }
      set end dismiss
      set ending stuck
      story play @ben for 1s
      wait 4s
      expect $ended == 0 and story.state == dismissing
      set ending clean
      story play @ben for 1s
      wait 4s
      expect $ended == 1 and story.state == dismissed
      """)
  }

  @Test func unreachableConditionsAreReportedImmediately() {
    let error = ScriptRun()(
      "set gestures longpress; story play 4; hold 1s; wait until story.number == 5"
    ).error
    #expect(error?.hasPrefix("this can never become true") == true, "\(error ?? "")")
  }

  @Test func theFiveTablesAreShownSideBySide() {
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

  @Test func invalidFaultSettingsAreRefused() {
    #expect(
      ScriptRun()("set gestures longpres").error
        == "'gestures' must be exclusive, longpress, sequence, toggle or hold, not \"longpres\" | did you mean 'longpress'?"
    )
    #expect(ScriptRun()("set clock 3").error == "'clock' must be exact or ticking, not 3 | try: set clock exact")
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
        == " 0:15.000  ⏭ story 11 by @cleo, the feed continues")
  }

  /// A feed that has expired as a whole is loaded again, both for playing and for listing it. `undo` brings the old
  /// feed back.
  @Test func anExpiredFeedIsReloaded() {
    let run = ScriptRun()
    #expect(
      run("set end endless; story play 10; wait 23h47m59s").lines.last
        == "23:47:45.000  ⏭ story 9551 by @cleo, the feed continues")
    #expect(run("stories by user | count").lines == ["1"])
    #expect(run("wait 1s").lines == ["23:48:00.000  ⏭ story 9561 by @cleo, the feed was loaded again"])
    #expect(
      Explanations(run.session).text()
        == "`story play 10` opened a deck, and story 10 by @ana started. At 23:48:00.000 story 9561 started by itself: the whole feed had expired, so it was loaded again."
    )
    #expect(
      run("expect (stories by user | count) == 5; expect (stories | count) == 20; like; expect story.liked").error
        == nil)
    #expect(run("wait 3d; expect story.number > 30000; expect story.state == playing").error == nil)
    #expect(run("rewind 3d12h; expect clock.elapsed < 12h; expect (stories page 1 | count) < 20").error == nil)
  }

  /// The mark belongs to the story, the ring next to the name to the user.
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
    #expect(run("wait 30h; stories by user").lines.last == " no stories: all of them have expired")
  }
}
