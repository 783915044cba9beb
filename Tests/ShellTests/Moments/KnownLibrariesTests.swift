import Foundation
import System
import Testing

@testable import Shell

/// Libraries that one session has read are safe from all others.
@Suite final class KnownLibrariesTests {
  private let folder = "/tmp/storyline-known-\(UInt64.random(in: 0 ... .max))"
  private var library: String { folder + "/photos" }
  private var list: String { folder + "/home/.local/state/storyline/libraries" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder + "/home", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Package.root.appending(path: "Examples/Photos/2025-10-02").path, toPath: library)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func session(_ kind: Session.Options.Kind) -> ScriptRun {
    var options = Session.Options()
    options.kind = kind
    let run = ScriptRun(options)
    run.session.know(KnownLibraries(path: list))
    return run
  }

  @Test func aScriptWritesIntoNoFolderThatAPromptHasRead() throws {
    #expect(session(.practice)("save [1] to \"\(library)/before.json\"").error == nil, "nobody has read it")
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    let refused = session(.practice)("save [1] to \"\(library)/new.json\"").error ?? ""
    #expect(
      refused.contains("lies in '\(library)', whose photos were read: nothing is ever written there"), "\(refused)")
    #expect(!File.exists(library + "/new.json"))
  }

  /// What a script looks at is nobody's business.
  @Test func onlyRealSessionsAddToIt() throws {
    #expect(session(.practice)("cluster \"\(library)\"").error == nil)
    #expect(!File.exists(list))
    #expect(session(.real)("cluster \"\(library)\"; photos scan \"\(library)\"").error == nil)
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    #expect(try String(contentsOfFile: list, encoding: .utf8) == "\"\(library)\"\n".replacing("/", with: "/"))
    #expect(try FileStatus(list).permissions & 0o077 == 0, "it is the person's own")
  }

  @Test func whatIsDamagedInItIsLeftOut() throws {
    try FileManager.default.createDirectory(
      atPath: FilePath.folder(of: list), withIntermediateDirectories: true)
    try "nonsense\n\"relative\"\n3\n\"\(library)\"\n\"cut".write(toFile: list, atomically: false, encoding: .utf8)
    #expect(KnownLibraries(path: list).folders == [library])
    #expect(KnownLibraries(path: list).library(holding: library + "/a/b.jpg") == nil, "there is no folder a")
    #expect(KnownLibraries(path: list).library(holding: library + "/b.jpg") == library)
    #expect(KnownLibraries(path: list).library(holding: folder + "/b.jpg") == nil)
    #expect(KnownLibraries(path: folder + "/none").folders == [])
  }

  /// The program itself: its scripts, its tools, its state folders.
  @Test func theProgramKnowsThem() throws {
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    let home = ["HOME": folder + "/home", "XDG_STATE_HOME": ""]
    let before = try Folder.names(in: library).sorted()
    for arguments in [
      ["-c", "save [1] to \"\(library)/new.json\""], ["lesson", "new", library + "/lesson.story"],
      ["--state", library + "/state", "-c", "print 1"],
    ] {
      let run = try Program.run(arguments, environment: home)
      #expect(run.status != 0 && run.errors.contains("nothing is ever written there"), "\(arguments): \(run)")
    }
    #expect(try Folder.names(in: library).sorted() == before)
  }
}
