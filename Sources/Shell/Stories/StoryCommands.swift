import Stories
import StoryScript
import Timeline

extension Catalog {
  /// How long a story may be asked to play: long enough to see it, and no longer than a story lives.
  static let storyLengths = Duration.milliseconds(100)...Story.lifetime
  private static let feedNumbers = Double(Feed.ids.lowerBound)...Double(Feed.ids.upperBound)

  static let storyCommands: [CommandEntry] = [
    CommandEntry(
      Command(
        "story play",
        [
          Parameter(
            "STORY",
            .either([
              .number(feedNumbers, whole: true), .name(of: NameList.user), .record(of: "a moment, such as $moments[0]"),
            ]),
            "a story's number in the feed, a user, or a moment of `cluster`"),
          Parameter("DURATION", after: "for", .duration(storyLengths), optional: true, "how long each story plays"),
        ],
        summary: "plays stories, from this one on",
        details: """
          A number opens the round of ten stories that holds it and begins there; a user opens that user's stories. \
          Each story plays for its time (15 s unless said), then the next one starts; after the last one the first \
          starts again. A moment plays its photos. Whatever played before is closed.
          """,
        examples: [
          .init("story play 4 for 15s", "story 4, then 5, 6, …, each for 15 s"),
          .init(
            "let moments = cluster Examples/Photos\nstory play $moments[0] for 5s\nexpect story.count == 9",
            "a moment's photos"),
          .init("story play @ana\nwait 31s\nexpect story.place == 3", "what ana shared"),
        ],
        searchWords: ["open", "watch", "view", "start", "deck"])
    ) { (session, arguments) throws(Failure) in
      let length = arguments.duration(1)
      if case .record(let moment) = arguments[0] {
        return try session.playDeck(try session.deck(moment: moment), for: length)
      }
      if let number = arguments.number(0) {
        let id = Int(number)
        guard let deck = session.world.feed.deck(holding: id), let index = deck.index(ofID: id) else {
          throw .refused("there is no story \(id)")
        }
        try session.play(.open(deck, start: index, length: length, rail: session.rail(cycleOf: id)))
      } else {
        let name = try session.author(arguments.text(0) ?? "")
        let feed = session.world.feed
        guard let deck = feed.deck(of: name, at: session.now) else {
          throw .refused("@\(name) has no stories left: they expire after 24 h", "story play 4 opens a whole round")
        }
        try session.play(.open(deck, length: length, rail: feed.rail(at: session.now)))
      }
      return .value(.record(session.storyRecord))
    },
    CommandEntry(
      Command(
        "story stop", summary: "ends viewing",
        examples: [.init("story play 4\nstory stop\nexpect story.state == idle", "plays and ends")],
        searchWords: ["end", "close", "quit"])
    ) { (session, _) throws(Failure) in
      try session.play(.stop)
      return .value(.none)
    },
    CommandEntry(
      Command(
        "story state", summary: "everything about the playing story, as a record",
        examples: [
          .init("story play 4\nlet s = story state\nexpect $s.author == \"ana\"", "reads it into a variable")
        ], searchWords: ["status", "show"]),
      shows: .record, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(.record(session.storyRecord))
    },
    CommandEntry(
      Command(
        "story buffer",
        [
          Parameter(
            "DURATION", .duration(.zero ... .hours(24)), optional: true,
            "how long it takes; without it until the next `story buffer`"),
          Parameter(
            "POSITION", after: "at", .duration(.zero...Story.lifetime), optional: true,
            "not now, but when the story itself has come there; needs a DURATION"),
        ],
        summary: "lets the story wait for its picture",
        details: """
          A fault on purpose: the story stands until the time is over and then goes on where it was. With `at` it comes \
          later and by itself, and the command does not wait; a story has one such plan, and the \
          next one takes its place. `set story-buffering 10%` leaves it to chance.
          """,
        examples: [
          .init(
            "story play 4\nwait 3s\nstory buffer 2s\nexpect story.position == 3s",
            "three seconds in, the picture is missing for two"),
          .init(
            "story play 4\nstory buffer 2s at 5s\nwait 6s\nexpect story.state == buffering\nwait 2s\nexpect story.position == 6s",
            "planned for later"),
        ], searchWords: ["load", "network", "fault", "slow"], takesTime: true)
    ) { (session, arguments) throws(Failure) in
      guard let length = arguments.duration(0) else {
        guard !arguments.has(1) else {
          throw .refused("what comes later must say how long it takes", "such as: story buffer 2s at 5s")
        }
        try session.play(session.world.player.isBuffering ? .bufferEnd : .bufferStart)
        return .value(.none)
      }
      if let place = arguments.duration(1) {
        try session.plan(.buffering(length), at: place)
        return .value(.none)
      }
      try session.play(.bufferFor(length))
      return .wait(length, then: { () throws(Failure) in .value(.none) })
    },
    CommandEntry(
      Command(
        "story fail",
        [
          Parameter(
            "POSITION", after: "at", .duration(.zero...Story.lifetime), optional: true,
            "not now, but when the story itself has come there")
        ],
        summary: "lets the story's picture fail",
        details: """
          A fault on purpose. With `at` it comes later; a story has one such plan, and the next one takes its place. \
          `set story-failures 25%` leaves it to chance, as on a bad network.
          """,
        examples: [
          .init("story play 4\nstory fail\nexpect story.state == failed\nstory retry", "fails and is tried again"),
          .init("story play 4\nstory fail at 5s\nwait 1m\nexpect story.position == 5s", "planned for later"),
        ],
        searchWords: ["error", "fault", "broken"])
    ) { (session, arguments) throws(Failure) in
      if let place = arguments.duration(0) {
        try session.plan(.failure, at: place)
      } else {
        try session.play(.fail)
      }
      return .value(.none)
    },
    CommandEntry(
      Command(
        "story retry", summary: "tries a failed story again",
        examples: [
          .init("story play 4\nstory fail\nstory retry\nexpect story.state == entering", "it goes on where it failed")
        ],
        searchWords: ["again", "reload"])
    ) { (session, _) throws(Failure) in
      try session.play(.retry)
      return .value(.none)
    },
  ]

  static let storyStates: [StateEntry] = [
    StateEntry(StateField("story", "state", .choice(Player.State.allCases.map(\.rawValue)), "what a viewer sees")) {
      session, _ in .text(session.world.player.state.rawValue)
    },
    StateEntry(StateField("story", "number", .number, "the story's number in the feed; none while nothing plays")) {
      session, _ in session.world.player.story.map { .number(Double($0.id)) } ?? .none
    },
    StateEntry(StateField("story", "place", .number, "its place in the deck, from 1; none while nothing plays")) {
      session, _ in session.world.player.story.map { _ in .number(Double(session.world.player.index + 1)) } ?? .none
    },
    StateEntry(StateField("story", "count", .number, "how many stories the deck has")) { session, _ in
      .number(Double(session.world.player.deck.count))
    },
    StateEntry(StateField("story", "author", .text, "who shared it; none while nothing plays")) { session, _ in
      session.world.player.story.map { .text($0.author) } ?? .none
    },
    StateEntry(StateField("story", "picture", .text, "its picture or video; none while nothing plays")) { session, _ in
      session.world.player.story.map { .text($0.media.name) } ?? .none
    },
    StateEntry(StateField("story", "progress", .number, "how much of it has been shown, 0 to 1")) { session, instant in
      .number(session.world.player.progress(at: instant))
    },
    StateEntry(StateField("story", "position", .duration, "how much of it has been shown, as time")) {
      session, instant in
      .duration(session.world.player.offset(at: instant))
    },
    StateEntry(StateField("story", "length", .duration, "how long it plays")) { session, _ in
      .duration(session.world.player.storyLength)
    },
    StateEntry(StateField("story", "segments", .list, "the progress bar: one number from 0 to 1 for each story")) {
      session, instant in .list(session.world.player.segments(at: instant).map { .number($0) })
    },
    StateEntry(StateField("story", "liked", .bool, "whether it is liked")) { session, _ in
      .bool(session.world.player.story.map { session.world.isLiked($0.id) } ?? false)
    },
  ]
}

extension Session {
  /// Where swipes to the side go from a deck of the feed.
  func rail(cycleOf id: Int) -> Rail { world.feed.rail(cycle: world.feed.cycle(ofID: id), at: now) }

  /// Lets something go wrong later. A story has one such plan; a new one that takes the place of another says so.
  func plan(_ fault: Player.Fault, at place: Duration) throws(Failure) {
    _ = try present()
    let before = world.player.plannedFault
    try play(.fault(fault, at: place))
    guard let before, let after = world.player.plannedFault, before != after else { return }
    notice("one thing at a time is planned for a story: nothing goes wrong at \(TimeText.position(before.at)) any more")
  }

  var storyRecord: Record {
    var record = Record()
    for entry in Catalog.storyStates { record[entry.field.name] = entry.read(self, now) }
    return record
  }
}
