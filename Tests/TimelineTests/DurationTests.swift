import Testing
import Timeline

@Suite struct DurationTests {
  @Test func unitsAreWhatTheySay() {
    #expect(Duration.zero.microseconds == 0)
    #expect(Duration.milliseconds(3).microseconds == 3_000)
    #expect(Duration.seconds(3).microseconds == 3_000_000)
    #expect(Duration.minutes(3) == .seconds(180))
    #expect(Duration.hours(3) == .minutes(180))
    #expect(Duration.days(3) == .hours(72))
    #expect(Duration.days(-1).microseconds == -86_400_000_000)
  }

  @Test func everyUnitSaturatesAtBothEnds() {
    for unit in [Duration.milliseconds, Duration.seconds, Duration.minutes, Duration.hours, Duration.days] {
      #expect(unit(.max).microseconds == .max)
      #expect(unit(.min).microseconds == .min)
    }
    #expect(Instant(secondsSince1970: .max) == .distantFuture)
    #expect(Instant(secondsSince1970: .min) == .distantPast)
    #expect(Instant(secondsSince1970: 2).microseconds == 2_000_000)
  }

  /// Compared with arithmetic in twice the width, which cannot overflow.
  @Test func sumsDifferencesAndProductsSaturate() {
    var chance = SeededGenerator(seed: 3)
    let edges: [Int64] = [.min, .min + 1, -2, -1, 0, 1, 2, .max - 1, .max, 1 << 32, -(1 << 32), 86_400_000_000]
    let numbers =
      edges + (0..<50).map { _ in Int64(bitPattern: chance.next()) >> Int64.random(in: 0...62, using: &chance) }
    func clamped(_ wide: Int128) -> Int64 { Int64(max(Int128(Int64.min), min(Int128(Int64.max), wide))) }
    for one in numbers {
      for other in numbers {
        let (a, b) = (Duration(microseconds: one), Duration(microseconds: other))
        let (sum, difference) = (clamped(Int128(one) + Int128(other)), clamped(Int128(one) - Int128(other)))
        #expect((a + b).microseconds == sum)
        #expect((a - b).microseconds == difference)
        #expect((a * other).microseconds == clamped(Int128(one) * Int128(other)))
        let instant = Instant(microseconds: one)
        #expect((instant + b).microseconds == sum)
        #expect((instant - b).microseconds == difference)
        #expect((instant - Instant(microseconds: other)).microseconds == difference)
        #expect((a < b) == (one < other))
        #expect((instant < Instant(microseconds: other)) == (one < other))
        var (grown, shrunk, moved) = (a, a, instant)
        grown += b
        shrunk -= b
        moved += b
        #expect(grown == a + b && shrunk == a - b && moved == instant + b)
      }
      let length = Duration(microseconds: one)
      #expect((-length).microseconds == clamped(-Int128(one)))
      #expect(length.magnitude.microseconds == clamped(abs(Int128(one))))
    }
  }

  @Test func sharesAndTheirZero() {
    #expect(Duration.seconds(3) / Duration.seconds(12) == 0.25)
    #expect(Duration.seconds(-3) / Duration.seconds(2) == -1.5)
    #expect(Duration.seconds(3) / Duration.zero == 0)
    #expect(Duration.zero / Duration.zero == 0)
    #expect(Duration.zero / Duration.seconds(1) == 0)
    #expect(Duration.seconds(3) / Duration(microseconds: 1) == 3_000_000)
    #expect(Duration.seconds(3) / Duration(microseconds: -1) == -3_000_000)
  }

  @Test func secondsRoundToTheNearestMicrosecond() {
    #expect(Duration(seconds: 1.5)?.microseconds == 1_500_000)
    #expect(Duration(seconds: 0.000_000_4)?.microseconds == 0)
    #expect(Duration(seconds: 0.000_000_6)?.microseconds == 1)
    #expect(Duration(seconds: -0.000_000_6)?.microseconds == -1)
    #expect(Duration(seconds: 2.000_000_5)?.microseconds == 2_000_001, "half a microsecond goes up")
    #expect(Duration(seconds: 0.1)?.microseconds == 100_000)
    #expect(Duration(seconds: .infinity) == nil)
    #expect(Duration(seconds: -.infinity) == nil)
    #expect(Duration(seconds: 9_223_372_036_854) != nil)
    #expect(Duration(seconds: 9_223_372_036_855) == nil)
  }

  /// Up to 2³² seconds; beyond that, a `Double` is so imprecise that rounding gives a neighbour.
  @Test func secondsHoldEveryMicrosecondOf136Years() {
    var chance = SeededGenerator(seed: 136)
    let end = (1 << 32) * 1_000_000 as Int64
    for _ in 0..<10_000 {
      let length = Duration(microseconds: .random(in: -end...end, using: &chance))
      #expect(Duration(seconds: length.seconds) == length)
    }
    #expect(Duration(seconds: Duration(microseconds: end - 1).seconds)?.microseconds == end - 1)
    #expect(end / 31_556_952_000_000 == 136)
    #expect(Duration.milliseconds(1_500).seconds == 1.5)
  }
}
