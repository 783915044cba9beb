import JSON
import Timeline

// MARK: - Requests other than lists

extension Person {
  /// Returns the call for a person's profile, by handle or DID.
  public static func call(_ actor: String) -> XRPCCall {
    XRPCCall(query: "app.bsky.actor.getProfile", [("actor", actor)], by: .account)
  }

  /// Returns the call for the profiles of several people, at most 25, by DID or handle.
  public static func call(_ actors: [String]) -> XRPCCall {
    XRPCCall(query: "app.bsky.actor.getProfiles", actors.map { ("actors", $0) }, by: .account)
  }

  /// Returns the people in an answer to that call; unknown ones are left out by the server.
  public static func profiles(_ json: JSON) -> [Person] {
    var reader = AnswerReader()
    return (json["profiles"]?.arrayValue ?? []).compactMap { Person($0, &reader) }
  }

  /// - Returns: `nil` for an answer without a person.
  public init?(profile json: JSON) {
    var reader = AnswerReader()
    self.init(json, &reader)
  }
}

extension PostView {
  /// Returns the call for a single post.
  public static func call(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(query: "app.bsky.feed.getPosts", [("uris", address.description)], by: .account)
  }

  /// The maximum number of posts that a server returns by address.
  public static let callLimit = 25

  /// Returns the call for several posts, at most `callLimit`.
  public static func call(_ addresses: some Sequence<RecordAddress>) -> XRPCCall {
    XRPCCall(query: "app.bsky.feed.getPosts", addresses.map { ("uris", $0.description) }, by: .account)
  }

  /// Returns the existing posts of an answer to `call`.
  public static func posts(_ json: JSON) -> [PostView] {
    var reader = AnswerReader()
    return (json["posts"]?.arrayValue ?? []).compactMap { PostView($0, &reader) }
  }

  /// Reads the post of an answer to `call`; `nil` if the post is deleted or never existed.
  public init?(posts json: JSON) {
    var reader = AnswerReader()
    guard let post = json["posts"]?.arrayValue?.first else { return nil }
    self.init(post, &reader)
  }
}

extension NotificationItem {
  /// The call for the number of unseen notifications.
  public static let unreadCall = XRPCCall(query: "app.bsky.notification.getUnreadCount", [:], by: .account)

  /// Reads the answer to `unreadCall`; `nil` if it is invalid.
  public static func unread(_ json: JSON) -> Int? {
    var reader = AnswerReader()
    return reader.count(json, "count")
  }
}

/// A search among all posts.
///
/// Source: the lexicon `app.bsky.feed.searchPosts`.
public struct PostSearch: Hashable, Sendable {
  /// Words, a "phrase", or a `#tag`.
  public let text: String
  /// The only author to find, by handle or DID; `nil` for all.
  public var author: String?
  /// Finds only posts written from this instant on; `until` only those before another one.
  public var since: Instant?
  public var until: Instant?
  /// The only language to find (BCP 47); `nil` for all.
  public var language: String?
  /// `true` to list the most liked posts first, instead of the newest.
  public var isTop = false

  public init(_ text: String) { self.text = text }

  var parameters: [(name: String, value: String?)] {
    [
      ("q", text), ("author", author), ("since", since.map { NetworkDate.text($0) }),
      ("until", until.map { NetworkDate.text($0) }), ("lang", language), ("sort", isTop ? "top" : "latest"),
    ]
  }
}
