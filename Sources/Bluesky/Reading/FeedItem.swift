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
