import Testing
import Timeline
import Timers

@Suite struct ActivityTests {
  @Test func presetsHaveTheirLengths() {
    #expect(Activity.presets.map(\.name) == ["iPad", "reading", "shower", "homework"])
    #expect(Activity.presets.map(\.minutes) == [30, 20, 10, 15])
    #expect(Activity.custom.minutes == 5)
  }

  @Test func oneRunMayDiffer() throws {
    #expect(try reading.length() == .minutes(20))
    #expect(try reading.length(minutes: 120) == .minutes(120))
    #expect(try Activity.custom.length(minutes: 60) == .hours(1))
    #expect(throws: ActivityProblem.minutesOutOfRange(61, allowed: 1...60)) { try Activity.custom.length(minutes: 61) }
    #expect(throws: ActivityProblem.minutesOutOfRange(0, allowed: 1...120)) { try reading.length(minutes: 0) }
  }
}
