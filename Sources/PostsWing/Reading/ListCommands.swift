import Bluesky
import JSON
import RichText
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The commands that read all other lists: feeds, conversations, people and people's posts.
struct ListCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let count = ReadingCommands.count
  private static let person = Parameter(
    "HANDLE", .either([.name(.person), .record(of: "a person or a post")]),
    "a handle, such as ana.bsky.social, or @3 for the author of post @3")

  static let entries: [CommandEntry] = [
    CommandEntry(
      "thread", [PostWriting.post],
      summary: "reads the conversation around a post: the posts above it, and the replies",
      details: """
        Replies are indented below their posts, up to ten levels deep. `depth` in the records counts from the post: 1 \
        for its replies, -1 for the post above it. If a conversation goes deeper or starts higher up, a line names \
        the command that reads the rest; `below` is the number of replies not loaded, and `above` is `true` if \
        the post above was not loaded.
        """,
      examples: [
        .init(
          "login bob.test\nlet post = timeline 60 | where replies > 1 | first\nexpect (thread $post | where depth == 1 | count) == $post.replies",
          "all replies"),
        .init("login bob.test\npost \"hello\"\nwait 30m\nexpect (thread @1 | count) > 1", "someone replies"),
      ],
      searchWords: ["conversation", "replies", "answers", "context"], advancesClock: true,
      givesRows: ReadingRecords.threadFields, in: .reading,
      shows: .drawn { ReadingView($0).showPosts(read: $1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).readThread(try PostReader(session).published(arguments[0]))
    },
    posts(
      "posts of", .posts, "reads a person's posts, without replies to others",
      "(posts of ana.test 5 | where parent != none and by == none | count) == 0"),
    posts(
      "replies of", .all, "reads a person's posts, including replies to others",
      "(replies of ana.test 30 | where parent != none | count) > 0"),
    posts(
      "media of", .media, "reads a person's posts with pictures",
      "(media of ana.test 3 | where images == [] | count) == 0"),
    CommandEntry(
      "likes", [count], summary: "reads the posts you liked, latest like first",
      details:
        "The list of all your likes is shown only to you, but likes are public: others can see who liked a post.",
      examples: [.init("login bob.test\nexpect (likes | count) == 0", "no likes yet")],
      searchWords: ["liked", "hearts", "favourites", "own"], advancesClock: true, givesRows: ReadingRecords.fields,
      in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(
        .likes(try AccountAccess(session).named(nil).did), ReadingCommands.count(arguments, 0))
    },
    CommandEntry(
      "bookmarks", [count], summary: "reads your bookmarks, latest first",
      examples: [.init("login bob.test\nexpect (bookmarks | count) == 0", "no bookmarks yet")],
      searchWords: ["saved", "later", "aside"], advancesClock: true, givesRows: ReadingRecords.fields, in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(.bookmarks, ReadingCommands.count(arguments, 0))
    },
    about(
      "quotes of", "reads the posts that quote a post", .drawn { ReadingView($0).showReading($1) }, "quotes",
      ReadingRecords.fields
    ) {
      .quotes($0)
    },
    about(
      "likers of", "lists the people who liked a post", .drawn { ListCommands($0).showPeople($1) }, "likes",
      ReadingRecords.personFields
    ) {
      .likers($0)
    },
    about(
      "reposters of", "lists the people who reposted a post", .drawn { ListCommands($0).showPeople($1) }, "reposts",
      ReadingRecords.personFields
    ) {
      .reposters($0)
    },
    CommandEntry(
      "search",
      [
        Parameter("TEXT", .text, "words, a \"phrase\", or a #tag"), count,
        Parameter(
          "HANDLE", after: "of", .either([.name(.person), .record(of: "a person or a post")]), optional: true,
          "only posts by this person"),
        Parameter("DATE", after: "since", .date, optional: true, "only posts from this time on"),
        Parameter("END", after: "until", .date, optional: true, "only posts before this time"),
        Parameter("LANGUAGE", after: "in", .text, optional: true, "only posts in this language, such as de or pt-BR"),
        .flag("top", "sorts by likes instead of time"),
      ],
      summary: "searches all posts",
      examples: [
        .init("login bob.test\nexpect (search tram 5 | where not (contains $it.text \"ram\") | count) == 0", "a word"),
        .init(
          "login bob.test\nlet best = search \"#swift\" 3 since (clock.now - 2d) top\nexpect $best[0].likes >= $best[1].likes",
          "the most liked posts from the last two days"),
        .init(
          "login bob.test\nexpect (search the 5 of ana.test | where author != \"ana.test\" | count) == 0",
          "by one person"),
      ],
      searchWords: ["find", "query", "look", "grep"], advancesClock: true, givesRows: ReadingRecords.fields,
      in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      let text = arguments.text(0) ?? ""
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw .refused("the search needs some text").about(0)
      }
      try session.checkIsUnused([text], "send it to the server?", unchanged: "nothing was searched")
      var search = PostSearch(text)
      search.author = arguments.has(2) ? try ListCommands(session).actor(arguments[2], about: 2) : nil
      if case .date(let since) = arguments[3] { search.since = since }
      if case .date(let until) = arguments[4] { search.until = until }
      search.language = arguments.text(5)
      search.isTop = arguments.flag(6)
      return try PostReader(session).read(.search(search), ReadingCommands.count(arguments, 1))
    },
    CommandEntry(
      "people", [Parameter("TEXT", .text, "a part of a name or a handle"), count], summary: "searches for people",
      details: "A leading @ is ignored.",
      examples: [.init("login bob.test\nexpect (people ana | first).handle == \"ana.test\"", "by a name")],
      searchWords: ["search", "find", "actors", "users", "accounts"], advancesClock: true,
      givesRows: ReadingRecords.personFields, in: .reading,
      shows: .drawn { ListCommands($0).showPeople($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      let text = arguments.text(0) ?? ""
      let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
      guard name.contains(where: { !$0.isWhitespace }) else {
        throw .refused("the search needs some text").about(0)
      }
      try session.checkIsUnused([name], "send it to the server?", unchanged: "nothing was searched")
      return try PostReader(session).read(.people(name), ReadingCommands.count(arguments, 1))
    },
    people("followers of", "lists a person's followers", "(followers of ana.test | first).follower != none") {
      .followers($0)
    },
    people(
      "follows of", "lists the people that a person follows", "(follows of bob.test | where following | count) == 8"
    ) {
      .follows($0)
    },
    people(.mutes, "mutes", "lists the accounts that you mute", "Only you can see this list.", "mute", "muted"),
    people(
      .blocks, "blocks", "lists the accounts that you block", "Blocks are public: others can find out whom you block.",
      "block", "blocked"),
    CommandEntry(
      "profile of", [person], summary: "shows a person's profile, and whether you follow each other",
      examples: [.init("login bob.test\nexpect (profile of ana.test).following", "you follow her")],
      searchWords: ["who", "about", "bio", "actor", "user"], advancesClock: true, gives: ReadingRecords.personFields,
      in: .reading,
      shows: .drawn { ListCommands($0).showPerson($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try ListCommands(session).readProfile(try ListCommands(session).actor(arguments[0]))
    },
    CommandEntry(
      "feeds",
      [
        Parameter(
          "COUNT", .choice(["mine", "recent", "suggested"], orNumber: 1...10_000), optional: true,
          "your saved feeds, recently read feeds, or suggestions (default suggested); or the number of feeds"),
        count,
      ],
      summary: "lists feeds; `timeline FEED` reads one",
      details: """
        Saved feeds come from your server, whichever client saved them; pinned feeds come first. Recent feeds come \
        from this device, as long as copies of their pages exist.
        """,
      examples: [
        .init("login bob.test\nexpect (feeds | first).feed == \"all\"", "suggested feeds"),
        .init("login bob.test\nexpect (feeds mine | first).feed == \"tag-swift\"", "your saved feeds"),
        .init(
          "login bob.test\ntimeline hot 5\nexpect (feeds recent | first).feed == \"hot\"", "feeds you read recently"),
      ],
      searchWords: ["generators", "discover", "algorithms", "custom", "saved", "pinned"], advancesClock: true,
      givesRows: ReadingRecords.feedFields,
      in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      if arguments[0].number != nil, arguments.has(1) {
        throw .refused("give one number, not two", "try: feeds mine N").about(1)
      }
      let count = (arguments[0].number ?? arguments.number(1)).map { Int($0) } ?? ReadingCommands.defaultCount
      switch arguments.text(0) {
      case "mine": return try ListCommands(session).readSavedFeeds(count)
      case "recent": return try ListCommands(session).readRecentFeeds(count)
      default: return try PostReader(session).read(.feeds(.suggested), count)
      }
    },
    CommandEntry(
      "feeds search", [Parameter("TEXT", .text, "part of the feed's name or description"), count],
      summary: "searches for feeds",
      examples: [
        .init(
          "login bob.test\nlet hot = feeds search pop | first\nexpect (timeline $hot 3 | first).likes > 20", "by a name"
        )
      ],
      searchWords: ["find", "generators", "discover"], advancesClock: true, givesRows: ReadingRecords.feedFields,
      in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(.feeds(.named(arguments.text(0) ?? "")), ReadingCommands.count(arguments, 1))
    },
    CommandEntry(
      "feeds of", [person, count], summary: "lists the feeds that a person made",
      examples: [.init("login bob.test\nexpect (feeds of feeds.test 2 | count) == 2", "the first two")],
      searchWords: ["generators", "made", "author"], advancesClock: true, givesRows: ReadingRecords.feedFields,
      in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(
        .feeds(.by(try ListCommands(session).actor(arguments[0]))), ReadingCommands.count(arguments, 1))
    },
  ]

  /// Returns a command that lists the people in one of the account's own lists, such as mutes or blocks.
  private static func people(
    _ list: ReadingList, _ word: String, _ summary: String, _ details: String, _ act: String, _ field: String
  ) -> CommandEntry {
    CommandEntry(
      word, [count], summary: summary, details: details,
      examples: [
        .init(
          "login bob.test\n\(act) june.test\nwait 1s\nexpect (\(word) | first).handle == \"june.test\" and (\(word) | first).\(field)",
          "one account")
      ],
      searchWords: ["silenced", "banned", "hidden", "people", "own"], advancesClock: true,
      givesRows: ReadingRecords.personFields, in: .reading,
      shows: .drawn { ListCommands($0).showPeople($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(list, ReadingCommands.count(arguments, 0))
    }
  }

  private static func posts(_ words: String, _ filter: ReadingList.AuthorFilter, _ summary: String, _ example: String)
    -> CommandEntry
  {
    CommandEntry(
      words, [person, count], summary: summary, examples: [.init("login bob.test\nexpect \(example)", "ana's")],
      searchWords: ["author", "user", "wrote", "feed"], advancesClock: true, givesRows: ReadingRecords.fields,
      in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(
        .author(try ListCommands(session).actor(arguments[0]), filter), ReadingCommands.count(arguments, 1))
    }
  }

  private static func about(
    _ words: String, _ summary: String, _ view: CommandEntry.View, _ field: String,
    _ rows: @autoclosure @escaping @Sendable () -> [ResultField],
    _ list: @escaping @Sendable (RecordAddress) -> ReadingList
  ) -> CommandEntry {
    CommandEntry(
      words, [PostWriting.post, count], summary: summary,
      examples: [
        .init(
          "login bob.test\nlet post = timeline 100 | sort by \(field) desc | first\nexpect (\(words) $post 100 | count) == $post.\(field)",
          "the same number as in the post's record")
      ],
      searchWords: ["who", field], advancesClock: true, givesRows: rows(), in: .reading, shows: view, role: .loads,
      idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(
        list(try PostReader(session).published(arguments[0])), ReadingCommands.count(arguments, 1))
    }
  }

  private static func people(
    _ words: String, _ summary: String, _ example: String, _ list: @escaping @Sendable (String) -> ReadingList
  ) -> CommandEntry {
    CommandEntry(
      words, [person, count], summary: summary, examples: [.init("login bob.test\nexpect \(example)", "as records")],
      searchWords: ["who", "graph", "friends"], advancesClock: true, givesRows: ReadingRecords.personFields,
      in: .reading,
      shows: .drawn { ListCommands($0).showPeople($1) },
      role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).read(
        list(try ListCommands(session).actor(arguments[0])), ReadingCommands.count(arguments, 1))
    }
  }
}

extension ListCommands {
  /// Returns the person that an argument means: a handle, a DID, or the record of a person or of a post.
  func actor(_ value: Value, about place: Int = 0) throws(Failure) -> String {
    if let record = value.record {
      // The permanent name comes first, which is in a post's address: a handle may have changed since.
      let writer = record["uri"]?.text.flatMap { RecordAddress($0) }?.repository
      guard let text = record["did"]?.text ?? writer ?? record["handle"]?.text ?? record["author"]?.text else {
        throw .refused("this record is neither a person nor a post", "try: people TEXT | first").about(place)
      }
      return try actor(.text(text), about: place)
    }
    let text = value.text ?? ""
    let plain = text.hasPrefix("@") ? String(text.dropFirst()) : text
    // A post stands for its author. No handle is a number.
    if text.hasPrefix("@"), let number = Int(plain) { return try author(of: number, about: place) }
    guard plain != Person.invalidHandle, Handle.isValid(plain) || DID.isValid(plain) else {
      throw .refused(
        "'\(text)' is not a handle",
        plain.isEmpty || plain.contains(".")
          ? "try: ana.bsky.social" : "try: people \(Word.quotedIfNeeded(plain))"
      ).about(place)
    }
    return plain
  }

  /// Returns the DID of the author of a post, by its number in this session.
  private func author(of number: Int, about place: Int) throws(Failure) -> String {
    switch try PostWriting(session).target(.text("@\(number)"), about: place) {
    case .there(let address): address.repository
    case .own: try AccountAccess(session).named(nil).did
    }
  }

  /// Returns the address of a feed: from its record, its page, or its name among the feeds that `feeds` has listed.
  func feed(_ value: Value, about place: Int = 0) throws(Failure) -> RecordAddress {
    let text = value.record.map { $0["uri"]?.text ?? "" } ?? value.text ?? ""
    if let address = RecordAddress(text) ?? RecordAddress(page: text), address.collection == RecordAddress.feeds {
      return address
    }
    let known = session.world.posts.reading.feeds
    let wanted = text.lowercased()
    if let feed = known.first(where: { $0.address.key.lowercased() == wanted || $0.name.lowercased() == wanted }) {
      return feed.address
    }
    // A user who has not listed feeds may mean one of the suggested feeds.
    let isOther = RecordAddress(text) ?? RecordAddress(page: text) != nil
    if !isOther, !session.world.posts.reading.hasSuggestedFeeds, learnFeeds() { return try feed(value, about: place) }
    throw .refused(
      "'\(text)' is not a known feed",
      meant: closest(to: text, among: known.map { $0.address.key } + known.map { $0.name }).map {
        Word.quotedIfNeeded($0)
      },
      otherwise: "try: feeds; or give the link to its page"
    ).about(place)
  }

  /// Requests the suggested feeds, so that users can refer to them by name.
  /// - Returns: `true` if the answer contained unknown feeds.
  private func learnFeeds() -> Bool {
    var listing = Listing(.feeds(.suggested))
    listing.begin(Self.suggestedFeeds)
    // If there is no answer, the request for the list itself reports why.
    guard let viewer = try? PostReader(session).viewer(of: true), let call = listing.next,
      let answer = try? PostRequests(session).look(call, as: viewer),
      case .done(let json) = answer,
      listing.receive(json)
    else { return false }
    let feeds = listing.batch.compactMap { if case .feed(let feed) = $0 { feed } else { nil } }
    let before = session.world.posts.reading.feeds.count
    session.change { $0.posts.reading.learn(suggested: feeds) }
    return session.world.posts.reading.feeds.count > before
  }

  private static let suggestedFeeds = 50

  /// Lists the feeds that the account has saved: one request returns the addresses, another the feeds.
  func readSavedFeeds(_ count: Int) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    return try PostRequests(session).asking(SavedFeeds.call) { (answer) throws(Failure) in
      if let kept = try NewsReader(session).kept(insteadOf: answer, to: SavedFeeds.call)?.pages.single,
        let saved = SavedFeeds(kept)
      {
        return try PostReader(session).read(.feeds(.saved(saved.addresses)), count)
      }
      let json = try PostReader(session).done(answer, way: "try: feeds mine")
      guard let saved = SavedFeeds(json) else { throw .refused(XRPCAnswer.unexpectedResponse, "try: feeds mine") }
      NewsReader(session).save(json, to: SavedFeeds.call)
      return try PostReader(session).read(.feeds(.saved(saved.addresses)), count)
    }
  }

  /// Lists the feeds with saved pages, the feed that was read last first.
  func readRecentFeeds(_ count: Int) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let did = try PostReader(session).reader().did
    let kept =
      session.options.kind == .real
      ? session.resources.posts.pages.all(of: did) : session.world.posts.reading.pages.values.filter { $0.isOf(did) }
    let feeds = kept.filter { $0.feed != nil }.sorted { ($0.at, $0.name) > ($1.at, $1.name) }.compactMap { $0.feed }
    return try PostReader(session).read(.feeds(.recent(feeds)), count)
  }

  /// Reads everything that the server tells about a person.
  func readProfile(_ actor: String) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let call = Person.call(actor)
    session.change { $0.posts.reading.show(nil) }
    return try PostRequests(session).asking(call) { (answer) throws(Failure) in
      if let (kept, words) = try NewsReader(session).kept(insteadOf: answer, to: call),
        let person = kept.single.flatMap({ Person(profile: $0) })
      {
        NewsReader(session).report(kept, instead: words, again: "profile of \(person.handle)")
        return .value(.record(ReadingRecords.make(person)))
      }
      let json = try PostReader(session).done(answer, way: nil, about: actor)
      guard let person = Person(profile: json) else {
        throw .refused("the server's response does not describe an account").about(0)
      }
      NewsReader(session).save(json, to: call)
      session.change { $0.posts.reading.references.add([person]) }
      return .value(.record(ReadingRecords.make(person)))
    }
  }

  // MARK: Views

  /// Shows people, one line each.
  func showPeople(_ value: Value) {
    let people = (value.list ?? []).compactMap { $0.record }
    let shown = session.printer.listed(people)
    if !shown.isEmpty {
      session.printer.writeTable(
        shown,
        [
          .init("handle") { StyledText("@" + session.text(of: $0, "handle"), .mention) },
          .init("name", overflow: .wrap, rank: 1) { StyledText(session.text(of: $0, "name")).clipped(to: 40) },
          .init("") { StyledText(self.relation($0), .dim) },
        ])
    }
    session.printer.writeMore(people.count - shown.count)
    for words in ReadingView(session).readingEnd(value) { session.printer.writeWrapped(words) }
  }

  private func relation(_ record: Record) -> String {
    [("following", "you follow"), ("follower", "follows you"), ("muted", "muted"), ("blocked", "blocked")]
      .filter { record[$0.0]?.bool == true }.map { $0.1 }.joined(separator: ", ")
  }

  func showPerson(_ value: Value) {
    guard let record = value.record else { return }
    let name = session.text(of: record, "name")
    var head = StyledText(" ")
    if !name.isEmpty { head += StyledText(name, .heading).clipped(to: 40) + " " }
    head += StyledText("@" + session.text(of: record, "handle"), .mention)
    for line in head.wrapped(to: max(20, session.output.width)) { session.printer.writeLine(line) }
    let about = StyledText(
      sanitized(record["about"]?.text ?? "", keepingLines: true, glyphs: session.output.line.glyphs))
    for line in about.lines {
      for part in line.wrapped(to: max(20, session.output.width - 1)) where !part.isEmpty {
        session.printer.writeLine(" " + part)
      }
    }
    let counts = [("posts", "post"), ("followers", "follower"), ("follows", "follow")].compactMap { field, one in
      record[field]?.wholeNumber.map { "\(TimeText.grouped(Int($0))) \($0 == 1 ? one : one + "s")" }
    }
    let relation = relation(record)
    session.printer.writeWrapped((counts + (relation.isEmpty ? [] : [relation])).joined(separator: ", "))
  }

  func showFeeds(_ value: Value) {
    let feeds = (value.list ?? []).compactMap { $0.record }
    let shown = session.printer.listed(feeds)
    if !shown.isEmpty {
      session.printer.writeTable(
        shown,
        [
          .init("feed") { StyledText(session.text(of: $0, "feed"), .tag) },
          .init("name", overflow: .wrap) { StyledText(session.text(of: $0, "name")) },
          .init("by", rank: 2) { StyledText("@" + session.text(of: $0, "author"), .mention) },
          .init("about", overflow: .wrap, rank: 1) { StyledText(session.text(of: $0, "about"), .dim) },
        ])
    }
    session.printer.writeMore(feeds.count - shown.count)
    for words in ReadingView(session).readingEnd(value) { session.printer.writeWrapped(words) }
  }
}
