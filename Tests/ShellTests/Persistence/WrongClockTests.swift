import Foundation
import JSON
import System
import Testing
import Timeline
import Timers

@testable import Journal
@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// Changes that a device saved while its clock was a year ahead: once the clock is right, as the system says, they count
/// everywhere, and later changes replace them.
@Suite final class WrongClockTests {
  private let root = Scratch.path()

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func open(_ device: String, _ kind: Session.Options.Kind = .real) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = kind
    options.clockTrust = ClockTrust(isSynchronised: { true })
    // Notes are lines, too.
    let output = Output(format: .json, to: .memory, width: 80)
    let run = ScriptRun(Session(options: options, output: output, catalog: Catalog.standard))
    try run.session.openState("\(root)/\(device)")
    return run
  }

  private var sync: String { "sync \"\(root)/shared\"" }

  /// Moves all changes of a device ahead, as if its clock had been wrong then.
  /// - Parameters:
  ///   - types: the types to move, with their times, instead of all changes.
  ///   - each: how far to move each of these events, in their order, instead of all by the same.
  private func setAhead(
    _ device: String, by all: Duration = .days(365), _ types: Set<String>? = nil, each: [Duration] = []
  ) throws {
    var each = each[...]
    let folder = "\(root)/\(device)"
    let name = DeviceName.known(in: folder)!
    let path = "\(folder)/\(name).journal"
    let lines = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))).split(separator: 0x0A)
    var bytes = Array(lines[0]) + [0x0A]
    for line in lines.dropFirst() {
      let saved = try #require(line.withUnsafeBytes { Line.savedEvent(of: $0) })
      var event = saved.event
      // What happened stays where it is, since what was seen and done has no other date.
      if types?.contains(event.type) ?? (Persistence.kind(of: event.type)?.changes == true) {
        let ahead = each.popFirst() ?? all
        event.instant += ahead
        if types != nil, case .object(var fields) = try event.payload.json {
          for place in fields.indices where ["started", "ended", "at"].contains(fields[place].name) {
            fields[place].value = .integer(try #require(fields[place].value.integerValue) + ahead.microseconds)
          }
          event.payload = Journal.Payload(fields)
        }
      }
      bytes += Journal.SavedEvent(event, origin: saved.origin).line
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private static let life = """
    profile name Eve; activity add cello icon 🎻 for 10; story play 4; like; draft "far"; mute word spoiler
    """
  private static let lived = """
    expect profile.name == "Eve"; expect (activities | where name == "cello" | count) == 1; expect (story show 4).liked
    expect (drafts | first).text == "far"
    """

  /// Without any further change, `sync` is enough: nothing is lost, and the other device has it all.
  @Test func wronglyDatedEventsCountAfterASync() throws {
    #expect(try open("a")(Self.life).error == nil)
    try setAhead("a")
    let a = try open("a")
    #expect(a(Self.lived).error == nil)
    let said = a(sync)
    #expect(said.error == nil)
    #expect(
      said.lines.joined().contains("from this device were dated more than a day ahead because the clock was wrong"))
    let b = try open("b")
    let merged = b(sync)
    #expect(!merged.lines.joined().contains("ahead"), "\(merged.lines)")
    for run in [a, b, try open("a")] {
      let result = run(Self.lived)
      #expect(result.error == nil)
    }
    // It is said once, and the clock no longer seems wrong.
    #expect(!a(sync).lines.joined().contains("ahead"))
    #expect(try !open("a").session.output.drainLines().joined().contains("clock"))
  }

  /// A kill, or a full disk, in the middle of dating again loses nothing: wherever the journal ends, each change counts
  /// once, and the next start finishes what was begun.
  @Test func aRepairThatIsCutOffLosesNothing() throws {
    #expect(try open("a")(Self.life).error == nil)
    try setAhead("a")
    let name = DeviceName.known(in: "\(root)/a")!
    func lines(_ folder: String) throws -> [Data.SubSequence] {
      try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(folder)/\(name).journal")).split(separator: 0x0A)
    }
    let before = try lines("a").count
    #expect(try open("a")(sync).error == nil)
    let repaired = try lines("a")
    #expect(repaired.count >= before + 5)
    for count in before...repaired.count {
      let folder = "cut-\(count)"
      try FileManager.default.copyItem(atPath: "\(root)/a", toPath: "\(root)/\(folder)")
      let bytes = repaired.prefix(count).flatMap { $0 + [0x0A] }
      try Data(bytes).write(to: URL(fileURLWithPath: "\(root)/\(folder)/\(name).journal"))
      for _ in 1...2 {
        let run = try open(folder)
        let result = run(Self.lived)
        #expect(result.error == nil, "\(count) of \(repaired.count) lines")
        #expect(run("profile name Eva; profile name Eve").error == nil)
      }
    }
  }

  /// A change by a right clock replaces those that are dated far ahead, on this device and on the others, and they do
  /// not return a year later.
  @Test(arguments: [Duration.days(2), .days(365), .days(3_000_000)]) func aLaterChangeCounts(ahead: Duration) throws {
    #expect(try open("a")(Self.life).error == nil)
    try setAhead("a", by: ahead)
    #expect(
      try open("a")("profile name Ann; draft edit 1 \"now\"; activity edit cello for 20; story play 4; unlike").error
        == nil)
    func expect(_ run: ScriptRun) {
      let result = run(
        """
        expect profile.name == "Ann"; expect (drafts | first).text == "now"; expect not (story show 4).liked
        let cello = activities | where name == "cello" | first; expect $cello.minutes == 20; expect $cello.icon == "🎻"
        """)
      #expect(result.error == nil)
    }
    let a = try open("a")
    expect(a)
    #expect(a(sync).error == nil)
    let b = try open("b")
    #expect(b(sync).error == nil)
    expect(b)
    // Nothing that counts is dated ahead.
    let journal = try Journal.open(
      folder: "\(root)/b", kind: .real, device: #require(DeviceName.known(in: "\(root)/b")))
    var cursor = journal.cursor()
    while let saved = try cursor.next() { #expect(saved.event.instant < a.session.now + .days(1)) }
  }

  /// If another device has events of that time as well, this device's clock may be the wrong one.
  @Test func aSlowClockChangesNoDates() throws {
    #expect(try open("a")("profile name Eve").error == nil && open("b")("mute word spoiler").error == nil)
    try setAhead("a")
    try setAhead("b")
    let name = DeviceName.known(in: "\(root)/b")!
    try FileManager.default.createDirectory(atPath: "\(root)/shared", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(root)/b/\(name).journal", toPath: "\(root)/shared/\(name).journal")
    let said = try open("a")("\(sync); profile name Ann; \(sync)")
    #expect(said.error == nil && !said.lines.joined().contains("because the clock was wrong"), "\(said.lines)")
    #expect(
      said.lines.joined(separator: " ").contains(
        "1 change from this device is dated more than a day in the future, like events from \(name), and keeps its date: "
          + "if this device's clock is right, `devices forget \(name)` gives it today's date"), "\(said.lines)")
    #expect(try open("a")("expect profile.name == \"Ann\"").error == nil)
    // What the note says leads there.
    let corrected = try open("a")("devices forget \(name); \(sync)")
    #expect(corrected.error == nil)
    #expect(
      try (corrected.lines + open("a").session.output.drainLines()).joined().contains("because the clock was wrong"),
      "\(corrected.lines)")
  }

  /// Until the other device's clock is right, its changes do not count here: the note says whose they are and what to
  /// do, and `sync` reports no change.
  @Test func futureDatesAreReported() throws {
    #expect(try open("a")(Self.life).error == nil)
    let b = try open("b")
    #expect(b(sync).error == nil)
    try setAhead("a")
    let name = DeviceName.known(in: "\(root)/a")!
    try FileManager.default.copyItem(
      atPath: "\(root)/a/\(name).journal", toPath: "\(root)/shared/\(name).journal")
    let line = b(sync).lines.joined(separator: " ")
    #expect(
      line.contains("from \(name) are dated more than a day in the future and are ignored until then"), "\(line)")
    #expect(line.contains("and sync on \(name) again"))
    #expect(!line.contains("by \(name)"), "\(line)")
    // The list shows no time that has not come.
    #expect(b("expect (devices | where device == \"\(name)\" | first).seen <= clock.now").error == nil)
    #expect(try open("a")(sync).error == nil)
    #expect(b("\(sync); \(Self.lived)").error == nil)
  }

  // MARK: Sessions, ratings and posts

  private static let happened: Set<String> = ["timer.saved", "timer.rated", "post.queued", "story.started"]

  /// Writes the journal of a device that no one has into the shared folder.
  private func put(_ events: [Journal.Event], as name: String = "mallory") throws {
    let device = try #require(Journal.DeviceID(name))
    var bytes = Header(kind: .real, device: name).line
    for (number, event) in events.enumerated() {
      bytes += Journal.SavedEvent(event, origin: .init(device: device, sequence: UInt32(number) + 1)).line
    }
    try FileManager.default.createDirectory(atPath: "\(root)/shared", withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(root)/shared/\(name).journal"))
  }

  private func added(_ name: String, at instant: Instant) -> Journal.Event {
    Journal.Event(
      id: Journal.Event.ID(cause: "activity.added", "mallory", name), type: "activity.added", instant: instant,
      payload: [
        "activity": .string(name), "icon": .string("🧱"), "minutes": .integer(7), "kind": .string("own"),
      ])
  }

  /// Returns the instants of the events that count in a device's folder.
  private func dates(_ device: String) throws -> [String: [Instant]] {
    let journal = try Journal.open(
      folder: "\(root)/\(device)", kind: .real, device: #require(DeviceName.known(in: "\(root)/\(device)")))
    var cursor = journal.cursor()
    var dates: [String: [Instant]] = [:]
    while let saved = try cursor.next() { dates[saved.event.type, default: []].append(saved.event.instant) }
    return dates
  }

  /// An event with a date from a wrong clock reaches the other devices under its own ID, and one event of another
  /// device in a distant year does not prevent it.
  @Test(arguments: [false, true]) func eventsGetCorrectedDates(isHindered: Bool) throws {
    #expect(
      try open("a")("timer start reading; timer done; rate good; post \"hello\"; story play 4").error == nil)
    let before = try open("a").session
    let (id, post) = (before.ledger.timerSessions.latest(1)[0].id, before.world.posts.outbox.entries[0].post.text)
    try setAhead("a", by: .days(10), Self.happened)
    if isHindered { try put([added("evil", at: SystemClock.now + .days(30_000))]) }
    let a = try open("a")
    let said = a(sync)
    #expect(said.error == nil)
    #expect(
      said.lines.joined().contains(
        "events from this device were dated more than a day ahead because the clock was wrong"),
      "\(said.lines)")
    let b = try open("b")
    #expect(b(sync).error == nil)
    for session in [a.session, b.session, try open("a").session] {
      let records = session.ledger.timerSessions.timerSessions()
      #expect(records.map(\.id) == [id] && records[0].rating == .good)
      let now = SystemClock.now
      #expect(records[0].ended <= now && records[0].ended > now - .hours(1) && records[0].started <= records[0].ended)
      #expect(session.world.posts.outbox.entries.map(\.post.text) == [post])
    }
    for (type, instants) in try dates("b") where type != "activity.added" {
      for instant in instants { #expect(instant < SystemClock.now + .minutes(1), "\(type)") }
    }
    #expect(!a(sync).lines.joined().contains("because the clock"))
  }

  /// Sessions of several days, by a clock that was wrong all the time, stay as far apart as they were; but none comes
  /// before what the device had saved with the right time.
  @Test(arguments: [false, true]) func correctedDatesKeepTheirIntervals(isRecent: Bool) throws {
    if isRecent { #expect(try open("a")("profile name Ann").error == nil) }
    for _ in 0..<4 { #expect(try open("a")("timer start reading; timer done").error == nil) }
    try setAhead("a", ["timer.saved"], each: [.days(30), .days(32), .days(33), .days(36)])
    let said = try open("a")("\(sync)").lines.joined()
    #expect(
      said.contains(
        "4 events from this device were dated more than a day ahead because the clock was wrong: "
          + (isRecent ? "they now have" : "their dates now begin 6 d ago, with the same time between them")), "\(said)")
    let now = SystemClock.now
    for session in [try open("a").session, try open("a").session] {
      let records = session.ledger.timerSessions.timerSessions()
      let ends = records.map(\.ended).sorted()
      let last = try #require(ends.last)
      #expect(ends.count == 4 && last <= now && now - last < .minutes(1))
      let apart: [Int64] = zip(ends, ends.dropFirst()).map { ($1 - $0).microseconds / 60_000_000 }
      let expected: [Int64] = isRecent ? [0, 0, 0] : [2_880, 1_440, 4_320]
      #expect(apart == expected, "\(apart)")
      #expect(isRecent || Set(records.map(\.day)).count == 4)
    }
  }

  /// Dates that are weeks apart are hardly a wrong clock's.
  @Test func sessionsOfWeeksKeepTheirDates() throws {
    #expect(try open("a")("timer start reading; timer done").error == nil)
    try setAhead("a", by: .days(40), ["timer.saved"])
    #expect(try open("a")("post \"hello\"").error == nil)
    try setAhead("a", by: .days(10), ["post.queued"])
    #expect(try open("a")("profile name Ann; \(sync)").error == nil)
    let dates = try dates("a")
    #expect(try #require(dates["timer.saved"]?.first) > SystemClock.now + .days(39))
    #expect(try #require(dates["post.queued"]?.first) > SystemClock.now + .days(9))
    #expect(try #require(dates["profile.changed"]?.first) < SystemClock.now + .minutes(1))
  }

  // MARK: A clock that is behind

  /// A machine whose battery is empty begins in a year before the program: it dates nothing again, and its changes
  /// count after those that it has.
  @Test func aClockBeforeTheProgramDatesNothingAgain() throws {
    #expect(try open("a")(Self.life).error == nil)
    let before = try dates("a")
    let past = Instant(secondsSince1970: 1_000_000_000)
    let right = ClockTrust(isSynchronised: { true })
    let persistence = try Persistence.open(
      "\(root)/a", isReal: true, zone: .utc, settings: Catalog.standard.settings, clockTrust: right)
    _ = try persistence.read(at: past)
    #expect(!persistence.correctDates(at: past))
    try persistence.commit()
    #expect(try dates("a") == before && persistence.drainNotices().isEmpty)
    let later = try Persistence.open(
      "\(root)/a", isReal: true, zone: .utc, settings: Catalog.standard.settings, clockTrust: right)
    var world = World(at: past, seed: 1, zone: .utc, isReal: true)
    world.adopt(try later.read(at: past), later.place, isBeginning: true)
    world.timers.profile = Profile(name: "Ann", onboarding: .done)
    later.settle(world, at: past)
    try later.commit()
    #expect(try open("a")("expect profile.name == \"Ann\"").error == nil)
  }

  // MARK: What others, and the device itself, date ahead

  /// A later rating counts although the other device's clock was ahead.
  @Test func aRatingIsCorrectedWhicheverClockIsAhead() throws {
    let b = try open("b")
    #expect(try open("a")("timer start reading; timer done; \(sync)").error == nil)
    #expect(b("\(sync); rate \"needs work\"").error == nil)
    try setAhead("b", by: .minutes(2), ["timer.rated"])
    #expect(try open("b")(sync).error == nil)
    let a = try open("a")
    #expect(a("\(sync); expect (history | first).rating == \"needs work\"; rate amazing again; \(sync)").error == nil)
    for device in ["a", "b"] {
      let run = try open(device)
      #expect(run("\(sync); expect (history | first).rating == \"amazing\"").error == nil, "\(device)")
    }
    let undone = try open("a")("rate good again; undo")
    #expect(undone.error == nil)
    #expect(try open("a")("expect (history | first).rating == \"amazing\"").error == nil)
  }

  /// The timer and the settings count by their order. Their dates move no other change.
  @Test func factsOfTheDeviceMoveNoChange() throws {
    #expect(try open("a")("set sound off; timer start reading").error == nil)
    try setAhead("a", by: .days(10), ["setting.changed", "timer.state"])
    let a = try open("a")
    #expect(a("set tick on; profile name Ann; draft \"now\"; \(sync)").error == nil)
    let dates = try dates("a")
    for type in ["profile.changed", "draft.state"] {
      #expect(try #require(dates[type]?.first) < SystemClock.now + .minutes(1), "\(type)")
    }
    let b = try open("b")
    #expect(b("\(sync); expect profile.name == \"Ann\"; expect (drafts | first).text == \"now\"").error == nil)
    let sounds = try open("a").session.world.timers.sounds
    #expect(sounds.ticks && sounds == a.session.world.timers.sounds)
  }

  /// Another device's change that is nearly a day ahead moves only changes of the same thing.
  @Test func aChangeOfAnotherDeviceMovesNoOther() throws {
    let ahead = SystemClock.now + .hours(23)
    try put([added("evil", at: ahead), added("lego", at: ahead)])
    let a = try open("a")
    #expect(
      a("\(sync); profile name Mia; draft \"hello\"; activity add chess for 9; mute word spam; story play 4; like")
        .error
        == nil)
    #expect(a("activity edit lego name bricks; activity edit bricks for 30").error == nil)
    let own = try dates("a")
    for type in ["profile.changed", "draft.state", "word.state", "story.liked"] {
      #expect(try #require(own[type]?.first) < SystemClock.now + .minutes(1), "\(type)")
    }
    #expect(own["activity.added"]?.count { $0 < SystemClock.now + .minutes(1) } == 1)
    #expect(own["activity.edited"]?.allSatisfy { $0 > ahead } == true)
    #expect(
      try open("a")("let b = activities | where name == \"bricks\" | first; expect $b.minutes == 30").error == nil)
  }

  /// An open prompt undoes its change after another session has dated the change again.
  @Test func undoReachesRedatedEvents() throws {
    let prompt = try open("a")
    #expect(prompt("profile name Eve; activity add cello icon 🎻 for 10").error == nil)
    try setAhead("a", by: .days(10))
    #expect(try open("a")("draft \"hello\"").error == nil)
    #expect(try #require(dates("a")["profile.changed"]?.first) < SystemClock.now + .minutes(1))
    #expect(prompt("undo; undo").error == nil)
    #expect(
      try open("a")("expect profile.name == none; expect (activities | where name == \"cello\" | count) == 0").error
        == nil)
  }
}
