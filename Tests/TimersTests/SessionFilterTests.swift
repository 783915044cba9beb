import Testing
import Timeline
import Timers

@Suite struct SessionFilterTests {
  static let ledger = TimerLedger(
    [
      sample(0, .amazing), sample(1, .good), sample(2, nil, activity: "Violin", icon: "🎻"),
      sample(2, minute: 30, .good, activity: "violin", icon: "🎶"), sample(9, .needsWork), sample(10),
    ].map { saved($0) })

  @Test(arguments: [
    (SessionFilter(), [10, 9, 2, 2, 1, 0]),
    (SessionFilter(activity: "reading"), [10, 9, 1, 0]),
    (SessionFilter(activity: "VIOLIN"), [2, 2]),
    (SessionFilter(activity: "vio"), []),
    (SessionFilter(days: monday.adding(1)...monday.adding(9)), [9, 2, 2, 1]),
    (SessionFilter(mark: .unrated), [10, 2]),
    (SessionFilter(mark: .rated(.good)), [2, 1]),
    (SessionFilter(activity: "violin", days: monday...monday.adding(2), mark: .rated(.good)), [2]),
    (SessionFilter(days: monday.adding(3)...monday.adding(3)), []),
  ])
  func takesWhatFits(_ filter: SessionFilter, _ days: [Int]) {
    let (sessions, count) = Self.ledger.latest(matching: filter)
    #expect(sessions.map(\.day) == days.map { monday.adding($0) })
    #expect(count == days.count)
    let (some, all) = Self.ledger.latest(2, matching: filter)
    #expect(some == Array(sessions.prefix(2)) && all == count)
  }

  @Test func activitiesAreCalledAsInTheirNewestSession() {
    #expect(Self.ledger.activities.map(\.name) == ["reading", "violin"])
    #expect(Self.ledger.activities.map(\.icon) == ["📖", "🎶"])
    #expect(TimerLedger().activities.isEmpty)
  }
}
