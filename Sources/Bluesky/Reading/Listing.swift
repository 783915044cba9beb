import JSON
import Timeline

/// A list of the network that is read page by page: it says what to ask next, takes the answer, and ends by itself.
///
/// Nothing is shown twice. Feeds are made by anybody, and some never end: a page with nothing new, or a cursor that was
/// there before, is the end.
public struct Listing: Hashable, Sendable {
  /// Why nothing more comes.
  public enum End: Hashable, Sendable {
    /// The server says so.
    case complete
    /// A page was empty, though the server says that more follows.
    case empty
    /// A page had nothing that was not there before.
    case repeated
    /// The server says that the next page begins where one has begun.
    case looped
  }

  public let list: ReadingList
  /// What was asked for last, as far as it has come.
  public private(set) var batch: [ListPage.Item] = []
  /// `nil` while more may follow.
  public private(set) var end: End?
  /// How many values of the batch's pages could not be used.
  public private(set) var omitted = 0
  /// How many items the batch is to have.
  public private(set) var wanted = 0
  /// Up to when the account had seen its notifications when the list was begun, where it is of those.
  public private(set) var seen: Instant?
  /// How many were given before the batch.
  public private(set) var before = 0
  private var cursor: String?
  private var cursors: Set<String> = []
  /// What tells the items apart that were there before.
  private var known: Set<String> = []
  /// What a server gave beyond what was asked for.
  private var ahead: [ListPage.Item] = []
  private var pages = 0
  /// How many of the pages were read for the batch.
  private var batchPages = 0

  /// How many pages are read for each that would be needed if all were full: some feeds give a few items a page, and one
  /// that gives one item a page, with a new cursor each time, would go on for hours.
  static let pagesForOne = 8

  public init(_ list: ReadingList) {
    self.list = list
    // Of no names nobody can be asked.
    if case .feeds(.saved([])) = list { end = .complete }
    if case .feeds(.recent([])) = list { end = .complete }
  }

  /// Asks for so many items more, at least one. A batch that never became whole was given to nobody: it comes first.
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

  /// What is to be asked; `nil` when all that was wanted is there, or nothing more comes.
  public var next: XRPCCall? {
    guard end == nil, batch.count < wanted, batchPages < batchPageLimit else { return nil }
    // One more than is missing, once pages came: some feeds begin each with the last item of the one before.
    let limit = min(ReadingList.pageLimit, wanted - batch.count + (pages == 0 ? 0 : 1))
    return list.call(limit: limit, cursor: cursor)
  }

  private var batchPageLimit: Int {
    Self.pagesForOne * ((wanted + ReadingList.pageLimit - 1) / ReadingList.pageLimit)
  }

  /// Whether the batch is not whole though more may follow: its pages had too few items each.
  public var isCut: Bool { end == nil && batch.count < wanted && batchPages >= batchPageLimit }

  /// Whether another batch can be asked for.
  public var hasMore: Bool { end == nil || !ahead.isEmpty }

  /// Takes in an answer.
  /// - Returns: whether it was a page of the list.
  public mutating func take(_ json: JSON) -> Bool {
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

/// A list that the network has of posts, people or feeds, by its pages.
public enum ReadingList: Hashable, Sendable {
  /// What those whom the account follows have written.
  case timeline
  case feed(RecordAddress)
  /// What somebody has written: a handle or a DID.
  case author(String, AuthorFilter)
  /// What the account itself, by its DID, has liked; a server tells that to nobody else.
  case likes(String)
  case bookmarks
  case quotes(RecordAddress)
  case search(PostSearch)
  case followers(String)
  case follows(String)
  case likers(RecordAddress)
  case reposters(RecordAddress)
  /// People whose name or handle holds a text.
  case people(String)
  case feeds(FeedChoice)
  /// What others did that concerns the account.
  case notifications(NotificationChoice)

  /// Which of somebody's posts are listed.
  public enum AuthorFilter: String, Hashable, Sendable {
    case posts = "posts_no_replies"
    case all = "posts_with_replies"
    case media = "posts_with_media"
  }

  /// Which feeds are listed.
  public enum FeedChoice: Hashable, Sendable {
    case suggested
    /// Those whose name holds a text.
    case named(String)
    /// Those that somebody has made: a handle or a DID.
    case by(String)
    /// Those that the account has saved, or has read of late: at most `namedLimit`.
    case saved([RecordAddress])
    case recent([RecordAddress])
  }

  /// What its items are.
  public enum Kind: Hashable, Sendable { case posts, people, feeds, notifications }

  public var kind: Kind {
    switch self {
    case .timeline, .feed, .author, .likes, .bookmarks, .quotes, .search: .posts
    case .followers, .follows, .likers, .reposters, .people: .people
    case .feeds: .feeds
    case .notifications: .notifications
    }
  }

  /// Whose it is, where it is somebody's: a handle or a DID.
  public var actor: String? {
    switch self {
    case .author(let actor, _), .likes(let actor), .followers(let actor), .follows(let actor), .feeds(.by(let actor)):
      actor
    case .search(let search): search.author
    case .timeline, .feed, .bookmarks, .quotes, .likers, .reposters, .people, .feeds, .notifications: nil
    }
  }

  /// How many feeds are asked for by their addresses at most.
  public static let namedLimit = 100

  /// The most that a server gives at once.
  public static let pageLimit = 100

  /// The question for a page.
  /// - Parameters:
  ///   - limit: how many items it may have, 1 to 100.
  ///   - cursor: where the last page said that it ends; `nil` for the first.
  public func call(limit: Int, cursor: String?) -> XRPCCall {
    let (method, parameters) = question
    // What is asked for by its name comes at once.
    if case .feeds(.saved) = self { return XRPCCall(query: method, parameters, by: .account) }
    if case .feeds(.recent) = self { return XRPCCall(query: method, parameters, by: .account) }
    return XRPCCall(query: method, parameters + [("limit", String(limit)), ("cursor", cursor)], by: .account)
  }

  private var question: (method: String, parameters: [(name: String, value: String?)]) {
    switch self {
    case .timeline: ("app.bsky.feed.getTimeline", [])
    case .feed(let address): ("app.bsky.feed.getFeed", [("feed", address.description)])
    case .author(let actor, let filter):
      ("app.bsky.feed.getAuthorFeed", [("actor", actor), ("filter", filter.rawValue)])
    case .likes(let actor): ("app.bsky.feed.getActorLikes", [("actor", actor)])
    case .bookmarks: ("app.bsky.bookmark.getBookmarks", [])
    case .quotes(let address): ("app.bsky.feed.getQuotes", [("uri", address.description)])
    case .search(let search): ("app.bsky.feed.searchPosts", search.parameters)
    case .followers(let actor): ("app.bsky.graph.getFollowers", [("actor", actor)])
    case .follows(let actor): ("app.bsky.graph.getFollows", [("actor", actor)])
    case .likers(let address): ("app.bsky.feed.getLikes", [("uri", address.description)])
    case .reposters(let address): ("app.bsky.feed.getRepostedBy", [("uri", address.description)])
    case .people(let text): ("app.bsky.actor.searchActors", [("q", text)])
    case .feeds(.suggested): ("app.bsky.feed.getSuggestedFeeds", [])
    case .feeds(.named(let text)): ("app.bsky.unspecced.getPopularFeedGenerators", [("query", text)])
    case .feeds(.by(let actor)): ("app.bsky.feed.getActorFeeds", [("actor", actor)])
    case .feeds(.saved(let addresses)), .feeds(.recent(let addresses)):
      ("app.bsky.feed.getFeedGenerators", addresses.prefix(Self.namedLimit).map { ("feeds", $0.description) })
    case .notifications(let choice):
      ("app.bsky.notification.listNotifications", [("reasons", choice.kind?.rawValue)])
    }
  }

  /// The name of the items in an answer.
  var field: String {
    switch self {
    case .timeline, .feed, .author, .likes: "feed"
    case .bookmarks: "bookmarks"
    case .quotes, .search: "posts"
    case .followers: "followers"
    case .follows: "follows"
    case .likers: "likes"
    case .reposters: "repostedBy"
    case .people: "actors"
    case .feeds: "feeds"
    case .notifications: "notifications"
    }
  }

  /// Whether an item belongs to it: what a server cannot pick is picked here.
  func keeps(_ item: ListPage.Item) -> Bool {
    guard case .notifications(let choice) = self, case .notification(let notification) = item else { return true }
    return choice.keeps(notification)
  }
}
