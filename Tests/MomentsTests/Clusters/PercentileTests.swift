import Testing
import Timeline

@testable import Moments

@Suite struct PercentileTests {
  @Test func emptyListsHaveNoPercentile() {
    var numbers: [Int64] = []
    #expect(percentile(tenths: 9, of: &numbers) == nil)
  }

  /// Every rank of short lists with few and with many different numbers.
  @Test(arguments: [1, 3, 1_000])
  func percentilesMatchSorting(span: Int64) {
    var generator = SeededGenerator(seed: UInt64(span))
    for count in 1...40 {
      for tenths in 0...10 {
        var numbers = (0..<count).map { _ in Int64.random(in: 0...span, using: &generator) }
        let expected = numbers.sorted()[tenths * (count - 1) / 10]
        #expect(percentile(tenths: tenths, of: &numbers) == expected)
      }
    }
  }
}
