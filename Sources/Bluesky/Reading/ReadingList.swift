import JSON

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
