import Testing

@testable import Journal

@Suite struct SequenceCounterTests {
  @Test func numbersGoOnWhereTheyEnded() {
    var count = SequenceCounter()
    #expect(count.next == .init(run: 1, sequence: 1))
    for number in 1...3 { count.sawOwn(run: 1, sequence: UInt32(number), isNew: true) }
    // A second line of an id, as a retried append may leave it, is not a second use of a number.
    count.sawOwn(run: 1, sequence: 2, isNew: false)
    #expect(count.next == .init(run: 1, sequence: 4))
  }

  @Test func aNumberUsedTwiceBeginsTheNextRun() {
    var count = SequenceCounter()
    for number in [1, 2, 2] { count.sawOwn(run: 1, sequence: UInt32(number), isNew: true) }
    #expect(count.next == .init(run: 2, sequence: 1))
    count.sawOwn(run: 2, sequence: 1, isNew: true)
    #expect(count.next == .init(run: 2, sequence: 2))
  }

  @Test func aNumberKnownOnlyToOthersStartsANewRun() {
    var count = SequenceCounter()
    count.sawOwn(run: 3, sequence: 7, isNew: true)
    count.sawElsewhere(run: 2, sequence: 6)
    #expect(count.next == .init(run: 3, sequence: 8))
    count.sawElsewhere(run: 3, sequence: 9)
    #expect(count.next == .init(run: 4, sequence: 1))
  }

  @Test func invalidNumbersAreIgnored() {
    var count = SequenceCounter()
    count.sawOwn(run: .max, sequence: 1, isNew: true)
    count.sawElsewhere(run: .max - 1, sequence: 7)
    #expect(count.next == .init(run: 1, sequence: 1))
  }

  /// A line in this device's name that another program wrote costs the device a run, not its numbers.
  @Test func aForgedNumberAffectsOnlyItsRun() {
    for number in [3_899_999_998, 1 << 31, 1 << 31 - 1, UInt32.max] as [UInt32] {
      var count = SequenceCounter()
      count.sawOwn(run: 1, sequence: 5, isNew: true)
      count.sawElsewhere(run: 1, sequence: number)
      #expect(count.next == .init(run: 2, sequence: 1))
      // An exchange may have brought the line into the device's own file.
      count.sawOwn(run: 2, sequence: number, isNew: true)
      #expect(count.next == .init(run: 3, sequence: 1))
      count.sawOwn(run: 3, sequence: 1, isNew: true)
      #expect(count.next == .init(run: 3, sequence: 2))
    }
    var count = SequenceCounter()
    for _ in 0..<100 { count.sawElsewhere(run: 3_000_000_000, sequence: 1) }
    #expect(count.next == .init(run: 1, sequence: 1))
  }
}
