import Bluesky
import Testing
import Timeline

@testable import Shell

/// The reactions that are still to be sent, and when, however they are requested, tried and reverted.
@Suite struct WishesTests {
  private static func wish(_ number: Int) -> Wish {
    Wish(
      Reaction(.follow, .person("did:plc:\(number)"), handle: "\(number).test"), by: "did:plc:me", isThere: false,
      at: nil)
  }

  /// Compares the queue with a table that is searched each time.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func itAgreesWithATable(seed: UInt64) {
    var chance = SeededGenerator(seed: seed, stream: 4)
    var (wishes, table) = (Wishes(), [String: (wish: Wish, due: Instant?, tries: Int)]())
    for _ in 0..<400 {
      let instant = Instant(microseconds: .random(in: 0...9, using: &chance))
      let number = Int.random(in: 1...12, using: &chance)
      let name = Self.wish(number).name
      switch Int.random(in: 0...5, using: &chance) {
      case 0, 1:
        var wish = wishes[name] ?? Self.wish(number)
        wish.want(Bool.random(using: &chance), at: instant)
        wishes.want(wish, at: instant)
        let before = table[name]
        table[name] = (wish, wish.isPending ? before?.due : nil, before?.tries ?? 0)
      case 2:
        wishes.plan(at: instant)
        for (name, row) in table where row.wish.isPending && row.due == nil { table[name] = (row.wish, instant, 0) }
      case 3:
        let due = table.filter { ($0.value.due ?? .distantFuture) <= instant }
          .sorted { $0.key < $1.key }
        let taken = wishes.removeDue(by: instant)
        #expect(taken.map(\.wish.name) == due.map(\.key))
        #expect(taken.map(\.tries) == due.map(\.value.tries))
        for (wish, tries) in taken {
          var wish = wish
          if tries < 2, Bool.random(using: &chance) {
            wishes.postpone(wish, to: instant + .seconds(5), tries: tries + 1)
            table[wish.name] = (wish, instant + .seconds(5), tries + 1)
          } else {
            wish.giveUp()
            wishes.put(wish)
            table[wish.name] = (wish, nil, 0)
          }
        }
      case 4:
        wishes.hasten(to: instant)
        for (name, row) in table where row.tries > 0 && (row.due ?? .distantPast) > instant {
          table[name] = (row.wish, instant, row.tries)
        }
      default:
        wishes.shift(by: Duration(microseconds: 1))
        for (name, row) in table { table[name]?.due = row.due.map { $0 + Duration(microseconds: 1) } }
      }
      let pending = table.filter(\.value.wish.isPending)
      #expect(wishes.pendingInOrder == pending.sorted { $0.key < $1.key }.map(\.value.wish))
      #expect(wishes.pendingCount == pending.count)
      #expect(wishes.pendingByName == pending.mapValues(\.wish))
      #expect(wishes.next == table.values.compactMap(\.due).min() ?? .distantFuture)
      #expect(wishes.waits(at: instant) == table.compactMapValues { $0.due.map { $0 - instant } })
      #expect(wishes.wanted == pending.mapValues(\.wish.isWanted))
    }
  }

  /// A reaction that the journal no longer names is not sent; one that it names keeps its time.
  @Test func aJournalSaysWhatIsStillToBeSent() {
    var wishes = Wishes()
    for number in 1...3 {
      var wish = Self.wish(number)
      wish.want(true, at: .practiceStart)
      wishes.want(wish, at: .practiceStart)
    }
    wishes.plan(at: .practiceStart + .seconds(7))
    var new = Self.wish(9)
    new.want(true, at: .practiceStart)
    let kept = wishes.pendingByName.filter { $0.key != Self.wish(2).name }
    wishes.restore(kept.merging([new.name: new]) { $1 })
    #expect(wishes.pendingInOrder.map(\.reaction.handle) == ["1.test", "3.test", "9.test"])
    #expect(wishes.waits(at: .practiceStart) == kept.mapValues { _ in .seconds(7) })
    #expect(wishes.lastChange == .practiceStart)
  }
}
