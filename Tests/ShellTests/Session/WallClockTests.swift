import Testing
import Timeline

@testable import ShellCore

@Suite struct WallClockTests {
  @Test func aClockStepIsReportedOnce() {
    var clock = WallClock()
    #expect(clock.news(.seconds(59)) == nil)
    #expect(
      clock.news(.hours(1))
        == "the system clock was set forward by 1 h; this session keeps its time, and the next session uses the new time"
    )
    #expect(clock.news(.hours(1)) == nil)
    #expect(clock.news(.hours(1) + .seconds(2)) == nil)
    #expect(clock.news(.minutes(-30))?.hasPrefix("the system clock was set back by 1 h 30 min; ") == true)
  }

  @Test func aStartBeforeASavedEventIsReported() {
    let saved = Instant.practiceStart
    #expect(WallClock.doubt(now: saved, latest: saved) == nil)
    #expect(WallClock.doubt(now: saved + .hours(1), latest: saved) == nil)
    #expect(WallClock.doubt(now: saved, latest: .distantPast) == nil)
    #expect(
      WallClock.doubt(now: saved - .hours(3), latest: saved)
        == "the system clock is 3 h behind the last saved event: one of the two is wrong")
  }
}
