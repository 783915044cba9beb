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

/// Routines that several programs play at once, on copied folders, with a wrong clock, or after a crash: each step that
/// was finished counts once, and the routine continues or says why it does not.
@Suite struct RoutineFaultTests {
  private let folder = Scratch.path()
  private let three = "routine add m \"dress 5m, breakfast 6m, teeth 7m\""

  private func real(_ folder: String? = nil) throws -> ScriptRun {
    var options = Session.Options()
    (options.kind, options.isPrompt) = (.real, true)
    let run = ScriptRun(options, width: 200)
    try run.session.openState(folder ?? self.folder)
    return run
  }

  private func lines(_ folder: String) throws -> [String] {
    let name = try #require(DeviceName.known(in: folder)?.name)
    return try String(contentsOfFile: "\(folder)/\(name).journal", encoding: .utf8).split(separator: "\n").map(
      String.init)
  }

  /// Copies the folder, as to another machine if `moves`.
  private func copied(moves: Bool = false) throws -> String {
    let copy = Scratch.path()
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    guard moves else { return copy }
    let name = try #require(DeviceName.known(in: folder)?.name)
    try "\(name)\nanother machine\n".write(toFile: copy + "/device", atomically: false, encoding: .utf8)
    try FileManager.default.removeItem(atPath: copy + "/device.2")
    return copy
  }

  private func sessions(_ run: ScriptRun) -> [String] {
    run.session.ledger.timerSessions.timerSessions().map { "\($0.id) \($0.activity)" }
  }

  private func activities(_ run: ScriptRun) -> [String] {
    run.session.ledger.timerSessions.timerSessions().map(\.activity).sorted()
  }

  /// Ends all steps that are left.
  private func finish(_ run: ScriptRun) {
    while run.session.world.timers.routines.run?.isOn == true {
      if run.session.world.timers.routines.run?.state == .rest { #expect(run("routine next").error == nil) }
      #expect(run("timer done").error == nil)
    }
  }

  // MARK: Crashes

  /// A journal that ends after any of its lines, as after a power loss between two of them.
  @Test(arguments: [
    ("0s", "timer done; timer done"), ("0s", "timer done; routine later; timer done"), ("0s", "routine later"),
    ("0s", "timer pause; timer resume; timer done"),
    ("0s", "routine skip; timer done"), ("2m", "timer done; routine next; timer done"),
    ("2m", "timer done; routine later; routine next; timer done"),
  ])
  func nothingIsLostBetweenTwoLines(rest: String, _ script: String) throws {
    #expect(try real()("set routine-break \(rest); \(three)").error == nil)
    let before = try lines(folder).count
    #expect(try real()("routine start; \(script)").error == nil)
    let all = try lines(folder)
    let name = try #require(DeviceName.known(in: folder)?.name)
    for count in before + 1...all.count {
      let copy = try copied()
      try (all[..<count].joined(separator: "\n") + "\n").write(
        toFile: "\(copy)/\(name).journal", atomically: false, encoding: .utf8)
      let run = try real(copy)
      let state = run.session.world.timers
      #expect(state.routines.run?.isOn == true, "\(script), \(count): \(run.session.output.drainLines())")
      let left = state.routines.run.map { $0.past.filter { $0.session == nil }.count } ?? 0
      finish(run)
      let done = try activities(real(copy))
      #expect(done.count == 3 - left && Set(done).count == done.count, "\(script), \(count): \(done)")
    }
  }

  /// A routine whose parts do not fit together, as an older version could leave it, is not dropped without a word.
  @Test func aRoutineThatCannotContinueSaysSo() throws {
    #expect(try real()("\(three); routine start; timer done").error == nil)
    let journal = try Journal.open(folder: folder, kind: .real, device: DeviceName(in: folder).device)
    try journal.append([
      Journal.Event(
        id: Journal.Event.ID(cause: "timer.state", "idle"), type: "timer.state", instant: SystemClock.now,
        payload: ["state": "idle"])
    ])
    let run = try real()
    #expect(
      run.session.output.drainLines() == [
        "note: m cannot continue, because its saved step does not match the timer; try: routine start m"
      ])
    #expect(run("routine start").error == nil)
  }

  // MARK: Several programs

  /// The ID of a step's session does not depend on the program that sees its end, nor on what that program saw before.
  @Test func eachStepIsOneSessionRegardlessOfShell() throws {
    let first = try real()
    #expect(first("\(three); routine start; timer done").error == nil)
    let second = try real()
    #expect(second.session.world.timers.timerSessionID == first.session.world.timers.timerSessionID)
    let copy = try copied(moves: true)
    let third = try real(copy)
    #expect(third.session.world.timers.timerSessionID == first.session.world.timers.timerSessionID)
    // All three see the end of the second step.
    let shared = Scratch.path()
    for run in [second, first, third] {
      #expect(run("timer done; sync \"\(shared)\"").error == nil || run.session === first.session)
    }
    for place in [folder, copy, folder] { #expect(try real(place)("sync \"\(shared)\"").error == nil) }
    for place in [folder, copy] {
      let found = try sessions(real(place))
      for step in ["dress", "breakfast"] {
        #expect(found.count { $0.hasSuffix(" \(step)") } == 1, "\(found)")
      }
    }
  }

  /// Timers of one instant, as a block starts them, are told apart by the program that continues one of them too.
  @Test func aTimerKeepsItsNumber() throws {
    let first = try real()
    #expect(first("after 1ms { timer start reading; timer done; timer start shower }; wait 2ms").error == nil)
    #expect(first.session.world.timers.timerSessionID.text.hasSuffix(".1"))
    let second = try real()
    #expect(second.session.world.timers.timerSessionID == first.session.world.timers.timerSessionID)
    #expect(second("timer done").error == nil)
    #expect(try activities(real()) == ["reading", "shower"])
  }

  /// Changes that another program made to the running step are reported as they were.
  @Test func otherSessionsActionsAreReported() throws {
    let (one, other) = (try real(), try real())
    #expect(one("\(three); routine start; timer done").error == nil)
    let deeds = [
      ("timer done", "note: another Storyline session finished breakfast"),
      ("undo", "note: another Storyline session undid the start of teeth"),
      ("routine later", "note: another Storyline session moved breakfast to the end of the routine, "),
      ("routine skip", "note: another Storyline session skipped teeth, so it does not count"),
      ("routine end", "note: another Storyline session stopped breakfast, so it does not count"),
    ]
    _ = one.session.output.drainLines()
    for (line, words) in deeds {
      other.session.pollOtherSessions()
      #expect(other(line).error == nil, "\(line)")
      one.session.pollOtherSessions()
      let said = one.session.output.drainLines()
      #expect(said.contains { $0.hasPrefix(words) }, "\(line): \(said)")
    }
  }

  /// A session with the ID of the running step is left out: it neither ends the step nor stands for it.
  @Test func anImportEndsNoTimer() throws {
    let run = try real()
    #expect(run("\(three); routine start; timer done").error == nil)
    let (id, now) = (run.session.world.timers.timerSessionID.text, SystemClock.now)
    let time = ISO8601DateFormatter().string(
      from: Date(timeIntervalSince1970: Double(now.microseconds / 1_000_000) - 400)
    )
    .replacingOccurrences(of: "Z", with: "+00:00")
    let path = Scratch.path() + ".csv"
    try """
    id,day,started,ended,activity,icon,allocated_seconds,actual_seconds,saved_seconds,ending,rating,device
    \(id),\(time.prefix(10)),\(time),\(time),imported,📖,300,0,300,early,,practice
    """.write(toFile: path, atomically: false, encoding: .utf8)
    let other = try real()
    let said = other("history import \"\(path)\"")
    #expect(said.error == nil && said.lines.joined().contains("has the id of the running breakfast timer"), "\(said)")
    run.session.pollOtherSessions()
    for each in [run, try real()] {
      #expect(each.session.world.timers.routines.run?.isOn == true, "\(each.session.output.drainLines())")
      #expect(each("expect timer.activity == \"breakfast\"").error == nil)
    }
    #expect(run("timer done").error == nil)
    let counted = try activities(real())
    #expect(counted == ["breakfast", "dress"], "\(counted)")
  }

  /// A timer that comes back by undo continues in the next session.
  @Test func anUndoneEndLeavesTheTimer() throws {
    #expect(try real()("timer start reading 20; timer done; undo").error == nil)
    let run = try real()
    #expect(run("expect timer.state == running; timer done").error == nil)
    #expect(try activities(real()) == ["reading"])
  }

  // MARK: Clocks

  /// The steady clock decides how long a break lasts, whatever the wall clock was set to.
  @Test(arguments: [
    Duration.minutes(5), .minutes(-5), .hours(3), .hours(-3), .days(400), .days(-400), .seconds(40), .zero,
  ])
  func aBreakIsAsLongAsItIs(ahead: Duration) throws {
    #expect(try real()("set routine-break 4m; \(three); routine start; timer done").error == nil)
    // The saved instants are those of a clock that has since been set forward by `ahead`.
    let journal = try Journal.open(folder: folder, kind: .real, device: DeviceName(in: folder).device)
    var found: Journal.SavedEvent?
    var cursor = journal.cursor(of: ["timer.state"])
    while let next = try cursor.next() { found = next }
    let event = try #require(found?.event)
    guard case .object(let fields)? = event.payload["routine"], event.payload["routine"]?["boot"] != nil else {
      #expect(SystemClock.boot == nil)
      return
    }
    let moved = fields.map { field in
      guard ["until", "started"].contains(field.name), let instant = field.value.integerValue else { return field }
      return JSON.Field(field.name, .integer(instant - ahead.microseconds))
    }
    try journal.append([
      Journal.Event(
        id: Journal.Event.ID(cause: "routine.state", "moved"), type: "routine.state", instant: event.instant - ahead,
        payload: Journal.Payload(moved))
    ])
    let count = try lines(folder).count
    for _ in 1...2 {
      let run = try real()
      let left = try #require(run.session.world.timers.routines.run).until - run.session.now
      #expect(left <= .minutes(4) && left > .seconds(220), "\(left)")
      #expect(run("expect routine.state == \"rest\"; expect rewards.sessions == 1").error == nil)
    }
    #expect(try lines(folder).count == count, "looking writes nothing")
    #expect(try real()("routine next; timer done; expect rewards.sessions == 2").error == nil)
    #expect(Set(try activities(real())) == ["dress", "breakfast"])
  }

  /// After a restart of the machine, a clock that is behind makes a break no longer than it was set to be.
  @Test func aBreakIsNoLongerAfterARestart() throws {
    #expect(try real()("set routine-break 30s; \(three); routine start; timer done").error == nil)
    let journal = try Journal.open(folder: folder, kind: .real, device: DeviceName(in: folder).device)
    let run = try real().session.world.timers.routines.run!.shifted(by: .minutes(5))
    try journal.append([
      Journal.Event(
        id: Journal.Event.ID(cause: "routine.state", "moved"), type: "routine.state", instant: SystemClock.now,
        payload: Journal.Payload(
          RoutineRecords.fields(run) + [.init("boot", .string("another run")), .init("steady", .integer(1))]))
    ])
    let next = try real()
    #expect(next("expect timer.activity == \"breakfast\"; expect timer.elapsed < 10s; timer done").error == nil)
    #expect(try activities(real()) == ["breakfast", "dress"])
  }
}
