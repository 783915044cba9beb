import StoryScript
import Testing

@testable import Shell

@Suite struct ExplanationTests {
  @Test(arguments: [
    ("", "Nothing was done yet. Begin with `story play 4` or `timer start reading 20`."),
    (
      "story play 4; wait 3s; hold; wait 1s; tap right",
      "The story is held since 0:03.000. While held, taps, jumps and swipes do nothing, so that a resting thumb cannot skip. Let go with `release`."
    ),
    (
      "story play 4; pause; wait 1s; pause",
      "The story is paused since 0:00.000, and twice is no more. `resume` lets it go on."
    ),
    (
      "story play @ben; swipe left",
      "A swipe to the side goes to another user, and none comes after @ben. `swipe right` goes the other way, `next` stays with the deck."
    ),
    (
      "try { hold 2s } catch { }",
      "`hold 2s` could not be done: nothing plays that could be held. Try this: start with: story play 4."
    ),
    (
      "story play 4; wait 16s; story state",
      "`story play 4` opened a deck, and story 4 by @ana started. Since then story 5 has started by itself at 0:15.000, because the one before was over."
    ),
    (
      "story play 1; previous",
      "Nothing comes before the deck's first story, so it starts again: story 1 by @cleo started."
    ),
    ("cluster Examples/Photos", "`cluster Examples/Photos`: photos were divided into moments."),
    (
      "timer start reading 20; timer pause; timer pause",
      "`timer pause` had no effect: it is paused already. `timer resume` lets it go on, `timer done` finishes it."
    ),
    (
      "story play 4; like; undo",
      "`like` was taken back; what it had changed is as it was, counted from now."
    ),
    (
      "set length 5s",
      "`set length 5s` changed how long a story plays that does not say; counts from the next `story play`. `settings` lists what each can be, and `undo` takes it back."
    ),
    ("fork", "A trial began. `fork drop` comes back to this instant, `fork keep` stays with what was tried."),
    ("story play 4; skip 5s", "`skip 5s` let time pass at once; what was due meanwhile came at its own instant."),
    ("story play 4; story state; help", "`story play 4` opened a deck, and story 4 by @ana started."),
  ])
  func saysWhatAndWhyAndWhatToDo(_ script: String, _ expected: String) {
    let run = ScriptRun()
    #expect(run(script).error == nil)
    #expect(run.session.explanation() == expected)
  }

  /// Whatever is done, there is something to say about it, in a few whole sentences.
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
        let text = run.session.explanation()
        #expect(text.hasSuffix(".") && text.count < 400 && !text.contains(".."), "\(setup); \(input): \(text)")
        #expect(run("explain").lines.allSatisfy { $0.count <= 80 })
      }
    }
  }
}
