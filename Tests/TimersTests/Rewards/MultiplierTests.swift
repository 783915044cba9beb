import Testing
import Timers

@Suite struct MultiplierTests {
  @Test(arguments: [
    (0, 1.0), (1, 1.0), (2, 1.0), (3, 1.5), (6, 1.5), (7, 2.0), (8, 2.0), (3_650, 2.0),
  ])
  func growsWithTheStreak(days: Int, factor: Double) {
    #expect(Multiplier(streak: days).factor == factor)
  }
}
