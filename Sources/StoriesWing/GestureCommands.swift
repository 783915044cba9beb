import SessionState
import ShellCore
import Stories
import StoryScript
import Timeline

package enum GestureCommands {
  /// The smallest share of the full distance with which a swipe counts.
  package static let swipeDistance = Player.swipeDistance

  static let entries: [CommandEntry] = [
    CommandEntry(
      "hold",
      [
        Parameter(
          "DURATION", .duration(.zero ... .days(365)), optional: true,
          "the length of the hold (default: until `release`)"),
        Parameter(
          "X", after: "at", .number(0...1, whole: false), optional: true,
          "the horizontal position, from 0 (left edge) to 1 (right edge)"),
      ],
      summary: "holds the story still for a time, or until `release`",
      details:
        "Nothing is lost: after the release the story resumes at exactly the same position, no matter how long you held it.",
      examples: [
        .init(
          "story play 4 for 15s\nwait 3s\nhold 2s\nexpect story.position == 3s",
          "three seconds in, held for two seconds"),
        .init(
          "story play 4\nhold\nwait 1h\nrelease\nexpect story.position == 0s", "even after an hour nothing is lost"),
      ],
      searchWords: ["press", "pause", "freeze", "finger"], advancesClock: true, in: .gestures
    ) { (session, arguments) throws(Failure) in
      let place = arguments.number(1) ?? Player.middle
      guard let length = arguments.duration(0) else {
        try StoryCommands(session).play(.hold(x: place))
        return .value(.none)
      }
      try StoryCommands(session).play(.press(length, x: place))
      return .wait(length, then: { () throws(Failure) in .value(.none) })
    },
    gesture(
      "release", .release, "lifts the finger, so the story resumes", ["let go", "resume"], "story play 4\nhold\nrelease"
    ),
    CommandEntry(
      "tap", [Parameter("X", .choice(["left", "right"], orNumber: 0...1), "left, right, or a position from 0 to 1")],
      summary: "goes to the previous story (left third) or to the next one",
      examples: [
        .init("story play 4\ntap right\nexpect story.number == 5", "the next story"),
        .init("story play 4\ntap 0.2\nexpect story.number == 3", "the previous story"),
      ],
      searchWords: ["touch", "skip", "zone"], in: .gestures
    ) { (session, arguments) throws(Failure) in
      let place = arguments.number(0) ?? (arguments.text(0) == "left" ? 0 : 1)
      try StoryCommands(session).play(.tap(x: place))
    },
    CommandEntry(
      "tap bar", [Parameter("N", .number(1...10_000, whole: true), "the segment's number, from 1")],
      summary: "taps a segment of the progress bar",
      examples: [.init("story play 4\ntap bar 7\nexpect story.number == 7", "goes to the deck's seventh story")],
      searchWords: ["segment", "jump"], in: .gestures
    ) { (session, arguments) throws(Failure) in try StoryCommands(session).play(.tapBar(Int(arguments.number(0) ?? 1)))
    },
    gesture(
      "doubletap", .doubleTap, "likes the story", ["like", "heart"],
      "story play 4\ndoubletap\nexpect story.liked"),
    CommandEntry(
      "like", summary: "likes the story, or removes the like",
      examples: [
        .init("story play 4\nlike\nexpect story.liked\nlike\nexpect not story.liked", "a second `like` removes it")
      ],
      searchWords: ["heart", "favourite"], in: .gestures
    ) { (session, _) throws(Failure) in
      guard session.world.stories.isStoryLiked else { return try StoryCommands(session).play(.like) }
      try StoryCommands(session).play(.unlike)
      if session.questions.prompt?.isTyped == true {
        session.notice("the story was already liked, so `like` removed the like; try: like")
      }
    },
    gesture("unlike", .unlike, "removes the like", ["heart"], "story play 4\nlike\nunlike\nexpect not story.liked"),
    CommandEntry(
      "swipe",
      [
        Parameter("DIRECTION", .choice(["left", "right", "down", "up"], orNumber: nil), "the direction"),
        Parameter(
          "SHARE", .number(0...1, whole: false), optional: true,
          "the share of the full distance; below 50%, the swipe is cancelled (default 100%)"),
      ],
      summary: "ends viewing (down), or goes to the next (left) or previous (right) user",
      details: "With `set direction rtl`, left goes to the previous user and right to the next.",
      examples: [
        .init("story play 4\nswipe down 40%\nexpect story.number == 4", "cancelled: the story stays"),
        .init(
          "story play @ana\nswipe left\nexpect story.author == \"ben\"\nswipe down",
          "goes to the next user, then ends viewing"),
      ],
      searchWords: ["dismiss", "user", "close"], in: .gestures
    ) { (session, arguments) throws(Failure) in
      let direction = Player.SwipeDirection(rawValue: arguments.text(0) ?? "") ?? .down
      let counts = (arguments.number(1) ?? 1) >= swipeDistance
      try StoryCommands(session).play(counts ? .swipe(direction) : .swipeBack(direction))
    },
    gesture(
      "next", .next, "goes to the next story", ["skip", "forward"], "story play 4\nnext\nexpect story.number == 5"),
    gesture(
      "previous", .previous, "goes to the previous story", ["back"], "story play 4\nprevious\nexpect story.number == 3"),
    CommandEntry(
      "jump", [Parameter("N", .number(1...10_000, whole: true), "the story's place in the deck, from 1")],
      summary: "goes to story N of the deck",
      examples: [.init("story play 4\njump 1\nexpect story.number == 1", "goes to the first story")],
      searchWords: ["go", "segment"], in: .gestures
    ) { (session, arguments) throws(Failure) in try StoryCommands(session).play(.jump(Int(arguments.number(0) ?? 1))) },
    gesture(
      "pause", .pause, "pauses the story until `resume`", ["stop", "freeze"],
      "story play 4\npause\nexpect story.state == paused"),
    gesture(
      "resume", .resume, "resumes a paused story", ["continue", "play"],
      "story play 4\npause\nwait 1m\nresume\nexpect story.position == 0s"),
  ]

  /// Returns the command of a gesture without parameters.
  private static func gesture(
    _ words: String, _ input: Player.Input, _ summary: String, _ searchWords: [String], _ example: String
  ) -> CommandEntry {
    CommandEntry(
      words, summary: summary, examples: [.init(example, summary)], searchWords: searchWords, in: .gestures
    ) { (session, _) throws(Failure) in try StoryCommands(session).play(input) }
  }
}
