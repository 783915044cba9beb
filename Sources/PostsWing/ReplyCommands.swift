import Bluesky
import SessionState
import ShellCore
import StoryScript

/// The commands that write a post about another post.
enum ReplyCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "reply",
      PostWriting.parameters(
        "the text, at most 300 characters", after: [PostWriting.post], beginsThread: false),
      summary: "replies to a post",
      details: """
        Refer to a post from this session with @ and its number. Your own posts have the number from `outbox`, which \
        they keep after sending; other posts have the number from `timeline`. A post's record works as well. The post \
        that you reply to is looked up when the reply is sent; a reply to a waiting post is sent after it.
        """,
      examples: [
        .init(
          "login bob.test\npost \"one\"\nwait 1s\nreply @1 \"and two\"\nwait 1s\nexpect outbox.count == 0",
          "a reply to your own post"),
        .init("expect error { reply @7 \"me too\" }", "there is no such post"),
      ],
      searchWords: ["answer", "comment", "thread", "respond"], effect: .saved, in: .posts,
      shows: .drawn { PostTextView($0).showPosts($1) }
    ) { (session, arguments) throws(Failure) in
      let target = try PostWriting(session).target(arguments[0])
      try checkIsOpen(session, target, "replies to") { $0.cannotReply }
      return try PostWriting(session).write(arguments, from: 1, PostExtras(answers: target))
    },
    CommandEntry(
      "quote",
      PostWriting.parameters("the comment; \"\" for none", after: [PostWriting.post]),
      summary: "quotes a post, below your own text",
      examples: [
        .init(
          "login bob.test\npost \"one\"\nwait 1s\nquote @1 \"as I said\"\nwait 1s\nexpect outbox.count == 0",
          "a quote of your own post")
      ],
      searchWords: ["repost", "embed", "share", "cite"], effect: .saved, in: .posts,
      shows: .drawn { PostTextView($0).showPosts($1) }
    ) { (session, arguments) throws(Failure) in
      let target = try PostWriting(session).target(arguments[0])
      try checkIsOpen(session, target, "quotes of") { $0.cannotQuote }
      return try PostWriting(session).write(arguments, from: 1, PostExtras(quotes: target))
    },
  ]

  /// Throws if the author of a post does not allow the account the action that `isClosed` tests: servers accept such
  /// posts and show them to no one.
  private static func checkIsOpen(
    _ session: Session, _ target: PostTarget, _ what: String, _ isClosed: (PostView.Viewer) -> Bool
  ) throws(Failure) {
    guard case .there(let address) = target, let number = session.world.posts.reading.references[address],
      let post = session.world.posts.reading.references[number]?.post, isClosed(post.viewer)
    else { return }
    throw .refused("@\(post.author.handle) does not allow \(what) this post").about(0)
  }
}
