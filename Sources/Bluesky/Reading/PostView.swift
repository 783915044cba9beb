import JSON
import RichText
import Timeline

/// A post as an answer of the network gives it, with what the account that asks has done about it.
///
/// Source: the lexicon `app.bsky.feed.defs#postView`.
public struct PostView: Hashable, Sendable {
  public let reference: StrongReference
  public private(set) var author: Person
  /// What it says. From outside.
  public let text: String
  /// The record's own mentions, links and tags, as far as they fit the text; nothing is detected anew.
  public let facets: [Facet]
  /// Whom its mentions mean, by their DIDs and where in the text they begin: the text may name somebody else.
  public let mentioned: [Int: String]
  /// When it was written, or when it arrived if that was earlier; `nil` where nobody says so.
  public let created: Instant?
  public private(set) var counts: Counts
  public private(set) var viewer: Viewer
  /// The post that it answers, and the one with which the conversation began; `nil` for one that answers nobody.
  public let parent: RecordAddress?
  public let root: RecordAddress?
  public let embed: EmbedView?
  /// The languages in which it says to be written (BCP 47), and tags that do not stand in its text.
  public let languages: [String]
  public let tags: [String]
  public let labels: [String]

  public struct Counts: Hashable, Sendable {
    public fileprivate(set) var likes: Int
    public fileprivate(set) var reposts: Int
    public let replies: Int
    public let quotes: Int
  }

  /// What the account that asks has done about it, and the records by which it did.
  public struct Viewer: Hashable, Sendable {
    public let like: RecordAddress?
    public let repost: RecordAddress?
    public fileprivate(set) var isLiked: Bool
    public fileprivate(set) var isReposted: Bool
    public fileprivate(set) var isBookmarked: Bool
  }

  /// Whether the account has reacted to it so, and the record by which it did.
  public func reaction(_ kind: Reaction.Kind) -> (isThere: Bool, record: RecordAddress?) {
    switch kind {
    case .like: (viewer.isLiked, viewer.like)
    case .repost: (viewer.isReposted, viewer.repost)
    case .bookmark: (viewer.isBookmarked, nil)
    case .follow, .mute, .block, .seen: (false, nil)
    }
  }

  /// The same as it is once the account reacts to it so: what already was so counts no second time.
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

  /// - Returns: `nil` without an address, a writer or a record.
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
      isBookmarked: reader.flag(viewer, "bookmarked"))
    let reply = reader.object(record, "reply")
    parent = reply.flatMap { reader.object($0, "parent") }.flatMap { reader.address($0, "uri") }
    root = reply.flatMap { reader.object($0, "root") }.flatMap { reader.address($0, "uri") }
    embed = reader.object(json, "embed").flatMap { EmbedView($0, &reader) }
    languages = reader.texts(record, "langs")
    tags = reader.texts(record, "tags")
    labels = ContentLabel.values(json, &reader)
  }

  /// A date that lies ahead of the post's arrival was made up.
  static func created(_ record: JSON, _ view: JSON, _ reader: inout AnswerReader) -> Instant? {
    let (written, arrived) = (reader.instant(record, "createdAt"), reader.instant(view, "indexedAt"))
    return [written, arrived].compactMap { $0 }.min()
  }

  /// Where its links lead, each once, in the order of the text; then the page of its card.
  public var links: [String] {
    var seen: Set<String> = []
    let inText = facets.compactMap { facet -> String? in
      if case .link(let uri) = facet.feature { uri } else { nil }
    }
    return (inText + [embed?.card?.uri].compactMap { $0 }).filter { seen.insert($0).inserted }
  }

  /// The tags in its text and beside it, each once.
  public var allTags: [String] {
    var seen: Set<String> = []
    let inText = facets.compactMap { facet -> String? in if case .tag(let tag) = facet.feature { tag } else { nil } }
    return (inText + tags).filter { seen.insert($0.lowercased()).inserted }
  }

  /// The same as somebody sees it of whom nothing is known.
  public func unviewed() -> PostView {
    var post = self
    post.author = author.unrelated()
    post.viewer = Viewer(like: nil, repost: nil, isLiked: false, isReposted: false, isBookmarked: false)
    return post
  }

  /// Why it is not shown unless somebody asks for it; `nil` for one that is shown.
  public var concealment: Concealment? { Self.concealment(author, labels) }

  /// Why a post of somebody with these labels is not shown, also where another one quotes it.
  public static func concealment(_ author: Person, _ labels: [String]) -> Concealment? {
    if author.relation.blocking != nil { return .blocked }
    if author.relation.isMuted { return .muted }
    return reasons(author, labels).first { !$0.isOfMedia }.map { .labelled($0) }
  }

  /// Why its pictures, its video and its page are not shown unless somebody asks for them, though its text is.
  public var mediaWarning: ContentLabel.Reason? { Self.reasons(author, labels).first(where: { $0.isOfMedia }) }

  private static func reasons(_ author: Person, _ labels: [String]) -> [ContentLabel.Reason] {
    (labels + author.labels).compactMap { ContentLabel.reason($0) }
  }

  public enum Concealment: Hashable, Sendable {
    case blocked
    case muted
    case labelled(ContentLabel.Reason)
    /// It has a word that somebody has muted.
    case word(String)
  }
}

/// A post that is not shown, where one would stand.
public struct AbsentPost: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// It is deleted, or never was there.
    case deleted
    /// Its writer and the account that asks want nothing of each other.
    case blocked
    /// Whoever wrote the quoted post does not want it shown there.
    case detached
    /// Something that this client does not know, by its kind's name. From outside.
    case unknown(String)
  }

  /// Where it stands; `nil` where the answer does not say.
  public let address: RecordAddress?
  public let reason: Reason

  init(_ address: RecordAddress?, _ reason: Reason) { (self.address, self.reason) = (address, reason) }

  /// What stands in the place of a post; `nil` for what should be one.
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

/// The labels that moderators, or writers themselves, put on posts and people.
///
/// Source: `LABELS` of `@atproto/api` with its settings for those who have chosen nothing.
public enum ContentLabel {
  /// Why what is labelled so is not shown unless somebody asks for it.
  public enum Reason: String, Hashable, Sendable {
    case hidden = "a moderator hides it"
    case warned = "a moderator warns of it"
    case adult = "it is for adults"
    case nude = "it shows somebody naked"
    case graphic = "it shows violence or wounds"

    /// Whether it is said of pictures and pages alone: what is written beside them is shown.
    public var isOfMedia: Bool {
      switch self {
      case .hidden, .warned: false
      case .adult, .nude, .graphic: true
      }
    }
  }

  /// - Returns: `nil` for a label that hides nothing: most of them only say what something is.
  public static func reason(_ label: String) -> Reason? {
    switch label {
    case "!hide", "!takedown", "!suspend": .hidden
    case "!warn": .warned
    case "porn", "sexual": .adult
    case "nudity": .nude
    case "graphic-media", "gore": .graphic
    default: nil
    }
  }

  /// The labels of an answer's `labels` that count: those that were taken back do not.
  static func values(_ json: JSON, _ reader: inout AnswerReader) -> [String] {
    let rows = reader.list(json, "labels")
    if rows.isEmpty { return [] }
    var seen: Set<String> = []
    return reader.each(rows) { label, reader -> (value: String, counts: Bool)? in
      guard let value = reader.text(label, "val"), !value.isEmpty, value.utf8.count <= 128 else { return nil }
      return (value, !reader.flag(label, "neg"))
    }.filter { $0.counts && seen.insert($0.value).inserted }.map { $0.value }
  }
}
