import Foundation
import Testing

@testable import Shell

/// Mistakes that users make with stories and their feed: each is rejected with the reason and a valid alternative.
@Suite struct StoryMistakeTests {
  static let start = " | start with: story play 4"

  @Test(arguments: [
    // Gestures with no story open.
    ("hold", "nothing plays that could be held" + start), ("hold 2s", "nothing plays that could be held" + start),
    ("release", "nothing plays, so nothing is held" + start),
    ("tap right", "nothing plays, so 'tap' has nothing to act on" + start),
    ("tap bar 2", "nothing plays, so 'tap bar' has nothing to act on" + start),
    ("doubletap", "nothing plays that could be liked" + start), ("like", "nothing plays that could be liked" + start),
    ("unlike", "nothing plays that could be liked" + start),
    ("swipe left", "nothing plays, so 'swipe left' has nothing to act on" + start),
    ("next", "nothing plays, so 'next' has nothing to act on" + start),
    ("previous", "nothing plays, so 'previous' has nothing to act on" + start),
    ("jump 1", "nothing plays, so 'jump' has nothing to act on" + start),
    ("pause", "nothing plays, so 'pause' has nothing to act on" + start),
    ("resume", "nothing plays, so 'resume' has nothing to act on" + start),
    ("story buffer 1s", "nothing plays, so 'story buffer' has nothing to act on" + start),
    ("story buffer 1s at 2s", "nothing plays in which anything could go wrong" + start),
    ("story fail", "nothing plays, so 'story fail' has nothing to act on" + start),
    ("story fail at 5s", "nothing plays in which anything could go wrong" + start),
    ("story retry", "nothing plays, so 'story retry' has nothing to act on" + start),
    ("story stop", "nothing plays, so there is nothing to stop" + start),
    (
      "story play 4; swipe down; tap left", "nothing plays, so 'tap' has nothing to act on: viewing has ended" + start
    ),
    // Out of range.
    ("story play 4; jump 11", "there is no story 11 in this deck of 10 | 1 to 10 can be reached"),
    ("story play @ana; tap bar 4", "there is no story 4 in this deck of 3 | 1 to 3 can be reached"),
    ("story play 4; jump 0", "'jump' expects a whole number from 1 to 10000, not '0'"),
    ("story play 4; jump 1.5", "'jump' expects a whole number from 1 to 10000, not '1.5'"),
    (
      "story play 0",
      "'story play' expects a whole number from 1 to 1000000000000, or the name of a user, such as @ana, or the record of a moment, such as $moments[0], not '0'"
    ),
    ("story play 4; tap 1.5", "'tap' expects 'left', 'right' or a number from 0 to 1, not '1.5'"),
    ("story play 4; hold 1s at -0.1", "'at' expects a number from 0 to 1, not '-0.1'"),
    // Invalid lengths.
    ("story play 4 for 0s", "'for' expects a duration from 100ms to 1d, not 0s"),
    ("story play 4 for -5s", "'for' expects a duration from 100ms to 1d, not -5s"),
    ("story play 4; hold -1s", "'hold' expects a duration from 0s to 365d, not -1s"),
    ("story play 4; story buffer -1s", "'story buffer' expects a duration from 0s to 1d, not -1s"),
    ("set length 0s", "'length' is a duration from 100ms to 1d, not 0s | such as: set length 15s"),
    // Faults at impossible times.
    ("story play 4; story fail at 15s", "the story is over at 15s, before 15s | any time from 0s on and before 15s"),
    (
      "story play 4; wait 6s; story fail at 5s",
      "the story is at 6s already, past 5s | any time from 6s on and before 15s"
    ),
    (
      "story play 4; story buffer at 5s", "what comes later must say how long it takes | such as: story buffer 2s at 5s"
    ),
    // Users, cursors and pages.
    ("story play @bne", "no user @bne shares stories | did you mean '@ben'?"),
    (
      "wait 1d; story play @ana",
      "@ana has no stories left: they expire after 24 h | `stories` lists what is left; `story play deck classic` and decks of your own never expire"
    ),
    (
      "wait 1d; story play 4",
      "story 4 has expired, and its whole round with it | `stories` lists what is left; `story play deck classic` and decks of your own never expire"
    ),
    (
      "wait 3h; story play 20",
      "story 20 has expired: it left the feed 24 h after it was posted | story play 11 opens what is left of its round"
    ),
    (
      "stories of @ben after (stories of @ana)[0].cursor",
      "this cursor belongs to @ana's stories, not to @ben's stories | stories of @ana after @ana-4"
    ),
    (
      "stories page 2 of @ana",
      "one user's stories have no pages, because users share at different times | stories of @ana after CURSOR goes on from a record's cursor"
    ),
    ("stories page 2 after all-20", "'stories' accepts either 'page' or 'after', not both"),
    // Likes for expired stories.
    (
      "story play 10; wait 3h; jump 10; like",
      "story 10 has expired: it left the feed 24 h after it was posted | `stories` lists those that can be liked"
    ),
    (
      "story play 10; wait 3h; jump 10; doubletap",
      "story 10 has expired: it left the feed 24 h after it was posted | `stories` lists those that can be liked"
    ),
    // Going back past the start.
    ("rewind 1s", "the session is only 0 s old | it is at its beginning already"),
    ("wait 5s; rewind 6s", "the session is only 5 s old | rewind 5s goes back to its beginning"),
    ("wait 5s; fork; wait 1s; rewind 2s", "the fork began 1 s ago | rewind 1s goes back to its beginning"),
    // Invalid decks.
    ("story play deck nowhere.json", "there is no deck or folder 'nowhere.json' | story play deck Examples/deck.json"),
    (
      "story play deck Examples/people.csv",
      "'Examples/people.csv' is no deck: a deck is a .json file or a folder | story play deck Examples/deck.json"
    ),
    (
      "story play {a: 1}",
      "this record is no moment: it has no `files`, only a | story play (cluster FOLDER)[0]"
    ),
  ])
  func refuses(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }

  /// The error gives the place in the deck's file.
  @Test(arguments: [
    (#"{"stories": [{"image": "a.jpg"},"#, "line 1, column 33: this is not JSON: expected a value or a digit"),
    ("[]", "line 1: a deck is a record with `stories`, not a list"),
    ("{}", "line 1: a deck needs `stories`, a list"), (#"{"stories": []}"#, "line 1: the deck has no stories"),
    ("{\n\"stories\": [\n{\"image\": 5}]}", "line 3: `image` is a text, not a number"),
    (
      "{\n\"stories\": [\n{\"image\": \"a\"},\n{\"imgae\": \"b\"}]}",
      "line 4: a story has no field 'imgae' | did you mean 'image'?"
    ),
    ("{\n\"stories\": [\n{}]}", "line 3: story 1 needs either `image` or `video` | such as: {\"image\": \"a.jpg\"}"),
    (
      "{\"stories\": [\n{\"image\": \"a\",\n\"length\": 0}]}",
      "line 3: `length` is a number of seconds from 0.1 to 86400, not 0 | such as: \"length\": 5"
    ),
    (
      "{\"length\": -5,\n\"stories\": [{\"image\": \"a\"}]}",
      "line 1: `length` is a number of seconds from 0.1 to 86400, not -5 | such as: \"length\": 5"
    ),
    (
      "{\"stories\": [{\"image\": \"a\",\n\"bytes\": -1}]}",
      "line 2: `bytes` is a whole number from 0 to 1000000000000, not -1 | leave it out: the file says how large it is"
    ),
  ])
  func refusesDecks(_ text: String, _ message: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "deck-\(UUID().uuidString).json")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let error = try #require(ScriptRun.error("story play deck \"\(file.path)\""))
    #expect(error.contains(message), "\(error)")
  }

  @Test func missingPicturesFailAndLeaveTheRest() {
    ScriptRun.passes(
      "story play deck Examples/deck.json; jump 3; expect story.state == failed; wait 1h; expect story.place == 3; story retry; expect story.state == failed; next; expect story.state == entering"
    )
  }

  /// A second plan replaces the first one, which must be reported.
  @Test func aPlanThatIsOffIsSaid() {
    var options = Session.Options()
    options.isPrompt = true
    let lines = ScriptRun(options, width: 120)("story play 4; story buffer 1s at 2s; story fail at 3s").lines
    #expect(lines.last == "note: one thing at a time is planned for a story: nothing goes wrong at 2.0 s any more")
    #expect(ScriptRun(options)("story play 4; story fail at 3s; story fail at 3s").lines.count == 3)
  }
}
