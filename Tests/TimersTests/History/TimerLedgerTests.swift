import Testing
import Timeline
import Timers

@Suite struct TimerLedgerTests {
  @Test func anUndoneTimerSessionIsGoneAndARedoneOneIsBack() {
    let first = saved(sample(0, .amazing))
    var ledger = TimerLedger([first, saved(sample(1))])
    let isNew = ledger.add(voided(first))
    #expect(isNew)
    #expect(ledger.count == 1 && ledger.stars == 0 && ledger.total.actual == .minutes(20))
    #expect(ledger[sample(0).id] == nil && ledger.knows(sample(0).id))
    let before = ledger
    for known in [voided(first), first] {
      let isNew = ledger.add(known)
      #expect(!isNew && ledger == before)
    }
    ledger.add(saved(sample(0, .amazing), "timer.saved/again~2"))
    #expect(ledger.count == 2 && ledger.stars == 15)
    #expect(ledger.latest().map(\.id) == [sample(1).id, sample(0).id])
  }

  /// If another device records a session again, earlier and with other values, the session does not change.
  @Test func aTimerSessionIsWhatItsOwnDeviceSays() {
    let (own, forged) = (sample(0), sample(0, activity: "iPad"))
    let events = [
      TimerEvent(
        id: "import/1", stamp: .init(instant: Instant(microseconds: 1_000), device: "elsewhere"), fact: .saved(forged)),
      saved(own),
    ]
    #expect(own.id == forged.id)
    for order in [events, events.reversed()] { #expect(TimerLedger(order)[own.id]?.activity == own.activity) }
    // If the device's own event was voided, the other device's event counts.
    #expect(TimerLedger(events + [voided(events[1])])[own.id]?.activity == "iPad")
  }

  @Test func aVoidMayComeFirst() {
    let event = saved(sample(0, .good))
    #expect(TimerLedger([voided(event), event]) == TimerLedger([event, voided(event)]))
    #expect(TimerLedger([voided(event), event]).total == Tally())
  }

  @Test func asManyEventsAreNotTheSameEvents() {
    let (good, amazing) = (rated(sample(0), .good), rated(sample(0), .amazing))
    #expect(good.id == amazing.id)
    #expect(TimerLedger([good]) != TimerLedger([amazing]), "one id that says two things")
    #expect(TimerLedger([saved(sample(0))]) != TimerLedger([saved(sample(1))]))
    #expect(TimerLedger([saved(sample(0))]) != TimerLedger([saved(sample(0)), good]))
  }

  @Test func theLastRatingHolds() {
    let timerSession = sample(0)
    let (good, amazing) = (rated(timerSession, .good, after: 5), rated(timerSession, .amazing, after: 3))
    var ledger = TimerLedger([good, amazing])
    #expect(ledger.count == 0 && ledger.stars == 0, "a rating alone is no stint")
    ledger.add(saved(timerSession))
    #expect(ledger[timerSession.id]?.rating == .good && ledger.stars == 10)
    ledger.add(voided(good))
    #expect(ledger[timerSession.id]?.rating == .amazing && ledger.stars == 15)
    ledger.add(voided(amazing))
    #expect(ledger[timerSession.id]?.rating == nil && ledger.unratedCount == 1)
  }

  @Test func oneTimerSessionOfTwoDevicesCountsOnce() {
    let unrated = saved(sample(0), "a", sequence: 1)
    let withRating = saved(sample(0, .good), "b", sequence: 2)
    let ledger = TimerLedger([withRating, unrated])
    #expect(ledger.count == 1 && ledger.stars == 10)
    #expect(ledger == TimerLedger([unrated, withRating, withRating]))
  }

  @Test func theNewestUnratedComesFirst() {
    var ledger = TimerLedger([3, 1, 2, 0].map { saved(sample($0, $0 == 3 ? .good : nil)) })
    #expect(ledger.unrated.map(\.day) == [2, 1, 0].map(monday.adding))
    #expect(ledger.newestUnrated == sample(2))
    ledger.add(rated(sample(2), .good))
    #expect(ledger.newestUnrated == sample(1) && ledger.unratedCount == 2)
    #expect(TimerLedger().newestUnrated == nil)
  }

  @Test func theLastTwentyCanBePaged() {
    let events = (0..<50).map { saved(sample($0)) }
    for ledger in [TimerLedger(events), TimerLedger(events.reversed())] {
      #expect(ledger.latest().map(\.day) == (30..<50).reversed().map { monday.adding($0) })
      #expect(ledger.latest(3, skipping: 48).map(\.day) == [1, 0].map { monday.adding($0) })
      #expect(ledger.latest(0) == [])
      #expect(ledger.timerSessions(in: monday.adding(7)...monday.adding(8)) == [sample(7), sample(8)])
      #expect(ledger.timerSessions().count == 50)
    }
  }

  @Test func differentEventsOfOneIdAgreeInTheEnd() {
    let events = [
      saved(sample(0, .good), "x", sequence: 2), saved(sample(4, .amazing), "x", sequence: 1),
      rated(sample(0), .needsWork, "x"),
      TimerEvent(id: "x", stamp: .init(instant: zero, device: ""), fact: .voided("y")),
      saved(sample(9), "y"),
    ]
    let expected = TimerLedger(events)
    var chance = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let ledger = TimerLedger(events.shuffled(using: &chance))
      #expect(ledger == expected && ledger.total == expected.total)
      #expect(ledger.total == Tally(), "the voiding event has the earliest stamp")
    }
  }
}
