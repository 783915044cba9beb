import JSON
import Timeline

/// Something that an account does about a post, a person or its notifications, and may take back.
public struct Reaction: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case like, repost, bookmark
    case follow, mute, block
    case seen

    /// The collection of the record that it is; `nil` for what a server keeps for itself.
    public var collection: String? {
      switch self {
      case .like: "app.bsky.feed.like"
      case .repost: "app.bsky.feed.repost"
      case .follow: "app.bsky.graph.follow"
      case .block: "app.bsky.graph.block"
      case .bookmark, .mute, .seen: nil
      }
    }
  }

  public enum Subject: Hashable, Sendable {
    case post(StrongReference)
    /// Somebody, by the name that lasts.
    case person(String)
    /// What others did up to an instant.
    /// - Parameter before: up to when the account had seen it until then.
    case notifications(until: Instant, before: Instant)
  }

  public let kind: Kind
  public let subject: Subject
  /// Whose post it is, or who it is: for people.
  public let handle: String

  public init(_ kind: Kind, _ subject: Subject, handle: String) {
    (self.kind, self.subject, self.handle) = (kind, subject, handle)
  }

  /// What tells it from others: a post is the same whatever it says by now.
  public var name: String {
    switch subject {
    case .post(let post): "\(kind.rawValue) \(post.address)"
    case .person(let did): "\(kind.rawValue) \(did)"
    // In the order of time: the latest is sent last.
    case .notifications(let instant, _): "\(kind.rawValue) \(NetworkDate.text(instant))"
    }
  }

  func record(_ created: Instant) -> JSON {
    let subject: JSON =
      switch subject {
      case .post(let post): post.json
      case .person(let did): .string(did)
      case .notifications: .null
      }
    return [
      "$type": .string(kind.collection ?? ""), "subject": subject, "createdAt": .string(NetworkDate.text(created)),
    ]
  }

  /// What a server is asked that keeps it for itself.
  func call(isOn: Bool) -> XRPCCall {
    switch (kind, subject) {
    case (.bookmark, .post(let post)) where isOn:
      XRPCCall(procedure: "app.bsky.bookmark.createBookmark", post.json, by: .account)
    case (_, .post(let post)):
      XRPCCall(
        procedure: "app.bsky.bookmark.deleteBookmark", ["uri": .string(post.address.description)], by: .account)
    case (_, .person(let did)):
      XRPCCall(
        procedure: isOn ? "app.bsky.graph.muteActor" : "app.bsky.graph.unmuteActor", ["actor": .string(did)],
        by: .account)
    case (_, .notifications(let instant, let before)): Self.updateSeen(isOn ? instant : before)
    }
  }

  /// Tells a server up to when the account has seen its notifications.
  private static func updateSeen(_ instant: Instant) -> XRPCCall {
    XRPCCall(
      procedure: "app.bsky.notification.updateSeen", ["seenAt": .string(NetworkDate.text(instant))], by: .account)
  }
}
