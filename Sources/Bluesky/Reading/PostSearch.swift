import Timeline

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
