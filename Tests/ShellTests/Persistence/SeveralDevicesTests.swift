import Foundation
import Journal
import StoryScript
import System
import Testing
import Timeline
import Timers

@testable import MomentsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Changes of several devices to the same things, and the rules for which device may write them.
@Suite final class SeveralDevicesTests {
  private let root = "/tmp/storyline-devices-\(UInt64.random(in: 0 ... .max))"
  private let files = FileManager.default

  deinit { try? files.removeItem(atPath: root) }

  private func has(_ run: ScriptRun, _ activity: Activity) -> Bool {
    run.session.world.timers.activities.activities.contains(activity)
  }

  private func open(_ device: String, _ kind: Session.Options.Kind = .practice) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = kind
    if kind == .practice { options.start = .practiceStart }
    let run = ScriptRun(options)
    try run.session.openState("\(root)/\(device)")
    return run
  }

  private var sync: String { "sync \"\(root)/shared\"" }

  private func name(_ device: String) throws -> String {
    String(try String(contentsOfFile: "\(root)/\(device)/device", encoding: .utf8).prefix { $0 != "\n" })
  }

  /// Adds lines to a journal, numbered from 50.
  private func forge(_ events: [(type: String, payload: Journal.Payload)], as device: String, in file: String) throws {
    var text = ""
    for (number, event) in events.enumerated() {
      let json =
        "{\"seq\":\(50 + number),\"at\":\(Instant.practiceStart.microseconds),\"device\":\"\(device)\""
        + ",\"type\":\"\(event.type)\",\"id\":\"forged/\(device)/\(event.type)/\(number)\",\"data\":\(event.payload.text)}"
      text += "\(Self.checksum(json)) \(json)\n"
    }
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// Returns the CRC-32C, as Sources/Journal/README.md describes it.
  private static func checksum(_ json: String) -> String {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in json.utf8 {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
    }
    let digits = String(~crc, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Each stretch of a camera's clock is a fact of its own: corrections of two devices both count.
  @Test func correctionsOfACamerasClockFromTwoDevicesBothCount() throws {
    let camera = "Storyline Example Camera"
    let (a, b) = (try open("a"), try open("b"))
    let read = "cluster \"\(Package.root.path)/Examples/Photos\""
    #expect(a("\(read); \(sync)").error == nil)
    #expect(b("\(read); \(sync)").error == nil)
    #expect(a("photos clock \"\(camera)\" -7h from 2025-10-02 to 2025-10-02").error == nil)
    #expect(b("photos clock \"\(camera)\" -3h from 2025-10-04 to 2025-10-04; \(sync)").error == nil)
    #expect(a(sync).error == nil)
    #expect(a("photos clock \"\(camera)\" -1h from 2025-10-05 to 2025-10-05; \(sync)").error == nil)
    #expect(b(sync).error == nil)
    for run in [a, b] {
      #expect(run.session.world.photos.clocks[camera]?.stretches.map(\.shift) == [.hours(-7), .hours(-3), .hours(-1)])
    }
    for name in ["a", "b"] {
      let again = try open(name)
      #expect(
        again.session.world.photos.clocks[camera]?.stretches.map(\.shift) == [.hours(-7), .hours(-3), .hours(-1)],
        "\(name)")
    }
    // A session that has read no photos counts those of the folder that was read last, or none.
    let later = try open("a")
    let said = later("photos clock \"\(camera)\" -2h from 2025-10-05 to 2025-10-05").lines.joined(separator: "\n")
    #expect(
      said.contains("2 h earlier than its clock showed from 2025-10-05 to 2025-10-05: ") && !said.contains("0 photos"))
  }

  /// A camera's own clock has no zone: a day has a midnight even where summer time begins then.
  @Test func aDayWithoutMidnightIsAWholeDay() throws {
    var options = Session.Options()
    options.zone = try #require(Zone("Africa/Cairo"))
    let library = "\(root)/library"
    try files.createDirectory(atPath: library, withIntermediateDirectories: true)
    var photo = try Data(contentsOf: Package.root.appending(path: "Examples/Photos/2025-10-02/IMG_0001.jpg"))
    while let place = photo.range(of: Data("2025:10:02".utf8)) {
      photo.replaceSubrange(place, with: Data("2025:04:25".utf8))
    }
    try photo.write(to: URL(filePath: library + "/a.jpg"))
    let run = ScriptRun(options)
    let (lines, error) = run(
      "cluster \"\(library)\"; photos clock \"Storyline Example Camera\" -1h from 2025-04-25 to 2025-04-25")
    #expect(error == nil && lines.contains { $0.contains("from 2025-04-25 to 2025-04-25: 1 photo") }, "\(lines)")
  }

  // MARK: Undo

  @Test(arguments: [false, true])
  func undoOfAnImportLeavesTheOtherDevicesSessions(isSyncedFirst: Bool) throws {
    let file = Package.root.path + "/Examples/sessions.csv"
    let (a, b) = (try open("a"), try open("b"))
    #expect(a("history import \"\(file)\"\(isSyncedFirst ? "; \(sync)" : "")").error == nil)
    #expect(b("history import \"\(file)\"; undo; \(sync)").error == nil)
    for run in [a, b] {
      #expect(run("\(sync); expect rewards.sessions == 12; expect rewards.stars == 141").error == nil)
    }
    #expect(try open("a")("expect rewards.stars == 141").error == nil)
    #expect(try open("b")("expect rewards.stars == 141").error == nil)
  }

  /// If two devices made the same change and one of them undoes it, the other device's change stays. A change that no
  /// other device made stays undone.
  @Test(arguments: [
    ("activity add violin icon 🎻 for 15", "expect (activities | where name == \"violin\" | count) == 1"),
    ("activity remove cello", "expect (activities | where name == \"cello\" | count) == 0"),
    ("activity edit reading for 25", "expect (activities | where name == \"reading\" | first).minutes == 25"),
    ("profile name Mia", "expect profile.name == \"Mia\""),
    ("mute word spoiler", "expect (reading.words | count) == 1"),
    ("story play 4; like", "expect (story show 4).liked"),
    ("story play 5; unlike", "expect (story show 5).liked == false"),
    ("draft \"hello\"", "expect (drafts | count) == 1"),
  ])
  func undoTakesAwayOnlyWhatThisDeviceDid(_ deed: String, _ holds: String) throws {
    let (a, b) = (try open("a"), try open("b"))
    #expect(a("activity add cello icon 🎻 for 10; story play 5; like; \(sync)").error == nil)
    #expect(b(sync).error == nil)
    #expect(a(deed).error == nil, "\(deed)")
    #expect(b("\(deed); undo").error == nil)
    for run in [a, b, a] { #expect(run(sync).error == nil) }
    for run in [a, b, try open("a"), try open("b")] { #expect(run(holds).error == nil, "\(deed)") }
  }

  /// A change that is undone and redone is done, also for other devices.
  @Test func redoneEventsCount() throws {
    let (a, b) = (try open("a"), try open("b"))
    let deeds = "activity add violin icon 🎻 for 15; activity edit violin for 30; profile name Mia; mute word spoiler"
    #expect(a("\(deeds); undo 4; redo 4; \(sync)").error == nil)
    let holds =
      "expect (activities | where name == \"violin\" | first).minutes == 30; expect profile.name == \"Mia\"; expect (reading.words | count) == 1"
    #expect(b("\(sync); \(holds)").error == nil)
    #expect(a("\(holds)").error == nil)
    #expect(try open("a")(holds).error == nil)
    let back = try open("c")
    #expect(back("\(deeds); undo; undo; undo; undo; \(sync)").error == nil)
    #expect(try open("c")(holds).error == nil, "the first device's hold")
  }

  // MARK: Fields

  @Test func twoDevicesEditDifferentFieldsOfOneThing() throws {
    let (a, b) = (try open("a"), try open("b"))
    #expect(a("activity add violin icon 🎻 for 15; \(sync)").error == nil)
    #expect(b(sync).error == nil)
    #expect(a("activity edit reading for 25; activity edit violin name cello").error == nil)
    #expect(b("activity edit reading icon 📘; activity edit violin for 40").error == nil)
    for run in [a, b, a] { #expect(run(sync).error == nil) }
    for run in [a, b, try open("a"), try open("b")] {
      let activities = run.session.world.timers.activities.activities
      #expect(activities.contains(Activity(name: "reading", icon: "📘", minutes: 25, kind: .preset)))
      #expect(activities.contains(Activity(name: "cello", icon: "🎻", minutes: 40, kind: .own)))
      #expect(!activities.contains { $0.name == "violin" })
    }
    // Undo restores only this field.
    #expect(a("activity edit reading for 30; undo").error == nil)
    #expect(b("activity edit reading icon 📙; \(sync)").error == nil)
    #expect(a(sync).error == nil)
    for run in [a, try open("a")] {
      #expect(
        run.session.world.timers.activities.activities.contains(
          Activity(name: "reading", icon: "📙", minutes: 25, kind: .preset)))
    }
  }

  /// The later of a removal and an edit holds, as it did when an edit was written as the whole activity.
  @Test func anEditAfterARemovalBringsItBack() throws {
    var kept = TimerJournal()
    func fold(_ name: TimerJournal.Name, _ payload: Journal.Payload) -> Bool {
      let event = Journal.Event(
        id: Journal.Event.ID(cause: "x"), type: TimerJournal.kind(name).name, instant: .practiceStart, payload: payload)
      return kept.fold(name, Journal.SavedEvent(event, origin: .init(device: .init(nearest: "a"), sequence: 1)))
    }
    let whole: Journal.Payload = ["activity": "violin", "icon": "🎻", "minutes": 15, "kind": "own"]
    #expect(fold(.activityEdited, ["activity": "violin", "minutes": 20]), "of one that nobody has added")
    #expect(fold(.activityAdded, whole) && fold(.activityRemoved, ["activity": "Violin"]))
    #expect(fold(.activityEdited, ["activity": "violin", "minutes": 20]))
    #expect(kept.snapshot.activities.activities.contains(.init(name: "violin", icon: "🎻", minutes: 20, kind: .own)))
    #expect(fold(.activityEdited, ["activity": "violin", "renamed": "cello"]))
    #expect(fold(.activityEdited, ["activity": "violin", "icon": "🎵"]))
    #expect(fold(.activityEdited, ["activity": "violin", "renamed": "reading"]), "a name that is taken stays away")
    #expect(kept.snapshot.activities.activities.contains(.init(name: "cello", icon: "🎵", minutes: 20, kind: .own)))
    // In the format of earlier versions.
    #expect(fold(.activityEdited, ["name": "cello", "icon": "🎻", "minutes": 5, "kind": "own"]))
    #expect(kept.snapshot.activities.activities.contains(.init(name: "cello", icon: "🎻", minutes: 5, kind: .own)))
    for bad: Journal.Payload in [
      ["activity": "cello"], ["activity": "cello", "minutes": 500], ["activity": "cello", "icon": "two"],
      ["minutes": 5],
    ] { #expect(!fold(.activityEdited, bad)) }
    #expect(fold(.profile, ["name": "Mia"]) && fold(.profile, ["onboarding": "done"]))
    #expect(kept.snapshot.children.entries.map(\.name) == ["Mia"] && kept.snapshot.onboarding == .done)
    #expect(fold(.profile, ["name": .null]) && kept.snapshot.children.entries.map(\.name) == [nil])
    #expect(!fold(.profile, [:]) && !fold(.profile, ["onboarding": "what"]))
  }

  // MARK: Devices

  @Test func devicesAreListedForgottenAndRemembered() throws {
    let (a, b) = (try open("a"), try open("b"))
    #expect(b("timer start reading; timer done; rate good; story play 4; like; undo; \(sync)").error == nil)
    #expect(a("post \"x\"; \(sync)").error == nil)
    let (own, other) = (try name("a"), try name("b"))
    let listed = a(
      "for device in devices { print \"{$device.device} {$device.here} {$device.events} {$device.takenBack}\" }"
    ).lines
    #expect(listed == ["\(own) true 1 0", "\(other) false 4 1"])
    #expect(a("expect (devices | where here | first).device == \"\(own)\"; expect (devices | count) == 2").error == nil)
    #expect(a("expect (devices | last).takenBack == 1; expect (devices | last).seen == 2026-01-05T09:00").error == nil)
    let forgot = a("devices forget \"\(other)\"")
    #expect(forgot.error == nil && forgot.lines.last?.contains("forgot \(other): its events no longer count") == true)
    #expect(
      Explanations(a.session).text().hasSuffix(
        "`: another device was forgotten, and its events no longer count."))
    #expect(a("expect rewards.sessions == 0; expect (devices | last).forgotten").error == nil)
    #expect(b("timer start shower; timer done; rate good; \(sync)").error == nil)
    for run in [a, try open("a")] {
      #expect(run("\(sync); expect rewards.sessions == 0; expect outbox.count == 1").error == nil)
    }
    let remembered = a("devices remember \"\(other)\"; \(sync)")
    #expect(remembered.error == nil && a("expect rewards.sessions == 2").error == nil)
    #expect(try open("a")("expect rewards.sessions == 2; expect (devices | last).forgotten == false").error == nil)
  }

  @Test(arguments: [
    ("devices forget OWN", "'OWN' is this device | try: devices"),
    ("devices forget nobody", "there is no device 'nobody' here | try: devices"),
    ("devices remember OTHER", "'OTHER' was not forgotten | try: devices"),
    ("devices forget OTHER; devices forget OTHER", "'OTHER' is already forgotten | try: devices"),
  ])
  func whatCannotBeForgottenIsSaid(_ line: String, _ message: String) throws {
    let (a, b) = (try open("a"), try open("b"))
    b("post \"x\"; \(sync)")
    a("post \"y\"; \(sync)")
    func named(_ text: String) throws -> String {
      text.replacing("OWN", with: try name("a")).replacing("OTHER", with: try name("b"))
    }
    let quoted = try named(line.replacing("OWN", with: "\"OWN\"").replacing("OTHER", with: "\"OTHER\""))
    #expect(a(quoted).error == (try named(message)))
  }

  @Test func aPrivateSessionKnowsNoDevice() {
    #expect(ScriptRun()("devices").lines == [" no devices: this session saves nothing"])
    #expect(
      ScriptRun.error("devices forget kitchen")
        == "this session saves nothing, so there are no devices | try: storyline --state FOLDER, or storyline --real")
  }

  /// `sync` reports the removals and changes by other devices: in its line, its record and its event.
  @Test func syncReportsOtherDevicesRetractionsAndChanges() throws {
    let (a, b) = (try open("a"), try open("b"))
    let file = Package.root.path + "/Examples/sessions.csv"
    #expect(
      b("activity add violin icon 🎻; \(sync); history import \"\(file)\"; timer start reading; timer done").error == nil
    )
    // The post reaches the shared folder before it is undone, as by another shell's `sync`.
    let other = try name("b")
    #expect(a(sync).error == nil)
    try files.removeItem(atPath: "\(root)/shared/\(other).journal")
    try files.copyItem(atPath: "\(root)/b/\(other).journal", toPath: "\(root)/shared/\(other).journal")
    #expect(a("\(sync); expect rewards.sessions == 13").error == nil)
    #expect(b("undo; undo; undo; activity edit reading for 25; activity remove violin; \(sync)").error == nil)
    let said = a(
      "when sync.done { print \"heard {$removed | count}\" }; let done = \(sync); print \"has {$done.removed | count}\""
    )
    let line = said.lines.first { $0.contains("synced with") } ?? ""
    #expect(line.contains("13 sessions were removed by \(other)"), "\(said.lines) \(said.error ?? "")")
    #expect(said.lines.contains("heard 2") && said.lines.contains("has 2"), "\(said.lines)")
    #expect(line.contains("1 activity was removed by \(other)"), "\(line)")
    #expect(line.contains("1 activity was changed by \(other)"), "\(line)")
  }

  // MARK: Rights of devices

  /// Each type of event says who may write it; these are the types that only the device itself may write.
  @Test func deviceOwnFactsCountOnlyFromTheirDevice() {
    let names = World.Persisted.kinds.map(\.kind).filter { $0.authority == .device }.map(\.name).sorted()
    #expect(
      names == [
        "abbreviation.changed", "child.chosen", "device.forgotten", "device.remembered", "photo.shown",
        "photos.clustered", "photos.library", "routine.state", "setting.changed", "story.shared", "timer.state",
      ])
  }

  /// Lines of another device's file, under its own name and under this device's name, and of this device's file in
  /// the shared folder.
  @Test(arguments: ["other", "own", "shared"])
  func otherDevicesCannotSpeakForThisOne(place: String) throws {
    let state = "\(root)/a"
    var a = try open("a", .real)
    #expect(a("timer start reading 20; set press 350ms; post \"x\"; \(sync)").error == nil)
    let (own, other) = (try name("a"), "mallory")
    let forged: [(type: String, payload: Journal.Payload)] = [
      ("timer.state", ["state": "idle"]), ("setting.changed", ["name": "press", "value": 100_000]),
      ("abbreviation.changed", ["word": "ll", "text": "outbox remove 1"]), ("photos.library", ["folder": "/"]),
      ("photos.library", ["folder": .string(root)]), ("photo.shown", ["mark": ""]),
      ("photos.clustered", ["folder": "/", "rule": "smart", "gap": 1_800_000_000, "cap": 0, "best": false]),
      ("device.forgotten", ["device": .string(own)]), ("device.forgotten", ["device": "tablet"]),
    ]
    if place == "shared" {
      try forge(forged, as: own, in: "\(root)/shared/\(own).journal")
    } else {
      let header = "{\"format\":\"storyline-journal\",\"version\":1,\"kind\":\"real\",\"device\":\"\(other)\"}"
      try "\(Self.checksum(header)) \(header)\n".write(
        toFile: "\(root)/shared/\(other).journal", atomically: false, encoding: .utf8)
      try forge(forged, as: place == "own" ? own : other, in: "\(root)/shared/\(other).journal")
    }
    #expect(a(sync).error == nil)
    for round in 0..<2 {
      if round == 1 { a = try open("a", .real) }
      #expect(a("expect timer.state == running; save [{a: 1}] to \"\(root)/a.csv\" replace; outbox").error == nil)
      let world = a.session.world
      #expect(
        Catalog.standard.settings.first { $0.name == "press" }.map { ValueWriter().text($0.read(world)) } == "350ms")
      #expect(world.prompt.abbreviations.sorted.isEmpty)
      #expect(world.photos.album == nil && a.session.resources.photos.library(holding: state) == nil)
    }
  }

  /// A path from which another device has read photos has no meaning here, and a path that was once taken over is
  /// skipped.
  @Test func thePathsOfOthersBlockNothing() throws {
    let list = "\(root)/libraries"
    try files.createDirectory(atPath: "\(root)/photos", withIntermediateDirectories: true)
    let home = try FilePath.resolved(FilePath.expanded("~"))
    try "\"/\"\n\"\(home)\"\n\"\(root)/photos\"\n".write(toFile: list, atomically: false, encoding: .utf8)
    let known = KnownLibraries(path: list)
    #expect(known.library(holding: home + "/x.csv") == nil && known.library(holding: "/tmp/x.csv") == nil)
    #expect(known.library(holding: "\(root)/photos/x.csv") == "\(root)/photos")
  }
}
