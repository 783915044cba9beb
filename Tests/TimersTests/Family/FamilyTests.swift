import Testing
import Timeline
import Timers

@Suite struct FamilyTests {
  private static func catalog(_ names: String...) -> ChildCatalog {
    var catalog = ChildCatalog()
    for name in names { if let id = ChildID(name) { catalog.put(id, name: name) } }
    return catalog
  }

  @Test(
    arguments: [
      (nil, catalog(), false, ["-"]), ("Mia", catalog(), false, ["Mia"]), (nil, catalog("Ben"), false, ["Ben"]),
      (nil, catalog("Ben"), true, ["-", "Ben"]), ("Mia", catalog("Ben", "Zoe"), false, ["Mia", "Ben", "Zoe"]),
      ("mia", catalog("Mia", "Ben"), false, ["mia", "Ben"]),
    ] as [(String?, ChildCatalog, Bool, [String])])
  func theFirstChildIsTheProfiles(_ first: String?, _ added: ChildCatalog, _ hasFirst: Bool, _ names: [String]) {
    let family = Family(first: first, added, hasFirst: hasFirst)
    #expect(family.children.map { $0.name ?? "-" } == names)
    #expect(Set(family.children.flatMap(\.ids)).count == family.children.reduce(0) { $0 + $1.ids.count })
  }

  @Test func anIDIsANameInLowerCase() {
    #expect(ChildID(" Mia ")?.text == "mia" && ChildID("MIA") == ChildID("mia"))
    for text in ["", "  ", "a\nb", String(repeating: "x", count: 31), "a\u{202E}b"] { #expect(ChildID(text) == nil) }
  }

  /// A child's ledger that follows that of all children, compared with one made only of what is the child's.
  @Test func aChildsLedgerCountsWhatIsTheChilds() throws {
    var chance = SeededGenerator(seed: 4)
    let children: [ChildID?] = [nil, ChildID("ben"), ChildID("mia")]
    for round in 0..<120 {
      var whole = TimerLedger()
      var ledgers = children.map { TimerLedger(of: [$0]) }
      for event in TimerLedgerPropertyTests.events(&chance) {
        whole.add(Self.given(event, to: children[Int(chance.next() % 3)]))
        if chance.next() % 8 == 0 { ledgers[Int(chance.next() % 3)].follow(whole) }
      }
      for (child, index) in zip(children, children.indices) {
        ledgers[index].follow(whole)
        let ledger = ledgers[index]
        let rules = whole.events.filter { event in
          guard case .rest(_, child) = event.fact else { return false }
          return !whole.isVoided(event.id)
        }
        let own = TimerLedger(whole.timerSessions().filter { $0.child == child }.map { saved($0) } + rules)
        guard ledger.timerSessions() == own.timerSessions(), ledger.stars == own.stars, ledger.total == own.total,
          ledger.unratedCount == own.unratedCount, ledger.calendar == own.calendar,
          ledger.bestStreak?.length == own.bestStreak?.length,
          ledger.streak(on: monday.adding(6)) == own.streak(on: monday.adding(6))
        else {
          Issue.record("round \(round), \(child?.text ?? "the first child")")
          return
        }
      }
      #expect(ledgers.reduce(0) { $0 + $1.spentStars } == whole.spentStars)
    }
  }

  @Test func aLedgerFollowsAnotherHistory() {
    let (one, two) = (sample(0, .good), sample(1, .amazing))
    var ledger = TimerLedger(of: [nil])
    ledger.follow(TimerLedger([saved(one), saved(two)]))
    #expect(ledger.stars == 25)
    ledger.follow(TimerLedger([saved(two)]))
    #expect(ledger.stars == 15 && ledger.count == 1)
    // An event that arrives late and replaces another one with its id.
    let late = TimerEvent(id: "x", stamp: .init(instant: two.ended, device: "sofa"), fact: .saved(sample(3, .good)))
    let early = TimerEvent(id: "x", stamp: .init(instant: one.ended, device: "sofa"), fact: .saved(one))
    var whole = TimerLedger([late])
    ledger.follow(whole)
    #expect(ledger.timerSessions().map(\.day) == [monday.adding(3)])
    whole.add(early)
    ledger.follow(whole)
    #expect(ledger.timerSessions().map(\.day) == [monday])
  }

  private static func given(_ event: TimerEvent, to child: ChildID?) -> TimerEvent {
    func own(_ record: TimerSessionRecord) -> TimerSessionRecord {
      var record = record
      record.child = child
      return record
    }
    let fact: TimerEvent.Fact =
      switch event.fact {
      case .saved(let record): .saved(own(record))
      case .edited(let record): .edited(own(record))
      case .spent(let reward, let stars, _): .spent(reward: reward, stars: stars, child: child)
      case .rest(let rule, _): .rest(rule, child: child)
      case .rated, .removed, .routine, .voided: event.fact
      }
    return TimerEvent(id: event.id, stamp: event.stamp, fact: fact)
  }
}
