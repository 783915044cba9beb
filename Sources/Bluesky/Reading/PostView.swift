import JSON
import RichText
import Timeline

/// A post as the network reports it, with the reactions of the account that asks.
///
/// Source: the lexicon `app.bsky.feed.defs#postView`.
public struct PostView: Hashable, Sendable {
  public let reference: StrongReference
  public private(set) var author: Person
  /// The text. Untrusted.
  public let text: String
  /// The record's own mentions, links and tags that fit the text; none are detected.
  public let facets: [Facet]
  /// The DIDs of the mentions, by the position in the text at which each begins: the text may name another person.
  public let mentioned: [Int: String]
  /// The time of writing, or of arrival if that is earlier; `nil` if neither is known.
  public let created: Instant?
  public private(set) var counts: Counts
  public private(set) var viewer: Viewer
  /// The post that it answers; `root` is the first post of the conversation. Both are `nil` if it is not an answer.
  public let parent: RecordAddress?
  public let root: RecordAddress?
  public let embed: EmbedView?
  /// The languages that the post declares (BCP 47); `tags` are those that are not in its text.
  public let languages: [String]
  public let tags: [String]
  /// The labels that moderators, or the author, have put on the post, and their names, each once.
  public let appliedLabels: [AppliedLabel]
  public var labels: [String] { appliedLabels.names }

  public struct Counts: Hashable, Sendable {
    public fileprivate(set) var likes: Int
    public fileprivate(set) var reposts: Int
    public let replies: Int
    public let quotes: Int
  }

  /// The reactions of the account that asks, and their records.
  public struct Viewer: Hashable, Sendable {
    public let like: RecordAddress?
    public let repost: RecordAddress?
    public fileprivate(set) var isLiked: Bool
    public fileprivate(set) var isReposted: Bool
    public fileprivate(set) var isBookmarked: Bool
    /// `true` if the author does not let the account reply to the post, or quote it.
    public let cannotReply: Bool
    public let cannotQuote: Bool
  }

  /// Returns whether the account has reacted to the post in this way, and the record of the reaction.
  public func reaction(_ kind: Reaction.Kind) -> (isThere: Bool, record: RecordAddress?) {
    switch kind {
    case .like: (viewer.isLiked, viewer.like)
    case .repost: (viewer.isReposted, viewer.repost)
    case .bookmark: (viewer.isBookmarked, nil)
    case .follow, .mute, .block, .seen: (false, nil)
    }
  }

  /// Applies a reaction of the account to the counts; a reaction that is already counted is not counted again.
  public mutating func react(_ kind: Reaction.Kind, _ isOn: Bool) {
    let step = isOn ? 1 : -1
    switch kind {
    case .like where viewer.isLiked != isOn: (viewer.isLiked, counts.likes) = (isOn, max(0, counts.likes + step))
    case .repost where viewer.isReposted != isOn:
      (viewer.isReposted, counts.reposts) = (isOn, max(0, counts.reposts + step))
    case .bookmark: viewer.isBookmarked = isOn
    case .like, .repost, .follow, .mute, .block, .seen: break
    }
  }

  /// - Returns: `nil` without an address, an author or a record.
  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let reference = StrongReference(json), reference.address.collection == RecordAddress.posts,
      let author = json["author"].flatMap({ Person($0, &reader) }), let record = json["record"], record.isObject
    else { return nil }
    (self.reference, self.author) = (reference, author)
    text = reader.text(record, "text") ?? ""
    facets = RecordFacets.facets(record, in: text, &reader)
    mentioned = RecordFacets.mentioned(record, facets)
    created = Self.created(record, json, &reader)
    counts = Counts(
      likes: reader.count(json, "likeCount") ?? 0, reposts: reader.count(json, "repostCount") ?? 0,
      replies: reader.count(json, "replyCount") ?? 0, quotes: reader.count(json, "quoteCount") ?? 0)
    let viewer = reader.object(json, "viewer") ?? .null
    let (like, repost) = (reader.address(viewer, "like"), reader.address(viewer, "repost"))
    self.viewer = Viewer(
      like: like, repost: repost, isLiked: like != nil, isReposted: repost != nil,
      isBookmarked: reader.flag(viewer, "bookmarked"), cannotReply: reader.flag(viewer, "replyDisabled"),
      cannotQuote: reader.flag(viewer, "embeddingDisabled"))
    let reply = reader.object(record, "reply")
    parent = reply.flatMap { reader.object($0, "parent") }.flatMap { reader.address($0, "uri") }
    root = reply.flatMap { reader.object($0, "root") }.flatMap { reader.address($0, "uri") }
    embed = reader.object(json, "embed").flatMap { EmbedView($0, &reader) }
    languages = reader.texts(record, "langs")
    tags = reader.texts(record, "tags")
    appliedLabels = ContentLabel.applied(json, &reader)
  }

  /// Returns the earlier of both times: a date after the post's arrival is false.
  static func created(_ record: JSON, _ view: JSON, _ reader: inout AnswerReader) -> Instant? {
    let (written, arrived) = (reader.instant(record, "createdAt"), reader.instant(view, "indexedAt"))
    return [written, arrived].compactMap { $0 }.min()
  }

  /// The targets of the post's links, each once, in the order of the text; then the page of its card.
  public var links: [String] {
    var seen: Set<String> = []
    let inText = facets.compactMap { facet -> String? in
      if case .link(let uri) = facet.feature { uri } else { nil }
    }
    return (inText + [embed?.card?.uri].compactMap { $0 }).filter { seen.insert($0).inserted }
  }

  /// The tags in the text and outside it, each once.
  public var allTags: [String] {
    var seen: Set<String> = []
    let inText = facets.compactMap { facet -> String? in if case .tag(let tag) = facet.feature { tag } else { nil } }
    return (inText + tags).filter { seen.insert($0.lowercased()).inserted }
  }

  /// Returns a copy without any relation to an account.
  public func unviewed() -> PostView {
    var post = self
    post.author = author.unrelated()
    post.viewer = Viewer(
      like: nil, repost: nil, isLiked: false, isReposted: false, isBookmarked: false, cannotReply: false,
      cannotQuote: false)
    return post
  }

  /// Returns a copy with the known facts about its author.
  public func written(by author: Person) -> PostView {
    var post = self
    post.author = author
    return post
  }

  /// The reason why a post is hidden until the user asks for it.
  public enum HiddenReason: Hashable, Sendable {
    case blocked
    case muted
    case labelled(ContentLabel.Reason)
    /// The account has chosen a warning for a label, or to hide what has it.
    case warned(String)
    case unwanted(String)
    /// The post contains a muted word.
    case word(String)
    /// The account has hidden the post.
    case chosen
  }
}

/// A placeholder for a post that cannot be shown.
public struct AbsentPost: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The post is deleted, or never existed.
    case deleted
    /// The post's author blocks the account that asks, or the reverse.
    case blocked
    /// The author of the quoted post does not allow the quote.
    case detached
    /// A kind that this client does not know, by its name. Untrusted text.
    case unknown(String)
  }

  /// The address of the post; `nil` if the answer does not include it.
  public let address: RecordAddress?
  public let reason: Reason

  init(_ address: RecordAddress?, _ reason: Reason) { (self.address, self.reason) = (address, reason) }

  /// Reads a placeholder; `nil` for a regular post.
  init?(_ json: JSON) {
    guard let type = json.type, let name = type.split(separator: "#").last else { return nil }
    let reason: Reason
    switch name {
    case "notFoundPost", "viewNotFound": reason = .deleted
    case "blockedPost", "viewBlocked": reason = .blocked
    case "viewDetached": reason = .detached
    case "postView", "threadViewPost", "viewRecord": return nil
    default: reason = .unknown(String(type.prefix(100)))
    }
    self.init(json["uri"]?.stringValue.flatMap { RecordAddress($0) }, reason)
  }
}
