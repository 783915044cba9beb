/// A place of the network that somebody can go to and come back from: a value, which prints as the command that leads there.
public enum Destination: Hashable, Sendable, CustomStringConvertible {
  /// What those whom the account follows have written.
  case timeline
  /// The feeds that others have made.
  case feeds
  case feed(RecordAddress)
  case notifications
  /// Somebody, by a handle or a DID; `nil` for the account itself.
  case profile(String?)
  /// A post with the conversation around it.
  case post(RecordAddress)
  /// What somebody likes, by a handle or a DID; `nil` for the account itself.
  case likes(String?)

  /// The kinds of destinations, by the word behind `go`.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case timeline, feeds, feed, notifications, profile, post, likes
  }

  public var kind: Kind {
    switch self {
    case .timeline: .timeline
    case .feeds: .feeds
    case .feed: .feed
    case .notifications: .notifications
    case .profile: .profile
    case .post: .post
    case .likes: .likes
    }
  }

  /// What stands behind the word: an address, a handle, or nothing.
  public var object: String? {
    switch self {
    case .timeline, .feeds, .notifications: nil
    case .feed(let address), .post(let address): address.description
    case .profile(let actor), .likes(let actor): actor
    }
  }

  /// `go post at://…`
  public var description: String { (["go", kind.rawValue] + [object].compactMap(\.self)).joined(separator: " ") }
}
