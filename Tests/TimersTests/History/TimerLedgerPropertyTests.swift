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
      switch number(10) {
      case 0, 1: events.append(saved(record, sequence: UInt32(number(3))))
      case 2: events.append(saved(record, "timer.saved/\(record.id)~2"))
      case 3, 4: events.append(rated(record, rating ?? .good, after: Int64(number(3))))
      case 6:
        var edited = sample(number(11), minute: number(2) * 700, actual: Int64(15 + number(3)), device: device)
        edited = record.replaced(by: edited)
        events.append(correction(.edited(edited), "timer.edited/\(record.id)/\(number(9))", after: Int64(number(4))))
      case 5:
        var corrected = TimerSessionCorrection(of: record.id)
        if number(2) == 0 { (corrected.activity, corrected.icon) = (["chess", "violin"][number(2)], "♟") }
        if number(2) == 0 || corrected.isEmpty { corrected.spent = .minutes(Int64(1 + number(25))) }
        events.append(
          correction(.corrected(corrected), "timer.edited/\(record.id)/c\(number(9))", after: Int64(number(4))))
      case 7:
        events.append(
          correction(.removed(record.id), "timer.removed/\(record.id)/\(number(9))", after: Int64(number(4))))
      case 8:
        events.append(correction(.spent(reward: "film", stars: 5), "stars.spent/\(number(4))", after: 0))
      case 9:
        let first = monday.adding(number(11))
        let rule: RestRule =
          number(2) == 0
          ? .weekly(Set([1 + number(7), 1 + number(7)]), from: first)
          : .days(first...first.adding(number(3)), areRest: number(3) > 0)
        events.append(correction(.rest(rule), "rest/\(number(99))", after: Int64(number(9))))
      default: if let event = events.randomElement(using: &chance) { events.append(voided(event)) }
      }
    }
    return events
  }

  struct Account: Equatable {
    var records: [TimerSessionRecord] = []
    var stars = 0
    var spent = 0
    var best = 0

    init(_ ledger: TimerLedger) {
      records = ledger.timerSessions()
      stars = ledger.stars
      spent = ledger.spentStars
      best = ledger.bestStreak?.length ?? 0
    }

    /// Returns a record with another activity and another time spent, which may begin earlier for that.
    static func corrected(_ old: TimerSessionRecord, _ name: String?, _ spent: Duration?) -> TimerSessionRecord {
      let actual = spent ?? old.actual
      let allocated = max(actual, old.allocated)
      let record = try? TimerSessionRecord(
        id: old.id, activity: name ?? old.activity, icon: name == nil ? old.icon : "♟",
        started: min(old.started, old.ended - actual), ended: old.ended, day: old.day, offset: old.offset,
        allocated: allocated, actual: actual, ending: actual == allocated ? .timeUp : .early, rating: nil,
        device: old.device)
      return record ?? old
    }

    /// Returns the length of a streak, day by day.
    static func run(_ days: Set<Int>, _ last: Int, _ rules: [RestRule]) -> Int {
      var (day, length) = (last, 0)
      while true {
        if days.contains(day) {
          length += 1
        } else {
          var isRest = false
          for case .weekly(let weekdays, let from) in rules where Int(from.daysSince1970) <= day {
            // 1970-01-01 was a Thursday.
            isRest = weekdays.contains(((day + 3) % 7 + 7) % 7 + 1)
          }
          for case .days(let range, let areRest) in rules
          where range.contains(LocalDay(daysSince1970: day) ?? .first) { isRest = areRest }
          guard isRest else { return length }
        }
        day -= 1
      }
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
      // What was corrected, and what of it one by one; a removed session has neither.
      var whole: [TimerSessionID: TimerSessionRecord] = [:]
      var (names, lengths): ([TimerSessionID: String], [TimerSessionID: Duration]) = ([:], [:])
      var removed: Set<TimerSessionID> = []
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
      // Of the corrections of one thing the last decides; without a saved session they count for nothing.
      for event in unique.values.sorted() where !voided.contains(event.id) {
        switch event.fact {
        case .edited(let record):
          whole[record.id] = record
          (names[record.id], lengths[record.id]) = (nil, nil)
          removed.remove(record.id)
        case .corrected(let correction):
          let id = correction.session
          names[id] = correction.activity ?? names[id]
          lengths[id] = correction.spent ?? lengths[id]
          removed.remove(id)
        case .removed(let id): removed.insert(id)
        default: break
        }
      }
      records = saves.values.filter { !removed.contains($0.id) }.map { saved in
        var record = whole[saved.id] ?? saved
        if names[record.id] != nil || lengths[record.id] != nil {
          record = Self.corrected(record, names[record.id], lengths[record.id])
        }
        record.rating = ratings[record.id]
        return record
      }.sorted()
      let days = Set(records.map { Int($0.day.daysSince1970) })
      let counting = unique.values.sorted().filter { !voided.contains($0.id) }
      for case .spent(_, let price, _) in counting.map(\.fact) { spent += price }
      let rules = counting.compactMap { event -> RestRule? in
        if case .rest(let rule, _) = event.fact { rule } else { nil }
      }
      for record in records {
        let streak = Self.run(days, Int(record.day.daysSince1970), rules)
        best = max(best, streak)
        let halves = streak >= 7 ? 4 : streak >= 3 ? 3 : 2
        stars += (record.rating?.baseStars ?? 0) * halves / 2
      }
    }
  }

  /// Rest days break no streak, compared with a calculation that knows only sets of days and a list of rules.
  @Test func restDaysBreakNoStreak() {
    let days = { (numbers: [Int]) in numbers.map { saved(sample($0, .good)) } }
    func ledger(_ numbers: [Int], _ rules: RestRule...) -> TimerLedger {
      TimerLedger(
        days(numbers)
          + rules.enumerated().map { correction(.rest($1), "rest/\($0)", after: Int64($0)) })
    }
    // Monday is day 0. Friday, then Monday: the weekend breaks the streak, unless it is a rest.
    #expect(ledger([3, 4, 7]).streak(on: monday.adding(7)).length == 1)
    let weekend = RestRule.weekly([6, 7], from: monday)
    #expect(ledger([3, 4, 7], weekend).streak(on: monday.adding(7)).length == 3)
    #expect(ledger([3, 4, 7], weekend).stars == 10 + 10 + 15)
    #expect(ledger([3, 4, 7], weekend).bestStreak?.length == 3)
    // From its first day on, and until another rule.
    #expect(ledger([3, 4, 7], .weekly([6, 7], from: monday.adding(6))).streak(on: monday.adding(7)).length == 1)
    #expect(ledger([3, 4, 7], weekend, .weekly([], from: monday.adding(5))).streak(on: monday.adding(7)).length == 1)
    // Sunday: the streak waits.
    let sunday = ledger([3, 4], weekend).streak(on: monday.adding(6))
    #expect(sunday == Streak(length: 0, carried: 2, restsToday: true))
    // A session on a rest day counts; single days precede weekdays.
    #expect(ledger([3, 4, 5, 7], weekend).streak(on: monday.adding(7)).length == 4)
    let open = RestRule.days(monday.adding(5)...monday.adding(5), areRest: false)
    #expect(ledger([3, 4, 7], weekend, open).streak(on: monday.adding(7)).length == 1)
    // Days of illness, named afterwards, and taken back.
    let ill = RestRule.days(monday.adding(1)...monday.adding(3), areRest: true)
    var lived = ledger([0, 4, 5], ill)
    #expect(lived.stars == 10 + 10 + 15)
    lived.add(TimerEvent(id: "void/1", stamp: .init(instant: zero, device: "sofa"), fact: .voided("rest/0")))
    #expect(lived.stars == 30 && lived.calendar.isEmpty)
  }

  @Test func twoDevicesMaySpendTheSameStars() {
    let earned = [saved(sample(0, .good)), saved(sample(1, .good))]
    let one = correction(.spent(reward: "film", stars: 15), "stars.spent/a", after: 0)
    let two = correction(.spent(reward: "film", stars: 15), "stars.spent/b", after: 1)
    var (a, b) = (TimerLedger(earned + [one]), TimerLedger(earned + [two]))
    #expect(a.balance == 5 && b.balance == 5)
    a.merge(b)
    b.merge(a)
    #expect(a == b && a.balance == -10 && a.stars == 20 && a.exchanges.map(\.reward) == ["film", "film"])
    a.add(voided(two))
    #expect(a.balance == 5)
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
