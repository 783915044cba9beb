import JSON
import Timeline

/// The readable part of a page of a list.
public struct ListPage: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case post(FeedItem)
    case person(Person)
    case feed(FeedGenerator)
    case notification(NotificationItem)

    /// The item's identity within its list; `nil` if nothing is known about it.
    public var identity: String? {
      switch self {
      case .post(let item): item.identity
      case .person(let person): person.did
      case .feed(let feed): feed.address.description
      case .notification(let notification): notification.identity
      }
    }
  }

  public let items: [Item]
  /// The cursor of the next page; `nil` at the end of the list.
  public let cursor: String?
  /// The time up to which the account had seen its notifications, if this is a page of notifications and the server
  /// reports it.
  public let seen: Instant?
  /// The number of unusable values: whole items, and parts of others.
  public let omitted: Int

  /// - Returns: `nil` if the answer is not a page of that list.
  public init?(_ json: JSON, of list: ReadingList) {
    guard let rows = json[list.field]?.arrayValue else { return nil }
    var reader = AnswerReader()
    items = reader.each(rows) { row, reader in
      switch list.kind {
      case .posts: FeedItem(row, &reader).map { .post($0) }
      case .people: Person(row["actor"] ?? row, &reader).map { .person($0) }
      case .feeds: FeedGenerator(row, &reader).map { .feed($0) }
      case .notifications: NotificationItem(row, &reader).map { .notification($0) }
      }
    }
    let cursor = reader.text(json, "cursor")
    self.cursor = cursor?.isEmpty == true ? nil : cursor
    seen = list.kind == .notifications ? reader.instant(json, "seenAt") : nil
    omitted = reader.omitted
  }
}

/// The conversation around a post: the posts above it from the first one on, the post, and its answers in reading
/// order, each after the post that it answers.
///
/// Source: the lexicon `app.bsky.feed.getPostThread`.
public struct ThreadPage: Hashable, Sendable {
  public let items: [FeedItem]
  public let omitted: Int
  /// The number of levels requested below and above the post: an answer nests its posts, and readers limit the depth
  /// of nesting. Deeper posts are requested from the post above them.
  public static let (depth, height) = (10, 20)

  public static func call(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(
      query: "app.bsky.feed.getPostThread",
      [("uri", address.description), ("depth", String(depth)), ("parentHeight", String(height))], by: .account)
  }

  /// - Returns: `nil` if the answer is not a conversation.
  public init?(_ json: JSON) {
    guard let thread = json["thread"], thread.isObject else { return nil }
    var reader = AnswerReader()
    var seen: Set<String> = []
    func item(_ node: JSON, _ depth: Int) -> FeedItem? {
      if let absent = AbsentPost(node) { return FeedItem(.absent(absent), depth: depth) }
      guard var item = FeedItem(node, &reader) else {
        reader.omit()
        return nil
      }
      item.depth = depth
      return item
    }
    // A post that answers itself, directly or in a circle, is shown only where it occurs first.
    func isNew(_ item: FeedItem) -> Bool { item.identity.map { seen.insert($0).inserted } ?? true }
    guard let post = item(thread, 0), isNew(post) else { return nil }
    var path = [post]
    var node = thread
    while let parent = reader.object(node, "parent"), let item = item(parent, -path.count), isNew(item) {
      path.append(item)
      node = parent
    }
    // A post above that the server left out differs from one that is deleted or repeats a post.
    if node["parent"] == nil, path[path.count - 1].post?.parent != nil { path[path.count - 1].isCutAbove = true }
    var below: [FeedItem] = []
    // Recursion is limited by the nesting depth of answers, which is small.
    func descend(_ node: JSON, _ depth: Int) {
      for reply in reader.list(node, "replies") {
        guard var item = item(reply, depth), isNew(item) else { continue }
        if reply["replies"] == nil { item.cutBelow = item.post?.counts.replies ?? 0 }
        below.append(item)
        descend(reply, depth + 1)
      }
    }
    descend(thread, 1)
    items = path.reversed() + below
    omitted = reader.omitted
  }
}
