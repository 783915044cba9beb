import Testing
import Timeline

@testable import Timers

@Suite struct DaySetTests {
  @Test func agreesWithAPlainSet() {
    var chance = SeededGenerator(seed: 3)
    for span in [8, 70, 400] {
      var (bits, plain) = (DaySet(), Set<Int>())
      for _ in 0..<1_500 {
        // Days around 1970, so that words with negative numbers occur.
        let number = Int(chance.next() % UInt64(span)) - span / 2
        let day = LocalDay.first.adding(719_162 + number)
        if chance.next() % 4 == 0 {
          bits.remove(day)
          plain.remove(number)
        } else {
          bits.insert(day)
          plain.insert(number)
        }
        let runs = plain.map { last in (Self.run(plain, last), last) }
        let best = runs.max { $0 < $1 }
        let agree =
          bits.run(endingOn: day) == Self.run(plain, number) && bits.contains(day) == plain.contains(number)
          && min(bits.run(endingOn: day, limit: 7), 7) == min(Self.run(plain, number), 7)
          && bits.longestRun()?.length == best?.0
          && bits.longestRun().map { Int($0.lastDay.daysSince1970) } == best?.1
        guard agree else {
          Issue.record("\(plain.sorted()) \(number)")
          return
        }
      }
    }
  }

  static func run(_ days: Set<Int>, _ last: Int) -> Int {
    var length = 0
    while days.contains(last - length) { length += 1 }
    return length
  }

  @Test func emptiedSetsAreEqual() {
    var days = DaySet()
    days.insert(.first)
    days.remove(.first)
    days.remove(.last)
    #expect(days == DaySet())
    #expect(days.longestRun() == nil)
  }
}
