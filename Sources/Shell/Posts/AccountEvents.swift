import Bluesky
import StoryScript
import Terminal

/// The event of accounts.
enum AccountEvents {
  static let all = [changed.row]

  struct Change: Sendable {
    /// The account that publishes now.
    let account: Account?
    /// The handle of the account that was left.
    let left: String?
    /// `true` if the server has ended the session of that account.
    var isThrownOut = false
  }

  static let changed = EventEntry<Change>(
    "account.changed", "somebody logged in or out, or another account publishes",
    fields: [
      .init("handle", "who publishes now; none when nobody does") { .text($0.account?.handle) },
      .init("did", "the lasting name of that account") { .text($0.account?.did) },
      .init("host", "where it lives") { .text($0.account?.host.description) },
      .init("left", "whose account was left, if one was") { .text($0.left) },
    ],
    says: { line, change, _ in
      line.mark(change.isThrownOut ? .failed : .done)
      if let left = change.left {
        line.add(text: left)
        line.add(text: change.isThrownOut ? " is not let in any more: `login \(left)`" : " is logged out")
        if change.account != nil { line.add(", ") }
      }
      if let account = change.account {
        line.add(text: "\(account.handle) on \(account.host) publishes")
      }
    },
    reason: { fields, _ in
      fields["handle"]?.text == nil
        ? ["Nobody is logged in: posts wait in the outbox."]
        : ["What `post` writes from now on goes out in this name."]
    })
}

extension Value {
  /// Returns a text value, or none.
  fileprivate static func text(_ text: String?) -> Value { text.map { Value.text($0) } ?? .none }
}
