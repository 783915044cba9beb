import Bluesky
import JSON
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The commands for the choices that an account keeps on its server, for all of its clients.
struct PreferenceCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  private static let hides =
    "login bob.test\nlet post = timeline | first\nhide $post\nwait 1s"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "preferences", summary: "reads the choices that your account keeps on its server",
      details: """
        The official app keeps its muted words, hidden posts, label choices and saved feeds there. All lists follow \
        these choices: a session reads them with its first list, and again after an hour. `mute word`, `hide`, \
        `preferences label`, `preferences adult` and `feeds save` change them. Choices that Storyline does not know \
        are never changed.
        """,
      examples: [
        .init("\(hides)\nexpect (preferences).hidden == 1 and ((preferences).feeds | count) == 2", "one hidden post")
      ],
      searchWords: ["settings", "muted", "words", "labels", "moderation", "account", "sync", "app"],
      advancesClock: true, in: .reading, shows: .drawn { $0.showRecord($1) }, role: .loads,
      idle: ReadingCommands.idle
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
      details: "The post is hidden only from you; its author is not told. `show` still shows it.",
      examples: [.init("\(hides)\nexpect (timeline | first).hidden == \"you hid this post\"", "no longer shown")],
      searchWords: ["remove", "mute", "moderation", "away"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try PreferenceCommands(session).hide(arguments[0], isOn: true) },
    CommandEntry(
      "unhide", [PostWriting.post], summary: "shows a hidden post again",
      examples: [.init("\(hides)\nunhide $post\nwait 1s\nexpect (hidden | count) == 0", "shown again")],
      searchWords: ["show", "restore"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in try PreferenceCommands(session).hide(arguments[0], isOn: false) },
    CommandEntry(
      "preferences label",
      [
        Parameter("LABEL", .text, "the label's name, such as porn, nudity or graphic-media"),
        Parameter(
          "CHOICE", .choice(["hide", "warn", "show"], orNumber: nil),
          "hide leaves out posts with the label, warn covers them, show does neither"),
        Parameter(
          "HANDLE", after: "of", .either([.name(.person), .record(of: "a person or a post")]), optional: true,
          "the moderators who define the label (default: a label that means the same everywhere)"),
      ],
      summary: "chooses how posts with a label are shown, in all clients",
      details: """
        Posts with labels for adult content (porn, sexual, graphic-media) are shown only after `preferences adult on`. \
        With warn, only pictures and link previews are covered if the label is about pictures; `show @3` shows any \
        post. Lists say how many posts they leave out, and as values they still contain them: \
        `timeline | where hidden == none` removes them. Labels that begin with !, such as !hide, always apply: you \
        cannot choose their effect.
        """,
      examples: [
        .init(
          "login bob.test\npreferences label graphic-media hide\nwait 1s\nexpect ((preferences).labels | first).choice == \"hide\"",
          "left out")
      ],
      searchWords: ["moderation", "filter", "warning", "nudity", "adult", "hide"], advancesClock: true,
      effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in
      try PreferenceCommands(session).label(
        arguments.text(0) ?? "", arguments.text(1) ?? "", of: arguments.has(2) ? arguments[2] : nil)
    },
    CommandEntry(
      "preferences adult",
      [Parameter("CHOICE", .choice(["on", "off"], orNumber: nil), "off leaves out posts with adult content")],
      summary: "chooses whether adult content is shown, in all clients",
      details: "With on, the choices of `preferences label` apply to it.",
      examples: [
        .init("login bob.test\npreferences adult on\nwait 1s\nexpect (preferences).adult", "shown, with warnings")
      ],
      searchWords: ["moderation", "filter", "porn", "nsfw", "label"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in
      let isOn = arguments.text(0) == "on"
      return try PreferenceCommands(session).change(
        again: "preferences", "adult content is \(isOn ? "shown according to `preferences label`" : "left out")"
      ) { $0.showAdultContent(isOn) }
    },
    CommandEntry(
      "feeds save", [Self.feed, .flag("pinned", "puts the feed before the feeds that are not pinned")],
      summary: "saves a feed in your account, for all clients",
      examples: [
        .init(
          "login bob.test\nfeeds save all pinned\nwait 1s\nexpect (contains (feeds mine | each { $it.feed }) \"all\")",
          "among your feeds")
      ],
      searchWords: ["pin", "subscribe", "favourite", "keep", "saved"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in
      let (feed, isPinned) = (try ListCommands(session).feed(arguments[0]), arguments.flag(1))
      let id = PreferenceCommands(session).newName(for: feed.description)
      return try PreferenceCommands(session).change(
        again: "feeds mine", "the feed \(feed.key) is \(isPinned ? "saved and pinned" : "saved")"
      ) { $0.save(feed, isPinned: isPinned, id: id) }
    },
    CommandEntry(
      "feeds remove", [Self.feed], summary: "removes a feed from those that your account has saved",
      examples: [
        .init(
          "login bob.test\nfeeds remove hot\nwait 1s\nexpect (feeds mine | each { $it.feed }) == [\"tag-swift\"]",
          "no longer saved")
      ],
      searchWords: ["unpin", "unsave", "delete", "drop", "saved"], advancesClock: true, effect: .saved, in: .reading
    ) { (session, arguments) throws(Failure) in
      let feed = try ListCommands(session).feed(arguments[0])
      return try PreferenceCommands(session).change(
        again: "feeds mine", "the feed \(feed.key) is no longer saved"
      ) { (preferences) throws(Failure) in
        guard preferences.remove(feed) else { throw .refused("that feed is not saved", "try: feeds mine").about(0) }
        return true
      }
    },
  ]

  private static let feed = Parameter(
    "FEED", .either([.name(.feed), .record(of: "a feed")]), "a feed from `feeds`, or the link to its page")

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

  static let chosen = EventEntry<String>(
    "preferences.changed", "a choice that your account keeps on its server was changed",
    fields: [.init("what", "the choice, as a sentence") { .text($0) }],
    says: { line, what, _ in
      line.mark(.done)
      line.add(text: what)
    },
    reason: { _, _ in ["The choices of your account are on its server, and apply in all clients."] })

  // MARK: Reading

  /// Requests the account's choices, which apply from then on.
  /// - Parameter otherwise: what to do if the server does not answer, with the reason; `nil` to throw it.
  private func read(
    otherwise: ((String) throws(Failure) -> CommandOutcome)? = nil,
    then: @escaping (Preferences) throws(Failure) -> CommandOutcome
  ) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    return try PostRequests(session).asking(Preferences.call) { (answer) throws(Failure) in
      if let otherwise, let words = Self.trouble(answer) { return try otherwise(words) }
      let json = try PostReader(session).done(answer, way: nil)
      guard let preferences = Preferences(json) else { throw .refused(XRPCAnswer.unexpectedResponse) }
      AccountChoicesLoader(session).adopt(preferences, json)
      return try then(preferences)
    }
  }

  /// Returns why the server's choices cannot be known; `nil` if it has answered or refused.
  private static func trouble(_ answer: XRPCAnswer) -> String? {
    switch answer {
    case .none(let words, _): words
    case .refused(let error), .broken(let error): error.isUnknownMethod ? "the server does not keep them" : nil
    case .done: nil
    }
  }

  /// Changes the account's choices: reads them, changes some, and writes all of them back.
  /// - Parameters:
  ///   - again: the command that shows the choice, for when the answer is lost.
  ///   - what: the change as a sentence, for those who are told; `nil` if `then` tells it.
  ///   - body: changes the choices, and returns `false` if nothing was to be changed.
  ///   - otherwise: what to do if the choices cannot be read, with the reason; `nil` to throw it.
  ///   - then: what to do after the change.
  func change(
    again: String, _ what: String? = nil, _ body: @escaping (inout Preferences) throws(Failure) -> Bool,
    otherwise: ((String) throws(Failure) -> CommandOutcome)? = nil,
    then: @escaping (Bool) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> CommandOutcome {
    try read(otherwise: otherwise) { (preferences) throws(Failure) in
      var preferences = preferences
      guard try body(&preferences) else {
        try then(false)
        return .value(.none)
      }
      let call = preferences.putCall
      return try PostRequests(session).asking(call) { [preferences] (answer) throws(Failure) in
        if case .none(let words, .unheard) = answer {
          throw .refused("the server may have made the change: \(words)", "try: \(again)")
        }
        _ = try PostReader(session).done(answer, way: nil)
        AccountChoicesLoader(session).adopt(preferences, call.input ?? .null)
        if let what { session.emit(Self.chosen, what, at: session.now) }
        try then(true)
        return .value(.none)
      }
    }
  }

  /// Returns a new name, by which clients tell the items of a choice apart.
  func newName(for text: String) -> String { RecordKey(session.now, device: text).description }

  private static func record(_ preferences: Preferences) -> Record {
    [
      "words": .list(preferences.mutedWords.map { .text($0.text) }),
      "hidden": preferences.hiddenPosts.count.value,
      "labels": .list(
        preferences.labels.map {
          .record([
            "label": .text($0.label), "choice": .text($0.visibility == "ignore" ? "show" : $0.visibility),
            "labeler": $0.labeler.value,
          ])
        }),
      "adult": .bool(preferences.adultContent ?? false),
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
      let posts = PostView.posts(try PostReader(session).done(answer, way: nil))
      // A server does not promise an order.
      let sorted = page.compactMap { address in posts.first { $0.reference.address == address } }
      return try self.load(Array(rest.dropFirst(page.count)), found + sorted)
    }
  }

  // MARK: Changing

  private func hide(_ value: Value, isOn: Bool) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let address = try PostReader(session).published(value)
    return try change(again: "hidden") { (preferences) throws(Failure) in
      if isOn { return preferences.hide(address) }
      guard preferences.unhide(address) else { throw .refused("that post is not hidden", "try: hidden").about(0) }
      return true
    } then: { (isNew) throws(Failure) in
      if isNew { session.emit(Self.changed, (address, isOn), at: session.now) }
    }
  }

  private func label(_ name: String, _ choice: String, of labeler: Value?) throws(Failure) -> CommandOutcome {
    _ = try session.present()
    let label = name.lowercased()
    guard !label.isEmpty, label.utf8.count <= 100,
      label.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") })
    else {
      throw .refused(
        label.hasPrefix("!")
          ? "the label \(sanitized(name)) has the same effect for everyone" : "'\(sanitized(name))' is not a label",
        "a label consists of lower-case letters and -, such as graphic-media"
      ).about(0)
    }
    let account = try PostReader(session).reader()
    let did = try labeler.map { (value) throws(Failure) in
      try PeopleLists(session).person(value, account, about: 2).did
    }
    guard did != nil || ContentLabel.reason(label) != nil else {
      throw .refused(
        "only some moderators use the label \(label)", "name one: preferences label \(label) \(choice) of HANDLE"
      ).about(0)
    }
    // The official client writes `ignore`, and reads `show` as the same.
    let visibility = choice == "show" ? "ignore" : choice
    let words = ["hide": "left out", "warn": "covered", "show": "shown"][choice] ?? choice
    return try change(again: "preferences", "posts with the label \(label) are \(words)") {
      $0.choose(visibility, for: label, of: did)
    }
  }
}
