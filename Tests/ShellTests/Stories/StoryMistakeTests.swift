import Foundation
import Testing

@testable import ShellCore

/// Mistakes that users make with stories and their feed: each is rejected with the reason and a valid alternative.
@Suite struct StoryMistakeTests {
  static let start = " | try: story play 4"

  @Test(arguments: [
    // Gestures with no story open.
    ("hold", "nothing is playing, so there is nothing to hold" + start),
    ("hold 2s", "nothing is playing, so there is nothing to hold" + start),
    ("release", "nothing is playing, so nothing is held" + start),
    ("tap right", "nothing is playing, so `tap` has no effect" + start),
    ("tap bar 2", "nothing is playing, so `tap bar` has no effect" + start),
    ("doubletap", "nothing is playing, so there is nothing to like" + start),
    ("like", "nothing is playing, so there is nothing to like" + start),
    ("unlike", "nothing is playing, so there is nothing to like" + start),
    ("swipe left", "nothing is playing, so `swipe left` has no effect" + start),
    ("next", "nothing is playing, so `next` has no effect" + start),
    ("previous", "nothing is playing, so `previous` has no effect" + start),
    ("jump 1", "nothing is playing, so `jump` has no effect" + start),
    ("pause", "nothing is playing, so `pause` has no effect" + start),
    ("resume", "nothing is playing, so `resume` has no effect" + start),
    ("story buffer 1s", "nothing is playing, so `story buffer` has no effect" + start),
    ("story buffer 1s at 2s", "nothing is playing, so nothing can fail" + start),
    ("story fail", "nothing is playing, so `story fail` has no effect" + start),
    ("story fail at 5s", "nothing is playing, so nothing can fail" + start),
    ("story retry", "nothing is playing, so `story retry` has no effect" + start),
    ("story stop", "nothing is playing, so there is nothing to stop" + start),
    (
      "story play 4; swipe down; tap left", "nothing is playing, so `tap` has no effect: viewing has ended" + start
    ),
    // Out of range.
    (
      "story play 4; jump 11", "there is no story 11 in this deck of 10 | within the deck, stories are numbered 1 to 10"
    ),
    (
      "story play @ana; tap bar 4",
      "there is no story 4 in this deck of 3 | within the deck, stories are numbered 1 to 3"
    ),
    ("story play 4; jump 0", "'jump' expects a whole number from 1 to 10000, not '0'"),
    ("story play 4; jump 1.5", "'jump' expects a whole number from 1 to 10000, not '1.5'"),
    ("story play 0", "there is no story 0: the feed begins with story 1 | try: stories"),
    ("story play 4; tap 1.5", "'tap' expects 'left', 'right' or a number from 0 to 1, not '1.5'"),
    ("story play 4; hold 1s at -0.1", "'at' expects a share from 0% to 100%, or from 0 to 1, not '-0.1'"),
    ("story play 4; swipe down 140%", "'swipe' expects a share from 0% to 100%, or from 0 to 1, not '140%'"),
    // Invalid lengths.
    ("story play 4 for 0s", "'for' expects a duration from 100ms to 1d, not 0s"),
    ("story play 4 for -5s", "'for' expects a duration from 100ms to 1d, not -5s"),
    ("story play 4; hold -1s", "'hold' expects a duration from 0s to 365d, not -1s"),
    ("story play 4; story buffer -1s", "'story buffer' expects a duration from 0s to 1d, not -1s"),
    ("set length 0s", "'length' must be a duration from 100ms to 1d, not 0s | try: set length 15s"),
    // Faults at impossible times.
    (
      "story play 4; story fail at 15s",
      "the story ends at 15s, before 15s | the fault can be planned from 0s to just before 15s"
    ),
    (
      "story play 4; wait 6s; story fail at 5s",
      "the story is already at 6s, past 5s | the fault can be planned from 6s to just before 15s"
    ),
    (
      "story play 4; story buffer at 5s", "a planned wait needs a duration | try: story buffer 2s at 5s"
    ),
    // Users, cursors and pages.
    ("story play @bne", "no user @bne shares stories | did you mean '@ben'?"),
    (
      "wait 1d; story play @ana",
      "@ana has no stories left: stories expire after 24 h | try: stories, which lists the stories that are left; `story play deck classic` and your own decks never expire"
    ),
    (
      "wait 1d; story play 4",
      "story 4 has expired, and so has its whole round | try: stories, which lists the stories that are left; `story play deck classic` and your own decks never expire"
    ),
    (
      "wait 3h; story play 20",
      "story 20 has expired: it left the feed 24 h after it was posted | try: story play 11, which opens the rest of the round"
    ),
    (
      "stories of @ben after (stories of @ana)[0].cursor",
      "this cursor is for @ana's stories, not for @ben's stories | try: stories of @ana after @ana-4"
    ),
    (
      "stories page 2 of @ana",
      "the stories of one user have no pages | try: stories of @ana after CURSOR"
    ),
    ("stories page 2 after all-20", "'stories' accepts either 'page' or 'after', not both"),
    // Likes for expired stories.
    (
      "story play 10; wait 3h; jump 10; like",
      "story 10 has expired: it left the feed 24 h after it was posted | try: stories, which lists the stories that you can like"
    ),
    (
      "story play 10; wait 3h; jump 10; doubletap",
      "story 10 has expired: it left the feed 24 h after it was posted | try: stories, which lists the stories that you can like"
    ),
    // Going back past the start.
    ("rewind 1s", "the session is only 0 s old | it has only just begun"),
    ("wait 5s; rewind 6s", "the session is only 5 s old | try: rewind 5s"),
    ("wait 5s; fork; wait 1s; rewind 2s", "the fork started 1 s ago | try: rewind 1s"),
    // Invalid decks.
    (
      "story play deck nowhere.json",
      "there is no deck or folder 'nowhere.json' | try: story play deck Examples/deck.json"
    ),
    (
      "story play deck Examples/people.csv",
      "'Examples/people.csv' is not a deck: a deck is a .json file or a folder | try: story play deck Examples/deck.json"
    ),
    (
      "story play {a: 1}",
      "this record is not a moment: it has no `files`, only a | try: story play (cluster FOLDER)[0]"
    ),
  ])
  func refuses(_ script: String, _ message: String) { #expect(ScriptRun.error(script) == message) }

  /// The error gives the place in the deck's file.
  @Test(arguments: [
    (#"{"stories": [{"image": "a.jpg"},"#, "line 1, column 33: this is not JSON: expected a value"),
    ("[]", "line 1: a deck must be a record with `stories`, not a list"),
    ("{}", "line 1: a deck needs a `stories` list"), (#"{"stories": []}"#, "line 1: the deck has no stories"),
    ("{\n\"stories\": [\n{\"image\": 5}]}", "line 3: `image` must be text, not a number"),
    (
      "{\n\"stories\": [\n{\"image\": \"a\"},\n{\"imgae\": \"b\"}]}",
      "line 4: a story has no field 'imgae' | did you mean 'image'?"
    ),
    ("{\n\"stories\": [\n{}]}", "line 3: story 1 needs either `image` or `video` | try: {\"image\": \"a.jpg\"}"),
    (
      "{\"stories\": [\n{\"image\": \"a\",\n\"length\": 0}]}",
      "line 3: `length` must be a number of seconds from 0.1 to 86400, not 0 | try: \"length\": 5"
    ),
    (
      "{\"length\": -5,\n\"stories\": [{\"image\": \"a\"}]}",
      "line 1: `length` must be a number of seconds from 0.1 to 86400, not -5 | try: \"length\": 5"
    ),
    (
      "{\"stories\": [{\"image\": \"a\",\n\"bytes\": -1}]}",
      "line 2: `bytes` must be a whole number from 0 to 1000000000000, not -1 | `bytes` is optional (default: the size of the file)"
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
  @Test func aDisabledPlanIsReported() {
    var options = Session.Options()
    options.isPrompt = true
    let lines = ScriptRun(options, width: 120)("story play 4; story buffer 1s at 2s; story fail at 3s").lines
    #expect(lines.last == "note: a story has at most one planned fault: the fault at 2.0 s is cancelled")
    #expect(ScriptRun(options)("story play 4; story fail at 3s; story fail at 3s").lines.count == 3)
  }
}
