import Testing
import Timeline

@testable import SessionState

@Suite struct TimeTextTests {
  static let borders: [(Int64, String)] = [
    (0, "0 s"), (999, "999 µs"), (349_999, "349.9 ms"), (350_000, "350 ms"), (999_999, "999.9 ms"),
    (14_999_999, "14.9 s"), (59_999_999, "59.9 s"), (60_000_000, "1 min"), (119_999_999, "1 min 59 s"),
    (3_599_999_999, "59 min 59 s"), (86_399_999_999, "23 h 59 min"), (100 * 3_600_000_000 - 1, "4 d 3 h"),
    (-349_999, "-349.9 ms"), (-60_000_000, "-1 min"),
  ]

  @Test(arguments: borders)
  func nothingIsRoundedUpOntoABorder(_ microseconds: Int64, _ text: String) {
    #expect(TimeText.length(Duration(microseconds: microseconds)) == text)
  }

  @Test(arguments: [(14_999_999, "14.9 s"), (15_000_000, "15.0 s"), (0, "0.0 s"), (99_999, "0.0 s")])
  func aPositionIsOneThatWasPassed(_ microseconds: Int64, _ text: String) {
    #expect(TimeText.position(Duration(microseconds: microseconds)) == text)
  }

  @Test(arguments: [(1_199_999_999, "20 min"), (1_199_000_000, "19 min 59 s"), (59_900_000, "1 min"), (1, "1 µs")])
  func remainingTimesAreWholeSeconds(_ microseconds: Int64, _ text: String) {
    #expect(TimeText.left(Duration(microseconds: microseconds)) == text)
  }

  @Test func pressesBelowTheThresholdAreShownBelowIt() {
    let run = ScriptRun()
    let lines = run("set press 350ms; story play 4; hold 349999us; wait 1s; hold 20s").lines
    #expect(lines.contains { $0.hasSuffix("· released after 349.9 ms: a tap") }, "\(lines)")
    #expect(ScriptRun()("story play 4; wait 14999999us; hold").lines.last?.hasSuffix("‖ held at 14.9 s") == true)
  }
}
