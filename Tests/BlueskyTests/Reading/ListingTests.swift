import Bluesky
import JSON
import Testing

/// Lists that always end, whatever a feed does.
@Suite struct ListingTests {
  private static func keys(_ listing: Listing) -> [String] {
    listing.batch.compactMap { if case .post(let item) = $0 { item.post?.reference.address.key } else { nil } }
  }

  /// Reads a batch from pages that are given in order, regardless of the request.
  private static func read(_ count: Int, _ pages: [JSON]) -> (listing: Listing, asked: Int) {
    var listing = Listing(.timeline)
    listing.begin(count)
    var asked = 0
    while listing.next != nil, asked < pages.count {
      let isPage = listing.receive(pages[asked])
      #expect(isPage)
      asked += 1
    }
    return (listing, asked)
  }

  @Test func pagesAreReadUntilThereAreEnough() {
    let (listing, asked) = Self.read(
      4,
      [
        Answers.feed(["a", "b"], cursor: "1"), Answers.feed(["c", "d"], cursor: "2"), Answers.feed(["e"], cursor: "3"),
      ])
    #expect(asked == 2 && Self.keys(listing) == ["a", "b", "c", "d"] && listing.end == nil && listing.hasMore)
  }

  @Test func theSamePostIsShownOnce() {
    let (listing, _) = Self.read(
      9, [Answers.feed(["a", "b", "a"], cursor: "1"), Answers.feed(["b", "c"], cursor: nil)])
    #expect(Self.keys(listing) == ["a", "b", "c"] && listing.end == .complete && !listing.hasMore)
  }

  @Test func aListWithoutACursorEnds() {
    func end(_ pages: JSON...) -> Listing.End? { Self.read(99, pages).listing.end }
    #expect(end(Answers.feed(["a"], cursor: "1"), Answers.feed([], cursor: "2")) == .empty)
    #expect(end(Answers.feed(["a"], cursor: "1"), Answers.feed(["a"], cursor: "2")) == .repeated)
    #expect(end(Answers.feed(["a"], cursor: "1"), Answers.feed(["b"], cursor: "1")) == .looped)
    #expect(
      end(Answers.feed(["a"], cursor: "1"), Answers.feed(["b"], cursor: "2"), Answers.feed(["c"], cursor: "1"))
        == .looped)
    #expect(end(Answers.feed([])) == .complete)
    #expect(end(Answers.feed(["a"], cursor: "")) == .complete)
  }

  @Test func moreContinuesAtTheCursor() {
    var listing = Listing(.timeline)
    listing.begin(2)
    #expect(listing.next?["limit"] == "2" && listing.next?["cursor"] == nil)
    // Items beyond the requested number are kept.
    _ = listing.receive(Answers.feed(["a", "b", "c"], cursor: "x"))
    #expect(Self.keys(listing) == ["a", "b"])
    listing.begin(2)
    #expect(Self.keys(listing) == ["c"] && listing.before == 2)
    #expect(listing.next?["cursor"] == "x" && listing.next?["limit"] == "2")
    _ = listing.receive(Answers.feed(["c", "d"]))
    #expect(Self.keys(listing) == ["c", "d"] && listing.end == .complete)
  }

  @Test func incompleteBatchesComeFirst() {
    var listing = Listing(.timeline)
    listing.begin(5)
    _ = listing.receive(Answers.feed(["a", "b"], cursor: "1"))
    // A smaller request keeps the remaining items.
    listing.begin(1)
    #expect(Self.keys(listing) == ["a"] && listing.before == 0 && listing.next == nil)
    listing.begin(3)
    #expect(Self.keys(listing) == ["b"] && listing.before == 1)
  }

  /// A server that returns one item per page, with a new cursor each time, is not asked endlessly.
  @Test func pagesOfOneItemEndTheBatch() {
    var listing = Listing(.timeline)
    listing.begin(250)
    var asked = 0
    while listing.next != nil, asked < 1_000 {
      asked += 1
      _ = listing.receive(Answers.feed(["k\(asked)"], cursor: "\(asked)"))
    }
    #expect(asked == 24 && listing.isCut && listing.hasMore && Self.keys(listing).count == 24)
    listing.begin(20)
    #expect(listing.next?["cursor"] == "24" && listing.before == 24 && !listing.isCut)
  }

  @Test func aPageIsNeverLongerThanServersGive() {
    var listing = Listing(.timeline)
    listing.begin(500)
    #expect(listing.next?["limit"] == "100")
  }

  @Test(arguments: [.null, 7, [], [:], ["feed": 7], ["posts": []]] as [JSON])
  func invalidPagesAreRejected(json: JSON) {
    var listing = Listing(.timeline)
    listing.begin(5)
    let isPage = listing.receive(json)
    #expect(!isPage)
    #expect(listing.next != nil)
  }

  @Test func invalidItemsAreCounted() {
    let page: JSON = ["feed": [["post": Answers.post("a")], 7, ["post": 7], ["post": Answers.post("b")]]]
    let (listing, _) = Self.read(9, [page])
    #expect(Self.keys(listing) == ["a", "b"] && listing.omitted == 2)
  }

  @Test func everyListAsksItsMethod() {
    let address = RecordAddress(repository: "did:web:a.test", collection: RecordAddress.posts, key: "x")
    var search = PostSearch("tram")
    search.isTop = true
    let lists: [(ReadingList, String)] = [
      (.timeline, "app.bsky.feed.getTimeline?limit=5"),
      (.author("a.test", .media), "app.bsky.feed.getAuthorFeed?actor=a.test&filter=posts_with_media&limit=5"),
      (.search(search), "app.bsky.feed.searchPosts?q=tram&sort=top&limit=5"),
      (.likers(address), "app.bsky.feed.getLikes?uri=at%3A%2F%2Fdid%3Aweb%3Aa.test%2Fapp.bsky.feed.post%2Fx&limit=5"),
      (.people("an"), "app.bsky.actor.searchActors?q=an&limit=5"),
      (.feeds(.suggested), "app.bsky.feed.getSuggestedFeeds?limit=5"),
    ]
    for (list, path) in lists { #expect(list.call(limit: 5, cursor: nil).path == "/xrpc/" + path) }
  }
}
