import Bluesky
import Timeline

/// One round of sending all pending likes and other reactions.
///
/// A reaction that cannot be sent now ends the round or is left out of it. No further round begins before a request
/// gets an answer.
final class ReactionQueue {
  /// The names of the reactions to send, in reverse order.
  private var names: [String] = []
  /// The reason why a reaction waits.
  private var reason: String?
  /// The instant before which the server accepts no more requests.
  private var limit = Instant.distantPast

  func begin(_ pendingReactions: [PendingReaction]) {
    (names, reason) = (pendingReactions.reversed().map { $0.name }, nil)
  }

  /// `true` if another round makes sense at an instant.
  func mayBegin(at now: Instant) -> Bool { limit <= now }
  /// Lets the next round begin despite the limit, because the user asked for it.
  func forgetLimit() { limit = .distantPast }

  func next() -> String? { names.popLast() }

  /// Applies the outcome of one reaction; `nil` if there was nothing to send.
  func apply(_ outcome: PendingReaction.Outcome?) {
    switch outcome {
    case .done, .refused, nil: break
    // The other reactions may be unaffected.
    case .broken(let words): reason = reason ?? words
    case .later(let words, let until):
      limit = until ?? limit
      end(words)
    case .offline(let words): end(words)
    }
  }

  /// - Parameter reason: the reason why no further reaction can be sent now.
  func end(_ reason: String) { (names, self.reason) = ([], reason) }

  /// Returns why a reaction waits, once.
  func consumeReason() -> String? {
    defer { reason = nil }
    return reason
  }
}
