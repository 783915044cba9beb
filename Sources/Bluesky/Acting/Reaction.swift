import JSON
import Timeline

/// A reversible action of an account on a post, a person or its notifications.
public struct Reaction: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case like, repost, bookmark
    case follow, mute, block
    case seen

    /// The collection of the reaction's record; `nil` if the server stores the reaction privately, without a record.
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
    /// A person, by DID.
    case person(String)
    /// The notifications up to an instant.
    /// - Parameter before: the instant up to which the account had seen its notifications before.
    case notifications(until: Instant, before: Instant)
  }

  public let kind: Kind
  public let subject: Subject
  /// The handle of the post's author or of the person, for display.
  public let handle: String

  public init(_ kind: Kind, _ subject: Subject, handle: String) {
    (self.kind, self.subject, self.handle) = (kind, subject, handle)
  }

  /// The reaction's identity: a post stays the same even if its content changes.
  public var name: String {
    switch subject {
    case .post(let post): "\(kind.rawValue) \(post.address)"
    case .person(let did): "\(kind.rawValue) \(did)"
    // The date in the name sorts by time: the latest is sent last.
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

  /// Returns the call for a reaction that the server stores without a record.
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

  /// Returns the call that tells a server up to when the account has seen its notifications.
  private static func updateSeen(_ instant: Instant) -> XRPCCall {
    XRPCCall(
      procedure: "app.bsky.notification.updateSeen", ["seenAt": .string(NetworkDate.text(instant))], by: .account)
  }
}
