import SessionState
import ShellCore
import Stories
import StoryScript
import System
import Timeline

/// The commands that load lists of the feed.
struct FeedCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let pages = 1...Double(Feed.ids.upperBound / Feed.pageSize)

  /// The fields of a story's record.
  private static let fields: [ResultField] = [
    "story", .handle("author"), "picture", "ring", "seen", "liked", "age", "posted", "left", "cursor",
  ]

  static let entries: [CommandEntry] = [
    CommandEntry(
      "stories",
      [
        Parameter(
          "N", after: "page", .number(pages, whole: true), optional: true, group: "from", "the page number, from 1"),
        Parameter("USER", after: "of", .name(.user), optional: true, "only this user's stories"),
        Parameter(
          "CURSOR", after: "after", .text, optional: true, group: "from",
          "starts after the story with this `cursor`"),
      ],
      summary: "lists the stories in the feed, twenty at a time",
      details: """
        The feed has no end: its stories repeat under new numbers. A story leaves the feed 24 h after it was posted. \
        Page N contains stories 20 × (N − 1) + 1 to 20 × N, except expired ones; without `page`, the list has up to \
        twenty stories, and your own (`story share`) come first. The mark before a story shows whether you have seen \
        it. The ring next to the name shows whether you have seen none, some or all of the user's stories in that \
        round: unseen, partlySeen or seen. Loading takes half a second on the session's clock, as it would over a \
        network (`set feed-delay`). With `set feed-failures 25%`, some requests fail; `feed retry` repeats a failed \
        request.
        """,
      examples: [
        .init("expect (stories | count) == 20", "the first page"),
        .init("expect (stories page 50000 | last).story == 1000000", "a page far down the feed"),
        .init(
          "let first = (stories of @ana)\nlet more = (stories of @ana after ($first | last).cursor)\nexpect $more[0].story > ($first | last).story",
          "one user's stories, then the stories after them"),
        .init(
          "story play 4\nlet list = (stories)\nexpect story.position == 500ms",
          "a story keeps playing while a list is loading"),
      ],
      searchWords: ["feed", "list", "browse", "ring", "unseen", "page", "cursor", "expire", "load"],
      advancesClock: true, givesRows: fields, in: .feed,
      shows: .drawn { FeedView($0).showStories($1) }, role: .loads
    ) { (session, arguments) throws(Failure) in
      let author = try arguments.text(1).map { (name) throws(Failure) in try FeedCommands(session).author(name) }
      return try FeedCommands(session).fetch(
        .load(
          try FeedCommands(session).request(
            page: arguments.number(0).map { Int($0) }, author: author, after: arguments.text(2))))
    },
    CommandEntry(
      "stories by user",
      summary: "lists the users who share stories, with each user's ring and the age of the newest story",
      details:
        "The list covers the feed's first round; your own stories come first. `story play @ana` opens a user's stories; `swipe left` goes to the next user.",
      examples: [
        .init(
          "story play @ben for 1s\nwait 2s\nexpect (stories by user | where ring == \"seen\" | count) == 1",
          "the users whose stories you have seen"),
        .init("expect (stories by user | first).stories == 2", "how many stories the first user has"),
      ],
      searchWords: ["tray", "group", "users", "authors", "ring", "list"],
      givesRows: [.handle("author"), "ring", "stories", "seen", "newest"], in: .feed,
      shows: .drawn { FeedView($0).showUsers($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      let now = try session.present()
      let (feed, interactions) = (session.world.stories.feed, session.world.stories.interactions)
      return .value(
        .list(
          feed.rail(at: now).decks.map { deck in
            let ages = deck.stories.map { now - $0.posted.instant(sessionStart: feed.sessionStart) }
            let newest = Age(ages.min() ?? .zero)
            return .record([
              "author": .text(deck.author(at: 0)), "ring": .text(interactions.ring(of: deck).rawValue),
              "stories": deck.count.value, "seen": deck.stories.count { interactions.isSeen($0.id) }.value,
              "newest": .text("\(newest.count) \(newest.unit.rawValue)"),
            ])
          }))
    },
    CommandEntry(
      "feed", summary: "lists the stories in the feed, like `stories`",
      examples: [.init("expect (feed | count) == 20", "the first page")],
      searchWords: ["list", "browse"], advancesClock: true, givesRows: fields, in: .feed,
      shows: .drawn { FeedView($0).showStories($1) }, role: .loads
    ) { (session, _) throws(Failure) in
      try FeedCommands(session).fetch(.load(try FeedCommands(session).request(page: nil, author: nil, after: nil)))
    },
    CommandEntry(
      "feed retry", summary: "repeats the last request for the feed, if it failed",
      examples: [
        .init(
          "set feed-failures 100%\ntry { stories } catch { print feed.state }\nset feed-failures 0\nexpect (feed retry | count) == 20",
          "the network is back")
      ],
      searchWords: ["again", "reload", "failed", "network"], advancesClock: true, givesRows: fields, in: .feed,
      shows: .drawn { FeedView($0).showStories($1) }, role: .loads
    ) { (session, _) throws(Failure) in try FeedCommands(session).fetch(.retry) },
    CommandEntry(
      "feed machine", summary: "shows the effect of each input in each state of the feed",
      examples: [
        .init(
          "let retry = (feed machine | where input == \"feed retry\" | first)\nexpect $retry.failed == \"loading\"",
          "one row of the table")
      ],
      searchWords: ["states", "transitions", "table", "chart", "loading"], in: .feed,
      shows: .list(orElse: ""), role: .looks
    ) { (_, _) in .value(.list(LoaderView.table.records)) },
    CommandEntry(
      "story show",
      [
        Parameter(
          "N", .number(StoryCommands.numbers, whole: true), "the story's number in the feed")
      ],
      summary: "shows all details of a story in the feed, as a record",
      examples: [
        .init("expect (story show 1000000).author == \"ana\"", "a story by its number"),
        .init("story play 4\nlike\nexpect (story show 4).liked", "`liked` shows your like"),
      ],
      searchWords: ["details", "info", "card"], gives: fields, in: .stories,
      shows: .drawn { $0.showRecord($1) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let id = Int(arguments.number(0) ?? 1)
      guard let story = session.world.stories.feed.story(id: id) else { throw SharedStories.missing(id) }
      return .value(.record(FeedCommands(session).record(of: story, feed: nil, at: now)))
    },
  ]

  static let states: [StateEntry] = [
    StateEntry("feed", "state", "the state of the last request") { $0.world.stories.loader.state },
    StateEntry("feed", "page", "the page of the last request; none if the list was requested without a page") {
      $0.world.stories.loader.request?.page
    },
    StateEntry("feed", "requests", "the number of requests") { $0.world.stories.loader.number },
    StateEntry("feed", "shared", "the number of stories that you have shared, including those that have expired") {
      $0.world.stories.feed.own.count
    },
  ]
}

extension FeedCommands {
  /// Returns a user's name, written with or without "@".
  func author(_ name: String) throws(Failure) -> String {
    let plain = String(name.drop { $0 == "@" })
    let authors = session.world.stories.feed.authors
    if authors.contains(plain) { return plain }
    if plain == Feed.me { throw .refused("you have not shared a story", "try: story share FILE") }
    if plain == name, File.exists(FilePath.expanded(name)) {
      throw .refused("no user @\(plain) shares stories", "try: story play deck \(name)")
    }
    let meant = closest(to: plain, among: authors)
    throw .refused(
      "no user @\(plain) shares stories", meant: meant.map { "@\($0)" },
      otherwise: "the users are \(authors.map { "@\($0)" }.joined(separator: ", "))")
  }

  /// Sends the feed an input at the present instant.
  private func load(_ input: FeedLoader.Input) throws(Failure) {
    let now = try session.present()
    do throws(FeedLoader.Refusal) {
      try session.handle { (world, deliver) throws(FeedLoader.Refusal) in
        try world.stories.loader.handle(input, at: now) { deliver(.stories(.feed($0))) }
      }
    } catch {
      throw .refused("the feed has not been requested yet, so there is nothing to retry", "try: stories")
    }
    // Not a command that can be undone, but `rewind` must find it.
    if session.past.isKept { session.past.keep(session.world, at: now) }
  }

  /// Requests a list and waits for it.
  func fetch(_ input: FeedLoader.Input) throws(Failure) -> CommandOutcome {
    let before = session.world.stories.loader.number
    try load(input)
    let number = session.world.stories.loader.number
    guard number != before else { return .value(.none) }
    guard session.world.stories.loader.state == .loading else { return .value(try fetched()) }
    return .wait(session.world.stories.loader.deadline - session.clock.now) { () throws(Failure) in
      // At a prompt some time may have passed since.
      _ = try session.present()
      guard session.world.stories.loader.number == number else {
        throw .refused(
          "this request was replaced by a newer one", "wait for one list to load before you request another")
      }
      return .value(try self.fetched())
    }
  }

  private func fetched() throws(Failure) -> Value {
    guard let request = session.world.stories.loader.request else { return .none }
    guard session.world.stories.loader.state != .failed else {
      throw .refused("\(words(for: request)) could not be loaded", "try: feed retry")
    }
    let now = session.clock.now
    return .list(listed(request, at: now).map { .record(record(of: $0, feed: request.author, at: now)) })
  }

  /// Returns the contents of a list at an instant.
  func listed(_ request: FeedLoader.Request, at instant: Instant) -> [Story] {
    switch request {
    case .page(let page): session.world.stories.feed.page(page, at: instant)
    case .list(let author, let cursor):
      session.world.stories.feed.stories(after: cursor, of: author, at: instant).stories
    }
  }

  /// Returns a list's name: "page 3 of the feed".
  func words(for request: FeedLoader.Request) -> String {
    switch request {
    case .page(let page): "page \(page) of the feed"
    case .list(let author, let cursor):
      (author.map { "@\($0)'s stories" } ?? "the feed") + (cursor.map { " after \($0.text)" } ?? "")
    }
  }

  /// Returns the requested list; refuses invalid arguments before anything is requested.
  func request(page: Int?, author: String?, after text: String?) throws(Failure) -> FeedLoader.Request {
    if let text { return .list(author: author, after: try cursor(text, author)) }
    guard let page else { return .list(author: author, after: nil) }
    guard let author else { return .page(page) }
    throw .refused(
      "the stories of one user have no pages",
      "try: stories of @\(author) after CURSOR")
  }

  private func cursor(_ text: String, _ author: String?) throws(Failure) -> FeedCursor {
    let cursor: FeedCursor
    do throws(FeedCursor.Problem) {
      cursor = try FeedCursor(text: text)
    } catch {
      switch error {
      case .malformed:
        throw .refused("'\(text)' is not a cursor", "try: (stories | last).cursor")
      case .noSuchStory(let id): throw .refused("'\(text)' is not a cursor: there is no story \(id)", "try: stories")
      }
    }
    guard cursor.author == author else {
      func name(_ author: String?) -> String { author.map { "@\($0)'s stories" } ?? "the whole feed" }
      throw .refused(
        "this cursor is for \(name(cursor.author)), not for \(name(author))",
        "try: stories \(cursor.author.map { "of @\($0) " } ?? "")after \(text)")
    }
    if let author = cursor.author, session.world.stories.feed.story(id: cursor.lastID)?.author != author {
      throw .refused(
        "'\(text)' is not a cursor: story \(cursor.lastID) is not @\(author)'s", "try: stories of @\(author)")
    }
    return cursor
  }

  /// Returns a story of the feed as a record for scripts.
  ///
  /// - Parameter feed: the author of the list that contains the story; the record's cursor continues there.
  func record(of story: Story, feed author: String?, at now: Instant) -> Record {
    let feed = session.world.stories.feed
    let posted = story.posted.instant(sessionStart: feed.sessionStart)
    let left = posted + Story.lifetime - now
    let deck = feed.deck(of: story.author, cycle: feed.cycle(ofID: story.id), at: now)
    let (interactions, age) = (session.world.stories.interactions, Age(now - posted))
    return [
      "story": story.id.value, "author": .text(story.author), "picture": .text(story.media.name),
      "ring": .text((deck.map { interactions.ring(of: $0) } ?? .unseen).rawValue),
      "seen": .bool(interactions.isSeen(story.id)), "liked": .bool(session.world.stories.isLiked(story)),
      "age": .text("\(age.count) \(age.unit.rawValue)"), "posted": .date(posted),
      "left": left > .zero ? .duration(left) : .none,
      "cursor": .text(FeedCursor(author: author, lastID: story.id).text),
    ]
  }
}

extension FeedLoader.Request {
  var page: Int? { if case .page(let page) = self { page } else { nil } }
  var author: String? { if case .list(let author, _) = self { author } else { nil } }
}

extension FeedLoader.State: ScriptValue {}
