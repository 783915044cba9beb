import Stories
import Testing
import Timeline

@Suite struct FeedTests {
  let feed = Feed(sessionStart: zero)

  @Test func baseLibraryHasTenFreshStories() {
    #expect(feed.base.count == 10)
    #expect(feed.base[3].author == "ana")
    #expect(feed.base[4].author == "ben")
    #expect(feed.base.allSatisfy { feed.isAlive($0, at: zero) && $0.length == nil })
    #expect(Set(feed.base.map(\.media)).count == 10)
  }

  @Test(arguments: [(1, 0, 0), (10, 9, 0), (11, 0, 1), (24, 3, 2), (1_000_000, 9, 99_999), (1_000_000_000_000, 9, nil)])
  func idIsBaseIdPlusCycleTimesCount(id: Int, base: Int, cycle: Int?) throws {
    let story = try #require(feed.story(id: id))
    #expect(story.id == id)
    #expect(story.media == feed.base[base].media)
    if let cycle { #expect(feed.cycle(ofID: id) == cycle) }
  }

  @Test(arguments: [0, -1, .min, .max, 1_000_000_000_001])
  func noStoryOutsideTheIds(id: Int) {
    #expect(feed.story(id: id) == nil)
    #expect(feed.deck(holding: id) == nil)
  }

  @Test func pagesHoldTwentyConsecutiveIds() {
    #expect(feed.page(1, at: zero).map(\.id) == Array(1...20))
    #expect(feed.page(50_000, at: zero).map(\.id) == Array(999_981...1_000_000))
    #expect(feed.page(0, at: zero) == [])
    #expect(feed.page(.max, at: zero) == [])
    #expect(feed.page(.min + 1, at: zero) == [])
  }

  @Test func expiredStoriesLeaveThePageButNotTheDeck() {
    let later = zero + .hours(10)  // stories 8, 9 and 10 were 11, 16 and 21 h old: 9 and 10 are gone
    #expect(feed.page(1, at: later).map(\.id) == Array(1...8) + Array(11...18))
    #expect(feed.page(1, at: zero + .days(1)) == [])
    #expect(feed.deck(holding: 9)?.count == 10)
  }

  @Test func roundThatHoldsAStoryStartsAtItsFirst() throws {
    let deck = try #require(feed.deck(holding: 1_000_000))
    #expect(deck.stories.map(\.id) == Array(999_991...1_000_000))
    #expect(deck.origin == .cycle(99_999))
    #expect(deck.index(ofID: 1_000_000) == 9)
  }

  @Test func usersOwnTheirStories() throws {
    #expect(feed.deck(of: "ana", at: zero)?.stories.map(\.id) == [4, 6, 10])
    #expect(feed.deck(of: "ana", cycle: 2, at: zero)?.stories.map(\.id) == [24, 26, 30])
    #expect(feed.deck(of: "ana", at: zero + .hours(4))?.stories.map(\.id) == [4, 6])
    #expect(feed.deck(of: "zoe", at: zero) == nil)
    #expect(feed.deck(of: "ana", cycle: .max, at: zero) == nil)
    #expect(feed.deck(of: "ana", cycle: -1, at: zero) == nil)
  }

  @Test func emptyBaseHasNothing() {
    let empty = Feed(base: [], sessionStart: zero)
    #expect(empty.story(id: 1) == nil)
    #expect(empty.deck(holding: 1) == nil)
    #expect(empty.page(1, at: zero) == [])
    #expect(empty.stories(after: nil, at: zero).next == nil)
  }
}

@Suite struct OwnStoryTests {
  private static func feed(_ ages: [Duration]) -> Feed {
    var feed = Feed(sessionStart: zero)
    for age in ages {
      feed.own.append(
        Story(id: feed.nextOwnID, author: Feed.me, media: .image("p"), posted: .at(zero - age), file: "/p"))
    }
    return feed
  }

  @Test func ownStoriesComeFirstAndRenumberNothing() {
    let feed = Self.feed([.hours(23), .hours(2), .hours(1)])
    #expect(feed.own.map(\.id) == [-1, -2, -3])
    #expect(feed.stories(after: nil, at: zero).stories.prefix(4).map(\.id) == [-3, -2, -1, 1])
    #expect(feed.stories(after: nil, at: zero).next == FeedCursor(lastID: 17))
    #expect(feed.page(1, at: zero).map(\.id) == Array(1...20))
    #expect(feed.deck(holding: 4)?.stories.map(\.id) == Array(1...10))
    #expect(feed.story(id: -2)?.file == "/p" && feed.story(id: -4) == nil && feed.story(id: 0) == nil)
  }

  @Test func cursorsPassThroughOwnStories() {
    let feed = Self.feed([.hours(3), .hours(2), .hours(1)])
    var cursor: FeedCursor?
    var ids: [Int] = []
    for limit in [1, 1, 3, 1] {
      let batch = feed.stories(after: cursor, limit: limit, at: zero)
      ids += batch.stories.map(\.id)
      cursor = batch.next
    }
    #expect(ids == [-3, -2, -1, 1, 2, 3])
    let mine = feed.stories(after: nil, of: Feed.me, limit: 2, at: zero)
    #expect(mine.stories.map(\.id) == [-3, -2] && mine.next?.text == "@me--2")
    #expect(feed.stories(after: mine.next, of: Feed.me, limit: 1, at: zero).next == nil)
  }

  @Test func ownStoriesExpireAndAreInTheFirstRoundOnly() {
    let feed = Self.feed([.hours(23), .hours(1)])
    let later = zero + .hours(1)
    #expect(feed.ownStories(at: later).map(\.id) == [-2])
    #expect(feed.rail(at: later).decks.first?.stories.map(\.id) == [-2])
    #expect(feed.rail(cycle: 1, at: later).decks.first?.author(at: 0) == "cleo")
    #expect(feed.deck(of: Feed.me, at: zero + .hours(23)) == nil)
    #expect(feed.rail(at: zero).deck(.previous, of: "cleo", at: zero)?.stories.map(\.id) == [-2, -1])
    #expect(feed.nextOwnID == -3)
  }
}
