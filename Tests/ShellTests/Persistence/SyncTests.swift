import Foundation
import Testing
import Timeline
import Timers

@testable import Journal
@testable import SessionState
@testable import ShellCore
@testable import TimersWing

/// `sync`: several devices, one shared folder.
@Suite final class SyncTests {
  private let root = "/tmp/storyline-sync-\(UInt64.random(in: 0 ... .max))"
  private let files = FileManager.default

  deinit { try? files.removeItem(atPath: root) }

  private func open(_ device: String, at start: Instant = .practiceStart, zone: Zone = .utc) throws -> ScriptRun {
    var options = Session.Options()
    options.start = start
    options.zone = zone
    let run = ScriptRun(options)
    try run.session.openState("\(root)/\(device)")
    return run
  }

  private var sync: String { "sync \"\(root)/shared\"" }

  @Test func syncCopiesMissingEvents() throws {
    let kitchen = try open("kitchen")
    #expect(
      kitchen("timer start reading; timer done; rate amazing; story play 4; like; post \"hi\"; \(sync)").error == nil)
    let tablet = try open("tablet")
    #expect(tablet("timer start shower; timer done; rate good").error == nil)
    let said = tablet(sync)
    #expect(said.error == nil)
    let name = try #require(DeviceName.known(in: "\(root)/kitchen"))
    #expect(
      said.lines.last?.hasSuffix(
        ": 5 events received, new events sent; \(name) queued 1 post without an account: log in, then `outbox send N` "
          + "sends it with your account; 25 stars in all") == true,
      "\(said.lines)"
    )
    #expect(
      tablet("expect rewards.sessions == 2; expect (story show 4).liked; expect outbox.count == 1").error == nil)
    #expect(kitchen("\(sync); expect rewards.stars == 25; expect rewards.streak == 1").error == nil)
    #expect(kitchen(sync).lines.last?.hasSuffix("nothing new received, nothing new sent") == true)
  }

  /// A post for an account is sent by that account's prompt; a post without one only by its number. New drafts are no
  /// changes.
  @Test func queuedPostsAreListedByAccount() throws {
    let kitchen = try open("kitchen")
    #expect(
      kitchen("post \"a\"; post \"b\"; login bob.test; post \"c\" at 2027-01-01; draft \"d\"; \(sync)").error == nil
    )
    let name = try #require(DeviceName.known(in: "\(root)/kitchen"))
    let tablet = try open("tablet")
    let said = try #require(tablet(sync).lines.last)
    #expect(
      said.contains(
        "; \(name) queued 1 post, which will be sent when a prompt with its account is open; \(name) queued 2 posts "
          + "without an account: log in, then `outbox send N` sends each of them with your account"), "\(said)")
    #expect(!said.contains("draft"), "\(said)")
    #expect(kitchen("draft edit 1 \"e\"; \(sync)").error == nil)
    #expect(try #require(tablet(sync).lines.last).contains("1 draft was changed by \(name)"))
  }

  @Test func undoAffectsOnlyOwnEvents() throws {
    let kitchen = try open("kitchen")
    kitchen("story play 4; like; \(sync)")
    let tablet = try open("tablet")
    tablet("story play 4; like; tap right; like; \(sync)")
    kitchen("timer start reading; timer done; \(sync)")
    #expect(kitchen("undo").error?.contains("had effects outside this session") == true)
    #expect(kitchen("undo").error?.hasPrefix("there is nothing to undo") == true)
    #expect(kitchen("expect (story show 5).liked; expect rewards.sessions == 1").error == nil)
  }

  @Test(arguments: [
    ("sync \"/dev/null/shared\"", "cannot sync with '/dev/null/shared': cannot create the folder"),
    ("fork; sync \"/tmp/nowhere\"", "`sync` has effects outside this session, which `fork drop` could not undo"),
  ])
  func refusesWithAReason(_ script: String, _ message: String) throws {
    let error = try open("kitchen")(script).error
    #expect(error?.hasPrefix(message) == true, "\(error ?? "nothing")")
  }

  @Test func unintendedFoldersAreReported() throws {
    let kitchen = try open("kitchen")
    #expect(
      kitchen("sync \"\(root)/kitchen\"").error
        == "cannot sync with '\(root)/kitchen': \(root)/kitchen is this device's own state folder"
        + " | choose a folder that other devices can also reach")
    let made = try Program.run(["--json", "--state", "\(root)/tablet", "-c", "\(sync); \(sync)"])
    let notices = made.output.split(separator: "\n").filter { $0.contains("did not exist, so it was created") }
    #expect(notices.count == 1, "\(made.output)")
  }

  @Test func aPrivateSessionHasNothingToMerge() {
    #expect(
      ScriptRun.error("sync \"/tmp/nowhere\"")
        == "this session saves nothing, so there is nothing to sync | try: storyline --state FOLDER, or storyline --real"
    )
  }

  /// Devices with different clocks and zones, merges in any order, devices restored from a backup: in the end all
  /// agree, every session that was saved and not undone exists once, and its stars are counted once.
  @Test(arguments: 1...12)
  func allAgreeInTheEnd(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let devices = ["a", "b", "c"]
    let zones = try ["Europe/Lisbon", "America/New_York", "Asia/Tokyo"].map { try #require(Zone($0)) }
    var days = [0, 0, 0]
    var saved: Set<TimerSessionID> = []
    for _ in 0..<40 {
      let number = Int.random(in: 0..<3, using: &chance)
      let device = devices[number]
      // The clocks differ by days and sometimes go back.
      days[number] += Int.random(in: -1...2, using: &chance)
      let start = Instant.practiceStart + .days(Int64(days[number] + 5 * number))
      switch Int.random(in: 0..<10, using: &chance) {
      case 0 where files.fileExists(atPath: "\(root)/\(device)"):
        try? files.removeItem(atPath: "\(root)/\(device)-backup")
        // Events that the restored backup loses were merged before.
        #expect(try open(device, at: start, zone: zones[number])(sync).error == nil)
        try files.copyItem(atPath: "\(root)/\(device)", toPath: "\(root)/\(device)-backup")
      case 1 where files.fileExists(atPath: "\(root)/\(device)-backup"):
        #expect(try open(device, at: start, zone: zones[number])(sync).error == nil)
        try files.removeItem(atPath: "\(root)/\(device)")
        try files.copyItem(atPath: "\(root)/\(device)-backup", toPath: "\(root)/\(device)")
      case 2...4:
        #expect(try open(device, at: start, zone: zones[number])(sync).error == nil)
      case 5:
        let run = try open(device, at: start, zone: zones[number])
        run("timer start shower; timer done; undo")
      default:
        let run = try open(device, at: start, zone: zones[number])
        let before = Set(run.session.ledger.timerSessions.timerSessions().map(\.id))
        #expect(run("timer start shower; wait 3m; timer done; rate good").error == nil)
        saved.formUnion(Set(run.session.ledger.timerSessions.timerSessions().map(\.id)).subtracting(before))
      }
    }
    for device in devices + devices { #expect(try open(device)(sync).error == nil) }
    let ledgers = try devices.map { try open($0).session.ledger.timerSessions }
    for ledger in ledgers {
      #expect(ledger.timerSessions() == ledgers[0].timerSessions())
      #expect(ledger.stars == ledgers[0].stars)
      #expect(Set(ledger.timerSessions().map(\.id)) == saved)
      #expect(ledger.timerSessions().count == saved.count)
    }
  }

  /// A file in this device's place that it may not replace: the others' events come, nothing is sent, and `sync` fails.
  @Test(arguments: ["newer", "folder"]) func unsentFilesAreErrors(what: String) throws {
    let (a, b) = (try open("a"), try open("b"))
    #expect(a("draft \"mine\"; \(sync)").error == nil && b("draft \"theirs\"; \(sync)").error == nil)
    let path = "\(root)/shared/\(DeviceName.known(in: "\(root)/a")!).journal"
    try FileManager.default.removeItem(atPath: path)
    if what == "folder" {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } else {
      var header = Header(kind: .practice, device: DeviceName.known(in: "\(root)/a")!.name)
      header.version = 2
      try Data(header.line).write(to: URL(fileURLWithPath: path))
    }
    let why =
      what == "folder"
      ? "cannot open \(path): Is a directory"
      : "\(path) has format 2, written by a newer version of this program (this version knows 1)"
    let error = a("draft \"more\"; \(sync)").error
    #expect(
      error == "this device's file in \(root)/shared cannot be updated, so no other device gets your changes: \(why) | "
        + "move the file elsewhere, and sync again", "\(error ?? "")")
    #expect(a("expect (drafts | where text == \"theirs\" | count) == 1").error == nil)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".elsewhere")
    #expect(a(sync).error == nil && b("\(sync); expect (drafts | where text == \"more\" | count) == 1").error == nil)
  }
}
