import Bluesky
import SessionState
import ShellCore
import StoryScript
import TerminalText

/// The commands for the local archive of the user's posts and likes.
struct ArchiveCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "archive",
      [
        .flag("whole", "compares everything to find records that were deleted long ago"),
        .flag("images", "also fetches the pictures in your posts"),
      ],
      summary: "fetches your posts, likes, reposts and follows for offline search",
      details: """
        Later, `archive` fetches only new records, and removes deleted ones in the range that it reads. An interrupted \
        `archive` continues where it stopped. The folder `archive` in the state folder has one file for each account, \
        which only you can read; if you delete the file, `archive` can fetch the records again. In a practice session, \
        the archive holds records of the practice network, and `undo` reverts it; a real archive is kept, and `undo` \
        reports this.
        """,
      examples: [
        .init("login bob.test\npost \"hello\"\nwait 1s\nexpect (archive).posts == 1", "the whole archive"),
        .init("login bob.test\narchive\nexpect (archive).new == 0", "the second time, only new records"),
      ],
      searchWords: ["backup", "download", "offline", "repository", "own", "export"], in: .reading,
      idle: "only fetched records and changed nothing in the session"
    ) { (session, arguments) throws(Failure) in
      .value(
        .record(try ArchiveFetcher(session).fetchArchive(isWhole: arguments.flag(0), hasPictures: arguments.flag(1))))
    },
    CommandEntry(
      "archive search",
      [
        Parameter("TEXT", .text, "words that must all occur, or a \"phrase\""), ReadingCommands.count,
        .flag("liked", "searches the posts you liked, by their words or authors"),
      ],
      summary: "searches the archive for posts; works offline",
      details: """
        The search ignores case and includes picture descriptions. Other people's posts keep the text they had when \
        they were fetched. The newest posts come first; posts that you liked are sorted by the time of your like.
        """,
      examples: [
        .init(
          "login bob.test\npost \"Hello archive\"\nwait 1s\narchive\nset network off\nexpect (archive search hello | count) == 1",
          "without a network"),
        .init(
          "login bob.test\nlet post = timeline 1 | first\nlike $post\nwait 1s\narchive\nexpect (archive search $post.author liked | first).uri == $post.uri",
          "a liked post"),
      ],
      searchWords: ["find", "offline", "grep", "own", "liked"], in: .reading,
      shows: .drawn { ArchiveSearch($0).showFound($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      .value(
        .list(
          try ArchiveSearch(session).search(
            arguments.text(0) ?? "", isLiked: arguments.flag(2), count: ReadingCommands.count(arguments, 1))))
    },
    CommandEntry(
      "archive export",
      [
        Parameter(
          "FILE", after: "to", .path, "the file: JSON Lines, or for .car the repository as its host provides it"),
        .flag("replace", "overwrites an existing file"),
      ],
      summary: "writes the archive to a file",
      details: """
        The file has one line of JSON for each record, as a server lists them: `uri`, `cid` and `value`, grouped by \
        kind, oldest first. If the file's name ends in .car, the whole repository is fetched from the server again and \
        written in that format, which other AT Protocol programs can read.
        """,
      examples: [
        .init(
          "login bob.test\narchive\nexpect error { archive export to \"README.md\" }",
          "an existing file is not overwritten")
      ],
      searchWords: ["backup", "save", "write", "json", "car"], effect: .outside, in: .reading,
      shows: .drawn { ArchiveExport($0).show($1) },
      idle: "wrote a file and changed nothing in the session",
      reversal: deletion
    ) { (session, arguments) throws(Failure) in
      .value(
        .record(try ArchiveExport(session).export(to: arguments.text(0) ?? "", replacing: arguments.flag(1))))
    },
  ]

  private static let deletion: @Sendable (Arguments) -> String = { "delete '\($0.text(0) ?? "")' by hand" }

  static let states: [StateEntry] = [
    count(.post, "posts", "posts"), count(.like, "likes", "likes"), count(.repost, "reposts", "reposts"),
    count(.follow, "follows", "follows"),
  ]

  private static func count(_ kind: Archive.Kind, _ field: String, _ what: String) -> StateEntry {
    StateEntry("archive", field, "the number of archived \(what) of the active account") {
      ArchiveCommands($0).archived(kind)
    }
  }
}

extension ArchiveCommands {
  /// Returns the number of archived records; 0 without an account, or if the archive cannot be read.
  fileprivate func archived(_ kind: Archive.Kind) -> Int {
    guard let account = AccountAccess(session).account else { return 0 }
    if session.options.kind == .real {
      return (try? session.resources.posts.archives.read(account.did))?.count(kind) ?? 0
    }
    return session.world.posts.archive(of: account.did)?.count(kind) ?? 0
  }
}
