import Bluesky
import StoryScript
import Timeline

/// The commands for the choices that an account keeps on its server, for all of its clients.
struct PreferenceCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let hides =
    "login bob.test\nlet post = timeline | first\nhide $post\nwait 1s"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "preferences", summary: "reads the choices that your account keeps on its server, and follows them",
      details: """
        The official app keeps there its muted words, hidden posts, choices about labels, and saved feeds. From then \
        on, posts with such words and hidden posts are hidden here, too. `hidden` lists the hidden posts, and `feeds \
        mine` the saved feeds. Choices that are not known here are never changed.
        """,
      examples: [
        .init("\(hides)\nexpect (preferences).hidden == 1 and ((preferences).feeds | count) == 2", "one hidden post")
      ],
      searchWords: ["settings", "muted", "words", "labels", "moderation", "account", "sync", "app"],
      advancesClock: true, in: .reading, role: .loads, idle: ReadingCommands.idle
    ) { (session, _) throws(Failure) in
      try PreferenceCommands(session).read { (preferences) throws(Failure) in .value(.record(Self.record(preferences)))
      }
    },
    CommandEntry(
      "hidden", [ReadingCommands.count], summary: "reads the posts that you have hidden, in any client",
      details: "The post that was hidden last comes first. Deleted posts are left out.",
      examples: [.init("\(hides)\nexpect (hidden | first).uri == $post.uri", "the hidden post")],
      searchWords: ["hide", "list", "posts", "moderation"], advancesClock: true, in: .reading,
      shows: .drawn { ReadingView($0).showPosts(read: $1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      let count = ReadingCommands.count(arguments, 0)
      return try PreferenceCommands(session).read { (preferences) throws(Failure) in
        try PreferenceCommands(session).load(Array(preferences.hiddenPosts.reversed().prefix(count)), [])
      }
    },
    CommandEntry(
      "hide", [PostWriting.post], summary: "hides a post for you, in all clients",
      details: "Only you do not see the post; its author is not told. `show` still shows it.",
      examples: [.init("\(hides)\nexpect (timeline | first).hidden == \"you hid this post\"", "no longer shown")],
      searchWords: ["remove", "mute", "moderation", "away"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try PreferenceCommands(session).hide(arguments[0], isOn: true) },
    CommandEntry(
      "unhide", [PostWriting.post], summary: "shows a hidden post again",
      examples: [.init("\(hides)\nunhide $post\nwait 1s\nexpect (hidden | count) == 0", "shown again")],
      searchWords: ["show", "restore"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try PreferenceCommands(session).hide(arguments[0], isOn: false) },
  ]

  static let changed = EventEntry<(address: RecordAddress, isHidden: Bool)>(
    "post.hidden", "a post was hidden from you, or is shown again",
    fields: [
      .init("uri", "the post's address") { .text($0.address.description) },
      .init("hidden", "`true` if the post was hidden") { $0.isHidden },
    ],
    says: { line, change, session in
      line.mark(.done)
      let number = session.world.posts.reading.references[change.address].map { "@\($0)" } ?? change.address.key
      line.add(text: "\(number) is \(change.isHidden ? "hidden" : "shown again")")
    },
    reason: { _, _ in ["`hide` and `unhide` change the choices of your account on its server."] })

  // MARK: Reading

  /// Requests the account's choices, and follows them from then on.
  private func read(
    then: @escaping (Preferences) throws(Failure) -> CommandOutcome
  ) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    return try PostRequests(session).asking(Preferences.call) { (answer) throws(Failure) in
      guard let preferences = Preferences(try PostReader.done(answer, way: nil)) else {
        throw .refused(XRPCAnswer.unexpectedResponse)
      }
      let now = session.now
      session.change { $0.posts.reading.adopt(preferences, at: now) }
      return try then(preferences)
    }
  }

  private static func record(_ preferences: Preferences) -> Record {
    [
      "words": .list(preferences.mutedWords.map { .text($0.text) }),
      "hidden": preferences.hiddenPosts.count.value,
      "labels": .list(
        preferences.labels.map {
          .record(["label": .text($0.label), "choice": .text($0.visibility), "labeler": $0.labeler.value])
        }),
      "adult": .bool(preferences.showsAdultContent),
      "feeds": .list(preferences.savedFeeds.map { .text($0.description) }),
    ]
  }

  /// Requests posts by their addresses.
  private func load(_ rest: [RecordAddress], _ found: [PostView]) throws(Failure) -> CommandOutcome {
    guard !rest.isEmpty else {
      return .value(
        .list(
          PostReader(session).records(found.map { FeedItem($0) }).map { value in
            guard var record = value.record else { return value }
            // The list shows what is hidden elsewhere.
            record["hidden"] = Value.none
            return .record(record)
          }))
    }
    let page = rest.prefix(PostView.callLimit)
    return try PostRequests(session).asking(PostView.call(page)) { (answer) throws(Failure) in
      let posts = PostView.posts(try PostReader.done(answer, way: nil))
      // A server does not promise an order.
      let sorted = page.compactMap { address in posts.first { $0.reference.address == address } }
      return try self.load(Array(rest.dropFirst(page.count)), found + sorted)
    }
  }

  // MARK: Changing

  private func hide(_ value: Value, isOn: Bool) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let address = try PostReader(session).published(value)
    return try read { (preferences) throws(Failure) in
      var preferences = preferences
      guard isOn ? preferences.hide(address) : preferences.unhide(address) else {
        if isOn { return .value(.none) }
        throw .refused("that post is not hidden", "try: hidden").about(0)
      }
      return try PostRequests(session).asking(preferences.putCall) { [preferences] (answer) throws(Failure) in
        if case .none(let words, .unheard) = answer {
          throw .refused("the server may have made the change: \(words)", "try: hidden")
        }
        _ = try PostReader.done(answer, way: nil)
        let now = session.now
        session.change { $0.posts.reading.adopt(preferences, at: now) }
        session.emit(Self.changed, (address, isOn), at: now)
        return .value(.none)
      }
    }
  }
}
