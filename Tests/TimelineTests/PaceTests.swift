import Testing
import Timeline

/// The relation between a session's clock and the machine's.
@Suite struct PaceTests {
  private let host = Instant(secondsSince1970: 5_000)

  private func clock(_ pace: Clock.Pace) -> Clock { Clock(start: .practiceStart, pace: pace, host: host) }

  @Test func aRealClockBeginsWhereTheMachineIs() {
    #expect(clock(.real).now == host && clock(.real).start == host)
    #expect(clock(.scaled(2)).now == .practiceStart && clock(.scaled(2)).start == .practiceStart)
    #expect(clock(.instant).now == .practiceStart)
    #expect(clock(.real).elapsed == .zero)
  }

  @Test func clocksFollowThePaceAndNeverRunBackwards() {
    #expect(clock(.instant).reading(host: host + .hours(1)) == .practiceStart)
    #expect(clock(.real).reading(host: host + .hours(1)) == host + .hours(1))
    #expect(clock(.real).reading(host: host - .hours(1)) == host)
    #expect(clock(.scaled(0.5)).reading(host: host + .hours(1)) == .practiceStart + .minutes(30))
    #expect(clock(.scaled(3)).reading(host: host + .seconds(2)) == .practiceStart + .seconds(6))
    #expect(clock(.scaled(3)).reading(host: host - .seconds(2)) == .practiceStart)
    #expect(clock(.scaled(1e12)).reading(host: host + .days(365)) == .distantFuture, "beyond all time")
  }

  /// A clock that a deadline moved ahead reads at least the deadline until its pace has caught up.
  @Test func aClockAheadWaitsForTheHost() {
    var clock = clock(.scaled(1))
    clock.advance(to: .practiceStart + .seconds(10))
    #expect(clock.reading(host: host + .seconds(4)) == .practiceStart + .seconds(10))
    #expect(clock.reading(host: host + .seconds(12)) == .practiceStart + .seconds(12))
    #expect(clock.hostDelay(until: .practiceStart + .seconds(10), host: host) == .zero, "it is there already")
    #expect(clock.hostDelay(until: .practiceStart + .seconds(11), host: host) == .seconds(11))
  }

  /// A held clock does not move at any pace, and continues without a jump; a real clock cannot be held.
  @Test func aHeldClockStandsStill() {
    var clock = clock(.scaled(2))
    clock.hold()
    #expect(clock.reading(host: host + .hours(1)) == .practiceStart)
    #expect(clock.hostDelay(until: .practiceStart + .seconds(1), host: host) == nil)
    #expect(clock.hostDelay(until: .practiceStart, host: host) == .zero)
    clock.setPace(.scaled(4), host: host + .hours(1))
    #expect(clock.isHeld && clock.reading(host: host + .hours(2)) == .practiceStart)
    clock.resume(host: host + .hours(2))
    #expect(clock.reading(host: host + .hours(2) + .seconds(3)) == .practiceStart + .seconds(12))
    var real = self.clock(.real)
    real.hold()
    #expect(!real.isHeld && real.reading(host: host + .seconds(1)) == host + .seconds(1))
  }

  @Test func delaysLeadToTheInstant() {
    #expect(clock(.instant).hostDelay(until: .distantFuture, host: host) == .zero)
    #expect(clock(.real).hostDelay(until: host + .seconds(3), host: host) == .seconds(3))
    #expect(clock(.real).hostDelay(until: host - .seconds(3), host: host) == .zero)
    #expect(clock(.scaled(4)).hostDelay(until: .practiceStart + .seconds(8), host: host) == .seconds(2))
    #expect(clock(.scaled(4)).hostDelay(until: .practiceStart + .seconds(8), host: host + .seconds(5)) == .zero)
    #expect(clock(.scaled(0)).hostDelay(until: .practiceStart, host: host) == .zero, "now is always reached")
    #expect(clock(.scaled(0)).hostDelay(until: .practiceStart + Duration(microseconds: 1), host: host) == nil)
    #expect(clock(.scaled(1e-12)).hostDelay(until: .practiceStart + .days(365), host: host) == nil, "beyond all time")
  }

  /// Rounding is up: after sleeping that long, the instant is reached.
  @Test func aDelayIsNeverTooShort() throws {
    var chance = SeededGenerator(seed: 5)
    for _ in 0..<5_000 {
      let speed = exp2(Double.random(in: -6...10, using: &chance))
      let clock = clock(.scaled(speed))
      let goal = Instant.practiceStart + Duration(microseconds: .random(in: 1...10_000_000_000, using: &chance))
      let delay = try #require(clock.hostDelay(until: goal, host: host))
      // The machine is asked for microseconds at the finest; a product of two Doubles may be off by one more.
      #expect(clock.reading(host: host + delay) >= goal - Duration(microseconds: 1))
      let early = clock.reading(host: host + delay - .milliseconds(1))
      #expect(early < goal, "speed \(speed)")
    }
  }

  private func exp2(_ power: Double) -> Double {
    let whole = power.rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1 + (power - whole))
  }

  @Test func aNewPaceBeginsHere() {
    var clock = clock(.scaled(10))
    clock.advance(to: clock.reading(host: host + .seconds(1)))
    clock.setPace(.scaled(2), host: host + .seconds(1))
    #expect(clock.pace == .scaled(2))
    #expect(clock.hostDelay(until: clock.now + .seconds(4), host: host + .seconds(1)) == .seconds(2))
    clock.setPace(.instant, host: host + .seconds(2))
    #expect(clock.reading(host: host + .days(1)) == .practiceStart + .seconds(10))
  }

  @Test func goingBackKeepsThePace() {
    var clock = clock(.scaled(10))
    clock.advance(to: clock.reading(host: host + .seconds(2)))
    let present = clock.now
    clock.rewind(to: present, host: host + .seconds(9))
    #expect(clock.reading(host: host + .seconds(3)) == present + .seconds(10), "going to now is no going back")
    clock.rewind(to: present - .seconds(5), host: host + .seconds(2))
    #expect(clock.now == present - .seconds(5) && clock.pace == .scaled(10))
    #expect(clock.hostDelay(until: present, host: host + .seconds(2)) == .milliseconds(500))
  }
}
