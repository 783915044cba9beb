import Stories
import Testing
import Timeline

/// Complete sequences of use, as tables of time, input and expected events.
@Suite struct PlayerTests {
  @Test func playsOnAndOnFromStoryFour() throws {
    var player = try playing(4)
    try run(
      &player,
      [
        Row(100, nil, .entered(index: 3, id: 4)),
        Row(3_000, .hold(), .held(offset: .seconds(3))),
        Row(5_000, .release, .released(heldFor: .seconds(2), offset: .seconds(3), into: .playing)),
        Row(17_000, nil, .storyStarted(index: 4, id: 5, cause: .advanced)),
        Row(17_100, nil, .entered(index: 4, id: 5)),
        Row(32_000, nil, .storyStarted(index: 5, id: 6, cause: .advanced)),
      ])
    #expect(player.story?.author == "ana")
  }

  @Test func aHoldOfAYearLosesNothing() throws {
    var player = try playing()
    try player.handle(.hold(), at: zero + .microseconds(7_200_001))
    #expect(player.nextDeadline == nil)
    #expect(player.state == .pausedByHold)
    let later = zero + .days(365)
    #expect(player.advance(to: later) == [])
    let events = try player.handle(.release, at: later)
    let heldFor = later - (zero + .microseconds(7_200_001))
    #expect(
      events.map(\.kind)
        == [.released(heldFor: heldFor, offset: .microseconds(7_200_001), into: .playing)])
    #expect(player.nextDeadline == later + .microseconds(7_799_999))
  }

  @Test func aHoldWhileEnteringResumesEntering() throws {
    var player = try playing()
    try run(
      &player,
      [
        Row(60, .hold(), .held(offset: .milliseconds(60))),
        Row(1_060, .release, .released(heldFor: .seconds(1), offset: .milliseconds(60), into: .entering)),
        Row(1_100, nil, .entered(index: 0, id: 1)),
      ])
  }

  @Test func aPressWithALengthEndsByItself() throws {
    var player = try playing()
    try run(
      &player,
      [
        Row(100, nil, .entered(index: 0, id: 1)),
        Row(1_000, .press(.seconds(2)), .held(offset: .seconds(1))),
        Row(3_000, nil, .released(heldFor: .seconds(2), offset: .seconds(1), into: .playing)),
        Row(
          4_000, .press(.zero), .held(offset: .seconds(2)),
          .released(heldFor: .zero, offset: .seconds(2), into: .playing)),
        Row(5_000, .press(.hours(1)), .held(offset: .seconds(3))),
        Row(6_000, .release, .released(heldFor: .seconds(1), offset: .seconds(3), into: .playing)),
        Row(18_000, nil, .storyStarted(index: 1, id: 2, cause: .advanced)),
      ])
  }

  @Test func belowTheThresholdAPressIsATapWhereItWas() throws {
    var settings = Player.Settings()
    settings.pressThreshold = .milliseconds(350)
    var player = try playing(2, settings: settings)
    try run(
      &player,
      [
        Row(50, .press(.milliseconds(349)), .held(offset: .milliseconds(50))),
        Row(
          399, nil, .shortPress(heldFor: .milliseconds(349)), .storyStarted(index: 2, id: 3, cause: .tapped)),
        Row(400, .hold(x: 0.1), .held(offset: .milliseconds(1))),
        Row(
          500, .release, .shortPress(heldFor: .milliseconds(100)), .storyStarted(index: 1, id: 2, cause: .tappedBack)),
        Row(510, .press(.milliseconds(350)), .held(offset: .milliseconds(10))),
        Row(860, nil, .released(heldFor: .milliseconds(350), offset: .milliseconds(10), into: .entering)),
      ])
  }

  @Test func tapZonesSplitAtAThird() throws {
    var player = try playing(5)
    try run(
      &player,
      [
        Row(10, .tap(x: 0.329), .storyStarted(index: 3, id: 4, cause: .tappedBack)),
        Row(20, .tap(x: 0.33), .storyStarted(index: 4, id: 5, cause: .tapped)),
        Row(30, .tap(x: 0), .storyStarted(index: 3, id: 4, cause: .tappedBack)),
        Row(40, .tap(x: 1), .storyStarted(index: 4, id: 5, cause: .tapped)),
        Row(50, .tapBar(1), .storyStarted(index: 0, id: 1, cause: .jumped)),
        Row(60, .tap(x: 0.1), .storyStarted(index: 0, id: 1, cause: .restartedFirst)),
        Row(70, .previous, .storyStarted(index: 0, id: 1, cause: .restartedFirst)),
        Row(80, .jump(10), .storyStarted(index: 9, id: 10, cause: .jumped)),
        Row(90, .next, .deckFinished(then: .loop), .storyStarted(index: 0, id: 1, cause: .looped)),
      ])
  }

  @Test func whileHeldNothingSkips() throws {
    var player = try playing(5)
    try player.handle(.hold(), at: zero)
    let inputs: [Player.Input] = [
      .tap(x: 0.9), .tapBar(1), .doubleTap, .swipe(.up), .swipe(.down), .swipe(.left), .swipe(.right), .next, .previous,
      .jump(2), .tap(x: 7), .jump(99),
    ]
    for input in inputs {
      let events = try player.handle(input, at: zero + .seconds(1))
      #expect(events.map(\.kind) == [.ignored(input.kind, .held(since: zero))])
    }
    #expect(try player.handle(.like, at: zero + .seconds(1)).map(\.kind) == [.liked(index: 4, id: 5)])
  }

  @Test func endOfDeckDismissesWhenSetSo() throws {
    var settings = Player.Settings()
    settings.endOfDeck = .dismiss
    var player = try playing(10, settings: settings)
    try run(
      &player,
      [
        Row(100, nil, .entered(index: 9, id: 10)),
        Row(15_000, nil, .deckFinished(then: .dismiss), .dismissed(.deckEnded)),
      ])
    #expect(player.state == .dismissed)
    #expect(player.nextDeadline == nil)
    #expect(player.story == nil)
  }

  @Test func endOfDeckContinuesWithTheNextUser() throws {
    var player = try playing(10)
    player.settings.endOfDeck = .nextDeck
    player.advance(to: zero + .seconds(14))
    try run(
      &player,
      [
        Row(15_000, nil, .deckFinished(then: .nextDeck), .storyStarted(index: 0, id: 5, cause: .nextDeck)),
        Row(15_010, .next, .storyStarted(index: 1, id: 8, cause: .next)),
        Row(15_020, .next, .deckFinished(then: .dismiss), .dismissed(.deckEnded)),
      ])
  }

  @Test func swipesGoAlongTheRail() throws {
    var player = try playing(4)
    try run(
      &player,
      [
        Row(10, .swipe(.up), .ignored(.swipeUp, .noMeaning)),
        Row(20, .swipe(.left), .storyStarted(index: 0, id: 5, cause: .nextDeck)),
        Row(30, .swipe(.left), .ignored(.swipeLeft, .noDeck(.next, .end(author: "ben")))),
        Row(40, .swipe(.right), .storyStarted(index: 0, id: 4, cause: .previousDeck)),
        Row(50, .swipe(.down), .dismissed(.swipedDown)),
      ])
    #expect(throws: Player.Refusal.nothingPlays(.tap, state: .dismissed)) {
      try player.handle(.tap(x: 0.5), at: player.now)
    }
  }

  @Test func pauseHoldAndBufferingLieOnEachOther() throws {
    var player = try playing()
    try run(
      &player,
      [
        Row(100, nil, .entered(index: 0, id: 1)),
        Row(1_000, .pause, .paused(offset: .seconds(1))),
        Row(1_500, .pause, .ignored(.pause, .alreadyPaused(since: zero + .seconds(1)))),
        Row(2_000, .hold(), .held(offset: .seconds(1))),
        Row(3_000, .release, .released(heldFor: .seconds(1), offset: .seconds(1), into: .paused)),
        Row(4_000, .bufferStart, .bufferingStarted(offset: .seconds(1))),
        Row(5_000, .resume, .resumed(pausedFor: .seconds(4), offset: .seconds(1), into: .buffering)),
        Row(6_000, .hold(), .held(offset: .seconds(1))),
        Row(
          7_000, .bufferEnd, .bufferingEnded(waited: .seconds(3), offset: .seconds(1), into: .pausedByHold)),
        Row(8_000, .release, .released(heldFor: .seconds(2), offset: .seconds(1), into: .playing)),
        Row(22_000, nil, .storyStarted(index: 1, id: 2, cause: .advanced)),
      ])
  }

  @Test func aFailureBelowAFingerStaysUntilRetried() throws {
    var player = try playing()
    try run(
      &player,
      [
        Row(50, .hold(), .held(offset: .milliseconds(50))),
        Row(60, .fail, .failed(offset: .milliseconds(50))),
        Row(70, .release, .released(heldFor: .milliseconds(20), offset: .milliseconds(50), into: .failed)),
        Row(80, .resume, .ignored(.resume, .failed(since: zero + .milliseconds(60)))),
        Row(90, .retry, .retried(offset: .milliseconds(50), into: .entering)),
        Row(140, nil, .entered(index: 0, id: 1)),
      ])
  }

  @Test func movingOnLiftsPauseBufferingAndFailure() throws {
    for input in [Player.Input.pause, .bufferStart, .fail] {
      var player = try playing()
      try player.handle(input, at: zero + .seconds(1))
      try player.handle(.next, at: zero + .seconds(2))
      #expect(player.state == .entering)
      #expect(player.pauseStart == nil)
    }
  }

  @Test func askedLengthBeatsAPicturesAndAVideos() throws {
    let deck = Deck(
      [
        Story(id: 1, author: "a", media: .image("i"), length: .seconds(4)),
        Story(id: 2, author: "a", media: .video("v"), length: .seconds(9)),
        Story(id: 3, author: "a", media: .video("v")),
        Story(id: 4, author: "a", media: .image("i"), length: .seconds(-1)),
      ], origin: .list("test"))
    for (asked, lengths) in [(nil, [4, 9, 15, 15]), (Duration.seconds(20), [20, 20, 20, 20])] {
      var player = Player(at: zero)
      try player.handle(.open(deck, length: asked), at: zero)
      for (place, length) in lengths.enumerated() {
        try player.handle(.jump(place + 1), at: zero)
        #expect(player.storyLength == .seconds(Int64(length)))
      }
    }
  }

  @Test func aStoryShorterThanItsEnteringPartNeverPlays() throws {
    var player = Player(at: zero)
    try player.handle(.open(.classic, length: .milliseconds(100)), at: zero)
    try run(
      &player,
      [
        Row(100, nil, .storyStarted(index: 1, id: 2, cause: .advanced)),
        Row(200, nil, .storyStarted(index: 2, id: 3, cause: .advanced)),
      ])
  }

  @Test(arguments: [
    (Player.Input.open(.empty), Player.Refusal.emptyDeck),
    (.open(.classic, start: 4), .noSuchStory(number: 5, count: 4)),
    (.open(.classic, start: .max), .noSuchStory(number: .max, count: 4)),
    (.open(.classic, start: -1), .noSuchStory(number: 0, count: 4)),
    (.open(.classic, length: .zero), .lengthNotPositive(.zero)),
    (.jump(0), .noSuchStory(number: 0, count: 10)),
    (.tapBar(11), .noSuchStory(number: 11, count: 10)),
    (.tap(x: 1.01), .placeOutside(1.01)),
    (.hold(x: -0.1), .placeOutside(-0.1)),
    (.press(.milliseconds(-1)), .negativePress(.milliseconds(-1))),
  ])
  func wrongArgumentsAreRefusedAndChangeNothing(input: Player.Input, refusal: Player.Refusal) throws {
    let before = try playing()
    var player = before
    #expect(throws: refusal) { try player.handle(input, at: zero + .hours(1)) }
    #expect(player == before, "not even time has passed")
  }

  @Test func notANumberIsNotAPosition() throws {
    var player = try playing()
    #expect(throws: Player.Refusal.self) { try player.handle(.tap(x: .nan), at: zero) }
  }

  @Test func dueEventsComeBeforeTheInput() throws {
    var player = try playing()
    let events = try player.handle(.next, at: zero + .seconds(15))
    #expect(
      events == [
        Player.Event(at: zero + .milliseconds(100), kind: .entered(index: 0, id: 1)),
        Player.Event(at: zero + .seconds(15), kind: .storyStarted(index: 1, id: 2, cause: .advanced)),
        Player.Event(at: zero + .seconds(15), kind: .storyStarted(index: 2, id: 3, cause: .next)),
      ])
  }

  @Test func timeNeverRunsBackwards() throws {
    var player = try playing()
    player.advance(to: zero + .seconds(3))
    let events = try player.handle(.hold(), at: zero)
    #expect(events == [Player.Event(at: zero + .seconds(3), kind: .held(offset: .seconds(3)))])
  }

  @Test func segmentsArePastCurrentAndFuture() throws {
    var player = try playing(3)
    player.advance(to: zero + .seconds(3))
    #expect(player.segments(at: zero + .seconds(6)) == [1, 1, 0.4, 0, 0, 0, 0, 0, 0, 0])
    #expect(player.progress(at: zero + .days(1)) == 1)
    #expect(player.progress(at: .distantPast) == 0.2)
    #expect(Player(at: zero).progress(at: zero) == 0)
    #expect(Player(at: zero).segments(at: zero) == [])
  }

  @Test func crossingsCanBePredicted() throws {
    var player = try playing()
    try player.handle(.press(.seconds(5)), at: zero + .seconds(3))
    #expect(player.instant(of: .seconds(6)) == nil, "a held story does not move")
    player.advance(to: zero + .seconds(8))
    #expect(player.instant(of: .seconds(6)) == zero + .seconds(11))
    #expect(player.instant(of: .seconds(15)) == player.nextDeadline)
    #expect(player.instant(of: .seconds(2)) == nil)
    #expect(player.instant(of: .seconds(16)) == nil)
  }

  @Test func endlessStoryHasNoDeadlineAndNoEnd() throws {
    var player = Player(at: zero)
    try player.handle(.open(.classic, length: .max), at: zero)
    #expect(player.advance(to: .distantFuture).count == 1)
    #expect(player.nextDeadline == nil)
    #expect(player.story?.id == 1)
  }

  /// A year is a whole number of 15 s stories; with 7 s stories, it ends within a story.
  @Test(arguments: [15, 7]) func aYearOfStoriesEndsOnTheMicrosecond(length: Int64) throws {
    var player = Player(at: zero)
    try player.handle(.open(.classic, length: .seconds(length)), at: zero)
    var starts = 0
    player.advance(to: zero + .days(365)) { if case .storyStarted = $0.kind { starts += 1 } }
    let (whole, rest) = (Int64(365 * 86_400)).quotientAndRemainder(dividingBy: length)
    #expect(starts == Int(whole))
    #expect(player.index == starts % 10)
    #expect(player.offset(at: player.now) == .seconds(rest))
  }
}

extension Timeline.Duration {
  static func microseconds(_ n: Int64) -> Duration { Duration(microseconds: n) }
}
