import System
import Testing

@Suite struct SystemClockTests {
  @Test func theSteadyClockGoesOn() {
    let (wall, steady) = (SystemClock.wall, SystemClock.steady)
    SystemClock.sleep(microseconds: 2_000)
    SystemClock.sleep(microseconds: -1)
    #expect(SystemClock.steady - steady >= 2_000)
    #expect(SystemClock.wall > 1_700_000_000_000_000 && wall > 1_700_000_000_000_000)
  }
}
