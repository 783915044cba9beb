import Stories
import Testing
import Timeline

/// Endless viewing: the next id, for ever.
@Suite struct EndlessTests {
  private func endless(_ number: Int, at instant: Instant = zero) throws -> Player {
    let feed = Feed(sessionStart: zero)
    var player = Player(at: instant)
    player.settings.endOfDeck = .endless
    let deck = try #require(feed.deck(holding: number))
    try player.handle(
      .open(deck, start: number - (deck[0].id), rail: feed.rail(cycle: feed.cycle(ofID: number), at: instant)),
      at: instant)
    return player
  }

  @Test(arguments: [(10, 11), (999_990, 999_991)])
  func theNextRoundFollows(_ number: Int, _ next: Int) throws {
    var player = try endless(number)
    let events = player.advance(to: zero + .seconds(15)).suffix(2)
    #expect(
      events.map(\.kind) == [.deckFinished(then: .endless), .storyStarted(index: 0, id: next, cause: .nextRound)])
    #expect(player.story?.id == next)
  }

  @Test func idsFollowEachOtherForAnHour() throws {
    var player = try endless(4)
    var ids: [Int] = []
    player.advance(to: zero + .hours(1)) { if case .storyStarted(_, let id, _) = $0.kind { ids.append(id) } }
    #expect(ids == Array(5...244))
  }

  @Test func tapAndNextContinueToTheNextRound() throws {
    for input: Player.Input in [.next, .tap(x: 0.9)] {
      var player = try endless(10)
      try player.handle(input, at: zero)
      #expect(player.story?.id == 11)
    }
  }

  /// Going back crosses the boundary between rounds in the order of viewing; nothing comes before the very first
  /// story.
  @Test(arguments: [Player.Input.previous, .tap(x: 0.1)])
  func goingBackCrossesTheEnds(_ input: Player.Input) throws {
    var player = try endless(11)
    #expect(
      try player.handle(input, at: zero).map(\.kind) == [.storyStarted(index: 9, id: 10, cause: .roundBefore)])
    #expect(try player.handle(.next, at: zero).map(\.kind).last == .storyStarted(index: 0, id: 11, cause: .nextRound))
    player = try endless(1)
    #expect(try player.handle(input, at: zero).map(\.kind) == [.storyStarted(index: 0, id: 1, cause: .restartedFirst)])
    player.settings.endOfDeck = .loop
    #expect(try player.handle(input, at: zero).map(\.kind) == [.storyStarted(index: 0, id: 1, cause: .restartedFirst)])
  }

  @Test func swipesPassTheEndsOfARound() throws {
    let feed = Feed(sessionStart: zero)
    let users = feed.authors.count
    var player = try endless(1)
    var seen: [Int] = []
    for _ in 0..<2 * users {
      try player.handle(.swipe(.left), at: zero)
      seen.append(feed.cycle(ofID: try #require(player.story?.id)))
    }
    #expect(seen == Array(repeating: 0, count: users - 1) + Array(repeating: 1, count: users) + [2])
    for _ in 0..<2 * users { try player.handle(.swipe(.right), at: zero) }
    #expect(player.story?.author == feed.authors[0] && player.story?.id == 1)
    #expect(
      try player.handle(.swipe(.right), at: zero).map(\.kind) == [
        .ignored(.swipeRight, .noDeck(.previous, .end(author: feed.authors[0])))
      ])
  }

  @Test func withoutItTheLastUserIsTheLast() throws {
    var player = try playing(1)
    for _ in 1..<Feed(sessionStart: zero).authors.count { try player.handle(.swipe(.left), at: zero) }
    #expect(
      try player.handle(.swipe(.left), at: zero).map(\.kind) == [
        .ignored(.swipeLeft, .noDeck(.next, .end(author: player.story?.author ?? "")))
      ])
  }

  /// The next round shows the feed at that time, without expired stories.
  @Test func expiredStoriesAreSkipped() throws {
    var player = try endless(10, at: zero + .hours(20))
    player.advance(to: zero + .hours(20) + .seconds(15)) { _ in }
    let feed = Feed(sessionStart: zero)
    let first = try #require(player.story)
    #expect(first.id > 10 && feed.isAlive(first, at: player.now))
    #expect(player.deck.stories.allSatisfy { feed.isAlive($0, at: player.now) } && player.deck.count < 10)
  }

  /// The feed is reloaded after all stories have expired, and the numbers continue: three times in three days, also
  /// for a user's deck.
  @Test(arguments: [true, false])
  func anExpiredFeedIsLoadedAgain(_ ofAll: Bool) throws {
    var player = try endless(10)
    if !ofAll {
      let feed = Feed(sessionStart: zero)
      try player.handle(
        .open(try #require(feed.deck(of: "ana", at: zero)), rail: feed.rail(at: zero)), at: zero)
    }
    let newest = try #require(BaseLibrary.stories.first.map { $0.posted.instant(sessionStart: zero) + Story.lifetime })
    var (reloads, rounds): ([Instant], [Int]) = ([], [])
    player.advance(to: zero + .hours(72)) { event in
      guard case .storyStarted(_, let id, let cause) = event.kind else { return }
      rounds.append((id - 1) / 10)
      if cause == .reloaded { reloads.append(event.at) }
    }
    #expect(player.situation.isOpen && rounds == rounds.sorted())
    #expect(reloads.count == 3 && reloads[0] >= newest && reloads[0] < newest + .seconds(30), "\(reloads)")
    let story = try #require(player.story)
    #expect(try #require(player.rail.feed).isAlive(story, at: player.now))
    #expect(!Feed(sessionStart: zero).isAlive(story, at: player.now))
  }

  @Test func swipingPastTheLastUserReloadsTheFeed() throws {
    var player = try endless(1, at: zero)
    player.advance(to: zero + .seconds(1)) { _ in }
    try player.handle(.pause, at: player.now)
    for _ in 0..<20 { try player.handle(.swipe(.left), at: zero + .hours(25)) }
    #expect(player.state == .entering)
    #expect(try #require(player.rail.feed).sessionStart == zero + .hours(25))
    // Going backwards never reloads the feed.
    var early = try endless(1)
    try early.handle(.pause, at: zero)
    #expect(
      try early.handle(.swipe(.right), at: zero + .hours(25)).map(\.kind) == [
        .ignored(.swipeRight, .noDeck(.previous, .end(author: early.story?.author ?? "")))
      ]
    )
  }

  @Test func ownDecksLoop() throws {
    var player = Player(at: zero)
    player.settings.endOfDeck = .endless
    try player.handle(.open(.classic, start: 3), at: zero)
    player.advance(to: zero + .seconds(15)) { _ in }
    #expect(player.index == 0 && player.deck == .classic)
  }

  /// The feed's numbers have an end, far away.
  @Test func theLastStoryOfTheFeedIsTheLast() throws {
    var player = try endless(Feed.ids.upperBound)
    player.advance(to: zero + .seconds(15)) { _ in }
    #expect(player.state == .dismissed)
  }
}
