import Bluesky
import ShellCore
import StoryScript
import TerminalText

/// The event of accounts.
enum AccountEvents {
  static let all = [changed.row]

  struct Change: Sendable {
    /// The account that publishes now.
    let account: Account?
    /// The handle of the account that was left.
    let left: String?
    /// `true` if the server has ended the session of that account.
    var isSessionEnded = false
  }

  static let changed = EventEntry<Change>(
    "account.changed", "an account logged in or out, or became the active account",
    fields: [
      .init("handle", "the active account, if any") { .text($0.account?.handle) },
      .init("did", "the account's DID, its permanent identifier") { .text($0.account?.did) },
      .init("host", "the account's server") { .text($0.account?.host.description) },
      .init("left", "the account that was logged out, if any") { .text($0.left) },
    ],
    says: { line, change, _ in
      line.mark(change.isSessionEnded ? .failed : .done)
      if let left = change.left {
        line.add(
          text: change.isSessionEnded ? "the server logged out \(left); try: login \(left)" : "logged out of \(left)")
        if change.account != nil { line.add("; ") }
      }
      if let account = change.account {
        line.add(text: "logged in as \(account.handle) on \(account.host)")
      }
    },
    reason: { fields, _ in
      fields["handle"]?.text == nil
        ? ["No account is logged in: posts wait in the outbox."]
        : ["`post` now publishes with this account."]
    })
}

extension Value {
  /// Returns a text value, or none.
  fileprivate static func text(_ text: String?) -> Value { text.map { Value.text($0) } ?? .none }
}
