import SessionState
import ShellCore
import Stories
import StoryScript
import System
import Timeline

/// The commands of the player.
struct StoryCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The stories' numbers: those of the user's own stories are negative.
  static let numbers = Double(-999)...Double(Feed.ids.upperBound)

  static let entries: [CommandEntry] = [
    CommandEntry(
      "story play",
      [
        Parameter(
          "STORY",
          .either([.number(numbers, whole: true), .name(.user), .record(of: "a moment, such as $moments[0]")]),
          "a story's number in the feed, a user, or a moment from `cluster`"),
        Parameter(
          "DURATION", after: "for", .duration(StorySettings.lengths), optional: true, "the length of each story"),
      ],
      summary: "plays stories, starting with the given story",
      details: """
        A story's number opens the round of ten stories that contains it, without expired stories, and starts with \
        that story. A user's name opens that user's stories; a moment plays its photos. Each story plays for its length \
        (default 15 s; a video has its own length), then the next story starts; after the last story, the first one \
        starts again. A story that was already playing is closed. `story play @me` opens the stories that you have \
        shared (`story share`).
        """,
      examples: [
        .init("story play 4 for 15s", "story 4, then 5, 6, …, for 15 s each"),
        .init(
          "let moments = cluster Examples/Photos\nstory play $moments[0] for 5s\nexpect story.count == 9",
          "a moment's photos"),
        .init("story play @ana\nwait 31s\nexpect story.place == 3", "ana's stories"),
      ],
      searchWords: ["open", "watch", "view", "start", "deck"], in: .stories
    ) { (session, arguments) throws(Failure) in
      let length = arguments.duration(1)
      if case .record(let moment) = arguments[0] {
        return try DeckCommands(session).playDeck(try DeckCommands(session).deck(moment: moment), for: length)
      }
      if let number = arguments.number(0) {
        let id = Int(number)
        let (deck, index) = try StoryCommands(session).round(holding: id)
        try StoryCommands(session).play(
          .open(deck, start: index, length: length, rail: StoryCommands(session).rail(cycleOf: id)))
      } else {
        let name = try FeedCommands(session).author(arguments.text(0) ?? "")
        let feed = StoryCommands(session).currentFeed
        guard let deck = feed.deck(of: name, at: session.now) else {
          throw .refused("@\(name) has no stories left: stories expire after 24 h", Self.afterExpiry)
        }
        try StoryCommands(session).play(.open(deck, length: length, rail: feed.rail(at: session.now)))
      }
      return .value(.record(StoryCommands(session).record))
    },
    CommandEntry(
      "story stop", summary: "ends viewing",
      examples: [.init("story play 4\nstory stop\nexpect story.state == idle", "starts and stops a story")],
      searchWords: ["end", "close", "quit"], in: .stories
    ) { (session, _) throws(Failure) in try StoryCommands(session).play(.stop) },
    CommandEntry(
      "story state", summary: "shows all details of the current story, as a record",
      examples: [
        .init("story play 4\nlet s = story state\nexpect $s.author == \"ana\"", "stores the record in a variable")
      ], searchWords: ["status", "show"],
      gives: states.map { ResultField($0.field) }, in: .stories,
      shows: .drawn { $0.showRecord($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return .value(.record(StoryCommands(session).record))
    },
    CommandEntry(
      "story buffer",
      [
        Parameter(
          "DURATION", .duration(.zero ... .hours(24)), optional: true,
          "the length of the wait (default: until the next `story buffer`)"),
        Parameter(
          "POSITION", after: "at", .duration(.zero...Story.lifetime), optional: true,
          "starts the wait when the story reaches this position; needs a DURATION"),
      ],
      summary: "makes the story wait for its picture",
      details: """
        This is a deliberate fault: the story stops for that time and then resumes where it was. With `at`, the wait \
        is planned for later, and the command returns at once. A story has at most one planned fault; a new plan \
        replaces it. Pictures that are not in the cache have to be loaded anyway (`help cache`).
        """,
      examples: [
        .init(
          "story play 4\nwait 3s\nstory buffer 2s\nexpect story.position == 3s",
          "three seconds in, the picture is missing for two"),
        .init(
          "story play 4\nstory buffer 2s at 5s\nwait 6s\nexpect story.state == buffering\nwait 2s\nexpect story.position == 6s",
          "planned for later"),
      ], searchWords: ["load", "network", "fault", "slow"], advancesClock: true, in: .stories
    ) { (session, arguments) throws(Failure) in
      guard let length = arguments.duration(0) else {
        guard !arguments.has(1) else {
          throw .refused("a planned wait needs a duration", "try: story buffer 2s at 5s")
        }
        try StoryCommands(session).play(session.world.stories.player.isBuffering ? .bufferEnd : .bufferStart)
        return .value(.none)
      }
      if let place = arguments.duration(1) {
        try StoryCommands(session).plan(.buffering(length), at: place)
        return .value(.none)
      }
      try StoryCommands(session).play(.bufferFor(length))
      return .wait(length, then: { () throws(Failure) in .value(.none) })
    },
    CommandEntry(
      "story fail",
      [
        Parameter(
          "POSITION", after: "at", .duration(.zero...Story.lifetime), optional: true,
          "makes the picture fail when the story reaches this position")
      ],
      summary: "makes the story's picture fail",
      details: """
        This is a deliberate fault. With `at`, the fault is planned for later. A story has at most one planned fault; \
        a new plan replaces it. `set story-failures 25%` makes pictures fail at random, as on a bad network.
        """,
      examples: [
        .init("story play 4\nstory fail\nexpect story.state == failed\nstory retry", "fails, then retries"),
        .init("story play 4\nstory fail at 5s\nwait 1m\nexpect story.position == 5s", "planned for later"),
      ],
      searchWords: ["error", "fault", "broken"], in: .stories
    ) { (session, arguments) throws(Failure) in
      if let place = arguments.duration(0) {
        try StoryCommands(session).plan(.failure, at: place)
      } else {
        try StoryCommands(session).play(.fail)
      }
    },
    CommandEntry(
      "story retry", summary: "retries a failed story",
      examples: [
        .init(
          "story play 4\nwait 3s\nstory fail\nstory retry\nwait 1s\nexpect story.state == playing\nexpect story.position > 3s",
          "loads the picture again and resumes where the story failed")
      ],
      searchWords: ["again", "reload"], in: .stories
    ) { (session, _) throws(Failure) in try StoryCommands(session).play(.retry) },
  ]

  fileprivate static let afterExpiry =
    "try: stories, which lists the stories that are left; `story play deck classic` and your own decks never expire"

  static let states: [StateEntry] = [
    StateEntry("story", "state", "the state of the story, as a viewer sees it") {
      StoryWords.Shown($0.world.stories.viewer)
    },
    StateEntry("story", "number", "the story's number in the feed; none if nothing is playing") {
      $0.world.stories.player.story?.id
    },
    StateEntry("story", "place", "the story's place in the deck, from 1; none if nothing is playing") {
      $0.world.stories.player.story == nil ? nil : $0.world.stories.player.index + 1
    },
    StateEntry("story", "count", "the number of stories in the deck") { $0.world.stories.player.deck.count },
    StateEntry("story", "author", "the user who shared the story; none if nothing is playing", mark: .handle) {
      $0.world.stories.player.story?.author
    },
    StateEntry("story", "picture", "the story's picture or video; none if nothing is playing") {
      $0.world.stories.player.story?.media.name
    },
    StateEntry(
      "story", "progress", "the share of the story that has been shown, from 0 to 1; at 1 the story is already over"
    ) {
      $0.world.stories.viewer.progress(at: $1)
    },
    StateEntry(
      "story", "drawn",
      "the share that the bar shows, from 0 to 1: the same as `progress`, except after `set animation restart`"
    ) {
      $0.world.stories.viewer.drawn(at: $1)
    },
    StateEntry("story", "position", "the position in the story, as a duration") {
      $0.world.stories.viewer.offset(at: $1)
    },
    StateEntry("story", "length", "the length of the story") { $0.world.stories.player.storyLength },
    StateEntry("story", "segments", "the progress bar: a number from 0 to 1 for each story") {
      $0.world.stories.viewer.segments(at: $1).map { .number($0) }
    },
    StateEntry("story", "liked", "`true` if the story is liked") { $0.world.stories.isStoryLiked },
  ]
}

extension StoryCommands {
  /// Sends the player an input at the present instant.
  func play(_ input: Player.Input) throws(Failure) {
    let now = try session.present()
    switch input {
    case .like, .doubleTap: try refuseExpired(at: now)
    default: break
    }
    do throws(Player.Refusal) {
      try session.handle { (world, deliver) throws(Player.Refusal) in
        try world.stories.viewer.handle(input, at: now) {
          deliver(.stories(.player($0)))
        } notice: {
          deliver(.stories(.fault($0, at: $1)))
        }
      }
    } catch {
      throw StoryWords.failure(error)
    }
  }

  /// Refuses a story that has left the feed: an open deck continues when its stories expire, but they can no longer
  /// be liked.
  private func refuseExpired(at now: Instant) throws(Failure) {
    guard session.world.stories.player.deck.isFromFeed, let story = session.world.stories.player.story,
      !session.world.stories.feed.isAlive(story, at: now)
    else {
      return
    }
    throw .refused(
      "story \(story.id) has expired: it left the feed 24 h after it was posted",
      "try: stories, which lists the stories that you can like")
  }

  /// Returns the unexpired part of the feed's round that contains a story, and the story's index in it.
  fileprivate func round(holding id: Int) throws(Failure) -> (deck: Deck, place: Int) {
    let (feed, now) = (currentFeed, session.now)
    if id < 1 {
      guard feed.story(id: id) != nil else { throw SharedStories.missing(id) }
      let deck = feed.deck(of: Feed.me, at: now)
      if let deck, let place = deck.index(ofID: id) { return (deck, place) }
      throw .refused(
        "story \(id) has expired: it left the feed 24 h after you shared it", "try: story share FILE")
    }
    guard let deck = feed.deck(holding: id, at: now) else {
      throw .refused("story \(id) has expired, and so has its whole round", StoryCommands.afterExpiry)
    }
    guard let place = deck.index(ofID: id) else {
      throw .refused(
        "story \(id) has expired: it left the feed 24 h after it was posted",
        "try: story play \(deck[0].id), which opens the rest of the round")
    }
    return (deck, place)
  }

  /// Returns the decks that a horizontal swipe reaches from a deck of the feed.
  func rail(cycleOf id: Int) -> Rail {
    let feed = currentFeed
    return feed.rail(cycle: feed.cycle(ofID: id), at: session.now)
  }

  /// The feed for a deck that is about to open: an own story whose file is gone is missing. No other file is looked at.
  private var currentFeed: Feed {
    var feed = session.world.stories.feed
    for index in feed.own.indices where feed.isAlive(feed.own[index], at: session.now) {
      feed.own[index].isMissing = (feed.own[index].file.flatMap { try? FileStatus($0) })?.isFile != true
    }
    return feed
  }

  /// Plans a fault. A story has one plan; replacing it is reported.
  func plan(_ fault: Player.Fault, at place: Duration) throws(Failure) {
    _ = try session.present()
    let before = session.world.stories.player.plannedFault
    try play(.fault(fault, at: place))
    guard let before, let after = session.world.stories.player.plannedFault, before != after else { return }
    session.notice("a story has at most one planned fault: the fault at \(TimeText.position(before.at)) is cancelled")
  }

  var record: Record { session.record(of: StoryCommands.states) }
}
