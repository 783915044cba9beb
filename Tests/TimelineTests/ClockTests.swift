import Testing
import Timeline

@Suite struct ClockTests {
  let host = Instant(secondsSince1970: 1_000)

  @Test func instantClockNeverSleepsAndMovesOnlyWhenTold() {
    var clock = Clock(start: .practiceStart, pace: .instant, host: host)
    #expect(clock.hostDelay(until: .practiceStart + .days(365), host: host) == .zero)
    clock.advance(to: clock.reading(host: host + .days(1)))
    #expect(clock.elapsed == .zero)
    clock.advance(to: .practiceStart + .hours(1))
    clock.advance(to: .practiceStart)
    #expect(clock.elapsed == .hours(1))
  }

  @Test func scaledClockSleepsInProportion() {
    var clock = Clock(start: .practiceStart, pace: .scaled(10), host: host)
    let deadline = Instant.practiceStart + .seconds(15)
    #expect(clock.hostDelay(until: deadline, host: host) == .milliseconds(1_500))
    #expect(clock.hostDelay(until: deadline, host: host + .seconds(1)) == .milliseconds(500))
    clock.advance(to: min(deadline, clock.reading(host: host + .seconds(9))))
    #expect(clock.now == deadline, "a late wake-up still meets the deadline exactly")
  }

  @Test func speedZeroNeverArrives() {
    let clock = Clock(start: .practiceStart, pace: .scaled(0), host: host)
    #expect(clock.hostDelay(until: .practiceStart + .seconds(1), host: host) == nil)
    #expect(clock.reading(host: host + .days(1)) == .practiceStart)
  }

  @Test func changeOfPaceDoesNotJump() {
    var clock = Clock(start: .practiceStart, pace: .scaled(1), host: host)
    clock.advance(to: clock.reading(host: host + .seconds(4)))
    clock.setPace(.scaled(100), host: host + .seconds(4))
    #expect(clock.elapsed == .seconds(4))
    clock.advance(to: clock.reading(host: host + .seconds(5)))
    #expect(clock.elapsed == .seconds(104))
  }

  @Test func realClockIsTheHostAndNeverRunsBackwards() {
    var clock = Clock(start: .practiceStart, pace: .real, host: host)
    #expect(clock.start == host)
    clock.advance(to: clock.reading(host: host + .seconds(3)))
    clock.advance(to: clock.reading(host: host - .hours(1)))
    #expect(clock.elapsed == .seconds(3))
  }

  @Test func runsBackwardsOnlyOnRewind() {
    var clock = Clock(start: .practiceStart, pace: .scaled(2), host: host)
    clock.advance(to: clock.reading(host: host + .seconds(5)))
    #expect(clock.elapsed == .seconds(10))
    clock.rewind(to: .practiceStart + .seconds(4), host: host + .seconds(5))
    #expect(clock.elapsed == .seconds(4))
    clock.rewind(to: .practiceStart + .seconds(9), host: host + .seconds(5))
    #expect(clock.elapsed == .seconds(4), "the future is no past")
    #expect(clock.reading(host: host + .seconds(6)) == .practiceStart + .seconds(6), "its pace continues from there")
    clock.rewind(to: .distantPast, host: host + .seconds(6))
    #expect(clock.elapsed == .zero, "nothing lies before the start")
    var real = Clock(start: .practiceStart, pace: .real, host: host)
    real.rewind(to: host - .seconds(1), host: host)
    #expect(real.now == host)
  }

  @Test func arithmeticSaturatesInsteadOfTrapping() {
    #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
    #expect(Instant.distantPast - .days(1) == .distantPast)
    #expect(Duration.max + .seconds(1) == .max)
    #expect(Duration.days(.max) == .max)
    #expect(Duration(seconds: .nan) == nil)
    #expect(Duration(seconds: 1e300) == nil)
  }

  @Test func chanceRepeatsAndStreamsDiffer() {
    var a = SeededGenerator(seed: 42)
    var b = SeededGenerator(seed: 42)
    var c = SeededGenerator(seed: 42, stream: 1)
    let first = (0..<4).map { _ in a.next() }
    #expect(first == (0..<4).map { _ in b.next() })
    #expect(first != (0..<4).map { _ in c.next() })
    let units = (0..<1_000).map { _ in a.unit() }
    #expect(units.allSatisfy { (0..<1).contains($0) })
  }
}
