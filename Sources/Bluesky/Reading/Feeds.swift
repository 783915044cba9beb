import JSON
import Timeline

/// One place of a list of posts: a post with why it stands there, or the line that stands for one.
///
/// Source: the lexicons `app.bsky.feed.defs#feedViewPost`, `#threadViewPost` and `app.bsky.bookmark.defs#bookmarkView`.
public struct FeedItem: Hashable, Sendable {
  /// Elsewhere, since a post is large and lists of them are moved about.
  public indirect enum Content: Hashable, Sendable {
    case post(PostView)
    case absent(AbsentPost)
  }

  public private(set) var content: Content
  /// Who has reposted it into the list.
  public var repostedBy: Person?
  /// When they have.
  public var reposted: Instant?
  /// Whether its writer has pinned it to the top of the list.
  public var isPinned = false
  /// Whom it answers, where the list says so.
  public var answered: Answered?
  /// In a thread, how far below the post that was asked for it stands: 1 for its answers, -1 for what it answers.
  public var depth = 0
  /// In a thread, whether what it answers is there and no part of the answer, and how many of its own answers are not.
  public var isCutAbove = false
  public var cutBelow = 0

  public enum Answered: Hashable, Sendable {
    case post(handle: String)
    case absent(AbsentPost.Reason)
  }

  init(_ content: Content, depth: Int = 0) { (self.content, self.depth) = (content, depth) }

  /// A post that was read alone.
  public init(_ post: PostView) { self.init(.post(post)) }

  /// The same place with another state of its post.
  public func with(_ post: PostView) -> FeedItem {
    var item = self
    item.content = .post(post)
    return item
  }

  public var post: PostView? { if case .post(let post) = content { post } else { nil } }

  /// What tells it from the other places of its list; `nil` for one that nothing is known of.
  public var identity: String? {
    switch content {
    case .post(let post): post.reference.address.description
    case .absent(let absent): absent.address?.description
    }
  }

  /// What an item of a list of posts says, in whichever of their forms.
  init?(_ json: JSON, _ reader: inout AnswerReader) {
    // A bookmark wraps its post in `item`, a feed in `post`; a search and the quotes of a post list them bare.
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

/// A feed that somebody has made, as an answer of the network gives it.
///
/// Source: the lexicon `app.bsky.feed.defs#generatorView`.
public struct FeedGenerator: Hashable, Sendable {
  public let address: RecordAddress
  public let creator: Person
  /// From outside, as its description is.
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

/// The feeds that an account has saved, in whichever client.
///
/// Source: the lexicon `app.bsky.actor.defs#savedFeedsPrefV2`, and `#savedFeedsPref` of accounts that have none of those.
public struct SavedFeeds: Hashable, Sendable {
  /// The pinned ones first, each once.
  public let addresses: [RecordAddress]
  /// How many values of the answer could not be used.
  public let omitted: Int

  public static let call = XRPCCall(query: "app.bsky.actor.getPreferences", [:], by: .account)
  private static let kind = "app.bsky.actor.defs#savedFeedsPref"

  /// - Returns: `nil` for an answer that has no preferences.
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
