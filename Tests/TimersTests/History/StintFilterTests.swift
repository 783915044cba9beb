import Testing
import Timeline
import Timers

@Suite struct StintFilterTests {
  static let ledger = TimerLedger(
    [
      sample(0, .amazing), sample(1, .good), sample(2, nil, activity: "Violin", icon: "🎻"),
      sample(2, minute: 30, .good, activity: "violin", icon: "🎶"), sample(9, .needsWork), sample(10),
    ].map { saved($0) })

  @Test(arguments: [
    (StintFilter(), [10, 9, 2, 2, 1, 0]),
    (StintFilter(activity: "reading"), [10, 9, 1, 0]),
    (StintFilter(activity: "VIOLIN"), [2, 2]),
    (StintFilter(activity: "vio"), []),
    (StintFilter(days: monday.adding(1)...monday.adding(9)), [9, 2, 2, 1]),
    (StintFilter(mark: .unrated), [10, 2]),
    (StintFilter(mark: .rated(.good)), [2, 1]),
    (StintFilter(activity: "violin", days: monday...monday.adding(2), mark: .rated(.good)), [2]),
    (StintFilter(days: monday.adding(3)...monday.adding(3)), []),
  ])
  func matchesByActivityDayAndRating(_ filter: StintFilter, _ days: [Int]) {
    let (stints, count) = Self.ledger.latest(matching: filter)
    #expect(stints.map(\.day) == days.map { monday.adding($0) })
    #expect(count == days.count)
    #expect(Self.ledger.latest().filter(filter.matches) == stints, "one by one it takes the same")
    let (some, all) = Self.ledger.latest(2, matching: filter)
    #expect(some == Array(stints.prefix(2)) && all == count)
  }

  @Test func activitiesAreCalledAsInTheirNewestStint() {
    #expect(Self.ledger.activities.map(\.name) == ["reading", "violin"])
    #expect(Self.ledger.activities.map(\.icon) == ["📖", "🎶"])
    #expect(TimerLedger().activities.isEmpty)
  }
}
