import Foundation
import Testing

@testable import Shell

/// A state folder that takes nothing more: said, kept in memory, tried again, never claimed to be saved.
@Suite final class FullDiskTests {
  private let folder = "/tmp/storyline-full-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func whatWasSaidToBeSavedIsThere() throws {
    let script = """
      try { repeat 40 { timer start reading; timer done; wait 1s } } catch problem { print $problem.message }
      """
    let run = try Program.run(["--state", folder, "-c", script], fileLimit: 8)
    #expect(run.output.contains("this could not be saved yet: the disk is full: cannot write"), "\(run.output)")
    #expect(run.errors.contains("1 change could not be saved and will be lost"), "\(run.errors)")
    let claimed = run.lines.count { $0.hasSuffix("`rate amazing|good|\"needs work\"`") }
    #expect(claimed > 3 && claimed < 40)
    // The disk has room again.
    let after = try Program.run(["--state", folder, "-c", "print rewards.sessions; timer start shower; timer done"])
    #expect(after.status == 0 && after.lines.first == "\(claimed)", "\(after)")
  }

  @Test func whatTheDiskTakesLaterIsSavedThen() throws {
    let run = ScriptRun()
    try run.session.openState(folder)
    #expect(run("timer start reading; timer done").error == nil)
    // A journal whose file cannot be opened any more, as if its disk had gone.
    let files = FileManager.default
    let name = try #require(try files.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".journal") })
    let (path, away) = ("\(folder)/\(name)", "\(folder)/away")
    try files.moveItem(atPath: path, toPath: away)
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    let failing = run("rate good")
    #expect(failing.error?.hasPrefix("this could not be saved yet: ") == true, "\(failing)")
    #expect(!failing.lines.contains { $0.contains("★") }, "not before it is saved")
    try files.removeItem(atPath: path)
    try files.moveItem(atPath: away, toPath: path)
    let later = run("wait 1s")
    #expect(
      later.error == nil && later.lines.first?.hasSuffix("★ reading: good, 10 stars; 10 in all") == true, "\(later)")
    let again = ScriptRun()
    try again.session.openState(folder)
    #expect(again.session.stints.stars == 10)
  }
}
