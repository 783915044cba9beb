import System
import Testing

@Suite struct SystemClockTests {
  @Test func theSteadyClockAdvances() {
    let (wall, steady) = (SystemClock.wall, SystemClock.steady)
    SystemClock.sleep(microseconds: 2_000)
    SystemClock.sleep(microseconds: -1)
    #expect(SystemClock.steady - steady >= 2_000)
    #expect(SystemClock.wall > 1_700_000_000_000_000 && wall > 1_700_000_000_000_000)
  }

  @Test func aWaitIsNeverLongerThanAnHourNorShorterThanNothing() {
    let now = SystemClock.steadySeconds
    #expect(SystemClock.milliseconds(until: nil) == -1)
    #expect(SystemClock.milliseconds(until: now - 5) == 0)
    #expect((59_000...60_000).contains(SystemClock.milliseconds(until: now + 60)))
    #expect(SystemClock.milliseconds(until: now + 1e12) == 3_600_000)
  }
}
