import Stories
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore
@testable import StoriesWing

/// Right-to-left decks, swipes that are taken back, and expired stories in swipes.
@Suite struct ReadingDirectionTests {
  @Test(arguments: [
    // Zones and swipes are mirrored; commands that name the order are not.
    "set direction rtl; story play 4; tap left; expect story.number == 5; tap right; expect story.number == 4",
    "set direction rtl; story play 4; tap 0.66; expect story.number == 5; tap 0.68; expect story.number == 4",
    "set direction rtl; story play 4; next; expect story.number == 5; previous; expect story.number == 4",
    "set direction rtl; story play @ana; swipe right; expect story.author == \"ben\"; swipe left; expect story.author == \"ana\"",
    "set direction rtl; set press 350ms; story play 4; hold 100ms at 0.1; expect story.number == 5",
    "set direction rtl; set direction ltr; story play 4; tap left; expect story.number == 3",
    "set direction rtl; undo; story play 4; tap right; expect story.number == 5",
    // A swipe that is taken back changes nothing, not even a pause.
    "story play 4; wait 3s; swipe down 40%; expect story.number == 4; expect story.position == 3s; wait 1s; expect story.position == 4s",
    "story play 4; pause; swipe left 49%; expect story.state == paused",
    "story play 4; swipe down 50%; expect story.state == dismissed",
    "story play @ana; swipe left 0.5; expect story.author == \"ben\"",
    // One rule for expired stories: swipes, `set end next`, `story play @ben` and endless viewing.
    "story play @ana for 1d; hold; wait 14h; release; swipe left; expect story.count == 1; next; like",
    "story play @ben for 1d; hold; wait 14h; expect story.count == 2",
    "wait 14h; story play @ben; expect story.count == 1",
    "set end next; story play @ana for 14h; wait 15h; jump 3; wait 14h; expect story.state == dismissed",
  ])
  func passes(_ script: String) { ScriptRun.passes(script) }

  @Test func theReasonNamesTheOtherDirection() {
    let run = ScriptRun()("set direction rtl; story play @ben; swipe right; explain")
    #expect(
      run.lines.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(
        "there is no user after @ben. `swipe left` goes the other way"))
  }

  /// The seen part is at the left of a left-to-right bar, and at the right of the other.
  @Test(arguments: [12, 60]) func theBarIsMirrored(_ columns: Int) {
    func bar(_ direction: String) -> String {
      let run = ScriptRun()
      #expect(run("set direction \(direction); story play 4; wait 5s").error == nil)
      let picture = StoryPicture(run.session.world.stories, run.session.now, columns: columns, .ascii)
      return picture.rows(2, hasCard: false)[0].plain.filter { $0 == "#" || $0 == "-" }
    }
    let (forward, backward) = (bar("ltr"), bar("rtl"))
    #expect(forward.hasPrefix("##") && forward.hasSuffix("--"), "\(forward)")
    #expect(backward == String(forward.reversed()), "\(backward)")
  }
}
