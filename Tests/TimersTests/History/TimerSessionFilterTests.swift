import Testing
import Timeline
import Timers

@Suite struct TimerSessionFilterTests {
  static let ledger = TimerLedger(
    [
      sample(0, .amazing), sample(1, .good), sample(2, nil, activity: "Violin", icon: "🎻"),
      sample(2, minute: 30, .good, activity: "violin", icon: "🎶"), sample(9, .needsWork), sample(10),
    ].map { saved($0) })

  @Test(arguments: [
    (TimerSessionFilter(), [10, 9, 2, 2, 1, 0]),
    (TimerSessionFilter(activity: "reading"), [10, 9, 1, 0]),
    (TimerSessionFilter(activity: "VIOLIN"), [2, 2]),
    (TimerSessionFilter(activity: "vio"), []),
    (TimerSessionFilter(days: monday.adding(1)...monday.adding(9)), [9, 2, 2, 1]),
    (TimerSessionFilter(mark: .unrated), [10, 2]),
    (TimerSessionFilter(mark: .rated(.good)), [2, 1]),
    (TimerSessionFilter(activity: "violin", days: monday...monday.adding(2), mark: .rated(.good)), [2]),
    (TimerSessionFilter(days: monday.adding(3)...monday.adding(3)), []),
  ])
  func matchesByActivityDayAndRating(_ filter: TimerSessionFilter, _ days: [Int]) {
    let (timerSessions, count) = Self.ledger.latest(matching: filter)
    #expect(timerSessions.map(\.day) == days.map { monday.adding($0) })
    #expect(count == days.count)
    #expect(Self.ledger.latest().filter(filter.matches) == timerSessions, "one by one it takes the same")
    let (some, all) = Self.ledger.latest(2, matching: filter)
    #expect(some == Array(timerSessions.prefix(2)) && all == count)
  }

  @Test func activitiesAreCalledAsInTheirNewestTimerSession() {
    #expect(Self.ledger.activities.map(\.name) == ["reading", "violin"])
    #expect(Self.ledger.activities.map(\.icon) == ["📖", "🎶"])
    #expect(TimerLedger().activities.isEmpty)
  }
}
