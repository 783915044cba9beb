import Foundation
import JSON
import Testing
import Timeline

@testable import Journal
@testable import Shell

/// Changes that a device saved while its clock was a year ahead: once the clock is right, they count everywhere, and
/// later changes replace them.
@Suite final class WrongClockTests {
  private let root = Scratch.path()

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func open(_ device: String, _ kind: Session.Options.Kind = .real) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = kind
    // Notes are lines, too.
    let output = Output(format: .json, to: .memory, width: 80)
    let run = ScriptRun(Session(options: options, output: output, catalog: Catalog.standard))
    try run.session.openState("\(root)/\(device)")
    return run
  }

  private var sync: String { "sync \"\(root)/shared\"" }

  /// Moves all changes of a device ahead, as if its clock had been wrong then.
  private func setAhead(_ device: String, by ahead: Duration = .days(365)) throws {
    let folder = "\(root)/\(device)"
    let name = DeviceName.known(in: folder)!
    let path = "\(folder)/\(name).journal"
    let lines = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))).split(separator: 0x0A)
    var bytes = Array(lines[0]) + [0x0A]
    for line in lines.dropFirst() {
      let saved = try #require(line.withUnsafeBytes { Line.savedEvent(of: $0) })
      var event = saved.event
      // What happened stays where it is, since what was seen and done has no other date.
      if Keeper.kind(of: event.type)?.changes == true { event.instant += ahead }
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
  @Test func whatAWrongClockDatedCountsWithTheNextSync() throws {
    #expect(try open("a")(Self.life).error == nil)
    try setAhead("a")
    let a = try open("a")
    #expect(a(Self.lived).error == nil)
    let said = a(sync)
    #expect(said.error == nil)
    #expect(said.lines.joined().contains("of this device were dated more than a day ahead because the clock was wrong"))
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
    #expect(repaired.count > before + 6)
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

  /// Where another device has events of that time as well, this device's clock may be the one that is wrong.
  @Test func aClockThatIsBehindDatesNothingAnew() throws {
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
        "1 change of this device is dated more than a day in the future as well, and keeps its date: if this device's "
          + "clock is right, `devices forget \(name)` lets it have today's date"), "\(said.lines)")
    #expect(try open("a")("expect profile.name == \"Ann\"").error == nil)
    // What the note says leads there.
    let mended = try open("a")("devices forget \(name); \(sync)")
    #expect(mended.error == nil)
    #expect(
      try (mended.lines + open("a").session.output.drainLines()).joined().contains("because the clock was wrong"),
      "\(mended.lines)")
  }

  /// Until the other device's clock is right, its changes do not count here: the note says whose they are and what to
  /// do, and `sync` reports no change.
  @Test func whatIsAheadIsNamed() throws {
    #expect(try open("a")(Self.life).error == nil)
    let b = try open("b")
    #expect(b(sync).error == nil)
    try setAhead("a")
    let name = DeviceName.known(in: "\(root)/a")!
    try FileManager.default.copyItem(
      atPath: "\(root)/a/\(name).journal", toPath: "\(root)/shared/\(name).journal")
    let line = b(sync).lines.joined(separator: " ")
    #expect(
      line.contains("of \(name) are dated more than a day in the future and are ignored until that date"), "\(line)")
    #expect(line.contains("and sync on \(name) again"))
    #expect(!line.contains("by \(name)"), "\(line)")
    #expect(try open("a")(sync).error == nil)
    #expect(b("\(sync); \(Self.lived)").error == nil)
  }
}
