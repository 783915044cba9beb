import Testing
import Timeline

@testable import Timers

@Suite struct TimerSessionTextTests {
  @Test(arguments: [
    (Int64(0), Int64(0), "1970-01-01T00:00:00+00:00"), (0, 3_600, "1970-01-01T01:00:00+01:00"),
    (0, -12_600, "1969-12-31T20:30:00-03:30"), (1_250_000, 20_700, "1970-01-01T05:45:01.25+05:45"),
    (-1, -2_205, "1969-12-31T23:23:14.999999-00:36:45"),
  ])
  func instantsAreLocalTimes(microseconds: Int64, offset: Int64, text: String) {
    let instant = Instant(microseconds: microseconds)
    #expect(TimerSessionText.text(instant, offset: .seconds(offset)) == text)
    let read = TimerSessionText.instant(text)
    #expect(read?.instant == instant && read?.offset == .seconds(offset))
  }

  @Test func zuluIsGreenwich() {
    let read = TimerSessionText.instant("2026-01-05T09:00:00Z")
    #expect(read?.instant == zero && read?.offset == .zero)
    #expect(TimerSessionText.instant("2026-01-05T09:00+00:00")?.instant == zero)
  }

  @Test(arguments: [
    "", "Z", "2026-01-05", "2026-01-05T09:00:00", "2026-01-05T09:00:00+1:00", "2026-01-05T09:00:00+01",
    "2026-01-05T09:00:00+01:60", "2026-02-30T09:00:00+01:00", "2026-01-05 09:00:00+01:00", "2026-01-05T09:00:00+01:00 ",
    "2026-01-05T25:00:00Z", "2026-01-05+01:00", "2026-01-05T09:00:00+01:00:", "2026-01-05T09:00:00+:01:00",
  ])
  func otherTextsAreNone(text: String) {
    #expect(TimerSessionText.instant(text) == nil)
  }

  @Test(arguments: [
    ("0", Int64(0)), ("1200", 1_200_000_000), ("725.25", 725_250_000), ("0.000001", 1), ("1.5000000000", 1_500_000),
    ("007", 7_000_000),
  ])
  func lengthsAreSeconds(text: String, microseconds: Int64) {
    #expect(TimerSessionText.duration(text) == Duration(microseconds: microseconds))
  }

  @Test(arguments: ["", ".", "1.", ".5", "-1", "+1", "1e3", "0.0000001", "1,5", "1.2.3", " 1", "9999999999999", "∞"])
  func invalidLengthsAreRejected(text: String) {
    #expect(TimerSessionText.duration(text) == nil)
  }

  @Test func lengthsReadBack() {
    var chance = SeededGenerator(seed: 4)
    for digits in 1...17 {
      let length = Duration(
        microseconds: Int64(chance.next() % UInt64(Int(("1" + String(repeating: "0", count: digits)))!)))
      #expect(TimerSessionText.duration(TimerSessionText.seconds(length)) == length)
    }
  }
}
