import Stories
import StoryScript
import Timeline

extension Catalog {
  private static let pages = 1...Double(Feed.ids.upperBound / Feed.pageSize)

  static let feedCommands: [CommandEntry] = [
    CommandEntry(
      Command(
        "stories",
        [
          Parameter(
            "N", after: "page", .number(pages, whole: true), optional: true, group: "from", "which page, from 1"),
          Parameter("USER", after: "of", .name(of: NameList.user), optional: true, "only this user's"),
          Parameter(
            "CURSOR", after: "after", .text, optional: true, group: "from",
            "where the last list ended, as its records say in `cursor`"),
        ],
        summary: "lists the feed, twenty stories at a time",
        details: """
          The feed has no end: the same stories come again under new numbers. A story leaves it 24 h after it was \
          posted; page N has the numbers from 20 × (N − 1) + 1 on that are still there, a list without a page fills up. The ring says how much of the user's stories in that round you have seen: unseen, partlySeen or seen.
          """,
        examples: [
          .init("expect (stories | count) == 20", "the first page"),
          .init("expect (stories page 50000 | last).story == 1000000", "a page far away"),
          .init(
            "let first = (stories of @ana)\nlet more = (stories of @ana after ($first | last).cursor)\nexpect $more[0].story > ($first | last).story",
            "one user's, and on from where that ended"),
        ],
        searchWords: ["feed", "list", "browse", "ring", "unseen", "page", "cursor", "expire"]),
      shows: .stories, role: .looks
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      let author = try arguments.text(1).map { (name) throws(Failure) in try session.author(name) }
      return .value(
        .list(
          try session.listed(
            page: arguments.number(0).map { Int($0) }, author: author, after: arguments.text(2), at: now
          )
          .map { .record(session.record(of: $0, feed: author, at: now)) }))
    },
    CommandEntry(
      Command(
        "story show",
        [
          Parameter(
            "N", .number(Double(Feed.ids.lowerBound)...Double(Feed.ids.upperBound), whole: true),
            "its number in the feed")
        ],
        summary: "everything about a story of the feed, as a record",
        examples: [
          .init("expect (story show 1000000).author == \"ana\"", "any story at once"),
          .init("story play 4\nlike\nexpect (story show 4).liked", "with what you did"),
        ],
        searchWords: ["details", "info", "card"]),
      shows: .record, role: .looks
    ) { (session, arguments) throws(Failure) in
      let now = try session.present()
      guard let story = session.world.feed.story(id: Int(arguments.number(0) ?? 1)) else {
        throw .refused("there is no such story")
      }
      return .value(.record(session.record(of: story, feed: nil, at: now)))
    },
  ]
}

extension Session {
  /// A user's name as people write it, with or without "@".
  func author(_ name: String) throws(Failure) -> String {
    let plain = String(name.drop { $0 == "@" })
    let authors = world.feed.authors
    if authors.contains(plain) { return plain }
    if plain == name, FolderListing.exists(FilePath.expanded(name)) {
      throw .refused("no user @\(plain) shares stories", "a folder or file: story play deck \(name)")
    }
    let meant = closest(to: plain, among: authors)
    throw .refused(
      "no user @\(plain) shares stories",
      meant.map { "did you mean '@\($0)'?" } ?? "there are \(authors.map { "@\($0)" }.joined(separator: ", "))")
  }

  func listed(page: Int?, author: String?, after text: String?, at now: Instant) throws(Failure) -> [Story] {
    let feed = world.feed
    if let text { return feed.stories(after: try cursor(text, author), of: author, at: now).stories }
    guard let page else { return feed.stories(after: nil, of: author, at: now).stories }
    guard let author else { return feed.page(page, at: now) }
    throw .refused(
      "one user's stories have no pages, because users share at different times",
      "stories of @\(author) after CURSOR goes on from a record's cursor")
  }

  private func cursor(_ text: String, _ author: String?) throws(Failure) -> FeedCursor {
    let cursor: FeedCursor
    do throws(FeedCursor.Problem) {
      cursor = try FeedCursor(text: text)
    } catch {
      switch error {
      case .malformed:
        throw .refused("'\(text)' is no cursor", "each record of `stories` has one: (stories | last).cursor")
      case .noSuchStory(let id): throw .refused("'\(text)' is no cursor: there is no story \(id)", "stories")
      }
    }
    guard cursor.author == author else {
      func name(_ author: String?) -> String { author.map { "@\($0)'s stories" } ?? "the whole feed" }
      throw .refused(
        "this cursor belongs to \(name(cursor.author)), not to \(name(author))",
        "stories \(cursor.author.map { "of @\($0) " } ?? "")after \(text)")
    }
    if let author = cursor.author, world.feed.story(id: cursor.lastID)?.author != author {
      throw .refused("'\(text)' is no cursor: story \(cursor.lastID) is not @\(author)'s", "stories of @\(author)")
    }
    return cursor
  }

  /// A story of the feed as scripts see it.
  ///
  /// - Parameter feed: whose list it stands in; its cursor goes on there.
  func record(of story: Story, feed author: String?, at now: Instant) -> Record {
    let feed = world.feed
    let posted = story.posted.instant(sessionStart: feed.sessionStart)
    let left = posted + Story.lifetime - now
    let deck = feed.deck(of: story.author, cycle: feed.cycle(ofID: story.id), at: now)
    var record: Record = ["story": .number(Double(story.id)), "author": .text(story.author)]
    record["picture"] = .text(story.media.name)
    record["ring"] = .text((deck.map { world.interactions.ring(of: $0) } ?? .unseen).rawValue)
    record["seen"] = .bool(world.interactions.isSeen(story.id))
    record["liked"] = .bool(world.interactions.isLiked(story.id))
    let age = Age(now - posted)
    record["age"] = .text("\(age.count) \(age.unit.rawValue)")
    record["posted"] = .date(posted)
    record["left"] = left > .zero ? .duration(left) : Value.none
    record["cursor"] = .text(FeedCursor(author: author, lastID: story.id).text)
    return record
  }
}
