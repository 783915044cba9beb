import Testing
import Timeline

@Suite struct EventQueueTests {
  @Test func orderAtEqualInstantsIsPhaseThenFirstCome() {
    var queue = EventQueue<String>()
    let noon = Instant(secondsSince1970: 43_200)
    queue.schedule(at: noon, phase: .waiting, "statement")
    queue.schedule(at: noon, phase: .scheduled, "after a")
    queue.schedule(at: noon, phase: .scheduled, "after b")
    queue.schedule(at: noon, phase: .handler, "when")
    queue.schedule(at: noon, phase: .domain, "story")
    queue.schedule(at: noon - .seconds(1), phase: .waiting, "earlier")
    var seen: [String] = []
    while let entry = queue.popNext(dueBy: noon) { seen.append(entry.payload) }
    #expect(seen == ["earlier", "story", "when", "after a", "after b", "statement"])
    #expect(queue.isEmpty)
  }

  @Test func nothingIsDueBeforeItsInstant() {
    var queue = EventQueue<Int>()
    queue.schedule(at: .practiceStart, phase: .domain, 1)
    let early = queue.popNext(dueBy: .practiceStart - Duration(microseconds: 1))
    let due = queue.popNext(dueBy: .practiceStart)
    #expect(early?.payload == nil)
    #expect(due?.payload == 1)
  }

  @Test func cancelledEntriesNeverRunAndCancelTellsTheTruth() {
    var queue = EventQueue<Int>()
    let first = queue.schedule(at: .practiceStart, phase: .domain, 1)
    let second = queue.schedule(at: .practiceStart, phase: .domain, 2)
    let cancelled = queue.cancel(first)
    let cancelledTwice = queue.cancel(first)
    #expect(cancelled && !cancelledTwice)
    #expect(queue.count == 1)
    let ran = queue.popNext(dueBy: .distantFuture)
    let tooLate = queue.cancel(second)
    #expect(ran?.payload == 2)
    #expect(!tooLate)
    #expect(queue.isEmpty)
  }

  @Test func tenThousandRandomEntriesComeOutSorted() {
    var chance = SeededGenerator(seed: 7)
    var queue = EventQueue<Int>()
    var expected: [(Int64, Int, Int)] = []
    for index in 0..<10_000 {
      let second = Int64.random(in: 0..<500, using: &chance)
      let phase = EventQueue<Int>.Phase.allCases.randomElement(using: &chance)!
      queue.schedule(at: Instant(secondsSince1970: second), phase: phase, index)
      expected.append((second, phase.rawValue, index))
    }
    expected.sort { $0 < $1 }
    var order: [Int] = []
    while let entry = queue.popNext(dueBy: .distantFuture) { order.append(entry.payload) }
    #expect(order == expected.map { $0.2 })
  }
}
