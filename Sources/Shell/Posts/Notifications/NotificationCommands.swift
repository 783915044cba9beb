import Bluesky
import StoryScript
import Terminal

/// The commands that read notifications.
enum NotificationCommands {
  /// The number that a server returns at once, because grouping makes few lines of many notifications.
  static let usual = ReadingList.pageLimit
  private static let kinds: KeyValuePairs<String, NotificationItem.Kind> = [
    "replies": .reply, "mentions": .mention, "quotes": .quote, "likes": .like, "reposts": .repost,
    "follows": .follow,
  ]

  static let entries: [CommandEntry] = [
    CommandEntry(
      "notifications",
      [
        Parameter(
          "COUNT", .choice(kinds.map(\.key), orNumber: 1...10_000), optional: true,
          "only those; or how many to read, before they are grouped"),
        Parameter(
          "N", .number(1...10_000, whole: true), optional: true,
          "how many to read, before they are grouped; 100 unless said"),
        Parameter(
          "WHOSE", after: "of", .choice(["people I follow"], orNumber: nil), optional: true,
          "only what people did whom you follow"),
      ],
      summary: "reads what others did: replies, mentions, quotes, likes, reposts, follows",
      details: """
        Likes and reposts are one line for each post, follows one in all: ana and 8 others like @3. A group keeps its \
        `id` while it grows. Replies, mentions and quotes stand alone, as posts. What is unread comes first, and stays \
        unread until `notifications seen`. `more` reads on; a group that has grown by that is shown once more. In \
        practice people like, answer and follow as time goes by, the same ones for the same --seed.
        """,
      examples: [
        .init(
          "login bob.test\npost \"hello\"\nwait 1h\nlet liked = notifications likes | first\nexpect $liked.ref == \"@1\" and $liked.count > 1",
          "who likes a post"),
        .init(
          "login bob.test\nexpect (notifications mentions | where kind != \"mention\" | count) == 0", "of one kind"),
        .init(
          "login bob.test\nexpect (notifications follows of \"people I follow\" | count) == 0", "of whom you follow"),
      ],
      searchWords: ["mentions", "replies", "likes", "inbox", "alerts", "new", "who", "unread"], takesTime: true,
      in: .reading, shows: .drawn { $0.showNotifications($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      let word = arguments.text(0)
      if arguments[0].number != nil, arguments.has(1) {
        throw .refused("one number says how many", "notifications likes 500").about(1)
      }
      let kind = kinds.first { $0.key == word }?.value
      let count = (arguments[0].number ?? arguments.number(1)).map { Int($0) } ?? usual
      return try session.read(.notifications(NotificationChoice(kind, isOfFollowed: arguments.has(2))), count)
    },
    CommandEntry(
      "notifications seen", summary: "marks as seen what was read of the notifications",
      details: """
        The server keeps up to when you have seen them, for all your devices; what came since they were read stays \
        unread. It is shown at once, and sent as soon as there is a network. `undo` takes it back.
        """,
      examples: [
        .init(
          "login bob.test\nnotifications\nexpect notifications.unread > 0\nnotifications seen\nexpect notifications.unread == 0",
          "all of them"),
        .init("login bob.test\nexpect error { notifications seen }", "none were read"),
      ],
      searchWords: ["read", "mark", "clear", "badge", "unread"], effect: .saved, in: .reading
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return try session.seeNotifications()
    },
  ]

  static let states: [StateEntry] = [
    StateEntry(
      "notifications", "unread", "how many notifications were unread when they were read last; none before"
    ) { $0.world.posts.unread }
  ]
}
