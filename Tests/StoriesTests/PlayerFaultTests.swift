import Stories
import Testing
import Timeline

/// Faults at a set time, and by chance.
@Suite struct PlayerFaultTests {
  @Test func bufferingEndsByItself() throws {
    var player = try playing(4)
    try run(
      &player,
      [
        Row(100, nil, .entered(index: 3, id: 4)),
        Row(3_000, .bufferFor(.seconds(2)), .bufferingStarted(offset: .seconds(3))),
        Row(5_000, nil, .bufferingEnded(waited: .seconds(2), offset: .seconds(3), into: .playing)),
        Row(17_000, nil, .storyStarted(index: 4, id: 5, cause: .advanced)),
      ])
  }

  @Test func thePictureComesUnderAFingerAndUnderAPause() throws {
    var player = try playing(4)
    let second = Duration.seconds(1)
    try run(
      &player,
      [
        Row(100, nil, .entered(index: 3, id: 4)),
        Row(1_000, .bufferFor(second), .bufferingStarted(offset: second)),
        Row(1_500, .hold(), .held(offset: second)),
        Row(2_000, nil, .bufferingEnded(waited: second, offset: second, into: .pausedByHold)),
        Row(2_500, .release, .released(heldFor: second, offset: second, into: .playing)),
        Row(3_000, .bufferFor(second), .bufferingStarted(offset: .milliseconds(1_500))),
        Row(3_500, .pause, .paused(offset: .milliseconds(1_500))),
        Row(4_000, nil, .bufferingEnded(waited: second, offset: .milliseconds(1_500), into: .paused)),
      ])
  }

  @Test func aPressAndAPictureOfOneInstant() throws {
    var player = try playing(4)
    let second = Duration.seconds(1)
    try run(
      &player,
      [
        Row(100, nil, .entered(index: 3, id: 4)),
        Row(1_000, .bufferFor(second), .bufferingStarted(offset: second)),
        Row(1_000, .press(second), .held(offset: second)),
        Row(
          2_000, nil, .bufferingEnded(waited: second, offset: second, into: .pausedByHold),
          .released(heldFor: second, offset: second, into: .playing)),
      ])
  }

  @Test func aPlannedFaultComesAtTheStorysOwnTime() throws {
    var player = try playing(4)
    let five = Duration.seconds(5)
    try run(
      &player,
      [
        Row(50, .fault(.buffering(.seconds(2)), at: five), .faultPlanned(.buffering(.seconds(2)), at: five)),
        Row(100, nil, .entered(index: 3, id: 4)),
        Row(1_000, .press(.seconds(10)), .held(offset: .seconds(1))),
        Row(11_000, nil, .released(heldFor: .seconds(10), offset: .seconds(1), into: .playing)),
        Row(15_000, nil, .bufferingStarted(offset: five)),
        Row(17_000, nil, .bufferingEnded(waited: .seconds(2), offset: five, into: .playing)),
        Row(
          18_000, .fault(.failure, at: .seconds(6)), .faultPlanned(.failure, at: .seconds(6)),
          .failed(offset: .seconds(6), cause: .planned)),
        Row(20_000, .retry, .retried(offset: .seconds(6), into: .playing)),
        Row(29_000, nil, .storyStarted(index: 4, id: 5, cause: .advanced)),
      ])
  }

  @Test func aPlanEndsWithItsStory() throws {
    var player = try playing(4)
    try player.handle(.fault(.failure, at: .seconds(9)), at: zero)
    #expect(player.plannedFault?.at == .seconds(9))
    try player.handle(.next, at: zero + .seconds(1))
    #expect(player.plannedFault == nil)
    #expect(!player.advance(to: zero + .seconds(60)).contains { if case .failed = $0.kind { true } else { false } })
  }

  @Test func impossibleFaultsAreRefused() throws {
    var player = try playing(4)
    player.advance(to: zero + .seconds(3))
    for place: Duration in [.seconds(2), .seconds(15), .seconds(-1)] {
      #expect(throws: Player.Refusal.faultOutside(at: place, offset: .seconds(3), length: .seconds(15))) {
        try player.handle(.fault(.failure, at: place), at: player.now)
      }
    }
    #expect(throws: Player.Refusal.negativeBuffering(.seconds(-1))) {
      try player.handle(.bufferFor(.seconds(-1)), at: player.now)
    }
    #expect(throws: Player.Refusal.negativeBuffering(.seconds(-1))) {
      try player.handle(.fault(.buffering(.seconds(-1)), at: .seconds(5)), at: player.now)
    }
    #expect(player.state == .playing)
  }

  @Test func chanceRepeatsWithItsSeed() throws {
    func events(_ seed: UInt64) throws -> [Player.Event] {
      var player = Player(at: zero, seed: seed)
      player.settings.faults.failureRate = 0.25
      player.settings.faults.loadingRate = 0.25
      var events = try player.handle(.open(.classic), at: zero)
      // No cache contains anything, so the fault is drawn for each story.
      player.load(for: .seconds(2)) { events.append($0) }
      for second in 1..<4_000 {
        let at = zero + .seconds(Int64(second))
        events += player.advance(to: at)
        if player.state == .failed || second % 15 == 0 {
          events += try player.handle(.next, at: at)
          player.load(for: .seconds(2)) { events.append($0) }
        }
      }
      return events
    }
    let first = try events(1)
    #expect(try events(1) == first)
    #expect(try events(2) != first)
    let started = first.count { if case .storyStarted = $0.kind { true } else { false } }
    let failed = first.count { if case .failed = $0.kind { true } else { false } }
    let late = first.count { if case .bufferingStarted = $0.kind { true } else { false } }
    #expect((0.18...0.32).contains(Double(failed) / Double(started)))
    #expect((0.1...0.32).contains(Double(late) / Double(started - failed)))
  }

  @Test func whenEveryStoryFailsOnlyDismissingHelps() throws {
    var player = try playing(4)
    player.settings.faults.failureRate = 1
    try player.handle(.next, at: zero)
    #expect(player.state == .failed && player.nextDeadline == nil)
    try player.handle(.retry, at: zero + .seconds(1))
    #expect(player.state == .failed)
    player.settings.faults.failureRate = 0
    try player.handle(.retry, at: zero + .seconds(2))
    #expect(player.state == .entering)
  }

  @Test func aPictureMayComeAtOnceButNotBefore() throws {
    var player = try playing(4)
    player.advance(to: zero + .seconds(1))
    #expect(throws: Player.Refusal.negativeBuffering(.seconds(-1))) {
      try player.handle(.bufferFor(.seconds(-1)), at: zero + .seconds(1))
    }
    try player.handle(.fault(.buffering(.zero), at: .seconds(2)), at: zero + .seconds(1))
    let events = player.advance(to: zero + .seconds(2))
    #expect(
      events.map(\.kind) == [
        .bufferingStarted(offset: .seconds(2)),
        .bufferingEnded(waited: .zero, offset: .seconds(2), into: .playing),
      ])
  }
}
