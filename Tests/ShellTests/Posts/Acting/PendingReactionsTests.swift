import Bluesky
import Testing
import Timeline

@testable import SessionState

/// The reactions that are still to be sent, and when, however they are requested, tried and reverted.
@Suite struct PendingReactionsTests {
  private static func pending(_ number: Int) -> PendingReaction {
    PendingReaction(
      Reaction(.follow, .person("did:plc:\(number)"), handle: "\(number).test"), by: "did:plc:me", isThere: false,
      at: nil)
  }

  /// Compares the queue with a table that is searched each time.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func deliveriesMatchTheTable(seed: UInt64) {
    var chance = SeededGenerator(seed: seed, stream: 4)
    var (pendingReactions, table) = (
      PendingReactions(), [String: (pending: PendingReaction, due: Instant?, tries: Int)]()
    )
    for _ in 0..<400 {
      let instant = Instant(microseconds: .random(in: 0...9, using: &chance))
      let number = Int.random(in: 1...12, using: &chance)
      let name = Self.pending(number).name
      switch Int.random(in: 0...5, using: &chance) {
      case 0, 1:
        var pending = pendingReactions[name] ?? Self.pending(number)
        pending.setWanted(Bool.random(using: &chance), at: instant)
        pendingReactions.setWanted(pending, at: instant)
        let before = table[name]
        table[name] = (pending, pending.isPending ? before?.due : nil, before?.tries ?? 0)
      case 2:
        pendingReactions.plan(at: instant)
        for (name, row) in table where row.pending.isPending && row.due == nil {
          table[name] = (row.pending, instant, 0)
        }
      case 3:
        let due = table.filter { ($0.value.due ?? .distantFuture) <= instant }
          .sorted { $0.key < $1.key }
        let taken = pendingReactions.removeDue(by: instant)
        #expect(taken.map(\.pending.name) == due.map(\.key))
        #expect(taken.map(\.tries) == due.map(\.value.tries))
        for (pending, tries) in taken {
          var pending = pending
          if tries < 2, Bool.random(using: &chance) {
            pendingReactions.postpone(pending, to: instant + .seconds(5), tries: tries + 1)
            table[pending.name] = (pending, instant + .seconds(5), tries + 1)
          } else {
            pending.discardChange()
            pendingReactions.put(pending)
            table[pending.name] = (pending, nil, 0)
          }
        }
      case 4:
        pendingReactions.networkReturned(to: instant)
        for (name, row) in table where row.tries > 0 && (row.due ?? .distantPast) > instant {
          table[name] = (row.pending, instant, row.tries)
        }
      default:
        pendingReactions.shift(by: Duration(microseconds: 1))
        for (name, row) in table { table[name]?.due = row.due.map { $0 + Duration(microseconds: 1) } }
      }
      let unsent = table.filter(\.value.pending.isPending)
      #expect(pendingReactions.pendingInOrder == unsent.sorted { $0.key < $1.key }.map(\.value.pending))
      #expect(pendingReactions.pendingCount == unsent.count)
      #expect(pendingReactions.pendingByName == unsent.mapValues(\.pending))
      #expect(pendingReactions.next == table.values.compactMap(\.due).min() ?? .distantFuture)
      #expect(pendingReactions.waits(at: instant) == table.compactMapValues { $0.due.map { $0 - instant } })
      #expect(pendingReactions.wanted == unsent.mapValues(\.pending.isWanted))
    }
  }

  /// A reaction that the journal no longer names is not sent; one that it names keeps its time.
  @Test func aJournalSaysWhatIsStillToBeSent() {
    var pendingReactions = PendingReactions()
    for number in 1...3 {
      var pending = Self.pending(number)
      pending.setWanted(true, at: .practiceStart)
      pendingReactions.setWanted(pending, at: .practiceStart)
    }
    pendingReactions.plan(at: .practiceStart + .seconds(7))
    var new = Self.pending(9)
    new.setWanted(true, at: .practiceStart)
    let kept = pendingReactions.pendingByName.filter { $0.key != Self.pending(2).name }
    pendingReactions.restore(kept.merging([new.name: new]) { $1 })
    #expect(pendingReactions.pendingInOrder.map(\.reaction.handle) == ["1.test", "3.test", "9.test"])
    #expect(pendingReactions.waits(at: .practiceStart) == kept.mapValues { _ in .seconds(7) })
    #expect(pendingReactions.lastChange == .practiceStart)
  }
}
