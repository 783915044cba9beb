import Testing
import Timeline
import Timers

@Suite struct CountdownShiftTests {
  @Test(arguments: [[], [.pause], [.done], [.stop]] as [[Countdown.Input]])
  func hasTheSameFutureLater(inputs: [Countdown.Input]) throws {
    var timer = Countdown(at: zero, ticks: true)
    try timer.handle(.start(Activity.presets[0], length: .minutes(5)), at: zero)
    for input in inputs { try timer.handle(input, at: zero + .seconds(90)) }
    for length: Duration in [.zero, .hours(3), .seconds(-7)] {
      let moved = timer.shifted(by: length)
      #expect(moved.signature(at: moved.now) == timer.signature(at: timer.now))
      #expect(moved.shifted(by: -length) == timer)
      #expect(moved.started == timer.started + length)
      #expect(moved.nextDeadline == timer.nextDeadline.map { $0 + length })
      var (one, other) = (timer, moved)
      #expect(one.advance(to: zero + .minutes(9)).count == other.advance(to: zero + .minutes(9) + length).count)
      #expect(one.shifted(by: length) == other)
    }
  }
}
