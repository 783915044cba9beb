import Testing
import Timeline
import Timers

@Suite struct TimerSessionImportTests {
  static func file(_ records: TimerSessionRecord...) throws -> TimerSessionImport {
    try TimerSessionCSV.read(TimerSessionCSV.text(records))
  }

  /// Applies a plan, as a shell does.
  static func apply(_ plan: ImportPlan, to ledger: inout TimerLedger) {
    for record in plan.added { ledger.add(saved(record)) }
    for record in plan.undone { ledger.add(saved(record, "timer.saved/\(record.id)~2")) }
    for new in plan.ratings {
      let stamp = TimerEvent.Stamp(instant: zero, device: "import")
      ledger.add(
        TimerEvent(id: "timer.rated/\(new.timerSession)", stamp: stamp, fact: .rated(new.timerSession, new.rating)))
    }
  }

  @Test func tellsNewFromKnown() throws {
    var undone = TimerLedger([saved(sample(0, .good)), saved(sample(1)), saved(sample(2))])
    undone.add(voided(saved(sample(2))))
    let plan = undone.plan(
      for: try Self.file(sample(0, .good), sample(1, .amazing), sample(2), sample(3), sample(3), sample(3, .good)))
    #expect(plan.known == 2)
    #expect(plan.ratings.map(\.timerSession) == [sample(1).id, sample(3).id])
    #expect(plan.ratings.map(\.rating) == [.amazing, .good])
    #expect(plan.undone == [sample(2)] && plan.added == [sample(3)] && plan.conflicts == [])
  }

  @Test func existingSessionsStay() throws {
    let ledger = TimerLedger([saved(sample(0, .good)), saved(sample(1))])
    let plan = ledger.plan(for: try Self.file(sample(0, .amazing), sample(0), sample(1, actual: 20)))
    #expect(plan.known == 2, "a row without the rating takes none away")
    #expect(plan.conflicts.map(\.line) == [2])
    #expect(plan.conflicts.first?.kept == sample(0, .good) && plan.conflicts.first?.found == sample(0, .amazing))
  }

  @Test func importingTwiceChangesNothing() throws {
    var chance = SeededGenerator(seed: 41)
    let records = try randomTimerSessions(300, &chance)
    for text in [TimerSessionCSV.text(records), TimerSessionCSV.text(records.shuffled(using: &chance))] {
      let file = try TimerSessionCSV.read(text)
      var ledger = TimerLedger(records.prefix(100).map { saved($0) })
      Self.apply(ledger.plan(for: file), to: &ledger)
      let once = ledger
      let again = ledger.plan(for: file)
      #expect(again.known == 300 && again.added == [] && again.ratings == [] && again.undone == [])
      Self.apply(again, to: &ledger)
      #expect(ledger == once && ledger.timerSessions() == records.sorted())
      #expect(TimerSessionJSON.read(TimerSessionJSON.text(ledger.timerSessions())).records == records.sorted())
    }
  }
}
