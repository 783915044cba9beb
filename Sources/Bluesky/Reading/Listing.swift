import JSON
import Timeline

/// A list of the network that is read page by page: it says what to ask next, receives the answer, and ends by itself.
///
/// No item is shown twice. Feeds are made by third parties, and some never end: a page without new items, or a
/// repeated cursor, is the end.
public struct Listing: Hashable, Sendable {
  /// The reason why the list has ended.
  public enum End: Hashable, Sendable {
    /// The server reported the end.
    case complete
    /// A page was empty, although the server announced more.
    case empty
    /// A page had no new items.
    case repeated
    /// The server returned a cursor that it had returned before.
    case looped
  }

  public let list: ReadingList
  /// The items of the current batch so far.
  public private(set) var batch: [ListPage.Item] = []
  /// The reason of the end; `nil` while more may follow.
  public private(set) var end: End?
  /// The number of unusable values in the batch's pages.
  public private(set) var omitted = 0
  /// The number of items that the batch should have.
  public private(set) var wanted = 0
  /// For notifications, the time up to which the account had seen them when reading began.
  public private(set) var seen: Instant?
  /// The number of items in earlier batches.
  public private(set) var before = 0
  private var cursor: String?
  private var cursors: Set<String> = []
  /// The identities of all items so far.
  private var known: Set<String> = []
  /// Items that the server returned beyond the batch.
  private var ahead: [ListPage.Item] = []
  private var pages = 0
  /// The number of pages read for the batch.
  private var batchPages = 0

  /// The number of pages that may be read for each page that would suffice if all were full. Some feeds return a few
  /// items a page; one that returns a single item and a new cursor each time would keep it reading for hours.
  static let pagesForOne = 8

  public init(_ list: ReadingList) {
    self.list = list
    // A call without names cannot be made.
    if case .feeds(.saved([])) = list { end = .complete }
    if case .feeds(.recent([])) = list { end = .complete }
  }

  /// Begins a batch of `count` items, at least one. An unfinished batch was not shown to anyone, so its items come
  /// first.
  public mutating func begin(_ count: Int) {
    if next == nil {
      before += batch.count
      omitted = 0
    } else {
      ahead = batch + ahead
    }
    (wanted, batchPages) = (max(1, count), 0)
    batch = Array(ahead.prefix(wanted))
    ahead.removeFirst(batch.count)
  }

  /// The next call; `nil` if the batch is complete or the list has ended.
  public var next: XRPCCall? {
    guard end == nil, batch.count < wanted, batchPages < batchPageLimit else { return nil }
    // After the first page, request one item more than needed: some feeds repeat the last item of the previous page.
    let limit = min(ReadingList.pageLimit, wanted - batch.count + (pages == 0 ? 0 : 1))
    return list.call(limit: limit, cursor: cursor)
  }

  private var batchPageLimit: Int {
    Self.pagesForOne * ((wanted + ReadingList.pageLimit - 1) / ReadingList.pageLimit)
  }

  /// `true` if the batch was cut short because its pages had too few items, although more may follow.
  public var isCut: Bool { end == nil && batch.count < wanted && batchPages >= batchPageLimit }

  /// `true` if another batch can be requested.
  public var hasMore: Bool { end == nil || !ahead.isEmpty }

  /// Processes an answer.
  /// - Returns: `true` if it was a page of the list.
  public mutating func receive(_ json: JSON) -> Bool {
    guard let page = ListPage(json, of: list) else { return false }
    pages += 1
    batchPages += 1
    omitted += page.omitted
    if pages == 1 { seen = page.seen }
    let new = page.items.filter { item in item.identity.map { known.insert($0).inserted } ?? true }
    let kept = new.filter(list.keeps)
    let room = wanted - batch.count
    batch += kept.prefix(room)
    ahead += kept.dropFirst(room)
    end = Self.end(of: page, hasNew: !new.isEmpty, isKnown: page.cursor.map { cursors.contains($0) } ?? false)
    cursor = page.cursor
    if let cursor { cursors.insert(cursor) }
    return true
  }

  private static func end(of page: ListPage, hasNew: Bool, isKnown: Bool) -> End? {
    if page.cursor == nil { return .complete }
    if page.items.isEmpty { return .empty }
    if !hasNew { return .repeated }
    return isKnown ? .looped : nil
  }
}

/// A paginated list of the network: posts, people, feeds or notifications.
public enum ReadingList: Hashable, Sendable {
  /// The posts of the people that the account follows.
  case timeline
  case feed(RecordAddress)
  /// The posts of a person, by handle or DID.
  case author(String, AuthorFilter)
  /// The likes of the account itself, by its DID; a server shows them to no other account.
  case likes(String)
  case bookmarks
  case quotes(RecordAddress)
  case search(PostSearch)
  case followers(String)
  case follows(String)
  case likers(RecordAddress)
  case reposters(RecordAddress)
  /// The people that the account mutes or blocks; no other account sees this list.
  case mutes, blocks
  /// People whose name or handle contains a text.
  case people(String)
  case feeds(FeedChoice)
  /// The lists that a person made, by handle or DID.
  case lists(String)
  /// The starter packs that a person made, by handle or DID.
  case starterPacks(String)
  /// The people on a list, and their posts.
  case members(RecordAddress)
  case list(RecordAddress)
  /// The notifications of the account.
  case notifications(NotificationChoice)

  /// The selection among an author's posts.
  public enum AuthorFilter: String, Hashable, Sendable {
    case posts = "posts_no_replies"
    case all = "posts_with_replies"
    case media = "posts_with_media"
  }

  /// The selection of feeds.
  public enum FeedChoice: Hashable, Sendable {
    case suggested
    /// Feeds whose name contains a text.
    case named(String)
    /// Feeds made by a person, by handle or DID.
    case by(String)
    /// Feeds that the account has saved, or has read recently: at most `namedLimit`.
    case saved([RecordAddress])
    case recent([RecordAddress])
  }

  /// The kind of the list's items.
  public enum Kind: Hashable, Sendable { case posts, people, feeds, lists, starterPacks, notifications }

  public var kind: Kind {
    switch self {
    case .timeline, .feed, .author, .likes, .bookmarks, .quotes, .search, .list: .posts
    case .followers, .follows, .likers, .reposters, .people, .members, .mutes, .blocks: .people
    case .lists: .lists
    case .starterPacks: .starterPacks
    case .feeds: .feeds
    case .notifications: .notifications
    }
  }

  /// The person whose list it is, by handle or DID; `nil` if it belongs to no person.
  public var actor: String? {
    switch self {
    case .author(let actor, _), .likes(let actor), .followers(let actor), .follows(let actor), .feeds(.by(let actor)),
      .lists(let actor), .starterPacks(let actor):
      actor
    case .search(let search): search.author
    case .timeline, .feed, .bookmarks, .quotes, .likers, .reposters, .people, .feeds, .notifications, .members, .list,
      .mutes, .blocks:
      nil
    }
  }

  /// The maximum number of feeds that are requested by address.
  public static let namedLimit = 100

  /// The maximum page size of servers.
  public static let pageLimit = 100

  /// Returns the call for a page.
  /// - Parameters:
  ///   - limit: the maximum number of items, 1 to 100.
  ///   - cursor: the cursor of the last page; `nil` for the first page.
  public func call(limit: Int, cursor: String?) -> XRPCCall {
    let (method, parameters) = question
    // Feeds requested by name come in one answer.
    if case .feeds(.saved) = self { return XRPCCall(query: method, parameters, by: .account) }
    if case .feeds(.recent) = self { return XRPCCall(query: method, parameters, by: .account) }
    return XRPCCall(query: method, parameters + [("limit", String(limit)), ("cursor", cursor)], by: .account)
  }

  /// `true` if the list can be read without an account.
  public var isPublic: Bool { call(limit: 1, cursor: nil).isPublic }

  private var question: (method: String, parameters: [(name: String, value: String?)]) {
    switch self {
    case .timeline: ("app.bsky.feed.getTimeline", [])
    case .feed(let address): ("app.bsky.feed.getFeed", [("feed", address.description)])
    case .author(let actor, let filter):
      (
        "app.bsky.feed.getAuthorFeed",
        [("actor", actor), ("filter", filter.rawValue), ("includePins", filter == .posts ? "true" : nil)]
      )
    case .likes(let actor): ("app.bsky.feed.getActorLikes", [("actor", actor)])
    case .bookmarks: ("app.bsky.bookmark.getBookmarks", [])
    case .quotes(let address): ("app.bsky.feed.getQuotes", [("uri", address.description)])
    case .search(let search): ("app.bsky.feed.searchPosts", search.parameters)
    case .followers(let actor): ("app.bsky.graph.getFollowers", [("actor", actor)])
    case .follows(let actor): ("app.bsky.graph.getFollows", [("actor", actor)])
    case .likers(let address): ("app.bsky.feed.getLikes", [("uri", address.description)])
    case .reposters(let address): ("app.bsky.feed.getRepostedBy", [("uri", address.description)])
    case .mutes: ("app.bsky.graph.getMutes", [])
    case .blocks: ("app.bsky.graph.getBlocks", [])
    case .people(let text): ("app.bsky.actor.searchActors", [("q", text)])
    case .lists(let actor): ("app.bsky.graph.getLists", [("actor", actor)])
    case .starterPacks(let actor): ("app.bsky.graph.getActorStarterPacks", [("actor", actor)])
    case .members(let list): ("app.bsky.graph.getList", [("list", list.description)])
    case .list(let list): ("app.bsky.feed.getListFeed", [("list", list.description)])
    case .feeds(.suggested): ("app.bsky.feed.getSuggestedFeeds", [])
    case .feeds(.named(let text)): ("app.bsky.unspecced.getPopularFeedGenerators", [("query", text)])
    case .feeds(.by(let actor)): ("app.bsky.feed.getActorFeeds", [("actor", actor)])
    case .feeds(.saved(let addresses)), .feeds(.recent(let addresses)):
      ("app.bsky.feed.getFeedGenerators", addresses.prefix(Self.namedLimit).map { ("feeds", $0.description) })
    case .notifications(let choice):
      ("app.bsky.notification.listNotifications", choice.kinds.map { ("reasons", $0.rawValue) })
    }
  }

  /// The name of the field with the items in an answer.
  var field: String {
    switch self {
    case .timeline, .feed, .author, .likes, .list: "feed"
    case .lists: "lists"
    case .starterPacks: "starterPacks"
    case .members: "items"
    case .bookmarks: "bookmarks"
    case .quotes, .search: "posts"
    case .followers: "followers"
    case .follows: "follows"
    case .likers: "likes"
    case .reposters: "repostedBy"
    case .mutes: "mutes"
    case .blocks: "blocks"
    case .people: "actors"
    case .feeds: "feeds"
    case .notifications: "notifications"
    }
  }

  /// Returns whether an item belongs to the list: applies filters that servers do not support.
  func keeps(_ item: ListPage.Item) -> Bool {
    guard case .notifications(let choice) = self, case .notification(let notification) = item else { return true }
    return choice.keeps(notification)
  }
}
