import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The commands that read posts.
enum ReadingCommands {
  static let count = Parameter(
    "N", .number(1...10_000, whole: true), optional: true, "the number of items (default 20)")
  /// The default number of items in a list.
  static let defaultCount = 20
  /// The explanation that `explain` gives for a reading command.
  static let idle = "only read, and changed nothing"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "timeline",
      [
        Parameter(
          "FEED", .either([.number(1...10_000, whole: true), .name(.feed), .record(of: "a feed or a list of people")]),
          optional: true,
          "a feed from `feeds`, a list of people from `lists`, a starter pack, or the link to its page; or the number of posts"
        ),
        count,
      ],
      summary: "reads posts by the people you follow, newest first, or a feed",
      details: """
        Each post has a number, such as @3, for the whole session: `reply @3`, `quote @3`, `show @3`. Posts in the \
        outbox share these numbers. Posts hidden by moderators, and pictures and link previews with a warning label, are not \
        shown until `show` asks for them. As a value, the timeline is a list of records for pipelines; a pipeline that \
        returns posts shows them as posts. In a practice session, ten people write and reply to your posts, always in the same way \
        for the same --seed.
        """,
      examples: [
        .init("login bob.test\nexpect (timeline | count) == 20", "the newest twenty posts"),
        .init(
          "login bob.test\ntimeline 300 | where likes > 20 and not (contains $it.text \"AI\") | sort by likes desc | first 3",
          "a feed of your own"),
        .init(
          "login bob.test\ndef loud { timeline 100 | where likes > 30 }\nexpect (loud | first).likes > 30",
          "a feed with a name"),
      ],
      searchWords: ["feed", "home", "following", "read", "posts", "skyline", "bluesky"], advancesClock: true,
      givesRows: ReadingRecords.fields, in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      if arguments[0].number != nil || arguments[0].isNone {
        if arguments.has(1) { throw .refused("give one number, not two", "try: timeline FEED N").about(1) }
        return try PostReader(session).read(.timeline, Self.count(arguments, 0))
      }
      let count = Self.count(arguments, 1)
      do throws(Failure) {
        return try PostReader(session).read(.feed(try ListCommands(session).feed(arguments[0])), count)
      } catch {
        // Feeds come first: most people have no list with the name of one.
        guard let list = try PeopleLists(session).named(arguments[0]) else { throw error }
        return try PostReader(session).read(.list(list), count)
      }
    },
    CommandEntry(
      "timeline new",
      [Parameter("N", .number(1...1_000, whole: true), optional: true, "the number of items (default 20)")],
      summary: "reads the timeline from where you stopped, oldest first",
      details: """
        A mark keeps your place, and moves to the last post shown; the next `timeline new` continues there. All your \
        devices that `sync` share the mark, and `undo` moves it back. The first `timeline new` starts with the newest \
        posts; later ones go back at most 1,000 posts. `timeline` draws the mark, too.
        """,
      examples: [
        .init(
          "login bob.test\ntimeline new\nwait 3h\nlet new = timeline new\nexpect $new[0].created < $new[1].created",
          "the posts from the last three hours"),
        .init("login bob.test\ntimeline new\nexpect (timeline new | count) == 0", "nothing new yet"),
      ],
      searchWords: ["unread", "since", "where", "mark", "position", "continue", "oldest", "chronological", "resume"],
      advancesClock: true, effect: .saved, givesRows: ReadingRecords.fields, in: .reading,
      shows: .drawn { NewsReader($0).showNews($1) },
      idle: "read from where you stopped, and moved the mark to the last post shown"
    ) { (session, arguments) throws(Failure) in try NewsReader(session).catchUp(Self.count(arguments, 0)) },
    CommandEntry(
      "more",
      [Parameter("N", .number(1...10_000, whole: true), optional: true, "the number of items (default: as before)")],
      summary: "loads more of the last list",
      details: "No post is shown twice. The list ends, and says so, when its pages have nothing new.",
      examples: [
        .init("login bob.test\nlet first = timeline 5\nexpect (more | first).ref == \"@6\"", "the next five"),
        .init("expect error { more }", "there is no list to continue"),
      ],
      searchWords: ["next", "page", "continue", "scroll"], advancesClock: true, in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      try PostReader(session).readMore(arguments.number(0).map { Int($0) })
    },
    CommandEntry(
      "retry", summary: "loads the rest of a list that failed to load",
      details: "Items that were loaded before are not requested again.",
      examples: [
        .init(
          "login bob.test\nset network off\ntry { timeline } catch { print reading.state }\nset network on\nexpect (retry | count) == 20",
          "the network is back")
      ],
      searchWords: ["again", "reload", "failed", "network"], advancesClock: true, in: .reading,
      shows: .drawn { ReadingView($0).showReading($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, _) throws(Failure) in try PostReader(session).retryReading() },
    CommandEntry(
      "link of", [PostWriting.post], summary: "shows the link to a post's page",
      details:
        "`copy link @3` copies the link. The link works in any browser, usually without an account: some people show their posts only to users who are logged in.",
      examples: [
        .init(
          "login bob.test\ntimeline 1\nexpect (contains (link of @1) \"https://bsky.app/profile/\")", "the first post")
      ],
      searchWords: ["url", "address", "share", "page", "copy", "web"], in: .reading, shows: .value, role: .looks
    ) { (session, arguments) throws(Failure) in
      .value((try PostLinks(session).page(of: arguments[0])).map { .text($0) } ?? .none)
    },
    CommandEntry(
      "copy link", [PostWriting.post], summary: "copies the link to a post's page to the clipboard",
      details: "`link of @3` shows the link.",
      examples: [
        .init(
          "login bob.test\ntimeline 1\nexpect error { copy link @1 }", "only at a terminal: a pipe has no clipboard")
      ],
      searchWords: ["url", "address", "share", "page", "clipboard", "yank"], advancesClock: false, effect: .outside,
      in: .reading, role: .looks
    ) { (session, arguments) throws(Failure) in
      guard let page = try PostLinks(session).page(of: arguments[0]) else { return .value(.none) }
      return try ClipboardCommands.copy(page, session)
    },
    CommandEntry(
      "link open",
      [
        PostWriting.post,
        Parameter(
          "N", .number(1...100, whole: true), optional: true, "which of the links in the post (default: the first)"),
      ],
      summary: "opens a link from a post in the web browser, or the post's page if the post has no link",
      details: """
        The browser is the program in the variable BROWSER, or the system's own. Only web addresses are opened. `show \
        @3` shows the links and where they lead.
        """,
      examples: [.init("login bob.test\nexpect error { link open @7 }", "there is no post with that number")],
      searchWords: ["url", "web", "visit", "follow", "page", "xdg-open"], advancesClock: false, effect: .outside,
      in: .reading, role: .looks
    ) { (session, arguments) throws(Failure) in
      try PostLinks(session).open(arguments[0], arguments.number(1).map { Int($0) })
    },
    CommandEntry(
      "show", [PostWriting.post], summary: "shows a whole post, even if it is hidden",
      details: """
        On a colour terminal, pictures are drawn below their descriptions if they are JPEGs, PNGs or GIFs and load \
        within 3 s; otherwise only the descriptions are shown, as in lists. In a practice session, only pictures that \
        you posted are drawn.
        """,
      examples: [
        .init("login bob.test\ntimeline 3\nshow @2\nexpect (show @2).ref == \"@2\"", "a post from the timeline"),
        .init(
          "login bob.test\npost \"mine\"\nwait 1s\nexpect (show @1).text == \"mine\"", "your own post"),
      ],
      searchWords: ["post", "open", "hidden", "warning", "label", "view"], advancesClock: true, in: .reading,
      shows: .drawn { PostPictureDrawing($0).showPost(read: $1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in try PostReader(session).readPost(arguments[0]) },
  ]

  static func count(_ arguments: Arguments, _ place: Int) -> Int {
    arguments.number(place).map { Int($0) } ?? defaultCount
  }

  static let states: [StateEntry] = [
    StateEntry("reading", "state", "the state of the last list of posts or people") {
      $0.world.posts.reading.state
    },
    StateEntry("reading", "count", "the number of posts that have a number, such as @3") {
      $0.world.posts.reading.references.count
    },
    StateEntry(
      "reading", "kept", "the time of the saved copy that is shown; none for a fresh list"
    ) { $0.world.posts.reading.old },
    StateEntry("reading", "reached", "the time up to which you have read `timeline new`; none at first") { session in
      AccountAccess(session).account.flatMap { session.world.posts.mark(of: $0.did)?.newest }
    },
    StateEntry("reading", "more", "`true` if `more` can load more") {
      $0.world.posts.reading.listing?.hasMore ?? false
    },
  ]
}
