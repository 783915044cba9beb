import Foundation
import JSON
import Journal
import System
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// Timers that were saved before the clock was set, or in another zone.
@Suite struct SetClockTests {
  private let folder = Scratch.path()

  /// Opens a real session on the folder.
  private func opened(zone: String? = nil) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = .real
    if let zone { options.zone = try #require(Zone(zone)) }
    let run = ScriptRun(options)
    try run.session.openState(folder)
    return run
  }

  /// Saves a timer as an earlier session would have.
  /// - Parameters:
  ///   - at: how long ago, by the current clock, the timer's own time was `elapsed`; negative in the future.
  ///   - steady: how long ago by the steady clock; `nil` if the machine has restarted since.
  private func keep(
    _ total: Duration, at ago: Duration, elapsed: Duration = .zero, steady: Duration? = nil, isPaused: Bool = false,
    offset: Duration? = nil, wroteIn zone: String = "UTC"
  ) throws {
    let now = SystemClock.now
    let at = now - ago
    var fields: [JSON.Field] = [
      .init("state", .string(isPaused ? "paused" : "running")),
      .init(
        "activity",
        .object([
          .init("activity", .string("reading")), .init("icon", .string("📚")), .init("minutes", .integer(20)),
          .init("kind", .string("preset")),
        ])),
      .init("total", .integer(total.microseconds)), .init("started", .integer((at - elapsed).microseconds)),
      .init("elapsed", .integer(elapsed.microseconds)), .init("at", .integer(at.microseconds)),
    ]
    if isPaused { fields.append(.init("paused", .integer(at.microseconds))) }
    if let offset { fields.append(.init("offset", .integer(offset.microseconds / 1_000_000))) }
    if let steady, let moment = SteadyMoment(at: now) {
      fields.append(.init("boot", .string(moment.boot)))
      fields.append(.init("steady", .integer(moment.steady - steady.microseconds)))
    } else {
      fields.append(.init("boot", .string("another run")))
      fields.append(.init("steady", .integer(1)))
    }
    let journal = try Journal.open(folder: folder, kind: .real, device: DeviceName(in: folder).device)
    try journal.append([
      Journal.Event(
        id: Journal.Event.ID(cause: "timer.state", "\(at.microseconds)"), type: "timer.state", instant: at,
        local: Journal.LocalDay(at: at, offset: try #require(Zone(zone)).offset(at: at)),
        payload: Journal.Payload(fields))
    ])
  }

  /// Returns the lines of the journal.
  private func lines() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".journal") }.flatMap {
      try String(contentsOfFile: folder + "/" + $0, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }

  private func left(_ run: ScriptRun) -> Duration {
    run.session.world.timers.countdown.remaining(at: run.session.now)
  }

  private func expect(
    _ left: Duration, about expected: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      left <= expected && left > expected - .seconds(5), "\(left), not \(expected)", sourceLocation: sourceLocation)
  }

  // MARK: A clock that was set back

  /// The steady clock determines the time left, whatever the wall clock was set to.
  @Test(arguments: [Duration.zero, .seconds(1), .seconds(40), .minutes(6), .hours(1), .days(400)])
  func theTimeThatWasLeft(_ setBack: Duration) throws {
    // The timer was saved 5 minutes ago, by a clock that has been set back since.
    try keep(.minutes(20), at: .minutes(5) - setBack, steady: .minutes(5))
    let run = try opened()
    expect(left(run), about: .minutes(15))
    #expect(run("expect timer.state == running and timer.total == 20m").error == nil)
    // The end is as far ahead as the time that is left.
    let end = try #require(run.session.world.timers.countdown.instant(of: .minutes(20)))
    expect(end - run.session.now, about: .minutes(15))
  }

  @Test(arguments: [Duration.seconds(1), .seconds(40), .hours(1), .days(400)])
  func afterARebootTheTimerContinuesFromItsSavedTime(_ setBack: Duration) throws {
    try keep(.minutes(20), at: .zero - setBack)
    expect(left(try opened()), about: .minutes(20))
    // From now on the steady clock counts, and later sessions do not all start with the same time left.
    let again = try opened()
    #expect(left(again) < .minutes(20))
    let count = try lines().count
    _ = try opened()
    #expect(try lines().count == count, "looking writes nothing")
  }

  @Test func nothingOfItLiesInTheFuture() throws {
    try keep(.minutes(20), at: .minutes(5) - .hours(1), steady: .minutes(5))
    let run = try opened()
    #expect(run("timer pause").error == nil)
    #expect(try #require(run.session.world.timers.countdown.pauseStart) <= run.session.now)
    #expect(run("timer resume; timer done").error == nil)
    let timerSession = try #require(run.session.ledger.timerSessions.latest(1).first)
    #expect(timerSession.ended <= run.session.now && timerSession.started <= timerSession.ended)
    expect(timerSession.allocated - timerSession.actual, about: .minutes(15))
  }

  @Test func aTimerThatEndedMeanwhileEndedBeforeNow() throws {
    try keep(.minutes(3), at: .minutes(5) - .hours(1), steady: .minutes(5))
    let run = try opened()
    let timerSession = try #require(run.session.ledger.timerSessions.latest(1).first)
    #expect(timerSession.ending == .timeUp)
    expect(run.session.now - timerSession.ended, about: .minutes(2) + .seconds(4))
  }

  @Test func aPausedTimerIsPausedForAsLong() throws {
    try keep(.minutes(20), at: .minutes(5) - .hours(1), elapsed: .minutes(8), steady: .minutes(5), isPaused: true)
    let run = try opened()
    #expect(run.session.world.timers.countdown.remaining(at: run.session.now) == .minutes(12))
    let pause = run.session.world.timers.countdown.pausedFor(at: run.session.now)
    #expect(pause >= .minutes(5) && pause < .minutes(5) + .seconds(5))
    #expect(run("timer resume").error == nil)
    expect(left(run), about: .minutes(12))
    // The next session has the same time left.
    expect(left(try opened()), about: .minutes(12))
  }

  /// The clock is set back, the timer is displayed, and the clock is corrected: the journal did not follow the wrong
  /// clock.
  @Test func aClockThatIsSetRightAgain() throws {
    try keep(.minutes(20), at: .minutes(5) - .hours(1), steady: .minutes(5))
    let before = try lines()
    expect(left(try opened()), about: .minutes(15))
    #expect(try lines() == before)
  }

  /// A machine that was off shows the same as a clock that was set forward.
  @Test func timeThatPassedWithoutTheMachineIsBelieved() throws {
    try keep(.minutes(20), at: .minutes(9))
    expect(left(try opened()), about: .minutes(11))
  }

  // MARK: A clock that was set forward

  /// While the machine runs, its steady clock tells how much time has passed: the timer neither ends nor loses time.
  @Test(arguments: [Duration.seconds(1), .minutes(10), .hours(1), .days(400)])
  func noTimeIsLost(_ setForward: Duration) throws {
    try keep(.minutes(20), at: .minutes(5) + setForward, steady: .minutes(5))
    let run = try opened()
    expect(left(run), about: .minutes(15))
    #expect(run("timer done").error == nil)
    let timerSession = try #require(run.session.ledger.timerSessions.latest(1).first)
    #expect(timerSession.ended <= run.session.now && timerSession.started <= timerSession.ended)
    expect(timerSession.allocated - timerSession.actual, about: .minutes(15))
    #expect(run("expect (history | count) == 1").error == nil)
  }

  /// Set forward and back again, by an hour, with a session at each time.
  @Test func clockChangesInBothDirections() throws {
    try keep(.minutes(20), at: .minutes(5) + .hours(1), steady: .minutes(5))
    let run = try opened()
    expect(left(run), about: .minutes(15))
    #expect(run("timer pause; timer resume").error == nil)
    run.session.saveUnsaved()
    expect(left(try opened()), about: .minutes(15))
  }

  // MARK: A restart of the machine whose clock is behind

  /// Saves the last state of the timer as if the machine had restarted since, with its clock set back.
  private func restart(setBack: Duration) throws {
    let journal = try Journal.open(folder: folder, kind: .real, device: DeviceName(in: folder).device)
    var cursor = journal.cursor(of: ["timer.state"])
    var last: Journal.Event?
    while let saved = try cursor.next() { last = saved.event }
    var event = try #require(last)
    guard case .object(let fields) = try event.payload.json else { return }
    event.payload = Journal.Payload(
      fields.map { field in
        switch field.name {
        case "boot": .init("boot", .string("another run"))
        case "at", "started", "paused":
          .init(field.name, .integer((field.value.integerValue ?? 0) + setBack.microseconds))
        default: field
        }
      })
    event.id = Journal.Event.ID(cause: "timer.state", "restarted", event.id.text)
    event.instant += setBack
    try journal.append([event])
  }

  /// A session showed that 10 of 20 minutes had passed: no more than 10 are left, whatever the clock says.
  @Test(arguments: [Duration.minutes(12), .hours(1), .days(400)]) func noMoreTimeIsLeftThanThereWas(_ back: Duration)
    throws
  {
    try keep(.minutes(20), at: .minutes(10))
    let run = try opened()
    expect(left(run), about: .minutes(10))
    run.session.saveUnsaved()
    let count = try lines().count
    run.session.saveUnsaved()
    #expect(try lines().count == count, "once a minute is enough")
    try restart(setBack: back)
    expect(left(try opened()), about: .minutes(10))
    // The next session continues from there.
    expect(left(try opened()), about: .minutes(10))
  }

  /// The time before a pause is spent, too.
  @Test func theTimeBeforeAPauseStaysSpent() throws {
    try keep(.minutes(20), at: .minutes(3), elapsed: .minutes(8), steady: .minutes(3), isPaused: true)
    #expect(try opened()("timer resume").error == nil)
    try restart(setBack: .hours(1))
    let run = try opened()
    expect(left(run), about: .minutes(12))
    #expect(run("timer pause").error == nil)
    try restart(setBack: .days(1))
    expect(left(try opened()), about: .minutes(12))
  }

  /// Every mark of a running timer is remembered, since the power may fail while a prompt is open.
  @Test func marksAreRemembered() throws {
    try keep(.minutes(20), at: .minutes(10) - .milliseconds(300), steady: .minutes(10) - .milliseconds(300))
    let run = try opened()
    #expect(run("wait 600ms").error == nil)
    #expect(try lines().last?.contains(#""seen":600"#) == true)
  }

  /// Two shells, one of which started before the clock was set, share a timer, and displaying it writes nothing.
  @Test func shellsWithDifferentClocksAgree() throws {
    try keep(.minutes(20), at: .minutes(5) - .hours(1), steady: .minutes(5))
    let (one, other) = (try opened(), try opened())
    #expect(one("timer pause").error == nil)
    other.session.pollOtherSessions()
    #expect(other.session.world.timers.countdown.state == .paused)
    // Each shell uses its own steady clock, so two readings differ by microseconds.
    let (here, there) = (left(one), left(other))
    #expect(here - there < .milliseconds(100) && there - here < .milliseconds(100))
    #expect(other("timer resume").error == nil)
    one.session.pollOtherSessions()
    expect(left(one), about: .minutes(15))
    let count = try lines().count
    for _ in 0..<3 {
      for run in [one, other] {
        run.session.pollOtherSessions()
        #expect(run("print timer.state").lines == ["running"])
      }
    }
    #expect(try lines().count == count)
    #expect(other("timer done").error == nil)
    one.session.pollOtherSessions()
    #expect(one("expect timer.state == idle; expect (history | count) == 1").error == nil)
  }

  @Test func shellsWithoutASteadyClockBehindThemAgreeToo() throws {
    try keep(.minutes(20), at: .zero - .hours(1))
    let (one, other) = (try opened(), try opened())
    for _ in 0..<3 {
      for run in [one, other] {
        run.session.pollOtherSessions()
        #expect(run("print timer.state").lines == ["running"])
      }
    }
    #expect(try lines().count { $0.contains("timer.state") } == 2)
  }

  // MARK: Where it ran

  /// The session belongs to the day of the place where its timer ran, whichever session notices its end.
  @Test(arguments: ["Pacific/Auckland", "Pacific/Honolulu", "UTC"])
  func anUnseenEndKeepsItsZone(_ zone: String) throws {
    try keep(.minutes(1), at: .minutes(3), offset: .hours(1))
    let run = try opened(zone: zone)
    let timerSession = try #require(run.session.ledger.timerSessions.latest(1).first)
    #expect(timerSession.offset == .hours(1))
    #expect(timerSession.day == LocalDay(at: timerSession.ended, offset: .hours(1)))
  }

  /// Lines of older versions contain the offset of the place where they were written.
  @Test func linesOfOlderVersionsTellTheirOffset() throws {
    try keep(.minutes(1), at: .minutes(3), wroteIn: "Pacific/Auckland")
    let timerSession = try #require(try opened(zone: "Pacific/Honolulu").session.ledger.timerSessions.latest(1).first)
    #expect(
      timerSession.offset == (try #require(Zone("Pacific/Auckland"))).offset(at: timerSession.ended - .minutes(1)))
  }

  @Test func finishingUsesTheLocalZone() throws {
    try keep(.minutes(20), at: .minutes(3), offset: .hours(1))
    let run = try opened(zone: "Pacific/Honolulu")
    #expect(run("timer done").error == nil)
    #expect(run.session.ledger.timerSessions.latest(1).first?.offset == .hours(-10))
  }

  /// A timer that is resumed elsewhere runs there.
  @Test func aTimerThatIsResumedRunsThere() throws {
    try keep(.minutes(20), at: .minutes(3), elapsed: .minutes(2), isPaused: true, offset: .hours(1))
    let run = try opened(zone: "Pacific/Honolulu")
    #expect(run("timer resume").error == nil)
    #expect(try lines().last?.contains(#""offset":-36000"#) == true)
  }

  /// The offset is the one at the timer's end, since clocks may change before that.
  @Test func theOffsetIsThatOfItsEnd() throws {
    let zone = try #require(Zone("Europe/Lisbon"))
    // Ten minutes before summer time ends in 2026.
    let start = Instant(secondsSince1970: 1_792_890_000 - 600)
    #expect(zone.offset(at: start) == .hours(1))
    var countdown = Countdown(at: start)
    try countdown.handle(.start(.custom, length: .minutes(20)), at: start)
    let place = PersistedPlace(device: "kitchen", zone: zone, isReal: true)
    #expect(place.anchor(of: try #require(countdown.saved)).offset == .zero)
  }

  // MARK: The program itself

  #if os(Linux)
    private func program(at time: String, zone: String = "UTC", _ script: String) throws -> Program.Result {
      try Program.run(
        [
          "--exclude-monotonic", "-f", "@\(time)", Program.path, "--quiet", "--real", "--state", folder, "-c", script,
        ], environment: ["TZ": zone], executable: "/usr/bin/faketime")
    }

    private static let hasFakedTime = FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime")

    @Test(.enabled(if: hasFakedTime), arguments: ["11:59:59", "11:59:20", "11:00:00", "00:00:00"])
    func aClockSetBackBetweenSessions(_ back: String) throws {
      #expect(try program(at: "2026-11-10 12:00:00", "timer start custom 1").status == 0)
      let back = "2026-11-10 \(back)"
      let look = try program(
        at: back,
        """
        let before = timer.remaining; wait 500ms; print $before - timer.remaining >= 500ms and timer.remaining < 1m
        let ahead = (waiting | last).at - timer.remaining; print $ahead < 1s and $ahead > 0s - 1s
        timer pause; wait 100ms; timer resume
        """)
      #expect(look.output == "true\ntrue\n", "\(look.errors)")
      let end = try program(
        at: back, "timer done; print (history)[0].ended <= clock.now; print (history)[0].saved > 55s")
      #expect(end.output == "true\ntrue\n", "\(end.errors)")
    }

    /// The clock is set forward while the machine runs: the timer has the time left that it had.
    @Test(.enabled(if: hasFakedTime), arguments: ["2026-11-10 12:00:30", "2026-11-10 13:00:00", "2028-01-01 00:00:00"])
    func aClockSetForwardBetweenSessions(_ forward: String) throws {
      #expect(try program(at: "2026-11-10 12:00:00", "timer start custom 1").status == 0)
      let look = try program(
        at: forward, "print timer.state; print timer.remaining > 50s; timer done; print (history)[0].ended <= clock.now"
      )
      #expect(look.output == "running\ntrue\ntrue\n", "\(look.errors)")
    }

    @Test(.enabled(if: hasFakedTime)) func aTimerThatEndsInAnotherZone() throws {
      #expect(try program(at: "2026-11-26 11:49:00", zone: "Europe/Lisbon", "timer start custom 1").status == 0)
      try restart(setBack: .zero)
      // An hour later, by the local clock there.
      let look = try program(
        at: "2026-11-27 01:49:00", zone: "Pacific/Auckland",
        "print (history)[0].day; print (history)[0].offset; print (history)[0].actual")
      #expect(look.output == "2026-11-26\n0s\n1m\n", "\(look.errors)")
    }

    /// Each step of a routine that ends while no prompt is open belongs to the day and the offset of its own end, also
    /// if summer time ends or begins meanwhile, and whichever zone notices it.
    @Test(
      .enabled(if: hasFakedTime),
      arguments: [
        (
          "America/Santiago", "2026-04-04 22:50:00", "2026-04-05 03:50:00",
          ["c 2026-04-04 -4h", "b 2026-04-04 -3h", "a 2026-04-04 -3h"]
        ),
        (
          "America/Santiago", "2026-09-05 23:10:00", "2026-09-06 03:50:00",
          ["c 2026-09-06 -3h", "b 2026-09-06 -3h", "a 2026-09-05 -4h"]
        ),
        (
          "Europe/Lisbon", "2026-10-25 00:50:00", "2026-10-25 05:50:00",
          ["c 2026-10-25 0s", "b 2026-10-25 1h", "a 2026-10-25 1h"]
        ),
        (
          "Europe/Lisbon", "2026-03-29 00:10:00", "2026-03-29 05:50:00",
          ["c 2026-03-29 1h", "b 2026-03-29 1h", "a 2026-03-29 0s"]
        ),
      ])
    func stepsKeepTheOffsetOfTheirOwnEnd(_ zone: String, _ start: String, _ later: String, _ sessions: [String]) throws
    {
      let began = try program(at: start, zone: zone, "routine add n \"a 30m, b 30m, c 30m\"; routine start")
      #expect(began.status == 0, "\(began.errors)")
      try restart(setBack: .zero)
      let copy = folder + "-elsewhere"
      try FileManager.default.copyItem(atPath: folder, toPath: copy)
      let list = "print (history | each { \"{$it.activity} {$it.day} {$it.offset}\" }) == \(sessions)"
      let look = try program(at: later, zone: zone, list)
      #expect(look.output == "true\n", "\(look.errors)")
      // By the clock in Honolulu, a day later.
      let day = String(later.prefix(8)) + String(format: "%02d", (Int(later.dropFirst(8).prefix(2)) ?? 0) + 1)
      let elsewhere = try Program.run(
        [
          "--exclude-monotonic", "-f", "@\(day) 12:00:00", Program.path, "--quiet", "--real", "--state", copy, "-c",
          list,
        ], environment: ["TZ": "Pacific/Honolulu"], executable: "/usr/bin/faketime")
      #expect(elsewhere.output == "true\n", "\(elsewhere.errors)")
    }
  #endif
}
