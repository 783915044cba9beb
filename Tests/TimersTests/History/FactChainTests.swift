import Testing
import Timeline

@testable import Timers

@Suite struct FactChainTests {
  private func event(_ number: Int) -> TimerEvent {
    TimerEvent(
      id: "event/\(number)", stamp: .init(instant: .practiceStart, device: "test", sequence: UInt32(number)),
      fact: .voided("\(number)"))
  }

  private func chain(_ numbers: [Int], after start: FactChain = FactChain()) -> FactChain {
    numbers.reduce(into: start) { $0.append(event($1)) }
  }

  @Test func aCopyKeepsWhatItHad() {
    var first = chain([1, 2])
    let copy = first
    first.append(event(3))
    #expect(copy.newestFirst.map(\.id) == ["event/2", "event/1"])
    #expect(first.count == 3)
    #expect(copy != first)
    #expect(copy == chain([1, 2]), "also when nothing is shared")
  }

  @Test func findsWhatLiesBetweenTwo() {
    let common = chain([1, 2])
    let (one, other) = (chain([3, 4], after: common), chain([5, 4, 6], after: common))
    let (gone, new) = one.difference(to: other)
    #expect(gone.map(\.id) == ["event/3"])
    #expect(new.map(\.id) == ["event/5", "event/6"], "4 is in both")
    #expect(one.difference(to: one).gone.isEmpty)
    #expect(FactChain().difference(to: common).new.map(\.id) == ["event/1", "event/2"])
    #expect(common.difference(to: FactChain()).gone.map(\.id) == ["event/1", "event/2"])
  }

  @Test func aLongOneFreesItself() {
    var long = chain(Array(1...300_000))
    #expect(long.count == 300_000)
    long = FactChain()
    #expect(long.count == 0)
  }
}
