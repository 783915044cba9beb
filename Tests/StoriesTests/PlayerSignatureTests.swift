import Stories
import Testing
import Timeline

@Suite struct PlayerSignatureTests {
  @Test func aLoopingDeckRepeatsAfterOneRound() throws {
    var player = try playing(4)
    var seen: Set<Player.Signature> = []
    var steps = 0
    while seen.insert(player.signature(at: player.now)).inserted {
      let next = player.nextDeadline
      let due = try #require(next)
      player.advance(to: due)
      steps += 1
    }
    #expect(steps == 20, "two deadlines a story, ten stories")
  }

  @Test func isRelativeToNow() throws {
    let early = try playing()
    var late = early
    late.advance(to: zero + .seconds(150))
    #expect(early != late)
    #expect(early.signature(at: zero) == late.signature(at: zero + .seconds(150)))
    #expect(early.signature(at: zero) != early.signature(at: zero + .milliseconds(1)))
  }

  @Test func aRestingFingerIsTheSameForEver() throws {
    var player = try playing()
    try player.handle(.hold(), at: zero + .seconds(1))
    #expect(player.signature(at: zero + .seconds(2)) == player.signature(at: zero + .days(2)))
    player.settings.pressThreshold = .seconds(10)
    #expect(player.signature(at: zero + .seconds(2)) != player.signature(at: zero + .days(2)), "still a tap at first")
  }

  @Test func settingsAndThingsAskedCount() throws {
    let player = try playing()
    var other = player
    other.settings.endOfDeck = .dismiss
    #expect(player.signature(at: zero) != other.signature(at: zero))
    #expect(Player(at: zero).signature(at: zero) == Player(at: zero + .days(1)).signature(at: zero + .days(1)))
  }

  @Test func chanceCountsOnlyWhereSomethingHappensByChance() throws {
    var (one, other) = (try playing(seed: 1), try playing(seed: 2))
    #expect(one.signature(at: zero) == other.signature(at: zero))
    for rate in [\Player.Settings.faults.failureRate, \.faults.loadingRate] {
      one.settings[keyPath: rate] = 0.5
      other.settings[keyPath: rate] = 0.5
      #expect(one.signature(at: zero) != other.signature(at: zero))
      one.settings[keyPath: rate] = 0
      other.settings[keyPath: rate] = 0
    }
  }

  @Test func pastFaultsDoNotAffectTheSignature() throws {
    let untouched = try playing(4)
    var player = untouched
    try player.handle(.fault(.buffering(.seconds(2)), at: .seconds(5)), at: zero)
    #expect(player.signature(at: zero) != untouched.signature(at: zero))
    // Two seconds more because of the fault.
    player.advance(to: zero + .seconds(9))
    var later = untouched
    later.advance(to: zero + .seconds(7))
    #expect(player.signature(at: zero + .seconds(9)) == later.signature(at: zero + .seconds(7)))
  }

  @Test func equalLengthsEqualOneLength() throws {
    var player = try playing()
    #expect(player.hasOneLength)
    let story = Story(id: 1, author: "ana", media: .image("a"))
    try player.handle(.open(Deck([story], origin: player.deck.origin)), at: zero)
    #expect(!player.hasOneLength)
  }
}
