import Testing
import Timeline
import Timers

@Suite struct CountdownTests {
  func timerSession(
    _ ending: TimerSession.Ending, allocated: Duration, actual: Duration, ended: Duration
  ) -> TimerSession {
    TimerSession(
      activity: reading, started: zero, ended: zero + ended, ending: ending, allocated: allocated, actual: actual)
  }

  func left(_ length: Duration) -> Countdown.Event.Kind { .warning(left: length, .oneMinuteLeft) }

  /// As in the app: at 5 min, 2 min and 30 s; not if the half-time message comes at the same time, nor for a timer
  /// that is no longer than that.
  @Test(
    arguments: [
      (1_800, [300, 120, 30]), (600, [120, 30]), (301, [300, 120, 30]), (300, [120, 30]), (240, [30]), (60, []),
      (61, [30]), (30, []), (31, [30]),
    ] as [(Int64, [Int64])])
  func warnsOfTheTimeLeft(_ total: Int64, _ expected: [Int64]) throws {
    var timer = try started(.seconds(total))
    var warnings: [Int64] = []
    timer.advance(to: .distantFuture) { event in
      guard case .warning(let left, _) = event.kind else { return }
      #expect(event.at == zero + .seconds(total) - left)
      warnings.append(left.microseconds / 1_000_000)
    }
    #expect(warnings == expected)
  }

  @Test func timersAreActiveFromStartToEnd() throws {
    #expect(!Countdown(at: zero).isOn)
    var timer = try started(.minutes(5))
    #expect(timer.isOn)
    try timer.handle(.pause, at: zero + .minutes(1))
    #expect(timer.isOn)
    try timer.handle(.resume, at: zero + .minutes(2))
    timer.advance(to: zero + .minutes(6))
    #expect(timer.state == .completed && !timer.isOn)
  }

  @Test func aMarkIsAheadUntilItHasPassed() throws {
    var timer = try started(.minutes(5))
    timer.advance(to: zero + .minutes(1))
    #expect(timer.instant(of: .minutes(1)) == timer.now)
    #expect(timer.instant(of: .seconds(59)) == nil)
    #expect(timer.instant(of: .minutes(5)) == zero + .minutes(5))
    #expect(timer.instant(of: .seconds(301)) == nil)
    try timer.handle(.pause, at: timer.now)
    #expect(timer.instant(of: .minutes(5)) == nil)
  }

  @Test func twentyMinutesOfReading() throws {
    var timer = Countdown(at: zero)
    let whole = timerSession(.timeUp, allocated: .minutes(20), actual: .minutes(20), ended: .minutes(20))
    try run(
      &timer,
      [
        Row(0, .start(reading, length: .minutes(20)), .started(reading, total: .minutes(20))),
        Row(120_000, nil, .messageChanged(.greatStart)),
        Row(300_000, nil, .colourChanged(.turquoise)),
        Row(360_000, nil, .messageChanged(.doingGreat)),
        Row(540_000, nil, .messageChanged(.halfwayThere)),
        Row(600_000, nil, .colourChanged(.orange), .halfway(.halfway)),
        Row(660_000, nil, .messageChanged(.keepGoing)),
        Row(900_000, nil, .colourChanged(.coral), .messageChanged(.almostDone), left(.minutes(5))),
        Row(1_080_000, nil, .messageChanged(.finalStretch), left(.minutes(2))),
      ])
    let due = zero + Duration(microseconds: 1_080_000_001)
    #expect(timer.nextDeadline == due, "a tenth is still coral, a microsecond less is not")
    #expect(timer.advance(to: due).map(\.kind) == [.colourChanged(.magenta)])
    try run(
      &timer,
      [
        Row(1_140_000, nil, .oneMinuteLeft(.oneMinuteLeft)),
        Row(1_170_000, nil, left(.seconds(30))),
        Row(1_200_000, nil, .completed(whole, .completion)),
        Row(1_300_000, .clear, .cleared),
      ])
    #expect(timer.state == .idle)
    #expect(timer.nextDeadline == nil)
  }

  @Test func aPauseCostsNothing() throws {
    var timer = try started(.minutes(10))
    try run(
      &timer,
      [
        Row(60_000, nil, .messageChanged(.greatStart)),
        Row(90_000, .pause, .paused(remaining: .seconds(510))),
        Row(95_000, .pause, .ignored(.pause, .alreadyPaused(since: zero + .seconds(90)))),
        Row(86_490_000, .resume, .resumed(pausedFor: .days(1), remaining: .seconds(510))),
        Row(86_490_001, .resume, .ignored(.resume, .alreadyRunning)),
        Row(86_550_000, nil, .colourChanged(.turquoise)),
        Row(
          86_560_000, .done,
          .completed(
            timerSession(.early, allocated: .minutes(10), actual: .seconds(160), ended: .seconds(86_560)), .completion)),
      ])
  }

  @Test func doneEarlySavesWholeMinutes() throws {
    var timer = try started(.minutes(20))
    timer.advance(to: zero + .seconds(700))
    guard case .completed(let timerSession, _)? = try timer.handle(.done, at: zero + .seconds(725)).last?.kind else {
      Issue.record("not completed")
      return
    }
    #expect(timerSession.saved == .seconds(475))
    #expect(timerSession.ending == .early)
    #expect(timer.remaining(at: zero + .hours(9)) == .seconds(475))
    // As in the app: a finished timer has the colour of an idle one, and no message.
    #expect(timer.colour(at: timer.now) == .purpleBlue)
    #expect(timer.message(at: timer.now) == nil)
  }

  @Test func fiveMinutesMore() throws {
    var timer = try started(.minutes(20))
    // 2 of 20 minutes are left: the ring is coral, the message "Final stretch!".
    #expect(
      try timer.handle(.extend(.minutes(5)), at: zero + .minutes(18)).suffix(3).map(\.kind) == [
        .extended(by: .minutes(5), total: .minutes(25), remaining: .minutes(7)), .colourChanged(.orange),
        .messageChanged(.keepGoing),
      ])
    #expect(timer.elapsed(at: zero + .minutes(18)) == .minutes(18))
    var later: [Countdown.Event.Kind] = []
    timer.advance(to: zero + .minutes(30)) { later.append($0.kind) }
    let whole = timerSession(.timeUp, allocated: .minutes(25), actual: .minutes(25), ended: .minutes(25))
    #expect(later.last == .completed(whole, .completion))
    // Halfway has passed; the warnings come again.
    #expect(!later.contains(.halfway(.halfway)))
    #expect(
      later.filter { if case .warning = $0 { true } else { false } }
        == [.minutes(5), .minutes(2), .seconds(30)].map(left))
    #expect(throws: Countdown.Refusal.nothingRuns(.extend, last: reading)) {
      try timer.handle(.extend(.minutes(5)), at: timer.now)
    }
  }

  @Test func halfwayComesAgainIfItIsAheadAgain() throws {
    var timer = try started(.minutes(20))
    timer.advance(to: zero + .minutes(11))
    try timer.handle(.pause, at: zero + .minutes(11))
    try timer.handle(.extend(.minutes(10)), at: zero + .minutes(40))
    #expect(timer.state == .paused && timer.remaining(at: timer.now) == .minutes(19))
    try timer.handle(.resume, at: zero + .minutes(50))
    #expect(
      timer.advance(to: zero + .minutes(54)).contains { $0.kind == .halfway(.halfway) && $0.at == zero + .minutes(54) })
  }

  @Test(arguments: [
    Duration.zero, .seconds(-1), .hours(24), Duration(microseconds: .max), Duration(microseconds: .min),
  ])
  func extensionsThatDoNotExtendAreRefused(_ length: Duration) throws {
    var timer = try started(.minutes(20))
    let before = timer
    #expect(throws: Countdown.Refusal.extensionOutOfRange(length, total: .minutes(20), allowed: Countdown.lengths)) {
      try timer.handle(.extend(length), at: zero)
    }
    #expect(timer == before)
    try timer.handle(.extend(.hours(24) - .minutes(20)), at: zero)
    #expect(timer.total == .hours(24))
  }

  @Test func pausedTimersCanBeDoneOrStopped() throws {
    var timer = try started(.minutes(20))
    try run(
      &timer,
      [
        Row(60_000, .pause, .paused(remaining: .minutes(19))),
        Row(120_000, .stop, .stopped(reading, actual: .minutes(1), remaining: .minutes(19))),
        Row(130_000, .start(.custom, length: .minutes(1)), .started(.custom, total: .minutes(1))),
        Row(131_000, .pause, .paused(remaining: .seconds(59))),
      ])
    let events = try timer.handle(.done, at: zero + .hours(1))
    guard case .completed(let timerSession, _)? = events.last?.kind else {
      Issue.record("not completed")
      return
    }
    #expect(timerSession.actual == .seconds(1))
    #expect(timerSession.started == zero + .seconds(130))
  }

  @Test(arguments: [
    (Int64(60_000), Int64?.none), (60_001, 1), (61_000, 1_000), (119_000, 59_000), (90_000, 30_000),
  ])
  func warnsOnlyIfThereIsMoreThanAMinute(total: Int64, warning: Int64?) throws {
    var timer = try started(.milliseconds(total))
    var warnings: [Instant] = []
    timer.advance(to: .distantFuture) { if case .oneMinuteLeft = $0.kind { warnings.append($0.at) } }
    #expect(warnings == (warning.map { [zero + .milliseconds($0)] } ?? []))
  }

  @Test func atTheSameInstantTheOrderIsFixed() throws {
    var timer = try started(.minutes(2), ticks: true)
    timer.advance(to: zero + .seconds(59))
    #expect(
      timer.advance(to: zero + .minutes(1)).map(\.kind) == [
        // One minute left is halfway, which is said once.
        .colourChanged(.orange), .halfway(.halfway), .tick(remaining: .minutes(1), .tick),
      ])
    timer.advance(to: zero + .seconds(89))
    #expect(
      timer.advance(to: zero + .seconds(90)).map(\.kind) == [
        .colourChanged(.coral), .messageChanged(.almostDone), left(.seconds(30)), .tick(remaining: .seconds(30), .tick),
      ])
  }

  @Test func ticksEachSecondButNotAtTheEnds() throws {
    var timer = try started(.milliseconds(3_500), ticks: true)
    var ticks: [Int64] = []
    timer.advance(to: .distantFuture) { event in
      if case .tick(let remaining, _) = event.kind {
        ticks.append((event.at - zero).microseconds)
        #expect(remaining == .milliseconds(3_500) - (event.at - zero))
      }
    }
    #expect(ticks == [1_000_000, 2_000_000, 3_000_000])

    var whole = try started(.seconds(2), ticks: true)
    let kinds = whole.advance(to: .distantFuture).map(\.kind)
    #expect(kinds.count { if case .tick = $0 { true } else { false } } == 1)
  }

  @Test func ticksSwitchedOnLateDoNotCatchUp() throws {
    var timer = try started(.minutes(20))
    timer.advance(to: zero + .milliseconds(5_500))
    timer.ticks = true
    #expect(timer.nextDeadline == zero + .seconds(6))
  }

  @Test(arguments: [Duration.zero, .milliseconds(999), .seconds(-1), .seconds(86_401), .max])
  func lengthsOutOfRangeAreRefused(length: Duration) throws {
    var timer = Countdown(at: zero)
    let before = timer
    #expect(throws: Countdown.Refusal.lengthOutOfRange(length, allowed: Countdown.lengths)) {
      try timer.handle(.start(reading, length: length), at: zero + .hours(1))
    }
    #expect(timer == before)
  }

  @Test func dueEventsComeBeforeTheInput() throws {
    var timer = try started(.seconds(90))
    #expect(throws: Countdown.Refusal.nothingRuns(.done, last: reading)) {
      try timer.handle(.done, at: zero + .seconds(90))
    }
    #expect(timer.state == .running, "a refusal changes nothing, not even the time")
    #expect(timer.advance(to: zero + .seconds(90)).count == 14)
    #expect(timer.state == .completed)
  }

  @Test func idleShowsNothing() {
    let timer = Countdown(at: zero)
    #expect(timer.colour(at: zero) == .purpleBlue)
    #expect(timer.message(at: zero) == nil)
    #expect(timer.progress(at: zero) == 0)
    #expect(timer.remaining(at: zero) == .zero)
  }

  @Test func crossingsCanBePredicted() throws {
    var timer = try started(.minutes(20))
    try timer.handle(.pause, at: zero + .minutes(1))
    #expect(timer.instant(of: .minutes(2)) == nil)
    try timer.handle(.resume, at: zero + .minutes(11))
    #expect(timer.instant(of: .minutes(2)) == zero + .minutes(12))
    #expect(timer.instant(of: .minutes(20)) == zero + .minutes(30))
    #expect(timer.instant(of: .seconds(59)) == nil)
    #expect(timer.instant(of: .minutes(21)) == nil)
  }

  @Test func progressIsAskedBetweenDeadlines() throws {
    let timer = try started(.minutes(20))
    #expect(timer.progress(at: zero + .minutes(1)) == 0.05)
    #expect(timer.remaining(at: zero + .minutes(1)) == .minutes(19))
    #expect(timer.progress(at: .distantFuture) == 1)
    #expect(timer.progress(at: .distantPast) == 0)
  }
}
