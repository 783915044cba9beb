import Testing
import Timeline
import Timers

@Suite struct CountdownSavingTests {
  @Test func aRunningTimerMovesOnByTheWallClock() throws {
    var timer = try started(.minutes(20))
    timer.advance(to: zero + .minutes(7))
    let saved = try #require(timer.saved)
    var restored = try #require(Countdown(saved))
    #expect(restored.advance(to: .distantFuture) == timer.advance(to: .distantFuture))
    #expect(restored.state == .completed)
  }

  @Test func aPausedTimerWaits() throws {
    var timer = try started(.minutes(20))
    try timer.handle(.pause, at: zero + .minutes(7))
    timer.advance(to: zero + .minutes(8))
    var restored = try #require(timer.saved.flatMap { Countdown($0) })
    #expect(restored.advance(to: zero + .days(3)) == [])
    #expect(restored.remaining(at: restored.now) == .minutes(13))
    #expect(
      try restored.handle(.resume, at: zero + .days(3)).map(\.kind)
        == [.resumed(pausedFor: .days(3) - .minutes(7), remaining: .minutes(13))])
  }

  @Test func onlyStartedTimersAreSaved() throws {
    #expect(Countdown(at: zero).saved == nil)
    var timer = try started(.minutes(20))
    try timer.handle(.done, at: zero)
    #expect(timer.saved == nil)
  }

  @Test func damagedRecordsMakeNoTimer() throws {
    let good = try #require(try started(.minutes(20)).saved)
    for change in [Duration.seconds(-1), .minutes(20), .max] {
      var bad = good
      bad.elapsed = change
      #expect(Countdown(bad) == nil)
    }
    var bad = good
    bad.total = .max
    #expect(Countdown(bad) == nil)
  }

  /// The session of such a timer could be saved but never be read again.
  @Test func timersWithoutADerivableSessionAreRejected() throws {
    let good = try #require(try started(.minutes(20)).saved)
    #expect(Countdown(good) != nil)
    let changes: [(inout Countdown.Saved) -> Void] = [
      { $0.started = $0.savedAt + .seconds(1) },
      { $0.elapsed = $0.savedAt - $0.started + .seconds(1) },
      { $0.pausedSince = $0.savedAt + .seconds(1) },
      { ($0.started, $0.savedAt, $0.elapsed) = (.distantPast, .distantPast, .zero) },
      { $0.savedAt = .distantFuture },
      { $0.savedAt = Instant(secondsSince1970: 253_402_300_799) },
    ]
    for (number, change) in changes.enumerated() {
      var bad = good
      change(&bad)
      #expect(Countdown(bad) == nil, "\(number)")
    }
  }
}
