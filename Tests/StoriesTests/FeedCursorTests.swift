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
    #expect(feed.stories(after: nil, limit: 0, at: zero).stories == [])
    #expect(feed.stories(after: nil, limit: .max, at: zero).stories.count == 20)
  }

  @Test func textGoesThereAndBack() {
    #expect(FeedCursor(text: FeedCursor(lastID: 40).text) == FeedCursor(lastID: 40))
    for text in ["", "40", "after-", "after-0", "after--3", "after-x", "after-1000000000001"] {
      #expect(FeedCursor(text: text) == nil, "\(text)")
    }
  }
}
