import Testing
import Timeline
import Timers

/// Invariants under any use: a million random inputs at random instants.
@Suite struct CountdownPropertyTests {
  func input(_ chance: inout SeededGenerator, at now: Instant) -> Countdown.Input {
    let earlier = now - .milliseconds(Int64(chance.next() % 60_000))
    switch chance.next() % 36 {
    case 0, 1, 2: return .start(reading, length: .milliseconds(Int64(chance.next() % 150_000)))
    case 3...11: return .pause
    case 13...27: return .resume
    case 29: return chance.next() % 8 == 0 ? .done : .resume
    case 30: return chance.next() % 8 == 0 ? .stop : .resume
    case 31: return .extend(.milliseconds(Int64(chance.next() % 60_000) - 10_000))
    case 32: return chance.next() % 8 == 0 ? .doneEarlier(at: earlier) : .resume
    case 33: return .startEarlier(reading, length: .milliseconds(Int64(chance.next() % 150_000)), at: earlier)
    default: return .clear
    }
  }

  @Test func aMillionInputsBreakNoRule() {
    var chance = SeededGenerator(seed: 20)
    var timer = Countdown(at: zero)
    var mistakes = 0
    var timerSessions = 0
    var spent = Duration.zero  // a second account: running time added up
    var ran: [(from: Instant, to: Instant)] = []  // and where it was spent
    func check(_ condition: Bool) { if !condition { mistakes += 1 } }

    for round in 0..<1_000_000 {
      timer.ticks = round & 1_024 != 0
      check((timer.nextDeadline != nil) == (timer.state == .running))
      var target = timer.now + .milliseconds(Int64(chance.next() % 7_000))
      if let due = timer.nextDeadline {
        check(due > timer.now)
        target = min(target, due)
      }
      let before = timer.progress(at: timer.now)
      let after = timer.progress(at: target)
      check(after >= before && before >= 0 && after <= 1)
      check(timer.state == .running || after == before)
      if timer.state == .running {
        spent += target - timer.now
        if ran.last?.to == timer.now { ran[ran.count - 1].to = target } else { ran.append((timer.now, target)) }
      }
      timer.advance(to: target) { event in
        check(event.at == target)
        if case .completed(let timerSession, _) = event.kind {
          check(timerSession.actual == timerSession.allocated && timerSession.actual == spent)
          timerSessions += 1
        }
      }
      check(timer.elapsed(at: target) == spent)
      let input = input(&chance, at: target)
      _ = try? timer.handle(input, at: target) { event in
        check(event.at == target)
        switch event.kind {
        case .started:
          spent = .zero
          ran = []
          if case .startEarlier(_, _, let start) = input {
            spent = target - start
            ran = [(start, target)]
          }
        case .stopped, .cleared: spent = .zero
        case .completed(let timerSession, _):
          // What was running after an earlier end does not count.
          check(timerSession.ended <= target && timerSession.actual <= spent && timerSession.ending == .early)
          check(timerSession.ended < target || timerSession.actual == spent)
          check(timerSession.actual >= .zero && timerSession.ended >= timerSession.started)
          // Exactly the time until then, without the pauses before it.
          let before = ran.reduce(Duration.zero) { $0 + max(.zero, min($1.to, timerSession.ended) - $1.from) }
          check(ran.count > 100 || timerSession.actual == before)
          spent = timerSession.actual
        default: break
        }
      }
      check(timer.elapsed(at: target) == spent)
    }
    #expect(mistakes == 0)
    #expect(timerSessions > 1_000)
  }

  @Test func anySplittingOfTimeGivesTheSameEvents() {
    var chance = SeededGenerator(seed: 8)
    var timer = Countdown(at: zero)
    for round in 0..<10_000 {
      timer.ticks = round & 16 != 0
      _ = try? timer.handle(input(&chance, at: timer.now), at: timer.now)
      let end = timer.now + .milliseconds(Int64(chance.next() % 40_000))
      var split = timer
      var pieces: [Countdown.Event] = []
      while split.now < end {
        let step = Duration(microseconds: 1 + Int64(chance.next() % 20_000_000))
        split.advance(to: min(end, split.now + step)) { pieces.append($0) }
      }
      guard timer.advance(to: end) == pieces, timer == split else {
        Issue.record("differs at \(end)")
        return
      }
    }
  }
}
