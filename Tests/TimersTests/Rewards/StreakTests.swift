import Testing
import Timeline
import Timers

@Suite struct StreakTests {
  static func ledger(_ days: [Int]) -> TimerLedger { TimerLedger(days.map { saved(sample($0, .good)) }) }

  static let rows: [([Int], Int, Int, Int)] = [
    ([], 0, 0, 0), ([0], 0, 1, 0), ([0], 1, 0, 1), ([0], 2, 0, 0), ([0, 1, 2], 2, 3, 2), ([0, 1, 3], 3, 1, 0),
    ([0, 1, 2, 3, 4, 5, 6], 6, 7, 6), ([0, 1, 2], 1, 2, 1), ([1], 0, 0, 0),
  ]

  @Test(arguments: rows)
  func countsDaysInARow(days: [Int], today: Int, length: Int, carried: Int) {
    let streak = Self.ledger(days).streak(on: monday.adding(today))
    #expect(streak == Streak(length: length, carried: carried))
    #expect(streak.includesToday == days.contains(today))
  }

  @Test(arguments: [(0, 0, 3), (1, 0, 2), (0, 2, 1), (3, 2, 4), (0, 6, 1)])
  func saysWhatComesNext(length: Int, carried: Int, days: Int) {
    #expect(Streak(length: length, carried: carried).next?.inDays == days)
  }

  @Test func theLargestMultiplierIsTheLast() {
    #expect(
      Streak(length: 0, carried: 2).afterTimerSessionToday == 3
        && Streak(length: 3, carried: 2).afterTimerSessionToday == 3)
    #expect(Streak(length: 7, carried: 6).next == nil)
    #expect(Streak(length: 0, carried: 9).next == nil)
    #expect(Streak(length: 0, carried: 6).multiplierToday == .two)
  }

  @Test func theThirdAndTheSeventhDayBringMore() {
    let ledger = Self.ledger(Array(0..<9))
    let stars = (0..<9).map { ledger.stars(of: sample($0).id) }
    #expect(stars == [10, 10, 15, 15, 15, 15, 20, 20, 20])
    #expect(ledger.stars == 140)
  }

  @Test func aDayThatComesLateJoinsStreaks() {
    var ledger = Self.ledger([0, 1, 3, 4, 5, 6, 7])
    #expect(ledger.stars == 20 + 10 + 10 + 15 * 3)
    ledger.add(saved(sample(2, nil)))
    #expect(ledger.stars == 20 + 15 * 3 + 20 * 2, "the unrated stint joins the days and has no stars itself")
    ledger.add(voided(saved(sample(2, nil))))
    #expect(ledger == ledger && ledger.stars == 20 + 10 + 10 + 15 * 3)
  }

  /// Zones and clocks: the instants and offsets of sessions, and the streak on the day of the last one.
  static let journeys: [([(String, Int)], Int)] = [
    // Every evening in Lisbon across the change to summer time, 2026-03-29.
    ([("2026-03-27T20:00", 0), ("2026-03-28T20:00", 0), ("2026-03-29T19:00", 1), ("2026-03-30T19:00", 1)], 4),
    // The change back, half an hour before midnight.
    ([("2026-10-24T22:30", 1), ("2026-10-25T23:30", 0), ("2026-10-26T23:30", 0)], 3),
    // From Lisbon to Tokyo: the day is shorter, no day is lost.
    ([("2026-05-01T20:00", 1), ("2026-05-02T12:00", 9), ("2026-05-03T12:00", 9)], 3),
    // Across the date line to Honolulu: the same day twice counts once, although the instants are 20 hours apart.
    ([("2026-05-01T03:00", 9), ("2026-05-02T03:00", 9), ("2026-05-02T23:00", -10), ("2026-05-03T23:00", -10)], 3),
    // 28 and 29 February and 1 March.
    ([("2028-02-28T12:00", 0), ("2028-02-29T12:00", 0), ("2028-03-01T12:00", 0)], 3),
    ([("2026-02-28T12:00", 0), ("2026-03-01T12:00", 0)], 2),
    // A clock that was set back an hour, then a day, and then right again.
    ([("2026-05-02T12:00", 0), ("2026-05-02T11:00", 0), ("2026-05-01T12:00", 0), ("2026-05-03T12:00", 0)], 3),
    // The turn of the year.
    ([("2025-12-31T22:59", 1), ("2025-12-31T23:01", 1)], 2),
  ]

  @Test(arguments: journeys)
  func zonesAndClocksBreakNothing(timerSessions: [(String, Int)], length: Int) throws {
    let records = try timerSessions.map { text, hours in
      let ended = try #require(CivilTime(parsing: text.utf8)).instant()
      let timerSession = TimerSession(
        activity: reading, started: ended - .minutes(20), ended: ended, ending: .timeUp, allocated: .minutes(20),
        actual: .minutes(20))
      return TimerSessionRecord(timerSession, device: "kitchen", offset: .hours(Int64(hours)))
    }
    let ledger = TimerLedger(records.map { saved($0) })
    #expect(ledger.streak(on: try #require(records.last).day).length == length)
    #expect(TimerLedger(records.reversed().map { saved($0) }).bestStreak?.length == length)
  }

  @Test func twoDevicesOnOneDayCountOnce() {
    let ledger = TimerLedger([
      saved(sample(0, .good)), saved(sample(0, minute: 1, .good, device: "sofa")), saved(sample(1, .good)),
    ])
    #expect(ledger.count == 3)
    #expect(ledger.streak(on: monday.adding(1)).length == 2)
    #expect(ledger.multiplier(on: monday.adding(1)) == .one)
  }
}
