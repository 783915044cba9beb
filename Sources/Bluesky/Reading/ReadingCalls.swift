import JSON
import Timeline

// MARK: - What is read beside lists

extension Person {
  /// The question for all that is told of somebody: a handle or a DID.
  public static func call(_ actor: String) -> XRPCCall {
    XRPCCall(query: "app.bsky.actor.getProfile", [("actor", actor)], by: .account)
  }

  /// - Returns: `nil` for an answer that is nobody.
  public init?(profile json: JSON) {
    var reader = AnswerReader()
    self.init(json, &reader)
  }
}

extension PostView {
  /// The question for a post alone.
  public static func call(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(query: "app.bsky.feed.getPosts", [("uris", address.description)], by: .account)
  }

  /// How many posts a server gives at once by their addresses.
  public static let callLimit = 25

  /// The question for several posts, at most `callLimit`.
  public static func call(_ addresses: some Sequence<RecordAddress>) -> XRPCCall {
    XRPCCall(query: "app.bsky.feed.getPosts", addresses.map { ("uris", $0.description) }, by: .account)
  }

  /// The posts of an answer to that, as far as they are there.
  public static func posts(_ json: JSON) -> [PostView] {
    var reader = AnswerReader()
    return (json["posts"]?.arrayValue ?? []).compactMap { PostView($0, &reader) }
  }

  /// The post of an answer to that; `nil` where it is not there any more, or never was.
  public init?(posts json: JSON) {
    var reader = AnswerReader()
    guard let post = json["posts"]?.arrayValue?.first else { return nil }
    self.init(post, &reader)
  }
}

extension NotificationItem {
  /// The question for how many notifications the account has not seen.
  public static let unreadCall = XRPCCall(query: "app.bsky.notification.getUnreadCount", [:], by: .account)

  /// The answer to that; `nil` for what is none.
  public static func unread(_ json: JSON) -> Int? {
    var reader = AnswerReader()
    return reader.count(json, "count")
  }
}

/// What is looked for among all posts.
///
/// Source: the lexicon `app.bsky.feed.searchPosts`.
public struct PostSearch: Hashable, Sendable {
  /// Words, a "phrase", or a `#tag`.
  public let text: String
  /// A handle or a DID: only what they wrote.
  public var author: String?
  /// Only what was written from one instant on, or before another.
  public var since: Instant?
  public var until: Instant?
  /// Only in one language (BCP 47).
  public var language: String?
  /// The most liked first, not the newest.
  public var isTop = false

  public init(_ text: String) { self.text = text }

  var parameters: [(name: String, value: String?)] {
    [
      ("q", text), ("author", author), ("since", since.map { NetworkDate.text($0) }),
      ("until", until.map { NetworkDate.text($0) }), ("lang", language), ("sort", isTop ? "top" : "latest"),
    ]
  }
}
