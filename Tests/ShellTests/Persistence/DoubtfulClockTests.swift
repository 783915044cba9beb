import Foundation
import System
import Testing
import Timeline

@testable import Journal
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// A clock that no time server confirms: it may be behind, so what it calls the future may be right. Nothing gets
/// another date until a day has passed by the same clock, or the user vouches for the clock.
@Suite final class DoubtfulClockTests {
  private let root = Scratch.path()

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func open(_ device: String, _ trust: ClockTrust = ClockTrust(isSynchronised: { false })) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = .real
    options.clockTrust = trust
    let run = ScriptRun(
      Session(options: options, output: Output(format: .json, to: .memory, width: 80), catalog: Catalog.standard))
    try run.session.openState("\(root)/\(device)")
    return run
  }

  private var sync: String { "sync \"\(root)/shared\"" }

  /// Saves sessions, a rating and a draft of the days to come, as a clock that is right now saved them before it was
  /// set back.
  private func live(_ device: String, days: [Int64] = [2, 3, 4]) throws {
    let run = try open(device)
    for _ in days { #expect(run("timer start reading; timer done; rate good").error == nil) }
    #expect(run("draft \"plan\"").error == nil)
    let name = DeviceName.known(in: "\(root)/\(device)")!
    let path = "\(root)/\(device)/\(name).journal"
    let lines = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))).split(separator: 0x0A)
    var bytes = Array(lines[0]) + [0x0A]
    var sessions = 0
    for line in lines.dropFirst() {
      let saved = try #require(line.withUnsafeBytes { Line.savedEvent(of: $0) })
      var event = saved.event
      if event.type == "timer.saved" { sessions += 1 }
      let ahead = Duration.days(days[max(0, sessions - 1)])
      event.instant += ahead
      if let local = event.local {
        event.local = Journal.LocalDay(
          day: CivilTime(utc: local.day.instant() + ahead), offset: .seconds(Int64(local.offsetSeconds)))
      }
      if case .object(var fields) = try event.payload.json {
        for place in fields.indices where ["started", "ended", "at"].contains(fields[place].name) {
          if let value = fields[place].value.integerValue {
            fields[place].value = .integer(value + ahead.microseconds)
          }
        }
        event.payload = Journal.Payload(fields)
      }
      bytes += Journal.SavedEvent(event, origin: saved.origin).line
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Returns the instants of the events that count in a device's folder, without the device's facts about itself.
  private func dates(_ device: String, of types: Set<String> = ["timer.saved", "timer.rated"]) throws -> [Instant] {
    let journal = try Journal.open(
      folder: "\(root)/\(device)", kind: .real, device: #require(DeviceName.known(in: "\(root)/\(device)")))
    var cursor = journal.cursor()
    var dates: [Instant] = []
    while let saved = try cursor.next() {
      if types.contains(saved.event.type) { dates.append(saved.event.instant) }
    }
    return dates
  }

  /// An hour with a clock that is behind leaves all dates as they are, whatever is done in it, and the user learns how
  /// to decide.
  @Test(arguments: ["sync", "draft \"x\"", "rate amazing again", "undo", "timer start reading; timer done"])
  func aClockThatIsBehindMovesNothing(change: String) throws {
    try live("a")
    let before = try dates("a").prefix(4)
    let run = try open("a")
    let said = run.session.output.drainLines().joined()
    #expect(
      said.contains(
        "from this device are dated up to 3 d 23 h ahead of the system clock. If the clock is wrong, set it. "))
    #expect(
      said.contains("If the clock is not set in the next 1 d, the first change after that corrects them"), "\(said)")
    #expect(!said.contains("one of the two is wrong"))
    for _ in 1...2 {
      let result = run("\(change == "sync" ? "" : "\(change); ")\(sync)")
      // The sessions are dated ahead, so that there is nothing to take back and nothing to rate.
      #expect(["undo", "rate amazing again"].contains(change) || result.error == nil, "\(result)")
      #expect(!result.lines.joined().contains("because the clock was wrong"), "\(result.lines)")
    }
    #expect(try open("a")(sync).error == nil)
    #expect(try Set(dates("a")).isSuperset(of: before))
    // The other devices have the right dates as well.
    #expect(try open("b")(sync).error == nil)
    #expect(try Set(dates("b")).isSuperset(of: before))
    // The clock is right again.
    let later = try Persistence.open(
      "\(root)/a", isReal: true, zone: .utc, settings: Catalog.standard.settings, clockTrust: ClockTrust { false })
    _ = try later.read(at: SystemClock.now + .days(5))
    #expect(!later.correctDates(at: SystemClock.now + .days(5)) && later.drainNotices().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(root)/a/clock"))
  }

  /// A user who knows that the clock is right need not wait, and is told what happened. `sync` without a change never
  /// corrects a date by such a clock.
  @Test func aUserVouchesForTheClock() throws {
    try live("a", days: [9, 10, 20])
    let run = try open("a")
    #expect(run("draft edit 1 \"later\"").error == nil)
    let said = run("clock confirm")
    #expect(said.error == nil)
    #expect(said.lines.joined().contains("because the clock was wrong: they now have today's date"), "\(said.lines)")
    #expect(run("expect (drafts | first).text == \"later\"; draft edit 1 \"now\"; \(sync)").error == nil)
    #expect(
      run("clock confirm").error?.hasPrefix(
        "no event from this device is dated more than a day ahead of the system clock") == true)
    let dates = try dates("a", of: ["timer.saved", "timer.rated", "draft.state"])
    #expect(dates.count >= 6 && dates.allSatisfy { $0 < SystemClock.now + .seconds(1) }, "\(dates)")
    let b = try open("b")
    #expect(b("\(sync); expect (drafts | first).text == \"now\"; expect (history | count) == 3").error == nil)
  }

  /// A session that began before the clock was set shows another time than the clock.
  @Test func aSessionThatKeepsItsTimeCorrectsNothing() throws {
    try live("a")
    let before = try dates("a")
    let run = try open("a", ClockTrust(isSynchronised: { true }, shift: { .days(2) }))
    #expect(run("draft \"x\"; \(sync)").error == nil)
    #expect(
      run("clock confirm").error?.hasPrefix(
        "the system clock has been set since this session began, and the session keeps its earlier time") == true)
    #expect(try dates("a") == before)
  }

  /// Another device's correct dates are not this one's to change.
  @Test func aWrongClockMovesNoDateOfAnotherDevice() throws {
    try live("a")
    #expect(try open("a")(sync).error == nil)
    let before = try dates("a")
    let b = try open("b")
    #expect(b("timer start reading; timer done; \(sync); profile name Mia; \(sync)").error == nil)
    #expect(b("clock confirm").error != nil)
    #expect(try open("a")(sync).error == nil)
    #expect(try Set(dates("a")).isSuperset(of: before))
  }

  // MARK: A day

  /// One look at the saved events: the clock's time and the steady clock's, in hours since the first.
  private struct Look {
    let clock: Int64
    let steady: Int64
    var boot = "boot"
  }

  /// The last look corrects the dates with a change, never with `sync`, and only if the same clock has been behind
  /// for a day.
  @Test(arguments: [
    ([Look(clock: 0, steady: 0), Look(clock: 23, steady: 23)], false),
    ([Look(clock: 0, steady: 0), Look(clock: 24, steady: 24)], true),
    ([Look(clock: 0, steady: 0), Look(clock: 12, steady: 12), Look(clock: 25, steady: 25)], true),
    // Set forward, but not far enough.
    ([Look(clock: 0, steady: 0), Look(clock: 30, steady: 1)], false),
    // Set back.
    ([Look(clock: 0, steady: 0), Look(clock: -5, steady: 24)], false),
    (
      [Look(clock: 0, steady: 0), Look(clock: -5, steady: 0, boot: "next"), Look(clock: 18, steady: 23, boot: "next")],
      false
    ),
    // The machine was off.
    ([Look(clock: 0, steady: 0), Look(clock: 24, steady: 0, boot: "next")], true),
    ([Look(clock: 0, steady: 0), Look(clock: 1, steady: 0, boot: "next")], false),
  ])
  private func aDayByTheSameClockIsEnough(looks: [Look], isCorrected: Bool) throws {
    try live("a", days: [4, 5, 6])
    let now = SystemClock.now
    for (number, look) in looks.enumerated() {
      let moment = SteadyMoment(boot: look.boot, steady: (1_000 + look.steady) * 3_600_000_000)
      let trust = ClockTrust(isSynchronised: { false }, moment: { _ in moment })
      let persistence = try Persistence.open(
        "\(root)/a", isReal: true, zone: .utc, settings: Catalog.standard.settings, clockTrust: trust)
      let time = now + .hours(look.clock)
      _ = try persistence.read(at: time)
      #expect(!persistence.correctDates(at: time, by: .sync))
      #expect(persistence.correctDates(at: time) == (isCorrected && number == looks.count - 1), "look \(number)")
    }
  }

  /// A damaged file, and one that cannot be written, only begin the day again.
  @Test func aDamagedRecordBeginsAgain() throws {
    try live("a")
    for text in ["", "{", "{\"version\":1,\"since\":5,\"last\":1}", String(repeating: "x", count: 10_000)] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/a/clock"))
      #expect(try open("a").session.output.drainLines().joined().contains("in the next 1 d"))
      let written = try Data(contentsOf: URL(fileURLWithPath: "\(root)/a/clock"))
      #expect(ClockRecord([UInt8](written)) != nil)
    }
    try FileManager.default.removeItem(atPath: "\(root)/a/clock")
    try FileManager.default.createDirectory(atPath: "\(root)/a/clock", withIntermediateDirectories: false)
    #expect(try open("a")("draft \"x\"").error == nil)
  }
}
