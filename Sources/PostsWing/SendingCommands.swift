import Bluesky
import ShellCore
import StoryScript
import TerminalText

/// The commands that publish written posts and take them back.
struct SendingCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "outbox send",
      [
        Parameter(
          "N", .choice(["all"], orNumber: 1...1e9), optional: true,
          "the post's number in `outbox` (default: all posts written for this account)")
      ],
      summary: "sends waiting posts",
      details: """
        If an account is logged in, a post is sent at once, or as soon as there is a network. Posts written before the \
        login, or for another account, are sent only by number. A post is published once, whatever the network does: \
        if no response arrives, the shell asks the server whether it has the post before sending the post again.
        """,
      examples: [
        .init(
          "post \"early\"\nlogin bob.test\noutbox send 1\nwait 1s\nexpect outbox.count == 0", "written before the login"
        ),
        .init(
          "login bob.test\nset network off\npost \"waits\"\nwait 1s\nset network on\nwait 5s\nexpect outbox.count == 0",
          "sent as soon as there is a network"),
      ],
      searchWords: ["publish", "retry", "again", "submit"], effect: .saved, in: .posts,
      idle: "sends waiting posts; `post.sent` reports each post that a server has received"
    ) { (session, arguments) throws(Failure) in
      try PostSender(session).sendOutbox(arguments.number(0).map { Int($0) })
    },
    CommandEntry(
      "outbox machine", summary: "shows the effect of each input in each state of a post",
      details: "The program itself uses this table.",
      examples: [
        .init(
          "expect ((outbox machine) | where input == \"no answer\" | first).sending == \"unsure\"",
          "never sent again without a check")
      ],
      searchWords: ["states", "table", "chart"], in: .posts,
      shows: .drawn { session, _ in SendingCommands(session).showOutboxMachine() },
      role: .looks
    ) { (_, _) throws(Failure) in .value(.list(OutboxMachineView.table.records)) },
    CommandEntry(
      "delete",
      [
        Parameter(
          "POST", .either([.name(.post), .record(of: "a post")]),
          "the post's number (such as @1), record, key or address (at://…), or the link to its page")
      ],
      summary: "deletes one of your posts from its server",
      details: "A prompt asks for confirmation. Other people may still have copies of the post.",
      examples: [
        .init(
          "login bob.test\nlet sent = \"\"\nwhen post.sent { sent = $key }\npost \"oops\"\nwait 1s\ndelete $sent",
          "published, then deleted")
      ],
      searchWords: ["remove", "unsend", "retract"], advancesClock: true, effect: .saved, in: .posts
    ) { (session, arguments) throws(Failure) in try PostSender(session).deletePost(arguments[0]) },
  ]

  static let states: [StateEntry] = [
    StateEntry("outbox", "unsure", "the number of posts that may or may not have been published") { session in
      session.world.posts.outbox.entries.count { session.world.posts.sending.delivery($0.id).state == .unsure }
    },
    StateEntry(
      "network", "online", "`false` if the last attempt to send a post or a reaction reached no server"
    ) {
      !$0.world.posts.isOffline
    },
  ]
}

extension SendingCommands {
  func showOutboxMachine() {
    for line in OutboxMachineView.table.lines(width: session.output.width, glyphs: session.output.line.glyphs) {
      session.printer.writeLine(line)
    }
  }
}
