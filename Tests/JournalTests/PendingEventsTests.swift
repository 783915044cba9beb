import Testing

@testable import Journal

@Suite struct PendingEventsTests {
  /// All hashes are equal: the worst case.
  @Test(arguments: [UInt32(0), 7])
  func eachIDOnceInItsOrder(spread: UInt32) {
    func hash(_ number: Int) -> UInt32 { spread * UInt32(number) }
    var pending = PendingEvents()
    for numbers in [[1, 2, 1], [2, 3], Array(4...200), [200, 201]] {
      pending.append(contentsOf: numbers.map { event($0) }, hashes: numbers.map(hash))
    }
    #expect(pending.events == (1...201).map { event($0) })
    pending.removeAll { id, _ in id.text.hasSuffix("0") }
    #expect(pending.count == 181)
    #expect(!pending.contains(id("e/10"), hash: hash(10)))
    #expect(pending.contains(id("e/11"), hash: hash(11)))
    pending.append(event(10), hash: hash(10))
    #expect(pending.events.last == event(10))
    pending.removeAll()
    #expect(pending.isEmpty && !pending.contains(id("e/11"), hash: hash(11)))
  }
}
