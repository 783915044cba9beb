import JSON
import Timeline

/// A page of a list, as far as an answer can be understood.
public struct ListPage: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case post(FeedItem)
    case person(Person)
    case feed(FeedGenerator)
    case notification(NotificationItem)

    /// What tells it from the others of its list; `nil` for what nothing is known of.
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
  /// Where the next page begins; `nil` at the end of the list.
  public let cursor: String?
  /// Up to when the account has seen its notifications, where the page is one of those and the server says so.
  public let seen: Instant?
  /// How many values of it could not be used: items that are none, and parts of others.
  public let omitted: Int

  /// - Returns: `nil` for what is no page of that list at all.
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

/// A conversation around a post, as an answer gives it: what the post answers, from the first on, the post, and its answers
/// in the order of a conversation, each behind the one that it is to.
///
/// Source: the lexicon `app.bsky.feed.getPostThread`.
public struct ThreadPage: Hashable, Sendable {
  public let items: [FeedItem]
  public let omitted: Int
  /// How far below and above the post is asked for: an answer holds its posts one within the other, and no reader takes in
  /// what is nested without an end. What stands deeper is asked for by the post above it.
  public static let (depth, height) = (10, 20)

  public static func call(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(
      query: "app.bsky.feed.getPostThread",
      [("uri", address.description), ("depth", String(depth)), ("parentHeight", String(height))], by: .account)
  }

  /// - Returns: `nil` for what is no conversation at all.
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
    // A post that answers itself, or one that answers it, is shown where it stands first.
    func isNew(_ item: FeedItem) -> Bool { item.identity.map { seen.insert($0).inserted } ?? true }
    guard let post = item(thread, 0), isNew(post) else { return nil }
    var path = [post]
    var node = thread
    while let parent = reader.object(node, "parent"), let item = item(parent, -path.count), isNew(item) {
      path.append(item)
      node = parent
    }
    // One that nobody has sent is another matter than one that is gone, or leads back.
    if node["parent"] == nil, path[path.count - 1].post?.parent != nil { path[path.count - 1].isCutAbove = true }
    var below: [FeedItem] = []
    // As deep as an answer can be nested, which is little.
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
