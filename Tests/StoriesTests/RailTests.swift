import Stories
import Testing
import Timeline

@Suite struct RailTests {
  let rail = Feed(sessionStart: zero).rail(at: zero)

  @Test func railFollowsTheFeedWithoutWrapping() {
    #expect(rail.decks.map(\.origin) == ["cleo", "dora", "emil", "ana", "ben"].map { .user($0) })
    #expect(rail.deck(.next, of: "ana", at: zero)?.origin == .user("ben"))
    #expect(rail.deck(.previous, of: "ana", at: zero)?.origin == .user("emil"))
    #expect(rail.deck(.next, of: "ben", at: zero) == nil)
    #expect(rail.deck(.previous, of: "cleo", at: zero) == nil)
  }

  /// One rule for all ways to a user's deck: it opens without expired stories, and users without any are passed.
  @Test func expiredStoriesAreInNoDeck() {
    let feed = Feed(sessionStart: zero)
    for hours in 0..<26 {
      let now = zero + .hours(Int64(hours))
      let alive = feed.rail(at: now).decks
      for (place, author) in rail.decks.map({ $0[0].author }).enumerated() {
        let later = alive.first { deck in rail.decks[(place + 1)...].contains { $0[0].author == deck[0].author } }
        let earlier = alive.last { deck in rail.decks[..<place].contains { $0[0].author == deck[0].author } }
        #expect(rail.deck(.next, of: author, at: now) == later, "\(author) after \(hours) h")
        #expect(rail.deck(.previous, of: author, at: now) == earlier, "\(author) after \(hours) h")
      }
    }
  }

  @Test func railOfAnUnknownAuthorIsEmpty() {
    #expect(rail.deck(.next, of: "zoe", at: zero) == nil)
    #expect(Rail.none.deck(.next, of: "ana", at: zero) == nil)
  }
}
