import Testing
import Timeline

@testable import Moments

@Suite struct TimeSortTests {
  @Test(arguments: [0, 1, 2, 100, 5_000])
  func sortingIsStable(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for span in [1, 50, Int64.max] {
      var keys = (0..<count).map { index in
        TimeKey(time: Int64.random(in: -span...span, using: &generator), index: Int32(index))
      }
      let expected = keys.sorted { $0.time != $1.time ? $0.time < $1.time : $0.index < $1.index }
      sortByTime(&keys)
      #expect(keys.map(\.time) == expected.map(\.time))
      #expect(keys.map(\.index) == expected.map(\.index))
    }
  }
}
