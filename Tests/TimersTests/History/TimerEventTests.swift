import Testing
import Timeline
import Timers

@Suite struct TimerEventTests {
  @Test func theOrderIsTotal() {
    var chance = SeededGenerator(seed: 9)
    let first = TimerLedgerPropertyTests.events(&chance)
    let second = first.shuffled(using: &chance).map {
      TimerEvent(id: $0.id, stamp: .init(instant: zero, device: "sofa"), fact: $0.fact)
    }
    let events = Set(first + second)
    let sorted = events.sorted()
    #expect(events.shuffled(using: &chance).sorted() == sorted)
    for (place, event) in sorted.enumerated() {
      for other in sorted[(place + 1)...] where !(event < other) || other < event {
        Issue.record("\(event.id) \(other.id)")
      }
    }
  }

  /// Rules of equal events are compared by what they say: a set of weekdays is in another order on each device.
  @Test func rulesAreComparedByTheirDays() {
    func event(_ weekdays: Set<Int>, from day: LocalDay) -> TimerEvent {
      TimerEvent(id: "rest/1", stamp: .init(instant: zero, device: "sofa"), fact: .rest(.weekly(weekdays, from: day)))
    }
    let (monday, tuesday) = (LocalDay.first, LocalDay.first.adding(1))
    let ordered: [TimerEvent] = [
      event([1, 2, 3, 7], from: monday), event([1, 3, 4, 5], from: monday), event([6], from: monday),
      event([1, 2], from: tuesday),
      TimerEvent(
        id: "rest/1", stamp: .init(instant: zero, device: "sofa"), fact: .rest(.days(monday...tuesday, areRest: false))),
      TimerEvent(
        id: "rest/1", stamp: .init(instant: zero, device: "sofa"), fact: .rest(.days(monday...tuesday, areRest: true))),
    ]
    #expect(ordered.reversed().sorted() == ordered)
  }

  @Test func stampsGoByInstantDeviceRunAndSequence() {
    let stamps = [
      TimerEvent.Stamp(instant: zero, device: "a", run: 1, sequence: 2), .init(instant: zero, device: "a", run: 2),
      .init(instant: zero, device: "b"), .init(instant: zero + .seconds(1), device: "a"),
    ]
    #expect(stamps.reversed().sorted() == stamps)
  }
}
