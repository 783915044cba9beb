import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The commands that listen for new posts and notifications.
enum ListeningCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "listen to",
      [
        Parameter(
          "WHAT", .either([.name(.source), .record(of: "a feed, a list or a person")]),
          "notifications, timeline, a feed that `feeds` lists, a list of people, a starter pack, or a handle"),
        Parameter(
          "LENGTH", after: "every", .duration(Listening.Subscription.range), optional: true,
          "the shortest time between checks (default 1m)"),
      ],
      summary:
        "checks for new posts or notifications, for `when timeline.arrived` and `when notification.arrived`",
      details: """
        Only new items arrive, and none of your own. Items that appeared since you last listened, even in another \
        session, arrive once. A feed with its own ranking delivers only posts newer than any that it has shown. All \
        shells that share a state folder check a server at most once every 30 s between them, and less often if \
        nothing arrives, if the server does not respond, or if its limit is near. Posts from a feed or a person also arrive as `timeline.arrived`; its `list` names \
        the source. Listening continues until `listen off`, `undo` or the end of the session.
        """,
      examples: [
        .init(
          "login bob.test\nlet heard = 0\nwhen timeline.arrived { heard += 1 }\nlisten to timeline\nwait 1h\nexpect $heard > 2",
          "counts new posts"),
        .init(
          "login bob.test\npost \"hello\"\nwhen notification.arrived { if $kind == \"reply\" { like $uri } }\nlisten to notifications every 5m\nwait 30m\nexpect (likes | count) > 0",
          "likes each reply"),
        .init(
          "login bob.test\nlisten to ana.test\nexpect (waiting | where kind == \"listen\" | count) == 1",
          "one person's posts"),
      ],
      searchWords: ["watch", "follow", "subscribe", "stream", "poll", "notify", "arrives", "live", "when"],
      in: .reading
    ) { (session, arguments) throws(Failure) in
      try PostListener(session).listen(
        to: arguments[0], every: arguments.duration(1) ?? Listening.Subscription.standard)
    },
    CommandEntry(
      "listen to stream",
      [
        Parameter(
          "TEXT", after: "matching", .text, optional: true,
          "the text that a post must contain; upper and lower case do not matter"),
        Parameter(
          "LIST", after: "of", .either([.name(.peopleList), .record(of: "a list of people")]), optional: true,
          "the list of people whose posts arrive"),
      ],
      summary: "delivers each new post on the network as it is published, for `when stream.post`",
      details: """
        Needs no account, except to find a list by its name. Your own posts do not arrive. A lost connection is \
        reopened, and the stream continues where it stopped; so does a later `listen to stream` with the same TEXT and \
        LIST, within a day and even in another session. The people of LIST are those who are on it when listening \
        begins. A stream identifies authors by their DIDs; their handles are looked up on the server that the setting \
        `public-host` names, up to 25 people a second. `$author` is the DID if a handle cannot be found in time. A new \
        `listen to stream` replaces the one before; `listen off`, `undo` or the end of the session ends it. The \
        setting `stream-host` names the stream's server. In a practice session, the ten people of the timeline write the posts.
        """,
      examples: [
        .init(
          "let seen = 0\nwhen stream.post { seen += 1 }\nlisten to stream\nwait 1h\nexpect $seen > 3",
          "counts all posts, without an account"),
        .init(
          "let found = []\nwhen stream.post { found = $found + [$text] }\nlisten to stream matching \"#swift\"\nwait 1d\nexpect ($found | count) > 2 and ($found | where not (contains (lower $it) \"#swift\") | count) == 0",
          "posts that contain a given text"),
        .init(
          "login bob.test\nlist new birds\nwait 1s\nlist add ana.test birds\nwait 1s\nlisten to stream of birds\nexpect (listen | first).list == \"stream of birds\"",
          "the posts of the people on a list"),
      ],
      searchWords: ["jetstream", "firehose", "live", "watch", "keyword", "monitor", "all", "public", "when"],
      in: .reading
    ) { (session, arguments) throws(Failure) in
      try StreamListener(session).listen(matching: arguments.text(0), of: arguments[1])
    },
    CommandEntry(
      "listen off", summary: "stops listening",
      examples: [
        .init("login bob.test\nlisten to timeline\nlisten off\nexpect (listen | count) == 0", "not listening"),
        .init("expect error { listen off }", "there is nothing to stop"),
      ],
      searchWords: ["stop", "end", "unsubscribe", "quiet", "cancel"], in: .reading
    ) { (session, _) throws(Failure) in try PostListener(session).stopListening() },
    CommandEntry(
      "listen", summary: "lists what you are listening to, and the time of the next check",
      examples: [
        .init(
          "login bob.test\nlisten to notifications every 5m\nexpect (listen | first).every == 5m", "as records")
      ],
      searchWords: ["watch", "subscriptions"], in: .reading,
      shows: .list(orElse: "you are not listening to anything", toSeconds: true), role: .looks
    ) { (session, _) throws(Failure) in
      let now = try session.present()
      let listening = session.world.posts.listening
      let checks = listening.subscriptions.map { subscription -> Record in
        [
          "list": .text(subscription.name), "every": .duration(subscription.every),
          "next": .duration(max(.zero, PostStatus.next(subscription, of: listening) - now)),
        ]
      }
      // A stream sends by itself.
      let streams = session.world.posts.streaming.choice.map { choice -> [Record] in
        [["list": .text(choice.name), "every": .none, "next": .none]]
      }
      return .value(.list((checks + (streams ?? [])).map { .record($0) }))
    },
  ]

  static let states: [StateEntry] = [
    StateEntry("listening", "count", "the number of lists and streams you are listening to") {
      $0.world.posts.listening.subscriptions.count + ($0.world.posts.streaming.isEmpty ? 0 : 1)
    }
  ]
}

/// The automatic activity of posts.
enum PostStatus {
  /// Returns the next posts to be sent and the next requests for news.
  static func deadlines(_ part: PostPart) -> [(at: Instant, kind: String, what: String)] {
    let posts = part.outbox.entries.compactMap { entry -> (at: Instant, kind: String, what: String)? in
      let delivery = part.sending.delivery(entry.id)
      return delivery.due.map { due in
        (
          due, "post",
          "post \(entry.id)\(delivery.words == nil ? "" : ", again"): \(Self.beginning(entry.post.text))"
        )
      }
    }
    let listening = part.listening
    return posts
      + listening.subscriptions.map { subscription in
        (
          next(subscription, of: listening), "listen",
          "listening to \(subscription.name), at most every \(TimeText.length(subscription.every))"
        )
      }
  }

  private static func beginning(_ text: String) -> String {
    let line = text.split(separator: "\n", maxSplits: 1).first ?? ""
    return line.count > 60 || line.count < text.count ? line.prefix(59) + "…" : String(line)
  }

  /// Returns the activity that continues until another command ends it.
  static func endless(_ part: PostPart) -> String? {
    part.listening.isEmpty && part.streaming.isEmpty ? nil : listening
  }
  static func advice(_ why: NeverReason) -> String? { why == .runsForever(listening) ? "try: listen off" : nil }
  private static let listening = "listen to"

  /// Returns the instant of the next request for a list; while an answer is awaited, the instant at which its request
  /// was due.
  static func next(_ subscription: Listening.Subscription, of listening: Listening) -> Instant {
    listening.next == .distantFuture ? subscription.due : max(subscription.due, listening.next)
  }
}
