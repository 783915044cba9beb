import Stories
import Testing
import Timeline

@Suite struct FeedCursorTests {
  let feed = Feed(sessionStart: zero)

  @Test func batchesJoinWithoutGapOrRepetition() {
    var cursor: FeedCursor?
    var ids: [Int] = []
    for limit in [1, 20, 7, 3, 12] {
      let batch = feed.stories(after: cursor, limit: limit, at: zero)
      ids += batch.stories.map(\.id)
      cursor = batch.next
    }
    #expect(ids == Array(1...43))
  }

  @Test func fillsUpPastWhatHasExpired() {
    let batch = feed.stories(after: FeedCursor(lastID: 999_990), limit: 4, at: zero + .hours(23) + .minutes(30))
    #expect(batch.stories.map(\.id) == [999_991, 1_000_001, 1_000_011, 1_000_021])
  }

  @Test func endsWhenAllHaveExpiredOrTheIdsEnd() {
    let gone = feed.stories(after: nil, at: zero + .days(1))
    #expect(gone.stories == [])
    #expect(gone.next == nil)
    let last = feed.stories(after: FeedCursor(lastID: Feed.ids.upperBound - 2), at: zero)
    #expect(last.stories.count == 2)
    #expect(last.next == nil)
    // The page is full, and still nothing follows.
    let full = feed.stories(after: FeedCursor(lastID: Feed.ids.upperBound - 2), limit: 2, at: zero)
    #expect(full.stories.count == 2 && full.next == nil)
    #expect(feed.stories(after: nil, limit: 0, at: zero).stories == [])
    #expect(feed.stories(after: nil, limit: .max, at: zero).stories.count == 20)
  }

  @Test func oneAuthorsStoriesArePaged() {
    let first = feed.stories(after: nil, of: "ana", limit: 4, at: zero)
    #expect(first.stories.map(\.id) == [4, 6, 10, 14])
    #expect(first.next == FeedCursor(author: "ana", lastID: 14))
    #expect(feed.stories(after: first.next, of: "ana", limit: 2, at: zero).stories.map(\.id) == [16, 20])
    #expect(feed.stories(after: nil, of: "nobody", at: zero).stories == [])
  }

  @Test func textRoundTrips() throws {
    for cursor in [
      FeedCursor(lastID: 40), FeedCursor(author: "ana", lastID: 6), FeedCursor(author: "a-b", lastID: 1),
      FeedCursor(lastID: -3),
    ] {
      #expect(try FeedCursor(text: cursor.text) == cursor)
    }
    for text in [
      "", "40", "all-", "all---3", "--3", "all-x", "ana-4", "-4", "after 4", "@ana", "all-05", "all-+5", "@ana-016",
    ] {
      #expect(throws: FeedCursor.Problem.malformed(text), "\(text)") { try FeedCursor(text: text) }
    }
    #expect(throws: FeedCursor.Problem.noSuchStory(0)) { try FeedCursor(text: "all-0") }
    #expect(throws: FeedCursor.Problem.noSuchStory(1_000_000_000_001)) { try FeedCursor(text: "all-1000000000001") }
  }
}
