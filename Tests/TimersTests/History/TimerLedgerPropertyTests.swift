import Testing
import Timeline
import Timers

/// The ledger compared with a second calculation that sums everything again from the set of events.
@Suite struct TimerLedgerPropertyTests {
  /// Returns about 60 events of a dozen sessions on neighbouring days, with conflicts, ratings, voids and redos.
  static func events(_ chance: inout SeededGenerator) -> [TimerEvent] {
    var events: [TimerEvent] = []
    func number(_ count: UInt64) -> Int { Int(chance.next() % count) }
    for _ in 0..<60 {
      let device = ["kitchen", "sofa"][number(2)]
      let rating = number(3) == 0 ? nil : Rating.allCases[number(3)]
      let record = sample(
        number(11), minute: number(2) * 700, rating, actual: Int64(18 + number(3)), offset: .hours(Int64(number(3))),
        device: device)
      switch number(6) {
      case 0, 1: events.append(saved(record, sequence: UInt32(number(3))))
      case 2: events.append(saved(record, "timer.saved/\(record.id)~2"))
      case 3, 4: events.append(rated(record, rating ?? .good, after: Int64(number(3))))
      default: if let event = events.randomElement(using: &chance) { events.append(voided(event)) }
      }
    }
    return events
  }

  struct Account: Equatable {
    var records: [TimerSessionRecord] = []
    var stars = 0

    init(_ ledger: TimerLedger) {
      records = ledger.timerSessions()
      stars = ledger.stars
    }

    init(_ events: [TimerEvent]) {
      var unique: [String: TimerEvent] = [:]
      for event in events { unique[event.id] = min(event, unique[event.id] ?? event) }
      let voided = Set(
        unique.values.compactMap { event -> String? in
          guard case .voided(let id) = event.fact else { return nil }
          return id
        })
      var (saves, ratings): ([TimerSessionID: TimerSessionRecord], [TimerSessionID: Rating]) = ([:], [:])
      func isOwn(_ event: TimerEvent) -> Bool {
        guard case .saved(let record) = event.fact else { return false }
        return record.id.text.hasPrefix(event.stamp.device + "/")
      }
      // An event about a session by its own device precedes the events of others, and an earlier event precedes a
      // later one.
      for event in unique.values.sorted().filter(isOwn) where !voided.contains(event.id) {
        if case .saved(let record) = event.fact { saves[record.id] = saves[record.id] ?? record }
      }
      for event in unique.values.sorted() where !voided.contains(event.id) {
        guard case .saved(let record) = event.fact else { continue }
        saves[record.id] = saves[record.id] ?? record
        if let rating = record.rating { ratings[record.id] = rating }
      }
      for event in unique.values.sorted() where !voided.contains(event.id) {
        if case .rated(let id, let rating) = event.fact { ratings[id] = rating }
      }
      records = saves.values.map { record in
        var record = record
        record.rating = ratings[record.id]
        return record
      }.sorted()
      let days = Set(records.map { Int($0.day.daysSince1970) })
      for record in records {
        let streak = DaySetTests.run(days, Int(record.day.daysSince1970))
        let halves = streak >= 7 ? 4 : streak >= 3 ? 3 : 2
        stars += (record.rating?.baseStars ?? 0) * halves / 2
      }
    }
  }

  @Test func isAFunctionOfTheSetOfEvents() {
    var chance = SeededGenerator(seed: 11)
    for round in 0..<400 {
      let events = Self.events(&chance)
      let ledger = TimerLedger(events)
      let other = TimerLedger((events + events).shuffled(using: &chance))
      let account = Account(events)
      let statistics = ledger.statistics()
      guard Account(ledger) == account, Account(other) == account, ledger == other, ledger.total == other.total,
        statistics == other.statistics(), ledger.unrated == other.unrated, ledger.latest() == other.latest(),
        ledger.latest(1_000) == account.records.reversed(), statistics.total == ledger.total,
        ledger.unrated == account.records.reversed().filter({ $0.rating == nil }),
        ledger.newestUnrated == ledger.unrated.first, ledger.bestStreak?.length == other.bestStreak?.length,
        account.records.map({ ledger.stars(of: $0.id) ?? -1 }).reduce(0, +) == account.stars
      else {
        Issue.record("round \(round)")
        return
      }
    }
  }

  @Test func mergingIsCommutativeAssociativeAndIdempotent() {
    var chance = SeededGenerator(seed: 12)
    for round in 0..<150 {
      let events = Self.events(&chance)
      var parts = [TimerLedger(), TimerLedger(), TimerLedger()]
      for event in events {
        parts[Int(chance.next() % 3)].add(event)
        if chance.next() % 3 == 0 { parts[Int(chance.next() % 3)].add(event) }
      }
      func merged(_ a: TimerLedger, _ b: TimerLedger) -> TimerLedger {
        var ledger = a
        ledger.merge(b)
        return ledger
      }
      let whole = TimerLedger(events)
      let (a, b, c) = (parts[0], parts[1], parts[2])
      var again = whole
      let changed = again.merge(merged(c, a))
      let all = [merged(merged(a, b), c), merged(a, merged(b, c)), merged(merged(c, b), a), again]
      guard merged(a, b) == merged(b, a), merged(a, a) == a, !changed,
        all.allSatisfy({ $0 == whole && $0.total == whole.total && $0.statistics() == whole.statistics() })
      else {
        Issue.record("round \(round)")
        return
      }
    }
  }

  @Test func copiesAreIndependent() {
    var chance = SeededGenerator(seed: 13)
    let events = Self.events(&chance)
    let ledger = TimerLedger(events.prefix(30))
    var copy = ledger
    for event in events { copy.add(event) }
    #expect(ledger == TimerLedger(events.prefix(30)) && copy == TimerLedger(events))
  }
}
