import Bluesky
import ShellCore
import StoryScript
import TerminalText

/// The commands for accounts.
enum AccountCommands {
  private static let handle = Parameter(
    "HANDLE", .text, optional: true, secretBehind: passwordAdvice, "the account (default: the active one)")
  private static let passwordAdvice = "leave the password out: `login` asks for it, or reads STORYLINE_PASSWORD"

  static let entries: [CommandEntry] = [
    CommandEntry(
      "login",
      [
        Parameter("HANDLE", .text, secretBehind: passwordAdvice, "your handle, such as bob.bsky.social"),
        Parameter("HOST", after: "on", .text, optional: true, "the account's server (default: looked up)"),
        Parameter(
          "CODE", after: "code", .text, optional: true, secret: true, "the code from the server's email"),
      ],
      summary: "logs in to an account so that you can post and read",
      details: """
        `login` asks for the password, or reads it from the environment variable STORYLINE_PASSWORD; use an app \
        password. The password is never saved. The account's access tokens are saved in the file `accounts` in the \
        state folder; only you can read this file. The handle, the account and its server must name each other; otherwise nothing is \
        saved. A practice session has its own network in memory: every handle under .test has an account there and \
        needs no password.
        """,
      examples: [
        .init("login bob.test\nexpect account.handle == \"bob.test\"", "in a practice session"),
        .init("expect error { login nobody }", "an incomplete handle"),
      ],
      searchWords: ["account", "password", "bluesky", "sign in", "log in", "auth", "connect"], advancesClock: true,
      in: .posts
    ) { (session, arguments) throws(Failure) in
      try AccountAccess(session).logIn(arguments.text(0) ?? "", at: arguments.text(1), code: arguments.text(2))
    },
    CommandEntry(
      "logout", [handle], summary: "logs an account out",
      details: """
        The account's waiting posts stay in the outbox; its published posts stay on the server. The pages that it has \
        read, such as bookmarks and notifications, are deleted here.
        """,
      examples: [.init("login bob.test\nlogout\nexpect not account.active", "no account is active")],
      searchWords: ["account", "sign out", "leave"], in: .posts
    ) { (session, arguments) throws(Failure) in try AccountAccess(session).logOut(arguments.text(0)) },
    CommandEntry(
      "whoami", summary: "shows the active account and its server",
      examples: [.init("login bob.test\nexpect (whoami).handle == \"bob.test\"", "as a record")],
      searchWords: ["account", "me", "handle"], in: .posts, shows: .drawn { $0.showRecord($1) }, role: .looks
    ) { (session, _) throws(Failure) in
      guard let account = try AccountAccess(session).accounts().current else { throw AccountAccess(session).noAccount }
      return .value(.record(record(account)))
    },
    CommandEntry(
      "accounts", summary: "lists the accounts that are logged in",
      examples: [.init("login bob.test\nlogin ana.test\nexpect (accounts | count) == 2", "two accounts")],
      searchWords: ["account", "list", "users"], in: .posts, shows: .list(orElse: "no account is logged in"),
      role: .looks
    ) { (session, _) throws(Failure) in
      let accounts = try AccountAccess(session).accounts()
      return .value(
        .list(
          accounts.all.map { account in
            var row = record(account)
            row["publishes"] = .bool(account.did == accounts.current?.did)
            return .record(row)
          }))
    },
    CommandEntry(
      "account use", [Parameter("HANDLE", .text, secretBehind: passwordAdvice, "the account")],
      summary: "switches to another account that is logged in",
      examples: [
        .init(
          "login bob.test\nlogin ana.test\naccount use bob.test\nexpect account.handle == \"bob.test\"",
          "back to the first account")
      ],
      searchWords: ["switch", "change", "user"], in: .posts
    ) { (session, arguments) throws(Failure) in try AccountAccess(session).useAccount(arguments.text(0) ?? "") },
  ]

  static let states: [StateEntry] = [
    StateEntry("account", "active", "`true` if an account is active") { AccountAccess($0).account != nil },
    StateEntry("account", "handle", "the handle of the active account") { AccountAccess($0).account?.handle },
    StateEntry("account", "did", "the account's DID, its permanent identifier") { AccountAccess($0).account?.did },
    StateEntry("account", "host", "the account's server") { AccountAccess($0).account?.host.description },
  ]

  private static func record(_ account: Account) -> Record {
    ["handle": .text(account.handle), "host": .text(account.host.description), "did": .text(account.did)]
  }
}
