import Foundation
import System
import Testing

@testable import SessionState
@testable import Shell
@testable import ShellCore

/// A state folder whose files were removed, replaced by links, or taken from another folder.
@Suite final class OwnFolderTests {
  private let root = Scratch.path()
  private let files = FileManager.default

  deinit { try? files.removeItem(atPath: root) }

  private func open(_ device: String) throws -> ScriptRun {
    var options = Session.Options()
    options.kind = .real
    // Notes are lines, too.
    let output = Output(format: .json, to: .memory, width: 80)
    let run = ScriptRun(Session(options: options, output: output, catalog: Catalog.standard))
    try run.session.openState("\(root)/\(device)")
    return run
  }

  private var sync: String { "sync \"\(root)/shared\"" }
  private func name(_ device: String) throws -> String { try #require(DeviceName.known(in: "\(root)/\(device)")).name }
  private func text(_ path: String) throws -> String { try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }

  // MARK: A journal that is gone

  @Test(arguments: [false, true], [false, true])
  func aMissingJournalIsReportedAndRestored(isSynchronised: Bool, isEmptied: Bool) throws {
    let a = try open("a")
    #expect(a("timer start reading; timer done; rate good; draft \"mine\"").error == nil)
    if isSynchronised { #expect(a(sync).error == nil) }
    let path = "\(root)/a/\(try name("a")).journal"
    if isEmptied { try Data().write(to: URL(fileURLWithPath: path)) } else { try files.removeItem(atPath: path) }
    let bytes = try? Program.run(["state", "check", "\(root)/a"])
    let run = try open("a")
    let note = run.session.output.drainLines().joined(separator: " ")
    #expect(note.contains(path) && note.contains("`sync FOLDER`"), "\(note)")
    guard isSynchronised else {
      #expect(note.contains("is missing or empty, although this folder has saved posts or drafts"))
      return
    }
    #expect(note.contains("has no events, but had"))
    #expect(bytes?.output.contains("has no events, but had") == true, "\(bytes?.output ?? "")")
    // Still true of a journal that has only its first line.
    #expect(try open("a").session.output.drainLines().joined().contains("has no events, but had"))
    #expect(run("\(sync); expect rewards.stars == 10; expect (drafts | first).text == \"mine\"").error == nil)
    #expect(try !open("a").session.output.drainLines().joined().contains("has no event"))
  }

  /// Something else in the journal's place is no journal, however large it is, and is never written.
  @Test(
    arguments: ["folder", "link to a folder", "link to a text", "link to another's journal", "dangling link"],
    [false, true])
  func whatIsNoJournalInItsPlaceIsTold(kind: String, isSynchronised: Bool) throws {
    let a = try open("a")
    #expect(a("timer start reading; timer done; rate good; draft \"mine\"").error == nil)
    if isSynchronised { #expect(a(sync).error == nil) }
    let (path, elsewhere) = ("\(root)/a/\(try name("a")).journal", "\(root)/elsewhere")
    try files.removeItem(atPath: path)
    var text = Data(String(repeating: "a list of things\n", count: 200).utf8)
    switch kind {
    case "folder": try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link to a folder": try files.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    case "link to a text": try text.write(to: URL(fileURLWithPath: elsewhere))
    case "link to another's journal":
      #expect(try open("b")("timer start shower; timer done; rate amazing").error == nil)
      try files.moveItem(atPath: "\(root)/b/\(try name("b")).journal", toPath: elsewhere)
      text = try #require(files.contents(atPath: elsewhere))
    default: break
    }
    if kind != "folder" { try files.createSymbolicLink(atPath: path, withDestinationPath: elsewhere) }
    let run = try open("a")
    let note = run.session.output.drainLines().joined(separator: " ")
    #expect(
      note.contains(isSynchronised ? "has no events, but had" : "is missing or empty, although this folder has saved"),
      "\(note)")
    if isSynchronised, kind != "folder" {
      #expect(run("\(sync); expect rewards.stars == 10").error == nil)
    }
    switch kind {
    case "link to a folder": #expect(try files.contentsOfDirectory(atPath: elsewhere) == [])
    case "link to a text", "link to another's journal": #expect(files.contents(atPath: elsewhere) == text)
    default: #expect(!files.fileExists(atPath: elsewhere))
    }
  }

  /// A link to the journal itself says nothing: the events are there.
  @Test func aLinkToAJournalIsToldAsALinkAlone() throws {
    let a = try open("a")
    #expect(a("draft \"mine\"; \(sync)").error == nil)
    let path = "\(root)/a/\(try name("a")).journal"
    try files.moveItem(atPath: path, toPath: "\(root)/elsewhere")
    try files.createSymbolicLink(atPath: path, withDestinationPath: "\(root)/elsewhere")
    let run = try open("a")
    let note = run.session.output.drainLines().joined(separator: " ")
    #expect(note.contains("was a link to another file") && !note.contains("has no events"), "\(note)")
    #expect(run("expect (drafts | count) == 1").error == nil)
  }

  @Test func aNewFolderSaysNothing() throws {
    #expect(try open("a").session.output.drainLines().isEmpty)
    let a = try open("a")
    #expect(a(sync).error == nil)
    #expect(try open("a").session.output.drainLines().isEmpty)
    // A device that has only what others saved.
    #expect(try open("b")("draft \"mine\"; \(sync)").error == nil)
    #expect(a("\(sync); drafts").error == nil)
    #expect(try open("a").session.output.drainLines().isEmpty)
  }

  // MARK: Links

  /// Nothing is written through a link in the place of a small file.
  @Test(arguments: ["numbers", "numbers.lock", "device.2", "device", "pin", "pin.lock"])
  func nothingIsWrittenThroughALink(file: String) throws {
    #expect(try open("a")("draft \"one\"").error == nil)
    let before = try name("a")
    let (path, victim) = ("\(root)/a/\(file)", "\(root)/victim")
    let content = (try? File.read(path, atMost: 1 << 16)) ?? []
    try? files.removeItem(atPath: path)
    try Data(content).write(to: URL(fileURLWithPath: victim))
    try files.createSymbolicLink(atPath: path, withDestinationPath: victim)
    let a = try open("a")
    #expect(a("draft \"two\"; post \"three\"").error == nil)
    _ = a("pin set 1234")
    #expect(try File.read(victim, atMost: 1 << 16) == content)
    #expect(try name("a") == before)
    let again = try open("a")
    #expect(
      again("expect (drafts | count) == 2; expect outbox.count == 1; expect (drafts)[1].draft == 2").error == nil)
    if file.hasPrefix("numbers") { #expect(try FileStatus(path, followsLinks: false).kind == .file) }
  }

  @Test func aDanglingLinkMakesNoFile() throws {
    #expect(try open("a")("draft \"one\"").error == nil)
    for file in ["numbers", "numbers.lock", "device.2"] {
      try files.removeItem(atPath: "\(root)/a/\(file)")
      try files.createSymbolicLink(atPath: "\(root)/a/\(file)", withDestinationPath: "\(root)/nowhere")
    }
    #expect(try open("a")("draft \"two\"").error == nil)
    #expect(!files.fileExists(atPath: "\(root)/nowhere"))
    #expect(try FileStatus("\(root)/a/numbers", followsLinks: false).kind == .file)
  }

  // MARK: Another folder's name

  /// The file of another device's folder was copied over this one's, alone or with its copy: this device keeps its
  /// name, and neither of them loses anything.
  @Test(arguments: [false, true]) func aNameFromAnotherFolderIsNotTakenOver(both: Bool) throws {
    #expect(try open("a")("post \"from a\"; timer start reading 20; \(sync)").error == nil)
    #expect(try open("b")("post \"from b\"; \(sync)").error == nil)
    #expect(try open("a")(sync).error == nil)
    let (a, b) = (try name("a"), try name("b"))
    for file in both ? ["device", "device.2"] : ["device"] {
      try files.removeItem(atPath: "\(root)/a/\(file)")
      try files.copyItem(atPath: "\(root)/b/\(file)", toPath: "\(root)/a/\(file)")
    }
    #expect(try name("a") == a)
    let run = try open("a")
    let note = run.session.output.drainLines().joined(separator: " ")
    #expect(
      note.contains("belongs to another device: \(b); this device is still \(a), which owns the folder"), "\(note)")
    #expect(run("post \"again\"; expect timer.state == running; \(sync)").error == nil)
    #expect(try text("a/\(a).journal").contains("again") && !text("shared/\(b).journal").contains("again"))
    #expect(try text("a/device").hasPrefix("\(a)\n") && text("a/device.2").hasPrefix("\(a)\n"))
    // Said once.
    #expect(try !open("a").session.output.drainLines().joined().contains("another device's"))
    let other = try open("b")
    #expect(other("\(sync); expect outbox.count == 3").error == nil)
  }

  /// A folder that was never synced: its only journal says whose it is, no matter what both files say.
  @Test(arguments: [["device"], ["device", "device.2"], ["device.2"]])
  func theOnlyJournalDecides(copied: [String]) throws {
    #expect(try open("a")("draft \"from a\"; set tick on; timer start reading 20").error == nil)
    #expect(try open("b")("draft \"from b\"").error == nil)
    let (a, b) = (try name("a"), try name("b"))
    for file in ["device", "device.2"] { try files.removeItem(atPath: "\(root)/a/\(file)") }
    for file in copied { try files.copyItem(atPath: "\(root)/b/\(file)", toPath: "\(root)/a/\(file)") }
    #expect(try name("a") == a)
    let run = try open("a")
    let note = run.session.output.drainLines().joined(separator: " ")
    #expect(
      note.contains(
        "belongs to another device: \(b); this device is still \(a), according to the only journal in the folder"),
      "\(note)")
    #expect(run("expect timer.state == running; draft \"again\"").error == nil && run.session.world.timers.sounds.ticks)
    #expect(try text("a/\(a).journal").contains("again") && !files.fileExists(atPath: "\(root)/a/\(b).journal"))
    #expect(try text("a/device").hasPrefix("\(a)\n") && text("a/device.2").hasPrefix("\(a)\n"))
    #expect(try !open("a").session.output.drainLines().joined().contains("belongs to"))
  }

  /// The name of another device would not last in a folder that has synced: it is refused, and the note says how it
  /// would.
  @Test func aNameThatWouldNotLastIsRefused() throws {
    #expect(try open("a")("draft \"from a\"; \(sync)").error == nil)
    #expect(try open("b")("draft \"from b\"; \(sync)").error == nil)
    #expect(try open("a")(sync).error == nil)
    let (a, b) = (try name("a"), try name("b"))
    let run = try Program.run(["state", "name", b, "\(root)/a"])
    #expect(run.status == 2)
    #expect(
      run.errors.contains("'\(b)' is another device: this folder belongs to \(a), which has synced from here"),
      "\(run.errors)")
    #expect(try name("a") == a && text("a/device").hasPrefix("\(a)\n"))
    #expect(try Program.run(["state", "name", a, "\(root)/a"]).status == 0)
    for ending in ["place", "sent"] { try files.removeItem(atPath: "\(root)/a/\(a).\(ending)") }
    #expect(try Program.run(["state", "name", b, "\(root)/a"]).status == 0)
    #expect(try open("a")("draft \"as b\"").error == nil)
    #expect(try name("a") == b)
  }
}
