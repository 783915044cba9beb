import Testing
import Timeline
import Timers

@Suite struct CountdownSignatureTests {
  @Test func isRelativeToNow() throws {
    let early = try started(.minutes(20))
    var late = Countdown(at: zero)
    try late.handle(.start(reading, length: .minutes(20)), at: zero + .days(3))
    #expect(early != late)
    #expect(early.signature(at: zero) == late.signature(at: zero + .days(3)))
    #expect(early.signature(at: zero) != early.signature(at: zero + .seconds(1)))
  }

  @Test func aPausedTimerIsTheSameForEver() throws {
    var timer = try started(.minutes(20))
    try timer.handle(.pause, at: zero + .minutes(1))
    #expect(timer.signature(at: zero + .minutes(2)) == timer.signature(at: zero + .days(2)))
    var ticking = timer
    ticking.ticks = true
    #expect(timer.signature(at: timer.now) != ticking.signature(at: timer.now))
  }
}
