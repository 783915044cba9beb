import JSON
import Timeline

/// The readable part of a page of a list.
public struct ListPage: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    case post(FeedItem)
    case person(Person)
    case feed(FeedGenerator)
    case list(PeopleList)
    case starterPack(StarterPack)
    case notification(NotificationItem)

    /// The item's identity within its list; `nil` if nothing is known about it.
    public var identity: String? {
      switch self {
      case .post(let item): item.identity
      case .person(let person): person.did
      case .feed(let feed): feed.address.description
      case .list(let list): list.address.description
      case .starterPack(let pack): pack.address.description
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
      case .people: Person(row["actor"] ?? row["subject"] ?? row, &reader).map { .person($0) }
      case .feeds: FeedGenerator(row, &reader).map { .feed($0) }
      case .lists: PeopleList(row, &reader).map { .list($0) }
      case .starterPacks: StarterPack(row, &reader).map { .starterPack($0) }
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
    items = path.reversed() + Self.flat(below, under: post)
    omitted = reader.omitted
  }

  /// Returns the posts below a post with the author's own thread first, all at the level of the post, so that a long
  /// thread reads as one text. The replies of others follow, each with its own replies.
  private static func flat(_ below: [FeedItem], under post: FeedItem) -> [FeedItem] {
    let author = post.post?.author.did
    /// The indices in `below` of the author's thread: each continues the one before it.
    var chain: [Int] = []
    var end = post.post?.reference.address
    for (place, item) in below.enumerated() where item.depth == chain.count + 1 {
      guard let reply = item.post, reply.author.did == author, reply.parent == end, end != nil else { continue }
      chain.append(place)
      end = reply.reference.address
    }
    let thread = Set(chain)
    var items = chain.map { below[$0] }
    let addresses = Set(items.compactMap { $0.post?.reference.address })
    /// The level of the last reply of each depth, by which the replies to it are indented.
    var levels: [Int: Int] = [:]
    for (place, item) in below.enumerated() where !thread.contains(place) {
      var item = item
      let parent = item.post?.parent
      let isUnderThread = item.depth == 1 || parent.map { addresses.contains($0) } ?? false
      item.level = isUnderThread ? 1 : (levels[item.depth - 1] ?? 0) + 1
      // The author's whole thread comes before the reply.
      item.isApart = item.level == 1 && !chain.isEmpty && parent != end
      levels[item.depth] = item.level
      items.append(item)
    }
    return items
  }
}
