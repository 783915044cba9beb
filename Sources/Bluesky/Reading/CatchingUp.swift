import JSON
import Timeline

/// Reads back in a list to where somebody has got, so that what came since can be shown, the oldest first.
public struct CatchingUp: Hashable, Sendable {
  /// Where they have got; `nil` for somebody who begins.
  public let mark: ReadMark?
  private var listing: Listing
  private var hasReached = false

  /// How many items it goes back at most: ten pages.
  public static let limit = 1_000

  /// - Parameter first: how many somebody begins with who has read nothing yet.
  public init(_ list: ReadingList, from mark: ReadMark?, first: Int) {
    self.mark = mark
    listing = Listing(list)
    listing.begin(mark == nil ? first : Self.limit)
  }

  /// What is to be asked; `nil` once it is there.
  public var next: XRPCCall? { hasReached ? nil : listing.next }

  /// Takes in an answer.
  /// - Returns: whether it was a page of the list.
  public mutating func take(_ json: JSON) -> Bool {
    let before = listing.batch.count
    guard listing.take(json) else { return false }
    // What somebody has pinned stands on top, however old it is.
    let last = listing.batch[before...].last { Self.item($0) != nil && Self.post($0)?.isPinned == false }
    if let mark, let last = last.flatMap(Self.item) { hasReached = mark.reaches(last.at) }
    return true
  }

  /// What came since, the oldest first: what has no date is nothing of it.
  public var news: [FeedItem] {
    var posts = listing.batch.compactMap(Self.post)
    posts = posts.filter { post in
      guard let item = post.mark else { return false }
      return mark?.isNew(item) ?? true
    }
    return posts.reversed()
  }

  /// Whether more came since than it goes back.
  public var isCut: Bool { mark != nil && !hasReached && listing.hasMore }

  /// How many values of the pages could not be used.
  public var omitted: Int { listing.omitted }

  private static func post(_ item: ListPage.Item) -> FeedItem? {
    if case .post(let post) = item { post } else { nil }
  }
  private static func item(_ item: ListPage.Item) -> ReadMark.Item? { post(item)?.mark }
}

extension FeedItem {
  /// When it came into its list, and what tells it from the others there; `nil` where nobody says so.
  public var mark: ReadMark.Item? {
    guard let identity, let at = reposted ?? post?.created else { return nil }
    return (at, identity)
  }
}
