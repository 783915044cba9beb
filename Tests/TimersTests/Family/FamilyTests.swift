import Testing
import Timeline
import Timers

@Suite struct FamilyTests {
  private static let here = ChildID(firstOf: "here")
  private static let there = ChildID(firstOf: "there")
  private static let ben = ChildID(addedBy: "here/1", name: "Ben")
  private static let other = ChildID(addedBy: "there/1", name: "Ben")

  /// A change of a catalog.
  enum Change: Sendable {
    case add(ChildID, String?, beside: [ChildID] = [])
    case rename(ChildID, String)
    case remove(ChildID)
    case join(ChildID, ChildID)
    /// A device of this name finds out who is one child.
    case reconcile
  }

  private static func catalog(_ changes: [Change]) -> ChildCatalog {
    var catalog = ChildCatalog()
    for change in changes {
      switch change {
      case .add(let id, let name, let others): catalog.add(id, name: name, beside: Set(others))
      case .rename(let id, let name): catalog.rename(id, to: name)
      case .remove(let id): catalog.remove(id)
      case .join(let id, let other): catalog.join(id, to: other)
      case .reconcile: catalog.reconcile(own: [here], nameless: [])
      }
    }
    return catalog
  }

  @Test(
    arguments: [
      ([], ["-"]), ([.add(here, "Mia")], ["Mia"]), ([.add(ben, "Ben")], ["Ben"]),
      ([.add(here, nil), .add(ben, "Ben")], ["-", "Ben"]),
      // First children come first.
      ([.add(ben, "Ben"), .add(here, "Mia")], ["Mia", "Ben"]),
      // One name, given independently: one child, whatever its case. Names that differ: two children.
      ([.add(here, "Mia"), .add(there, "mia"), .reconcile], ["mia"]),
      ([.add(here, "Mia"), .add(there, "Ben"), .reconcile], ["Mia", "Ben"]),
      ([.add(ben, "Ben"), .add(other, "Ben"), .reconcile], ["Ben"]),
      ([.add(here, "Ben"), .add(other, "Ben"), .reconcile], ["Ben"]),
      // Two whom one device knew stay two.
      ([.add(here, "Ben"), .add(other, "Ben", beside: [here]), .reconcile], ["Ben (1)", "Ben (2)"]),
      (
        [.add(ben, "Ben"), .rename(ben, "Max"), .add(other, "Max", beside: [ben]), .reconcile], ["Max (1)", "Max (2)"]
      ),
      // A number that is a child's own name is taken.
      (
        [.add(here, "Ben (1)"), .add(ben, "Ben"), .add(other, "Ben", beside: [ben]), .reconcile],
        ["Ben (1)", "Ben (2)", "Ben (3)"]
      ),
      // A renamed child is not another one of its former name.
      ([.add(ben, "Ben"), .rename(ben, "Max"), .add(other, "Ben"), .reconcile], ["Max", "Ben"]),
      // One child has one name: the last one, whichever of its ids it was given to.
      ([.add(ben, "Ben"), .add(other, "Ben"), .reconcile, .rename(other, "Max")], ["Max"]),
      ([.add(ben, "Ben"), .add(other, "Ben"), .rename(other, "Max"), .join(other, ben)], ["Max"]),
      ([.add(ben, "Ben"), .add(other, "Ben"), .reconcile, .remove(ben)], ["-"]),
      ([.add(ben, "Ben"), .add(other, "Ben"), .remove(ben), .join(other, ben)], ["Ben"]),
      ([.add(ben, "Ben"), .remove(ben), .rename(ben, "Max")], ["Max"]),
      // Names that are not valid change nothing.
      ([.add(ben, "a\nb"), .add(here, "  "), .add(ben, nil)], ["-"]),
    ] as [([Change], [String])])
  func whoIsWho(_ changes: [Change], _ names: [String]) {
    let family = Family(Self.catalog(changes), own: [Self.here])
    #expect(family.children.map { $0.name ?? "-" } == names)
    #expect(Set(family.children.flatMap { $0.ids }).count == family.children.reduce(0) { $0 + $1.ids.count })
  }

  /// Sessions without a child belong to the first child of their device: its own, or the family's if it has no name.
  @Test func sessionsWithoutAChildHaveOne() {
    let (here, there, third) = (Self.here, Self.there, ChildID(firstOf: "third"))
    func owner(_ id: ChildID?, _ changes: [Change], own: ChildID) -> String? {
      Family(Self.catalog(changes), own: [own], occurring: .init(nameless: [here, there, third])).child(id).name
    }
    let two: [Change] = [.add(here, "Mia"), .add(there, "Ben")]
    for own in [here, there, third] {
      #expect(owner(here, two, own: own) == "Mia" && owner(there, two, own: own) == "Ben")
      #expect(owner(third, two, own: own) == "Mia")
    }
    #expect(owner(nil, two, own: there) == "Ben" && owner(nil, two, own: third) == "Mia")
    #expect(owner(there, [], own: here) == nil)
    // A device that has joined its sessions to a child stays with that child, until its own gets a name.
    let bound = two + [.join(third, there)]
    #expect(owner(third, bound, own: here) == "Ben")
    #expect(owner(third, bound + [.join(third, here)], own: here) == "Ben")
    #expect(owner(third, bound + [.add(third, "Zoe")], own: here) == "Zoe")
  }

  /// The children of a device that was forgotten are still found by their sessions.
  @Test func childrenAreFoundByTheirSessions() {
    let family = Family(
      Self.catalog([.add(Self.here, "Mia")]), own: [Self.here], occurring: .init(named: [Self.ben, Self.here]))
    #expect(family.children.map(\.name) == ["Mia", "Ben"])
    let removed = Family(
      Self.catalog([.add(Self.here, "Mia"), .add(Self.ben, "Max"), .remove(Self.ben)]), own: [Self.here])
    #expect(removed.children.map(\.name) == ["Mia"] && removed.child(Self.ben).name == "Max")
  }

  @Test func idsAreNoNames() {
    #expect(ChildID(" Mia ")?.text == "mia" && ChildID("MIA") == ChildID("mia"))
    for text in ["", "  ", "a\nb", String(repeating: "x", count: 31), "a\u{202E}b", "First:", "Child:a\u{1B}"] {
      #expect(ChildID(text) == nil, "\(text)")
    }
    for id in [Self.here, Self.ben] { #expect(ChildID(id.text) == id) }
    // An old id is in lower case, so no name makes one of the others.
    #expect(ChildID("first:here") != Self.here && !(ChildID("first:here")?.isFirst ?? true))
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
      case .corrected: event.fact
      case .spent(let reward, let stars, _): .spent(reward: reward, stars: stars, child: child)
      case .rest(let rule, _): .rest(rule, child: child)
      case .rated, .removed, .routine, .voided: event.fact
      }
    return TimerEvent(id: event.id, stamp: event.stamp, fact: fact)
  }
}
