import StoryScript
import Testing

@testable import ShellCore

@Suite struct ExplanationTests {
  @Test(arguments: [
    ("", "You have not done anything yet. Start with `story play 4` or `timer start reading 20`."),
    (
      "story play 4; wait 3s; hold; wait 1s; tap right",
      "The story has been held since 0:03.000. While a story is held, taps, jumps and swipes have no effect, so a resting thumb cannot skip it. `release` lets go."
    ),
    (
      "story play 4; pause; wait 1s; pause",
      "The story has been paused since 0:00.000, and a second `pause` changes nothing. `resume` ends the pause."
    ),
    (
      "story play @ben; swipe left",
      "A swipe to the side goes to another user, but there is no user after @ben. `swipe right` goes the other way; `next` goes to the next story, and with `set end endless` the next round follows."
    ),
    (
      "story play deck classic; swipe left",
      "A swipe to the side goes to another user, but this deck is not from the feed. `next` goes to the next story of the deck."
    ),
    (
      "set end dismiss; story play @ben for 1s; wait 3s; story state",
      "`story play @ben for 1s` opened a deck, and story 5 by @ben started. At 0:02.000 viewing ended, because the last story of the deck ended (`set end dismiss`)."
    ),
    (
      "try { hold 2s } catch { }",
      "`hold 2s` was refused: nothing is playing, so there is nothing to hold. Try: story play 4."
    ),
    (
      "story play 4; wait 16s; story state",
      "`story play 4` opened a deck, and story 4 by @ana started. At 0:15.000 story 5 started by itself, because the previous story ended."
    ),
    (
      "story play 1; previous",
      "No story comes before the deck's first one, so it starts again: story 1 by @cleo started."
    ),
    (
      "cluster Examples/Photos fixed 3h",
      "A new moment begins after a gap of more than 3 h, as you asked: 35 photos in 7 moments. Moment 2: 4 h 22 min after the previous photo; 3: 14 h 15 min after the previous photo; 4: 3 h 26 min after the previous photo; 5: 19 h 48 min after the previous photo; 6: 9 h 22 min after the previous photo; 7: 12 h 37 min after the previous photo."
    ),
    (
      "timer start reading 20; wait 15m; timer done",
      "reading was done early: it took 15 min of 20 min, not counting pauses, so 5 min was saved. The session counts for 2026-01-05, the local day on which it ended. Rate the session to get its stars: `rate`."
    ),
    (
      "repeat 3 { timer start reading; timer done; skip 1d }; rate good",
      "good is worth 10 stars. reading earns 10 × 1.5 = 15, because its day was the third in a row, and from the third day on, stars count 1.5 times."
    ),
    (
      "repeat 3 { timer start reading; timer done; skip 1d }; rate amazing",
      "amazing is worth 15 stars. reading earns 15 × 1.5 = 22.5, rounded down to 22, because its day was the third in a row, and from the third day on, stars count 1.5 times."
    ),
    (
      "timer start reading; timer done; rate needs work",
      "needs work is worth 5 stars. reading earns 5: its day was the first in a row, and stars count more only from the third day in a row."
    ),
    (
      "timer start reading 20; wait 11m",
      "reading lasts 20 min: halfway is after 10 min, and the ring's colour changes when 75, 50, 25 and 10% of the time is left. Only one timer runs at a time; `timer pause` pauses it, and `timer done` finishes it early. At 10:00.000 the ring became orange, because 50% or less of the time was left."
    ),
    (
      "post \"hi 👩‍👩‍👧 #tag\"",
      "The post is waiting in the outbox, with 9 of 300 characters and 26 of 3,000 UTF-8 bytes. Its facets, with byte positions: `#tag` starts at byte 22 and ends before byte 26."
    ),
    (
      "post \"Look at https://example.com/a/long/path/to/see #tag hi\"",
      "The post is waiting in the outbox, with 43 of 300 characters and 43 of 3,000 UTF-8 bytes. Its facets, with byte positions: `example.com/a/long/path/...` starts at byte 8 and ends before byte 35, `#tag` starts at byte 36 and ends before byte 40."
    ),
    (
      "timer start reading 20; timer pause; timer pause",
      "`timer pause` had no effect: the timer is already paused. `timer resume` resumes it; `timer done` finishes it."
    ),
    (
      "story play 4; like; undo",
      "`like` was undone: everything that it changed was restored."
    ),
    (
      "set length 5s",
      "`length` is now 5s (previously 15s): the default length of a story, from the next `story play`. `settings` lists the allowed values, and `undo` restores the previous value."
    ),
    (
      "fork",
      "A trial has started. `fork drop` returns to the moment before the fork, and `fork keep` keeps the result."
    ),
    ("story play 4; skip 5s", "`skip 5s` skipped time; everything due in that time happened at its own time."),
    ("story play 4; story state; help", "`story play 4` opened a deck, and story 4 by @ana started."),
  ])
  func saysWhatAndWhyAndWhatToDo(_ script: String, _ expected: String) {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    #expect(Explanations(run.session).text() == expected)
  }

  /// The log keeps 100,000 entries; an older command must not be reported as if no command had run.
  @Test func droppedEventsAreReported() {
    let run = ScriptRun()
    #expect(run("story play 4 for 1s; wait 2d").error == nil)
    #expect(
      Explanations(run.session).text()
        == "The last input is no longer in the log: too much has happened since. `events` lists the events that the log still holds. At 2d 00:00:00.000 story 4 started by itself, because the previous story ended."
    )
  }

  /// Every action has an explanation, in a few whole sentences.
  @Test func everythingIsExplained() {
    let setups = ["", "story play 4", "story play 4; pause", "story play 4; hold", "story play 4; story fail"]
    let inputs = [
      "hold", "hold 1s", "release", "tap left", "tap 0.9", "tap bar 2", "tap bar 99", "doubletap", "like", "unlike",
      "swipe up", "swipe down", "swipe left", "swipe right", "next", "previous", "jump 3", "pause", "resume",
      "story buffer", "story buffer 1s", "story fail", "story retry", "story stop", "timer stop", "timer start reading",
      "undo", "redo", "rewind 1s", "fork", "post \"x\"",
    ]
    for setup in setups {
      for input in inputs {
        let run = ScriptRun()
        run("\(setup); try { \(input) } catch { }")
        let text = Explanations(run.session).text()
        #expect(text.hasSuffix(".") && text.count < 400 && !text.contains(".."), "\(setup); \(input): \(text)")
        #expect(run("explain").lines.allSatisfy { $0.count <= 80 })
      }
    }
  }
}
