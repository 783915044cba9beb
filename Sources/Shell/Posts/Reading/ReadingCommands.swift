import Bluesky
import StoryScript
import Terminal

/// The commands that read posts.
enum ReadingCommands {
  static let count = Parameter("N", .number(1...10_000, whole: true), optional: true, "how many; 20 unless said")
  /// The default number of items in a list.
  static let usual = 20
  /// The explanation that `explain` gives for a reading command.
  static let idle = "only read: nothing has changed"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "timeline",
      [
        Parameter(
          "FEED", .either([.number(1...10_000, whole: true), .name(.feed), .record(of: "a feed")]), optional: true,
          "a feed that `feeds` lists, or by its page; or how many"),
        count,
      ],
      summary: "reads what those whom you follow have written, the newest first, or a feed",
      details: """
        Each post has a number, such as @3, that stays with it for the whole session: `reply @3`, `quote @3`, `show @3`. \
        The numbers of the outbox are in the same row. What moderators have hidden, and pictures and \
        pages that a label warns of, are not shown until `show` asks for them. As a value it is a list of records, for pipelines; what they give is shown as posts again. \
        In practice ten people write, the same ones for the same --seed, and answer to what you post.
        """,
      examples: [
        .init("login bob.test\nexpect (timeline | count) == 20", "the newest twenty"),
        .init(
          "login bob.test\ntimeline 300 | where likes > 20 and not (contains $it.text \"AI\") | sort by likes desc | first 3",
          "a feed of one's own"),
        .init(
          "login bob.test\ndef loud { timeline 100 | where likes > 30 }\nexpect (loud | first).likes > 30",
          "with a name"),
      ],
      searchWords: ["feed", "home", "following", "read", "posts", "skyline", "bluesky"], takesTime: true, in: .reading,
      shows: .drawn { $0.showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      if arguments[0].number != nil || arguments[0].isNone {
        if arguments.has(1) { throw .refused("one number says how many", "timeline FEED N").about(1) }
        return try session.read(.timeline, Self.count(arguments, 0))
      }
      return try session.read(.feed(try session.feed(arguments[0])), Self.count(arguments, 1))
    },
    CommandEntry(
      "timeline new",
      [Parameter("N", .number(1...1_000, whole: true), optional: true, "how many; 20 unless said")],
      summary: "reads on in the timeline where you were, the oldest first",
      details: """
        A mark stands at the place that you had reached, and moves to the last post that is shown: what is left comes with \
        the next `timeline new`. The mark is yours on all devices that `sync`, and `undo` takes it back. It begins with \
        the newest posts, goes back 1,000 at most, and `timeline` draws it, too.
        """,
      examples: [
        .init(
          "login bob.test\ntimeline new\nwait 3h\nlet new = timeline new\nexpect $new[0].created < $new[1].created",
          "what came in three hours"),
        .init("login bob.test\ntimeline new\nexpect (timeline new | count) == 0", "nothing yet"),
      ],
      searchWords: ["unread", "since", "where", "mark", "position", "continue", "oldest", "chronological", "resume"],
      takesTime: true, effect: .saved, in: .reading, shows: .drawn { $0.showNews($1) },
      idle: "read on where you were: the mark stands at the last post that was shown"
    ) { (session, arguments) throws(Failure) in try session.catchUp(Self.count(arguments, 0)) },
    CommandEntry(
      "more",
      [Parameter("N", .number(1...10_000, whole: true), optional: true, "how many; as many as before unless said")],
      summary: "reads on in the list that was read last",
      details: "No post comes twice. A list ends by itself when its pages bring nothing new, and says so.",
      examples: [
        .init("login bob.test\nlet first = timeline 5\nexpect (more | first).ref == \"@6\"", "the next five"),
        .init("expect error { more }", "nothing was read"),
      ],
      searchWords: ["next", "page", "continue", "scroll"], takesTime: true, in: .reading,
      shows: .drawn { $0.showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try session.readMore(arguments.number(0).map { Int($0) })
    },
    CommandEntry(
      "retry", summary: "asks again for a list of posts or people that did not come",
      details: "What of it was here is not asked for again.",
      examples: [
        .init(
          "login bob.test\nset network off\ntry { timeline } catch { print reading.state }\nset network on\nexpect (retry | count) == 20",
          "the network is back")
      ],
      searchWords: ["again", "reload", "failed", "network"], takesTime: true, in: .reading,
      shows: .drawn { $0.showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, _) throws(Failure) in try session.retryReading() },
    CommandEntry(
      "show", [PostWriting.post], summary: "shows a post with all that it says, whatever its labels are",
      details: """
        At a terminal with colours its pictures are drawn beneath their descriptions, as far as they are JPEGs and come \
        within 3 s; else the descriptions stand alone, as in lists. In practice those that you have posted are.
        """,
      examples: [
        .init("login bob.test\ntimeline 3\nshow @2\nexpect (show @2).ref == \"@2\"", "one that was read"),
        .init(
          "login bob.test\npost \"mine\"\nwait 1s\nexpect (show @1).text == \"mine\"", "one's own"),
      ],
      searchWords: ["post", "open", "hidden", "warning", "label", "view"], takesTime: true, in: .reading,
      shows: .drawn { $0.showPost(read: $1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in try session.readPost(arguments[0]) },
  ]

  static func count(_ arguments: Arguments, _ place: Int) -> Int { arguments.number(place).map { Int($0) } ?? usual }

  static let states: [StateEntry] = [
    StateEntry("reading", "state", "how the list of posts or people that was asked for last stands") {
      $0.world.posts.reading.state
    },
    StateEntry("reading", "count", "how many posts were read, each with a number of its own") {
      $0.world.posts.reading.references.count
    },
    StateEntry(
      "reading", "kept", "when the posts came that were shown for want of a network; none for what has just come"
    ) { $0.world.posts.reading.old },
    StateEntry("reading", "reached", "the instant up to which `timeline new` was read; none before") { session in
      session.account.flatMap { session.world.posts.mark(of: $0.did)?.newest }
    },
    StateEntry("reading", "more", "whether `more` may read on") {
      $0.world.posts.reading.listing?.hasMore ?? false
    },
  ]
}
