import Bluesky
import StoryScript
import Terminal

/// The commands for the local archive of the user's posts and likes.
enum ArchiveCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "archive",
      [
        .flag("whole", "compares all, and so finds what was deleted long ago"),
        .flag("images", "fetches the pictures of your posts as well"),
      ],
      summary: "fetches what you have posted, liked, reposted and whom you follow, to search it offline",
      details: """
        The next time only what is new is read, and what is gone among it taken out. A fetch that was interrupted goes on \
        where it stopped. It lies in the state folder's folder `archive`, a file for each account, which only you may \
        read; deleting it loses nothing but the time to fetch it again. In practice it holds what the network of \
        practice holds, and `undo` takes it back; of a real one `undo` says that it stays.
        """,
      examples: [
        .init("login bob.test\npost \"hello\"\nwait 1s\nexpect (archive).posts == 1", "all of it"),
        .init("login bob.test\narchive\nexpect (archive).new == 0", "the second time only what is new"),
      ],
      searchWords: ["backup", "download", "offline", "repository", "own", "export"], in: .reading,
      idle: "only fetched: nothing of the session has changed"
    ) { (session, arguments) throws(Failure) in
      .value(.record(try session.fetchArchive(isWhole: arguments.flag(0), hasPictures: arguments.flag(1))))
    },
    CommandEntry(
      "archive search",
      [
        Parameter("TEXT", .text, "words, all of which it has, or a \"phrase\""), ReadingCommands.count,
        .flag("liked", "among the posts that you have liked, by their words or their writers"),
      ],
      summary: "looks for posts in the archive, without a network",
      details: """
        Large letters and small ones are the same, and the descriptions of pictures count. Of posts that others have \
        written the archive has the text as it was when it was fetched. The newest come first, of those that you have \
        liked the last one liked.
        """,
      examples: [
        .init(
          "login bob.test\npost \"Hello archive\"\nwait 1s\narchive\nset network off\nexpect (archive search hello | count) == 1",
          "without a network"),
        .init(
          "login bob.test\nlet post = timeline 1 | first\nlike $post\nwait 1s\narchive\nexpect (archive search $post.author liked | first).uri == $post.uri",
          "what was liked"),
      ],
      searchWords: ["find", "offline", "grep", "own", "liked"], in: .reading,
      shows: .drawn { $0.showFound($1) }, role: .loads, idle: ReadingCommands.idle
    ) { (session, arguments) throws(Failure) in
      .value(
        .list(
          try session.searchArchive(
            arguments.text(0) ?? "", isLiked: arguments.flag(2), count: ReadingCommands.count(arguments, 1))))
    },
    CommandEntry(
      "archive export",
      [
        Parameter("FILE", after: "to", .path, "where: JSON lines, or the repository as its host gives it for .car"),
        .flag("replace", "even if the file is there already"),
      ],
      summary: "writes the archive to a file",
      details: """
        A line of JSON for each record, as a server lists them: `uri`, `cid` and `value`, kind by kind, the oldest first. \
        A file whose name ends in .car is fetched anew, and is what other programs of the network take.
        """,
      examples: [
        .init(
          "login bob.test\narchive\nexpect error { archive export to \"README.md\" }",
          "a file that is there stays as it is")
      ],
      searchWords: ["backup", "save", "write", "json", "car"], effect: .outside, in: .reading,
      shows: .drawn { $0.showArchiveExport($1) }, idle: "wrote a file, and changed nothing here",
      reversal: deletion
    ) { (session, arguments) throws(Failure) in
      .value(.record(try session.exportArchive(to: arguments.text(0) ?? "", replacing: arguments.flag(1))))
    },
  ]

  private static let deletion: @Sendable (Arguments) -> String = { "delete '\($0.text(0) ?? "")' by hand" }

  static let states: [StateEntry] = [
    count(.post, "posts", "posts"), count(.like, "likes", "likes"), count(.repost, "reposts", "reposts"),
    count(.follow, "follows", "follows"),
  ]

  private static func count(_ kind: Archive.Kind, _ field: String, _ what: String) -> StateEntry {
    StateEntry("archive", field, "how many \(what) of the account that publishes are archived here") {
      $0.archived(kind)
    }
  }
}

extension Session {
  /// Returns the number of archived records; 0 without an account, or if the archive cannot be read.
  fileprivate func archived(_ kind: Archive.Kind) -> Int {
    guard let account else { return 0 }
    if options.kind == .real { return (try? aside.posts.archives.read(account.did))?.count(kind) ?? 0 }
    return world.posts.archive(of: account.did)?.count(kind) ?? 0
  }
}
