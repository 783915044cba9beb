import Testing

@testable import Journal

@Suite struct OwnCountTests {
  @Test func numbersGoOnWhereTheyEnded() {
    var count = OwnCount()
    #expect(count.next == .init(run: 1, sequence: 1))
    for number in 1...3 { count.sawOwn(run: 1, sequence: UInt32(number), isNew: true) }
    // A second line of an id, as a retried append may leave it, is no second use of a number.
    count.sawOwn(run: 1, sequence: 2, isNew: false)
    #expect(count.next == .init(run: 1, sequence: 4))
  }

  @Test func aNumberUsedTwiceBeginsTheNextRun() {
    var count = OwnCount()
    for number in [1, 2, 2] { count.sawOwn(run: 1, sequence: UInt32(number), isNew: true) }
    #expect(count.next == .init(run: 2, sequence: 3))
    count.sawOwn(run: 2, sequence: 3, isNew: true)
    #expect(count.next == .init(run: 2, sequence: 4))
  }

  @Test func whatOnlyOthersKnowBeginsTheNextRun() {
    var count = OwnCount()
    count.sawOwn(run: 3, sequence: 7, isNew: true)
    count.sawElsewhere(run: 2, sequence: 6)
    #expect(count.next == .init(run: 3, sequence: 8))
    count.sawElsewhere(run: 3, sequence: 9)
    #expect(count.next == .init(run: 4, sequence: 10))
  }

  @Test func nonsenseIsPassedOver() {
    var count = OwnCount()
    count.sawOwn(run: .max, sequence: 1, isNew: true)
    count.sawElsewhere(run: 1, sequence: .max)
    #expect(count.next == .init(run: 1, sequence: 1))
  }
}
