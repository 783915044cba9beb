import Testing
import Timeline
import Timers

@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// The reminders of routines: their definition, which devices share. `RoutineReminders` shows them at a prompt.
@Suite struct RoutineReminderTests {
  private let devices = FamilyDevices()

  static let morning = "routine add morning \"dress 5m, teeth 3m\"; "

  @Test(arguments: [
    "routine at 07:30 on weekdays; expect (routines)[0].at == \"07:30 on weekdays\"",
    "routine at 7:05; expect (routines)[0].at == \"07:05 every day\"",
    "routine at 19:00 on sunday for mor; expect (routines)[0].at == \"19:00 on sunday\"",
    "routine at 07:30 on weekends; routine at none; expect (routines)[0].at == none; undo; expect (routines)[0].at == \"07:30 on weekends\"",
    // Other changes keep the reminder.
    "routine at 07:30; routine edit morning steps \"dress 1m\" name early; expect (routines)[0].at == \"07:30 every day\"",
    // A script is reminded of nothing.
    "routine at 09:01; wait 1d; expect routine.state == idle",
  ])
  func aReminderIsSet(_ script: String) { ScriptRun.passes(Self.morning + script) }

  @Test(arguments: [
    ("routine at 07:30", "there are no routines yet | try: \(RoutineWords.example)"),
    (morning + "routine at noon", "'noon' is not a time of day | try: routine at 07:30 on weekdays"),
    (morning + "routine at 25:00", "'25:00' is not a time of day | try: routine at 07:30 on weekdays"),
    (
      morning + "routine add evening \"shower\"; routine at 07:30",
      "say which routine: morning, evening | try: routine at 07:30 for morning"
    ),
  ])
  func whatCannotBeIsRefused(_ script: String, _ error: String) { #expect(ScriptRun()(script).error == error) }

  @Test func aPromptIsRemindedAtTheTime() throws {
    func due(_ zone: String, _ text: String, after: String) throws -> String? {
      var options = Session.Options()
      options.zone = try #require(Zone(zone))
      let run = ScriptRun(options)
      #expect(run(Self.morning + text).error == nil)
      let instant = try #require(CivilTime(parsing: after.utf8)).instant(offset: .zero)
      return RoutineReminders(run.session).due(after: instant).first.map { options.zone.rfc3339($0.at) }
    }
    // 2026-11-27 is a Friday.
    #expect(try due("UTC", "routine at 07:30 on weekdays", after: "2026-11-27T07:29") == "2026-11-27T07:30:00Z")
    #expect(try due("UTC", "routine at 07:30 on weekdays", after: "2026-11-27T07:30") == "2026-11-30T07:30:00Z")
    #expect(try due("UTC", "routine at 07:30", after: "2026-11-27T07:30") == "2026-11-28T07:30:00Z")
    // By the clock on the wall, also over a change of the clock.
    #expect(
      try due("Europe/Lisbon", "routine at 07:30", after: "2026-10-24T12:00") == "2026-10-25T07:30:00Z")
    #expect(
      try due("Europe/Lisbon", "routine at 07:30 on saturday", after: "2026-10-20T12:00") == "2026-10-24T07:30:00+01:00"
    )
  }

  @Test func devicesShareIt() throws {
    let sync = devices.sync
    let (a, b) = (try devices.open("a"), try devices.open("b"))
    #expect(a("\(Self.morning)routine at 07:30 on weekdays; \(sync)").error == nil)
    #expect(b("wait 1h; \(sync); routine edit morning steps \"dress 1m\"; \(sync)").error == nil)
    #expect(a("wait 2h; \(sync); routine at 08:00; \(sync)").error == nil)
    for run in [a, b, try devices.open("a"), try devices.open("b")] {
      let script = "\(sync); expect (routines)[0].at == \"08:00 every day\"; expect (routines)[0].length == 1m"
      #expect(run(script).error == nil)
    }
    #expect(b("wait 3h; routine at none; \(sync)").error == nil)
    #expect(try devices.open("a")("\(sync); expect (routines)[0].at == none").error == nil)
  }
}
