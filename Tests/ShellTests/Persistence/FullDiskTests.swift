import Foundation
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore
@testable import TimersWing

/// A state folder on a full disk: the failure is reported, changes stay in memory, saving is retried, and no message
/// claims that the changes were saved.
@Suite final class FullDiskTests {
  private let folder = "/tmp/storyline-full-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func reportedSavesAreOnTheDisk() throws {
    let script = """
      try { repeat 40 { timer start reading; timer done; wait 1s } } catch problem { print $problem.message }
      """
    let run = try Program.run(["--state", folder, "-c", script], fileLimit: 8)
    #expect(run.output.contains("the change could not be saved yet: the disk is full: cannot write"), "\(run.output)")
    #expect(run.status == 1 && run.errors.contains("1 change could not be saved and will be lost"), "\(run.errors)")
    let claimed = run.lines.count { $0.hasSuffix("`rate amazing|good|needs work`") }
    #expect(claimed > 3 && claimed < 40)
    // The disk has room again.
    let after = try Program.run(["--state", folder, "-c", "print rewards.sessions; timer start shower; timer done"])
    #expect(after.status == 0 && after.lines.first == "\(claimed)", "\(after)")
  }

  /// A prompt continues: users are told once, and their changes wait in memory.
  @Test func thePromptSurvivesAFullDisk() throws {
    var options = Session.Options()
    options.kind = .real
    options.isPrompt = true
    let session = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    try session.openState(folder)
    let runner = PromptRunner(session: session)
    func lines(_ text: String) -> [String] {
      runner.run(text)
      return session.output.drainLines()
    }
    #expect(lines("post \"first\"").contains { $0.contains("post 1 is in the outbox") })
    let disk = try Disk(folder)
    try disk.unplug()
    let second = lines("post \"second\"")
    #expect(second.contains { $0.hasPrefix("note: the change could not be saved yet: ") }, "\(second)")
    #expect(!second.contains { $0.contains("in the outbox") })
    #expect(session.unsavedCount == 1 && StatusText.text(session, at: session.now, room: 40)?.plain == "1 unsaved")
    let others = [
      "help stars", "outbox", "timer start reading 20", "profile name Mia", "story play 4", "like", "stars", "history",
      "undo",
      "activity add piano for 20",
    ].flatMap { lines($0) }
    #expect(!others.contains { $0.contains("error") || $0.contains("could not be saved") }, "\(others)")
    #expect(others.contains { $0.contains("reading starts") } && others.contains { $0.contains("second") })
    #expect(!others.contains { $0.contains("is in the outbox") || $0.contains("piano") }, "not before it lasts")
    try disk.plugIn()
    let later = lines("print 1")
    #expect(later.contains { $0.contains("post 2 is in the outbox") } && later.contains { $0.contains("piano") })
    #expect(later.contains("note: saving works again: all changes are saved"), "\(later)")
    #expect(session.unsavedCount == 0 && lines("print 2") == ["2"])
    let reopened = Session(options: options, output: Output(to: .memory), catalog: Catalog.standard)
    try reopened.openState(folder)
    #expect(reopened.world.posts.outbox.count == 2 && reopened.world.timers.countdown.isOn)
  }

  /// Two prompts on a full disk give the same numbers. What is reported afterwards has the numbers that count.
  @Test func reportedNumbersAreThoseThatCount() throws {
    func open() throws -> PromptRunner {
      var options = Session.Options()
      (options.kind, options.isPrompt) = (.real, true)
      let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
      try session.openState(folder)
      return PromptRunner(session: session)
    }
    func lines(_ runner: PromptRunner, _ text: String) -> [String] {
      runner.run(text)
      return runner.session.output.drainLines()
    }
    let (a, b) = (try open(), try open())
    _ = lines(a, "draft \"first\"; post \"p1\"")
    _ = lines(b, "drafts")
    let disk = try Disk(folder)
    let numbers = folder + "/numbers"
    try FileManager.default.moveItem(atPath: numbers, toPath: numbers + ".away")
    try FileManager.default.createDirectory(atPath: numbers, withIntermediateDirectories: false)
    try disk.unplug()
    for text in ["A0", "A1"] { _ = lines(a, "draft \"\(text)\"; post \"post \(text)\"") }
    for text in ["B0", "B1"] { _ = lines(b, "draft \"\(text)\"; post \"post \(text)\"") }
    try disk.plugIn()
    try FileManager.default.removeItem(atPath: numbers)
    try FileManager.default.moveItem(atPath: numbers + ".away", toPath: numbers)
    let (saidA, saidB) = (lines(a, "print 1"), lines(b, "print 1"))
    func given(_ said: [String], _ end: String) -> [Int] {
      said.filter { $0.contains(end) }.compactMap { $0.split(separator: " ").compactMap { Int($0) }.first }
    }
    #expect(given(saidA, "saved") == [2, 3] && given(saidB, "saved") == [4, 5], "\(saidA) \(saidB)")
    #expect(given(saidA, "in the outbox") == [2, 3] && given(saidB, "in the outbox") == [4, 5])
    let c = try open()
    for runner in [a, b, c] {
      _ = lines(runner, "print 2")
      let posts = runner.session.world.posts
      #expect(posts.drafts.entries.map { "\($0.id) \($0.text)" } == ["1 first", "2 A0", "3 A1", "4 B0", "5 B1"])
      #expect(
        posts.outbox.entries.map { "\($0.id) \($0.post.text)" }
          == ["1 p1", "2 post A0", "3 post A1", "4 post B0", "5 post B1"])
    }
    #expect(lines(b, "draft \"B2\"").contains { $0.contains("draft 6 saved") })
  }

  /// A state folder whose journal can no longer be opened, as if its disk had gone.
  private struct Disk {
    private let (path, away): (String, String)

    init(_ folder: String) throws {
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".journal") })
      (path, away) = ("\(folder)/\(name)", "\(folder)/away")
    }

    func unplug() throws {
      try FileManager.default.moveItem(atPath: path, toPath: away)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    func plugIn() throws {
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: away, toPath: path)
    }
  }

  @Test func pendingEventsAreSavedOnceThereIsSpace() throws {
    let run = ScriptRun()
    try run.session.openState(folder)
    #expect(run("timer start reading; timer done").error == nil)
    let disk = try Disk(folder)
    try disk.unplug()
    let failing = run("rate good")
    #expect(failing.error?.hasPrefix("the change could not be saved yet: ") == true, "\(failing)")
    #expect(!failing.lines.contains { $0.contains("★") }, "not before it is saved")
    try disk.plugIn()
    let later = run("wait 1s")
    #expect(
      later.error == nil && later.lines.first?.hasSuffix("★ reading: good, 10 stars; 10 in all") == true, "\(later)")
    let again = ScriptRun()
    try again.session.openState(folder)
    #expect(again.session.ledger.timerSessions.stars == 10)
  }
}
