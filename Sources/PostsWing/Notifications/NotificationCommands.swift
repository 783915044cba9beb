import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The commands that read notifications.
enum NotificationCommands {
  /// The number that a server returns at once, because grouping makes few lines of many notifications.
  static let defaultCount = ReadingList.pageLimit
  private static let kinds: KeyValuePairs<String, [NotificationItem.Kind]> = [
    "replies": [.reply], "mentions": [.mention], "quotes": [.quote], "likes": [.like, .likeViaRepost],
    "reposts": [.repost, .repostViaRepost], "follows": [.follow], "posts": [.subscribedPost],
    "joins": [.starterPackJoined], "verifications": [.verified, .unverified], "contacts": [.contactMatch],
  ]

  static let entries: [CommandEntry] = [
    CommandEntry(
      "notifications",
      [
        Parameter(
          "KIND", .choice(kinds.map { $0.key }, orNumber: 1...10_000), optional: true,
          "replies, mentions, quotes, likes, reposts, follows, posts, joins, verifications or contacts; or the number of notifications to read, before they are grouped"
        ),
        Parameter(
          "N", .number(1...10_000, whole: true), optional: true,
          "the number of notifications to read, before they are grouped (default 100)"),
        Parameter(
          "WHOSE", after: "of", .choice(["people I follow"], orNumber: nil), optional: true,
          "only notifications from people you follow"),
      ],
      summary: "reads notifications: replies, mentions, quotes, likes, reposts, follows and others",
      details: """
        The likes of a post share one line (ana and 8 others like @3), as do its reposts, and all follows. Likes and \
        reposts that came through your repost have lines of their own, as do posts from accounts that you \
        subscribe to, people who joined through your starter pack, verifications and contacts. A group keeps its `id` \
        as it grows; its field `more` is `true` if older notifications may belong to it ("8 or more others"). Replies, \
        mentions and quotes are listed one by one, as posts. Unread notifications come first, and remain unread until \
        `notifications seen`. The command `more` loads more, and repeats a group that has grown. In a practice \
        session, people like, reply and follow as time passes, always in the same way for the same --seed.
        """,
      examples: [
        .init(
          "login bob.test\npost \"hello\"\nwait 1h\nlet liked = notifications likes | first\nexpect $liked.ref == \"@1\" and $liked.count > 1",
          "the likes of a post"),
        .init(
          "login bob.test\nexpect (notifications mentions | where kind != \"mention\" | count) == 0", "of one kind"),
        .init(
          "login bob.test\nexpect (notifications follows of \"people I follow\" | count) == 0", "from people you follow"
        ),
      ],
      searchWords: ["mentions", "replies", "likes", "inbox", "alerts", "new", "who", "unread"], advancesClock: true,
      givesRows: NotificationRecords.fields, in: .reading, shows: .drawn { NotificationView($0).show($1) },
      role: .loads,
      idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      let word = arguments.text(0)
      if arguments[0].number != nil, arguments.has(1) {
        throw .refused("give one number, not two", "try: notifications likes 500").about(1)
      }
      let kind = kinds.first { $0.key == word }?.value
      let count = (arguments[0].number ?? arguments.number(1)).map { Int($0) } ?? defaultCount
      return try PostReader(session).read(
        .notifications(NotificationChoice(kind ?? [], isOfFollowed: arguments.has(2))), count)
    },
    CommandEntry(
      "notifications seen", summary: "marks the notifications read so far as seen",
      details: """
        The server saves the time up to which you have seen notifications, for all your devices; later ones stay \
        unread. The change is shown at once, and sent as soon as there is a network. `undo` reverts it.
        """,
      examples: [
        .init(
          "login bob.test\nnotifications\nexpect notifications.unread > 0\nnotifications seen\nexpect notifications.unread == 0",
          "all of them"),
        .init("login bob.test\nexpect error { notifications seen }", "no notifications have been read yet"),
      ],
      searchWords: ["read", "mark", "clear", "badge", "unread"], effect: .saved, in: .reading
    ) { (session, _) throws(Failure) in
      _ = try session.present()
      return try NotificationLoader(session).seeNotifications()
    },
  ]

  static let states: [StateEntry] = [
    StateEntry(
      "notifications", "unread", "the number of unread notifications when the list was last loaded; none at first"
    ) { $0.world.posts.unread }
  ]
}
