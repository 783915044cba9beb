import Bluesky
import StoryScript
import Terminal

/// The commands for accounts.
enum AccountCommands {
  private static let handle = Parameter(
    "HANDLE", .text, optional: true, secretBehind: passwordAdvice, "whose; the one that publishes unless said")
  private static let passwordAdvice = "the password is asked for, or read from STORYLINE_PASSWORD"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "login",
      [
        Parameter("HANDLE", .text, secretBehind: passwordAdvice, "whose account, such as bob.bsky.social"),
        Parameter("HOST", after: "on", .text, optional: true, "the server where it lives; found out unless said"),
        Parameter(
          "CODE", after: "code", .text, optional: true, secret: true, "the code that a server has sent by mail"),
      ],
      summary: "logs in, so that posts are published",
      details: """
        The password is asked for, or read from the environment as STORYLINE_PASSWORD; use an app password. It is kept \
        nowhere. What proves the login lies in the state folder's file `accounts`, which only you may read. The handle, \
        the account and its server must name each other, or nothing is stored. Practice has a network of its own in memory, where everybody under .test has an account and needs no password.
        """,
      examples: [
        .init("login bob.test\nexpect account.handle == \"bob.test\"", "in practice"),
        .init("expect error { login nobody }", "half a handle"),
      ],
      searchWords: ["account", "password", "bluesky", "sign in", "log in", "auth", "connect"], takesTime: true,
      in: .posts
    ) { (session, arguments) throws(Failure) in
      try session.logIn(arguments.text(0) ?? "", at: arguments.text(1), code: arguments.text(2))
    },
    CommandEntry(
      "logout", [handle], summary: "logs an account out",
      details: "Its posts stay in the outbox, and those that are published stay where they are.",
      examples: [.init("login bob.test\nlogout\nexpect not account.active", "nobody publishes")],
      searchWords: ["account", "sign out", "leave"], in: .posts
    ) { (session, arguments) throws(Failure) in try session.logOut(arguments.text(0)) },
    CommandEntry(
      "whoami", summary: "says who publishes, and where",
      examples: [.init("login bob.test\nexpect (whoami).handle == \"bob.test\"", "as a record")],
      searchWords: ["account", "me", "handle"], in: .posts, shows: .drawn { $0.showRecord($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      guard let account = try session.accounts().current else { throw session.nobody }
      return .value(.record(record(account)))
    },
    CommandEntry(
      "accounts", summary: "lists who is logged in here",
      examples: [.init("login bob.test\nlogin ana.test\nexpect (accounts | count) == 2", "two of them")],
      searchWords: ["account", "list", "users"], in: .posts, shows: .list(orElse: " nobody is logged in"), role: .looks
    ) { (session, _) throws(Failure) in
      let accounts = try session.accounts()
      return .value(
        .list(
          accounts.all.map { account in
            var row = record(account)
            row["publishes"] = .bool(account.did == accounts.current?.did)
            return .record(row)
          }))
    },
    CommandEntry(
      "account use", [Parameter("HANDLE", .text, secretBehind: passwordAdvice, "whose")],
      summary: "publishes with another account from now on",
      examples: [
        .init(
          "login bob.test\nlogin ana.test\naccount use bob.test\nexpect account.handle == \"bob.test\"", "back to one")
      ],
      searchWords: ["switch", "change", "user"], in: .posts
    ) { (session, arguments) throws(Failure) in try session.useAccount(arguments.text(0) ?? "") },
  ]

  static let states: [StateEntry] = [
    StateEntry("account", "active", "whether somebody is logged in") { $0.account != nil },
    StateEntry("account", "handle", "who publishes") { $0.account?.handle },
    StateEntry("account", "did", "the lasting name of that account") { $0.account?.did },
    StateEntry("account", "host", "where it lives") { $0.account?.host.description },
  ]

  private static func record(_ account: Account) -> Record {
    ["handle": .text(account.handle), "host": .text(account.host.description), "did": .text(account.did)]
  }
}
