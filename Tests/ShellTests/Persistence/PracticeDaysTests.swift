import Foundation
import Testing
import Timeline

@testable import SessionState
@testable import ShellCore

/// A practice folder continues at the time of its last event.
@Suite final class PracticeDaysTests {
  private let folder = "/tmp/storyline-days-\(UInt64.random(in: 0 ... .max))"

  deinit {
    for suffix in ["", "-b", "-shared"] { try? FileManager.default.removeItem(atPath: folder + suffix) }
  }

  private func open(_ suffix: String = "", at start: Instant? = nil) throws -> ScriptRun {
    var options = Session.Options()
    options.start = start
    let run = ScriptRun(options)
    try run.session.openState(folder + suffix)
    return run
  }

  @Test func daysGoOnFromRunToRun() throws {
    for day in 1...3 {
      let run = try open()
      #expect(run("timer start reading 1; wait 1m; rate good; expect rewards.streak == \(day)").error == nil)
      #expect(run("wait 1d; post \"day \(day)\"; wait 3h").error == nil)
    }
    let run = try open()
    #expect(
      run("expect clock.now == 2026-01-08T09:03; expect clock.elapsed == 0s; expect (stories | count) == 20").error
        == nil)
    #expect(try open(at: .practiceStart + .days(40))("expect clock.now == 2026-02-14T09:00").error == nil)
    #expect(try open(at: .practiceStart)("expect clock.now == 2026-01-05T09:00").error == nil, "`--now` holds")
  }

  @Test func linesCountFromTheNewBeginning() throws {
    _ = try open()("wait 5d; post \"hi\"")
    let run = try open()
    #expect(run("wait 2s; post \"there\"").lines.first == " 0:02.000  ✓ post 2 is in the outbox (5 of 300 characters)")
    #expect(run("rewind 3s").error == "the session is only 2 s old | try: rewind 2s")
  }

  @Test func theProgramAsWell() throws {
    let script = "timer start reading 1; timer done; rate good; wait 1d; timer start reading 1; timer done"
    #expect(try Program.run(["--state", folder, "-c", script]).status == 0)
    let now = try Program.run(["--state", folder, "-c", "print clock.now"]).output
    #expect(now == "2026-01-06T09:00:00\n")
    let asked = try Program.run(["--state", folder, "--now", "2026-01-05T10:00", "-c", "print clock.now"]).output
    #expect(asked == "2026-01-05T10:00:00\n")
  }

  /// Two copies of a folder start different timers at the same virtual instant: neither timer is lost. The copies
  /// have one name, so the first copy that syncs treats the other's lines as a stranger's, until the user says that
  /// they are its own.
  @Test func copiesShareNoIds() throws {
    _ = try open()("post \"before\"")
    try FileManager.default.copyItem(atPath: folder, toPath: folder + "-b")
    let (one, other) = (try open(), try open("-b"))
    #expect(one.session.now == other.session.now)
    #expect(one("timer start iPad 1; wait 1m; rate good").error == nil)
    #expect(other("timer start homework 5; wait 1m; timer done; rate amazing").error == nil)
    for run in [one, other, one] { #expect(run("sync \"\(folder)-shared\"").error == nil) }
    let both = "expect rewards.sessions == 2; expect rewards.stars == 25"
    #expect(other(both).error == nil)
    #expect(one("expect rewards.sessions == 1").error == nil)
    let name = try #require(one.session.persistence).place.device
    let shared = "\(folder)-shared/\(name).journal"
    try FileManager.default.removeItem(atPath: "\(folder)/\(name).sent")
    try FileManager.default.removeItem(atPath: shared)
    try FileManager.default.moveItem(atPath: shared + ".left-out", toPath: shared)
    #expect(one("sync \"\(folder)-shared\"; \(both)").error == nil)
  }
}
