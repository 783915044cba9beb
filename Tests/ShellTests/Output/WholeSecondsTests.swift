import StoryScript
import Testing
import Timeline

@testable import ShellCore

@Suite struct WholeSecondsTests {
  @Test(
    arguments: [(0, 0), (1, 0), (999_999, 0), (1_000_000, 1), (1_999_999, 1), (-1, -1), (-1_000_000, -1)]
      as [(Int64, Int64)])
  func anInstantLiesInItsSecond(_ microseconds: Int64, _ second: Int64) {
    #expect(Instant(microseconds: microseconds).toSecond == Instant(secondsSince1970: second))
  }

  /// Lengths are rounded up: after the displayed time, the wait is over.
  @Test func lengthsTakeThatLongAtMost() {
    let value = Value.list([
      .record(["next": .duration(.milliseconds(63_208)), "at": .date(.practiceStart + .milliseconds(145))]),
      .duration(.seconds(2)), .number(1.5),
    ])
    #expect(ValueWriter().text(value.toSeconds) == "[{next: 1m4s, at: 2026-01-05T09:00:00}, 2s, 1.5]")
  }
}
