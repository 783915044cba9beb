import Stories
import Testing
import Timeline

@Suite struct DeckTests {
  @Test func classicDeckHasFourImages() {
    #expect(Deck.classic.stories.map(\.media.name) == ["image01", "image02", "image03", "image04"])
    #expect(!Deck.classic.isFromFeed)
  }

  @Test func indexFindsIdsInAndOutOfOrder() {
    let deck = Deck([7, 8, 9, 3, -2].map { Story(id: $0, author: "a", media: .image("i")) }, origin: .list("x"))
    #expect([7, 8, 9, 3, -2, 10, .max, .min].map(deck.index(ofID:)) == [0, 1, 2, 3, 4, nil, nil, nil])
    #expect(Deck.empty.index(ofID: 1) == nil)
  }

  @Test func equalityComparesStoriesNotStorage() {
    let feed = Feed(sessionStart: zero)
    #expect(feed.deck(holding: 4) == feed.deck(holding: 5))
    #expect(feed.deck(holding: 4) != feed.deck(holding: 14))
  }
}
