import Foundation
import Journal
import Testing
import Timeline
import Timers

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Activities and the profile outlive the session, on one device and across several.
@Suite struct FamilyStateTests {
  private func inFolder(_ body: (String) throws -> Void) rethrows {
    let folder = "/tmp/storyline-family-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test(arguments: [
    "activity add violin icon 🎻 for 25", "activity add violin; activity edit vio name cello for 9 icon 🎼",
    "activity edit reading for 25; activity edit iPad icon 💻", "activity add violin; activity remove violin",
    "activity add violin; undo", "activity add violin; activity remove violin; undo",
    "activity edit reading for 25; undo",
    "activity add violin; undo; redo", "fork; activity add violin; fork drop", "fork; activity add violin; fork keep",
    "activity add violin; wait 1m; activity add cello; rewind 30s", "profile name Mia", "profile name Mia; undo",
    "profile name Mia; profile forget", "profile name Mia; profile name Ben; undo; redo",
  ])
  func profilesAreRestored(_ script: String) throws {
    try inFolder { folder in
      let first = ScriptRun()
      try first.session.openState(folder)
      #expect(first(script).error == nil, "\(script)")
      let second = ScriptRun()
      try second.session.openState(folder)
      #expect(second.session.world.timers.activities == first.session.world.timers.activities, "\(script)")
      #expect(second.session.world.timers.profile == first.session.world.timers.profile, "\(script)")
    }
  }

  /// Every session of a virtual clock starts at the same instant; the latest value still counts.
  @Test func theLastEditWins() throws {
    try inFolder { folder in
      for script in [
        "wait 1d; activity edit reading for 40; profile name Mia", "activity edit reading for 25",
        "wait 1h; profile name Ben",
      ] {
        let run = ScriptRun()
        try run.session.openState(folder)
        #expect(run(script).error == nil)
      }
      let last = ScriptRun()
      try last.session.openState(folder)
      #expect(last("expect (activities)[1].minutes == 25; expect profile.name == \"Ben\"").error == nil)
    }
  }

  @Test func additionsOfTwoDevicesMerge() throws {
    try inFolder { folder in
      let here = ScriptRun()
      try here.session.openState(folder)
      #expect(here("activity add violin for 25; activity edit reading for 45; profile name Mia").error == nil)
      // Another device writes its own file into the same folder, one minute later by its clock.
      let there = ScriptRun()
      #expect(there("wait 1m; activity add cello icon 🎼; activity edit shower for 5; profile name Ben").error == nil)
      let device = try #require(Journal.DeviceID("tablet"))
      let tablet = Persistence(
        try Journal.open(folder: folder, kind: .practice, device: device), zone: .utc,
        settings: Catalog.standard.settings)
      tablet.settle(there.session.world, at: there.session.now)
      try tablet.commit()

      let both = ScriptRun()
      try both.session.openState(folder)
      let error = both(
        """
        expect (activities | where kind == "own" | select name | count) == 2
        expect (activities | where name == "violin" | first).minutes == 25
        expect (activities | where name == "cello" | first).icon == "🎼"
        expect (activities | where name == "reading" | first).minutes == 45
        expect (activities | where name == "shower" | first).minutes == 5
        expect profile.name == "Mia"; expect (child)[1].name == "Ben"; expect child.count == 2
        """
      ).error
      #expect(error == nil)
    }
  }

  /// A timer continues after its activity is removed: the activity existed when the timer started.
  @Test func anOwnActivitysTimerSurvivesQuitting() throws {
    try inFolder { folder in
      var options = Session.Options()
      options.kind = .real
      let first = ScriptRun(options)
      try first.session.openState(folder)
      #expect(first("activity add violin icon 🎻 for 25; timer start violin; activity remove violin").error == nil)
      let second = ScriptRun(options)
      try second.session.openState(folder)
      #expect(
        second("expect timer.activity == \"violin\" and timer.state == running and timer.total == 25m").error == nil)
      #expect(second("set tick on; timer done; expect (rate good).icon == \"🎻\"").error == nil)
    }
  }

  /// A file from elsewhere may contain anything.
  @Test func impossibleActivitiesAreIgnored() throws {
    try inFolder { folder in
      let journal = try Journal.open(
        folder: folder, kind: .practice, device: try #require(Journal.DeviceID("tablet")))
      let wrong: [Journal.Payload] = [
        ["name": .string("a\u{1B}[2Jb"), "icon": .string("x"), "minutes": .integer(5), "kind": .string("own")],
        ["name": .string("late"), "icon": .string("\u{1B}"), "minutes": .integer(5), "kind": .string("own")],
        ["name": .string("long"), "icon": .string("x"), "minutes": .integer(1_000_000), "kind": .string("own")],
        ["name": .string("reading"), "icon": .string("x"), "minutes": .integer(17), "kind": .string("preset")],
      ]
      try journal.append(
        wrong.enumerated().map { number, payload in
          Journal.Event(
            id: Journal.Event.ID(cause: "activity.set", "\(number)"), type: "activity.set", instant: .practiceStart,
            local: Journal.LocalDay(at: .practiceStart, offset: .zero), payload: payload)
        })
      let run = ScriptRun()
      try run.session.openState(folder)
      #expect(run.session.world.timers.activities == ActivityCatalog())
    }
  }

  /// A timer that continues must be able to end, because every device reads back its session.
  @Test(arguments: [
    #""activity":{"name":"violin","icon":"🎻","minutes":25,"kind":"own"},"started":3535207200000000"#,
    #""activity":{"name":"\n","icon":"🎻","minutes":25,"kind":"own"},"started":1767603600000000"#,
    #""activity":{"name":"violin","icon":" ","minutes":25,"kind":"own"},"started":1767603600000000"#,
  ])
  func impossibleTimersAreIgnored(_ fields: String) throws {
    try inFolder { folder in
      let journal = try Journal.open(folder: folder, kind: .real, device: DeviceName(in: folder).device)
      let rest = #""total":1500000000,"elapsed":0,"at":1767603600000000"#
      try journal.append([
        Journal.Event(
          id: Journal.Event.ID(cause: "timer.state"), type: "timer.state", instant: .practiceStart,
          payload: try Journal.Payload(parsing: "{\"state\":\"running\",\(rest),\(fields)}"))
      ])
      var options = Session.Options()
      options.kind = .real
      let run = ScriptRun(options)
      try run.session.openState(folder)
      #expect(run("expect timer.state == idle and (history | count) == 0").error == nil)
    }
  }
}
