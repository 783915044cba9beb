import Stories
import Testing
import Timeline

@Suite struct PlayerShiftTests {
  @Test(arguments: Player.Situation.allCases)
  func hasTheSameFutureLater(situation: Player.Situation) throws {
    let player = try TransitionTableTests.player(in: situation)
    for length: Duration in [.zero, .milliseconds(1), .hours(5), .seconds(-1)] {
      let moved = player.shifted(by: length)
      #expect(moved.signature(at: moved.now) == player.signature(at: player.now))
      #expect(moved.shifted(by: -length) == player)
      var (one, other) = (player, moved)
      let events = one.advance(to: player.now + .minutes(2)).map { Player.Event(at: $0.at + length, kind: $0.kind) }
      #expect(other.advance(to: moved.now + .minutes(2)) == events)
    }
  }

  @Test func movesSinceWhenAndUntilWhen() throws {
    var player = try playing()
    try player.handle(.press(.seconds(3)), at: zero + .seconds(1))
    var moved = player.shifted(by: .minutes(1))
    #expect(moved.holdStart == zero + .seconds(61))
    #expect(moved.nextDeadline == zero + .seconds(64))
  }
}
