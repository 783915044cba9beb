import Bluesky
import StoryScript
import Terminal

/// The commands that publish written posts and take them back.
enum SendingCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "outbox send",
      [
        Parameter(
          "N", .choice(["all"], orNumber: 1...1e9), optional: true,
          "its number, as `outbox` lists it; all that was written in this account's name unless said")
      ],
      summary: "sends posts that wait",
      details: """
        With an account logged in a post goes out at once, and when there was no network, as soon as there is one. What \
        was written before anybody logged in, or for another account, goes out only by its number. A post is sent once, \
        whatever the network does: when the answer does not come, the server is asked whether it has it before it is \
        sent again.
        """,
      examples: [
        .init(
          "post \"early\"\nlogin bob.test\noutbox send 1\nwait 1s\nexpect outbox.count == 0", "written before the login"
        ),
        .init(
          "login bob.test\nset network off\npost \"waits\"\nwait 1s\nset network on\nwait 5s\nexpect outbox.count == 0",
          "it goes when there is a network"),
      ],
      searchWords: ["publish", "retry", "again", "submit"], effect: .saved, in: .posts,
      idle: "lets it go out; `post.sent` tells when a server has it"
    ) { (session, arguments) throws(Failure) in
      try session.sendOutbox(arguments.number(0).map { Int($0) })
    },
    CommandEntry(
      "outbox machine", summary: "shows what each input does with a post in each state",
      details: "It is drawn from the table in which the program looks up what to do.",
      examples: [
        .init(
          "expect ((outbox machine) | where input == \"no answer\" | first).sending == \"unsure\"",
          "never sent again without a look")
      ],
      searchWords: ["states", "table", "chart"], in: .posts,
      shows: .drawn { session, _ in session.showOutboxMachine() },
      role: .looks
    ) { (_, _) throws(Failure) in .value(.list(OutboxMachineView.table.records)) },
    CommandEntry(
      "delete",
      [
        Parameter(
          "POST", .either([.name(.post), .record(of: "a post")]),
          "its number as in @1, its record, its key, its address at://…, or the link of its page")
      ],
      summary: "takes one of your posts off its server",
      details: "At a prompt it asks first. Who has seen the post may still have it.",
      examples: [
        .init(
          "login bob.test\nlet sent = \"\"\nwhen post.sent { sent = $key }\npost \"oops\"\nwait 1s\ndelete $sent",
          "published, and taken back")
      ],
      searchWords: ["remove", "unsend", "retract"], takesTime: true, effect: .saved, in: .posts
    ) { (session, arguments) throws(Failure) in try session.deletePost(arguments[0]) },
  ]

  static let states: [StateEntry] = [
    StateEntry("outbox", "unsure", "how many of them may have been published already") { session in
      session.world.posts.outbox.entries.count { session.world.posts.sending.delivery($0.id).state == .unsure }
    },
    StateEntry("network", "online", "whether the last post that was sent found a network") {
      !$0.world.posts.isOffline
    },
  ]
}

extension Session {
  func showOutboxMachine() {
    for line in OutboxMachineView.table.lines(width: output.width, glyphs: output.line.glyphs) {
      speaker.writeLine(line)
    }
  }
}
