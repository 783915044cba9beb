import Bluesky
import JSON
import Timeline

/// Read-only requests to the network of a practice session.
extension PracticeNetwork {
  /// Answers at once and without the faults of `set network-failures`. Commands use it to get the facts that they need
  /// before they begin.
  func look(_ call: XRPCCall, by account: String?, in conditions: Conditions, at instant: Instant) -> XRPCAnswer {
    var (network, conditions) = (self, conditions)
    conditions.failures = 0
    return network.answer(call, by: account, in: conditions, at: instant)
  }

  /// Returns the state of a reaction in the practice network; `nil` if that cannot be known.
  func state(of pending: PendingReaction, at instant: Instant) -> (isThere: Bool, record: RecordAddress?)? {
    func read(_ call: XRPCCall) -> JSON? {
      guard case .done(let json) = look(call, by: pending.account, in: Conditions(), at: instant) else { return nil }
      return json
    }
    return switch pending.reaction.subject {
    case .post(let post):
      read(PostView.call(post.address)).flatMap { PostView(posts: $0) }?.reaction(pending.reaction.kind)
    case .person(let did):
      read(Person.call(did)).flatMap { Person(profile: $0) }?.relation.reaction(pending.reaction.kind)
    case .notifications(let until, _): Self.seen(read).map { ($0 >= until, nil) }
    }
  }

  /// Returns the instant up to which notifications are seen.
  private static func seen(_ read: (XRPCCall) -> JSON?) -> Instant? {
    var listing = Listing(.notifications(NotificationChoice()))
    listing.begin(1)
    guard let json = listing.next.flatMap(read), listing.receive(json) else { return nil }
    return listing.seen ?? .distantPast
  }
}
