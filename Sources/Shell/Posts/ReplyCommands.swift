import Bluesky
import StoryScript

/// The commands that write a post about another post.
enum ReplyCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "reply", PostWriting.parameters("what it says, 300 characters at most", after: [PostWriting.post]),
      summary: "writes a post that answers another one",
      details: """
        A post of this session is @ and its number: of one's own the one in the outbox, which it keeps once it was sent, \
        of others the one that `timeline` shows. The record of a post names it as well. Whether \
        the other one is there is looked up when the answer is sent; an answer to one that still waits goes out after it.
        """,
      examples: [
        .init(
          "login bob.test\npost \"one\"\nwait 1s\nreply @1 \"and two\"\nwait 1s\nexpect outbox.count == 0",
          "to a post of one's own"),
        .init("expect error { reply @7 \"me too\" }", "there is no such post"),
      ],
      searchWords: ["answer", "comment", "thread", "respond"], effect: .saved, in: .posts,
      shows: .drawn { $0.showPosts($1) }
    ) { (session, arguments) throws(Failure) in
      let target = try session.target(arguments[0])
      return try session.write(arguments, from: 1, PostExtras(answers: target))
    },
    CommandEntry(
      "quote",
      PostWriting.parameters("what it says about it; \"\" for nothing", after: [PostWriting.post]),
      summary: "writes a post that shows another one beneath its text",
      examples: [
        .init(
          "login bob.test\npost \"one\"\nwait 1s\nquote @1 \"as I said\"\nwait 1s\nexpect outbox.count == 0",
          "a post of one's own")
      ],
      searchWords: ["repost", "embed", "share", "cite"], effect: .saved, in: .posts, shows: .drawn { $0.showPosts($1) }
    ) { (session, arguments) throws(Failure) in
      let target = try session.target(arguments[0])
      return try session.write(arguments, from: 1, PostExtras(quotes: target))
    },
  ]
}
