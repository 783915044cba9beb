import Stories
import Testing
import Timeline

@Suite struct InteractionsTests {
  @Test func foldsAPlayersEvents() throws {
    let feed = Feed(sessionStart: zero)
    var interactions = Interactions()
    var player = Player(at: zero)
    let deck = try #require(feed.deck(of: "ana", at: zero))
    #expect(interactions.ring(of: deck) == .unseen)

    try player.handle(.open(deck), at: zero) { interactions.apply($0) }
    #expect(interactions.ring(of: deck) == .partlySeen)
    player.advance(to: zero + .seconds(31)) { interactions.apply($0) }
    #expect(interactions.seen.sorted == [4, 6, 10])
    #expect(interactions.ring(of: deck) == .seen)

    try player.handle(.doubleTap, at: player.now) { interactions.apply($0) }
    try player.handle(.doubleTap, at: player.now) { interactions.apply($0) }
    #expect(interactions.liked.sorted == [10], "a double tap never unlikes")
    try player.handle(.unlike, at: player.now) { interactions.apply($0) }
    #expect(!interactions.isLiked(10))
    #expect(interactions.isSeen(10))
  }

  @Test func saysWhetherAnythingChanged() {
    var interactions = Interactions(seen: StorySet([1]), liked: StorySet())
    let like = Player.Event(at: zero, kind: .liked(index: 0, id: 1))
    let unlike = Player.Event(at: zero, kind: .unliked(index: 0, id: 1))
    let start = Player.Event(at: zero, kind: .storyStarted(index: 0, id: 1, cause: .opened))
    #expect([unlike, start, like, like, unlike].map { interactions.apply($0) } == [false, false, true, false, true])
  }
}
