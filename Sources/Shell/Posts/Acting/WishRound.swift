import Bluesky
import Timeline

/// One turn at everything that is still to be sent of likes and the like.
///
/// What cannot be sent now ends the turn, or is left out of it, and there is no other one before something gets an answer.
final class WishRound {
  /// The names of those that are to be sent, the first one last.
  private var names: [String] = []
  /// Why something of it waits.
  private var reason: String?
  /// Before this the server wants nothing more.
  private var limit = Instant.distantPast

  func begin(_ wishes: [Wish]) { (names, reason) = (wishes.reversed().map(\.name), nil) }

  /// Whether another one makes sense at an instant.
  func mayBegin(at now: Instant) -> Bool { limit <= now }
  /// Somebody wants it to be tried all the same.
  func forgetLimit() { limit = .distantPast }

  func next() -> String? { names.popLast() }

  /// Takes in what came of one; `nil` where there was nothing to ask.
  func take(_ outcome: Wish.Outcome?) {
    switch outcome {
    case .done, .refused, nil: break
    // The others may be nothing to it.
    case .broken(let words): reason = reason ?? words
    case .later(let words, let until):
      limit = until ?? limit
      end(words)
    case .offline(let words): end(words)
    }
  }

  /// - Parameter reason: why nothing more can be sent now.
  func end(_ reason: String) { (names, self.reason) = ([], reason) }

  /// Why something waits, once.
  func takeReason() -> String? {
    defer { reason = nil }
    return reason
  }
}
