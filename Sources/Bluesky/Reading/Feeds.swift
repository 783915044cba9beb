import JSON
import Timeline

/// An item of a list of posts: a post with the reason why it is listed, or a placeholder for a missing post.
///
/// Source: the lexicons `app.bsky.feed.defs#feedViewPost`, `#threadViewPost` and
/// `app.bsky.bookmark.defs#bookmarkView`.
public struct FeedItem: Hashable, Sendable {
  /// Indirect, because a post is large and lists of posts are moved.
  public indirect enum Content: Hashable, Sendable {
    case post(PostView)
    case absent(AbsentPost)
  }

  public private(set) var content: Content
  /// The person whose repost put the post into the list.
  public var repostedBy: Person?
  /// The time of the repost.
  public var reposted: Instant?
  /// `true` if the post's author has pinned it to the top of the list.
  public var isPinned = false
  /// The post that it answers, if the list says so.
  public var answered: Answered?
  /// In a thread, the distance below the requested post: 1 for its answers, -1 for the post that it answers.
  public var depth = 0
  /// In a thread, `true` if the post above exists but is not part of the answer; `cutBelow` is the number of answers
  /// that are not part of it.
  /// In a thread, the number of levels by which the post is indented: like `depth`, but an author's own thread stays
  /// at one level.
  public internal(set) var level = 0
  /// `true` in a thread if the post does not reply to the closest post above it that is one level less indented.
  public internal(set) var isApart = false
  public var isCutAbove = false
  public var cutBelow = 0

  public enum Answered: Hashable, Sendable {
    case post(handle: String)
    case absent(AbsentPost.Reason)
  }

  init(_ content: Content, depth: Int = 0) { (self.content, self.depth) = (content, depth) }

  /// Creates the item of a post that was requested alone.
  public init(_ post: PostView) { self.init(.post(post)) }

  /// Returns the item with another state of its post.
  public func with(_ post: PostView) -> FeedItem {
    var item = self
    item.content = .post(post)
    return item
  }

  public var post: PostView? { if case .post(let post) = content { post } else { nil } }

  /// The item's identity within its list; `nil` if nothing is known about the post.
  public var identity: String? {
    switch content {
    case .post(let post): post.reference.address.description
    case .absent(let absent): absent.address?.description
    }
  }

  /// Reads an item of a list of posts, in any of the lists' forms.
  init?(_ json: JSON, _ reader: inout AnswerReader) {
    // Bookmarks wrap the post in `item`, feeds in `post`; searches and quotes list posts bare.
    let inner = json["post"] ?? json["item"] ?? json
    if let absent = AbsentPost(inner) {
      self.init(.absent(absent))
      return
    }
    guard let post = PostView(inner, &reader) else { return nil }
    self.init(.post(post))
    if let reason = reader.object(json, "reason") {
      switch reason.type {
      case "app.bsky.feed.defs#reasonRepost":
        repostedBy = reason["by"].flatMap { Person($0, &reader) }
        reposted = reader.instant(reason, "indexedAt")
      case "app.bsky.feed.defs#reasonPin": isPinned = true
      default: break
      }
    }
    guard post.parent != nil, let parent = reader.object(json, "reply").flatMap({ reader.object($0, "parent") }) else {
      return
    }
    if let absent = AbsentPost(parent) {
      answered = .absent(absent.reason)
    } else {
      answered = parent["author"].flatMap { Person($0, &reader) }.map { .post(handle: $0.handle) }
    }
  }
}

/// A feed made by a person or program, as the network reports it.
///
/// Source: the lexicon `app.bsky.feed.defs#generatorView`.
public struct FeedGenerator: Hashable, Sendable {
  public let address: RecordAddress
  public let creator: Person
  /// The name. Untrusted text, as is the description.
  public let name: String
  public let description: String
  public let likes: Int

  init?(_ json: JSON, _ reader: inout AnswerReader) {
    guard let address = json["uri"]?.stringValue.flatMap({ RecordAddress($0) }),
      address.collection == RecordAddress.feeds, let creator = json["creator"].flatMap({ Person($0, &reader) })
    else { return nil }
    (self.address, self.creator) = (address, creator)
    name = reader.text(json, "displayName") ?? address.key
    description = reader.text(json, "description") ?? ""
    likes = reader.count(json, "likeCount") ?? 0
  }
}

/// The feeds that an account has saved, in any client.
///
/// Source: the lexicon `app.bsky.actor.defs#savedFeedsPrefV2`, and `#savedFeedsPref` for accounts without the former.
public struct SavedFeeds: Hashable, Sendable {
  /// The addresses, pinned feeds first, each once.
  public let addresses: [RecordAddress]
  /// The number of unusable values in the answer.
  public let omitted: Int

  public static let call = XRPCCall(query: "app.bsky.actor.getPreferences", [:], by: .account)
  private static let kind = "app.bsky.actor.defs#savedFeedsPref"

  /// - Returns: `nil` for an answer without preferences.
  public init?(_ json: JSON) {
    guard let preferences = json["preferences"]?.arrayValue else { return nil }
    var reader = AnswerReader()
    var (pinned, others): ([String], [String]) = ([], [])
    if let new = preferences.first(where: { $0.type == Self.kind + "V2" }) {
      // The timeline and lists of people are saved there as well.
      for item in reader.list(new, "items") where item["type"] == "feed" {
        guard let value = reader.text(item, "value") else { continue }
        if reader.flag(item, "pinned") { pinned.append(value) } else { others.append(value) }
      }
    } else if let old = preferences.first(where: { $0.type == Self.kind }) {
      (pinned, others) = (reader.texts(old, "pinned"), reader.texts(old, "saved"))
    }
    var seen: Set<RecordAddress> = []
    for text in pinned + others {
      guard let address = RecordAddress(text), address.collection == RecordAddress.feeds else {
        reader.omit()
        continue
      }
      seen.insert(address)
    }
    addresses = (pinned + others).compactMap { RecordAddress($0) }.filter { seen.remove($0) != nil }
    omitted = reader.omitted
  }
}
