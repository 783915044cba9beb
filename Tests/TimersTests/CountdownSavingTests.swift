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

  /// The pauses of a saved timer are known when it was done earlier; those of an older version are not, and such a
  /// timer counts as running before its present run.
  @Test func aRestoredTimerKnowsItsPauses() throws {
    var timer = try started(.minutes(30))
    try timer.handle(.pause, at: zero + .minutes(10))
    try timer.handle(.resume, at: zero + .minutes(20))
    timer.advance(to: zero + .minutes(21))
    let saved = try #require(timer.saved)
    #expect(saved.pauses == [.init(since: zero + .minutes(10), until: zero + .minutes(20))])
    func actual(_ saved: Countdown.Saved, at minute: Int64) throws -> Duration? {
      var restored = try #require(Countdown(saved))
      let events = try restored.handle(.doneEarlier(at: zero + .minutes(minute)), at: zero + .minutes(21))
      guard case .completed(let timerSession, _)? = events.last?.kind else { return nil }
      return timerSession.actual
    }
    for (minute, minutes) in [(5, 5), (10, 10), (15, 10), (20, 10), (21, 11)] as [(Int64, Int64)] {
      #expect(try actual(saved, at: minute) == .minutes(minutes), "\(minute)")
    }
    var old = saved
    old.pauses = []
    #expect(try actual(old, at: 15) == .minutes(5))
    #expect(throws: Countdown.Refusal.self) { try actual(old, at: 10) }
    // Pauses that cannot be are ignored.
    let impossible: [[Countdown.Pause]] = [
      [.init(since: zero - .minutes(1), until: zero + .minutes(20))],
      [.init(since: zero + .minutes(20), until: zero + .minutes(10))],
      [.init(since: zero + .minutes(10), until: zero + .days(20))],
      Array(repeating: .init(since: zero + .minutes(10), until: zero + .minutes(20)), count: 2),
    ]
    for pauses in impossible {
      var bad = saved
      bad.pauses = pauses
      #expect(try actual(bad, at: 15) == .minutes(5), "\(pauses)")
    }
  }

  /// A timer that was paused at once had spent nothing by then.
  @Test func aPauseAtTheStartIsNoTime() throws {
    var timer = try started(.minutes(30))
    try timer.handle(.pause, at: zero)
    try timer.handle(.resume, at: zero + .minutes(10))
    timer.advance(to: zero + .minutes(15))
    let earliest = zero + .minutes(10)
    #expect(throws: Countdown.Refusal.endOutOfRange(zero + .minutes(5), earliest: earliest, now: timer.now)) {
      try timer.handle(.doneEarlier(at: zero + .minutes(5)), at: timer.now)
    }
  }

  @Test func pausesMoveWithTheTimer() throws {
    var timer = try started(.minutes(30))
    try timer.handle(.pause, at: zero + .minutes(10))
    try timer.handle(.resume, at: zero + .minutes(20))
    let pauses = try #require(timer.shifted(by: .hours(1)).saved).pauses
    #expect(pauses == [.init(since: zero + .minutes(70), until: zero + .minutes(80))])
  }
}
