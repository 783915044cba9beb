import Testing
import Timeline

@testable import Moments

@Suite struct CameraClockTests {
  private func range(_ a: Int64, _ b: Int64) -> ClosedRange<LocalTime> {
    LocalTime(microseconds: a)...LocalTime(microseconds: b)
  }

  /// The result of each correction of a series: the whole, and the stretches.
  @Test(
    arguments: [
      ([(nil, 5)], 5, []),
      ([((10, 20), 3)], 0, [(10, 20, 3)]),
      ([(nil, 5), ((10, 20), 3)], 5, [(10, 20, 3)]),
      // The middle of a stretch, both of its ends, and all of it.
      ([((10, 20), 3), ((13, 15), 4)], 0, [(10, 12, 3), (13, 15, 4), (16, 20, 3)]),
      ([((10, 20), 3), ((5, 12), 4), ((18, 30), 6)], 0, [(5, 12, 4), (13, 17, 3), (18, 30, 6)]),
      ([((10, 20), 3), ((5, 30), 4)], 0, [(5, 30, 4)]),
      // No correction in a stretch, with and without another one for all photos.
      ([((10, 20), 3), ((10, 20), 0)], 0, []),
      ([(nil, 5), ((10, 20), 0)], 5, [(10, 20, 0)]),
      ([((10, 20), 3), (nil, 5)], 5, []),
      ([(nil, 5), (nil, 0)], 0, []),
    ] as [([((Int64, Int64)?, Int64)], Int64, [(Int64, Int64, Int64)])])
  func corrections(_ given: [((Int64, Int64)?, Int64)], whole: Int64, stretches: [(Int64, Int64, Int64)]) {
    var clock = CameraClock()
    for (stretch, shift) in given {
      clock.correct(by: .hours(shift), in: stretch.map { range($0.0, $0.1) })
    }
    #expect(clock.whole == .hours(whole))
    #expect(
      clock.stretches.map { [$0.from.microseconds, $0.to.microseconds, $0.shift.microseconds] }
        == stretches.map { [$0.0, $0.1, Duration.hours($0.2).microseconds] })
    #expect(clock.isRight == (whole == 0 && stretches.isEmpty))
  }

  /// The changes from one clock to another make the other one, and leave what a third has corrected elsewhere.
  @Test(arguments: 0..<20) func changesMakeTheOtherClock(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    func clock() -> CameraClock {
      var clock = CameraClock()
      for _ in 0..<Int.random(in: 0...6, using: &chance) {
        let (a, b) = (Int64.random(in: 0..<40, using: &chance), Int64.random(in: 0..<40, using: &chance))
        let shift = Duration.hours(Int64.random(in: -3...3, using: &chance))
        clock.correct(by: shift, in: Int.random(in: 0..<5, using: &chance) == 0 ? nil : range(min(a, b), max(a, b)))
      }
      return clock
    }
    for _ in 0..<100 {
      let (before, after) = (clock(), clock())
      var made = before
      for change in before.changes(to: after).shuffled(using: &chance) { made.apply(change) }
      #expect(made.changes(to: after).isEmpty)
      #expect(
        (0..<40).allSatisfy {
          made.shift(at: LocalTime(microseconds: $0)) == after.shift(at: LocalTime(microseconds: $0))
        })
      #expect(after.changes(to: after).isEmpty)
    }
  }

  @Test func correctionsOfOthersStay() {
    var (one, other) = (CameraClock(), CameraClock())
    one.correct(by: .hours(-7), in: range(10, 20))
    other.correct(by: .hours(-3), in: range(30, 40))
    for change in CameraClock().changes(to: other) { one.apply(change) }
    #expect(one.stretches.map(\.shift) == [.hours(-7), .hours(-3)])
    // A correction of all photos takes away only what its device knew.
    var whole = CameraClock()
    whole.correct(by: .hours(1))
    for change in other.changes(to: whole) { one.apply(change) }
    #expect(one.whole == .hours(1) && one.stretches.map(\.shift) == [.hours(-7)])
  }

  /// 2,000 random series against a list of all corrections, of which the last one for a time counts.
  @Test(arguments: 0..<20) func theLastCorrectionCounts(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var clock = CameraClock()
      var model = [Int64](repeating: 0, count: 40)
      for _ in 0..<Int.random(in: 1...8, using: &chance) {
        let shift = Int64.random(in: -3...3, using: &chance)
        if Int.random(in: 0..<5, using: &chance) == 0 {
          clock.correct(by: .hours(shift))
          model = model.map { _ in shift }
        } else {
          let from = Int.random(in: 0..<40, using: &chance)
          let to = Int.random(in: from..<40, using: &chance)
          clock.correct(by: .hours(shift), in: range(Int64(from), Int64(to)))
          for time in from...to { model[time] = shift }
        }
      }
      #expect((0..<40).map { clock.shift(at: LocalTime(microseconds: $0)) } == model.map { .hours($0) })
      #expect(CameraClock(whole: clock.whole, stretches: clock.stretches) == clock)
    }
  }
}
