import Foundation
import Moments
import System
import Terminal
import Testing

@testable import MomentsWing
@testable import SessionState
@testable import Shell
@testable import ShellCore

/// Photos are never deleted, moved or written, whatever happens: nothing changes in a library that was ever read.
@Suite final class PromiseTests {
  private let folder = "/tmp/storyline-promise-\(UInt64.random(in: 0 ... .max))"
  private var library: String { folder + "/library" }
  private var state: String { folder + "/state" }

  /// Makes a library of real photos with every kind of file that can lie next to them.
  init() throws {
    try FileManager.default.createDirectory(atPath: library + "/inside", withIntermediateDirectories: true)
    let photos = Package.root.appending(path: "Examples/Photos/2025-10-02").path
    for name in try FileManager.default.contentsOfDirectory(atPath: photos).sorted().prefix(3) {
      try FileManager.default.copyItem(atPath: photos + "/" + name, toPath: library + "/" + name)
    }
    let first = try #require(try FileManager.default.contentsOfDirectory(atPath: photos).sorted().first)
    try FileManager.default.copyItem(atPath: photos + "/" + first, toPath: library + "/a.jpg")
    try FileManager.default.copyItem(atPath: photos + "/" + first, toPath: library + "/inside/b.jpg")
    for (name, text) in [
      ("a.jpg.xmp", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"), ("notes.txt", "notes\n"), ("table.csv", "a,b\n1,2\n"),
      ("deck.json", "[]\n"), ("inside/x.story", "print 1\n"), ("x.md", "```story\n› print 2\n3\n```\n"),
    ] {
      try text.write(toFile: library + "/" + name, atomically: false, encoding: .utf8)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.csv", withDestinationPath: library + "/table.csv")
    try FileManager.default.createSymbolicLink(atPath: folder + "/way", withDestinationPath: library)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns the name of each file, with its bytes, mode, owner, file number and time.
  private func contents() throws -> [String: String] {
    var found: [String: String] = [:]
    func walk(_ path: String) throws {
      let status = try FileStatus(path, followsLinks: false)
      let bytes = status.isFile ? try File.read(path, atMost: 1 << 24) : []
      found[path] =
        "\(status.kind) \(status.modified) \(status.permissions) \(status.owner) \(status.identity.number) \(Data(bytes).hashValue) \(bytes.count)"
      for name in status.isFolder ? try Folder.names(in: path) : [] { try walk(path + "/" + name) }
    }
    try walk(library)
    return found
  }

  private func session() throws -> ScriptRun {
    let run = ScriptRun()
    try run.session.openState(state)
    return run
  }

  /// Runs the examples of all commands, with each path replaced by a path in the library.
  @Test func noCommandChangesALibrary() throws {
    let before = try contents()
    #expect(try session()("cluster \"\(library)\"").error == nil)
    let targets = ["", "/new.csv", "/table.csv", "/a.jpg", "/a.jpg.xmp", "/inside/new.json", "/deck.json"]
    var count = 0
    for command in Catalog.standard.schema.vocabulary.commands.commands {
      for example in command.examples where example.script.contains("/") {
        for target in targets {
          let path = "\"\(library)\(target)\""
          let script = example.script.replacing(/"[^"\n]*\/[^"\n]*"|[\w.~-]*\/[\w.\/-]*/, with: path)
          let run = try session()
          _ = run(script)
          _ = run(script.replacing("save ", with: "set format json; save ") + " replace")
          count += 1
          let after = try contents()
          #expect(after == before, "\(script)")
          if after != before { return }
        }
      }
    }
    #expect(count > 50)
  }

  /// Every command that writes, by each path into the library: in the session that read the library and in later
  /// ones, through links, and over files that the library does not need.
  @Test(arguments: ["cluster", "story play deck"])
  func everyWriterRefuses(reader: String) throws {
    let before = try contents()
    let first = try session()
    #expect(first("\(reader) \"\(library)\"").error == nil)
    // Reading a second library does not unprotect the first one.
    #expect(first("cluster Examples/Photos").error == nil)
    for run in [first, try session()] {
      for command in [
        "save [{a: 1}] to %", "history export to %", "sync %", "save [{a: 1}] to % replace",
        "history export to % replace",
      ] {
        for path in [
          "library/new.csv", "library/table.csv", "library/inside/new.csv", "way/new.csv", "link.csv", "library",
          "library/../library/new.csv",
        ] {
          let script = command.replacing("%", with: "\"\(folder)/\(path)\"")
          let error = run(script).error
          let isNamed = path != "library" || !command.hasPrefix("history")
          #expect(
            error?.contains(isNamed ? "Storyline never writes there" : "the name of a sessions file must end in")
              == true,
            "\(script): \(error ?? "written")")
        }
      }
    }
    #expect(try contents() == before)
    #expect(try session()("save [{a: 1}] to \"\(folder)/free.csv\"").error == nil)
  }

  /// The commands that only a prompt has.
  @Test func whatAPromptWritesIsRefusedAsWell() throws {
    let before = try contents()
    var options = Session.Options()
    options.isPrompt = true
    let session = Session(options: options, output: Output(to: .memory, width: 200), catalog: Catalog.standard)
    let prompt = Prompt(session: session, history: History(path: nil), width: { 200 })
    func type(_ line: String) -> String {
      _ = prompt.run(line)
      return prompt.session.output.drainLines().joined(separator: " ")
    }
    _ = type("cluster \"\(library)\"")
    for isLesson in [false, true] {
      if isLesson { #expect(type("learn facets").contains("step 1")) }
      for path in ["library/new.story", "library/inside/x.story", "way/new.story", "library/new/deeper/x.story"] {
        let said = type("\(isLesson ? "learn export to" : "record") \"\(folder)/\(path)\"")
        #expect(said.contains("Storyline never writes there"), "\(path): \(said)")
      }
    }
    #expect(try contents() == before)
    #expect(!type("learn export to \"\(folder)/walk.story\"").contains("error"))
    #expect(File.exists(folder + "/walk.story"))
  }

  /// Files that exist only for a moment, such as a text in an editor, are not made among photos either.
  @Test func noTemporaryFileIsMadeAmongPhotos() throws {
    try FileManager.default.createDirectory(atPath: folder + "/years/2024/trip/new", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: library + "/a.jpg", toPath: folder + "/years/2024/trip/a.jpg")
    let run = try session()
    #expect(run("cluster \"\(folder)/years\"").error == nil)
    func place(_ chosen: String?) -> String {
      KnownLibraries.temporaryFolder(chosen) { run.session.resources.photos.library(holding: $0) != nil }
    }
    for name in ["library", "library/inside", "way", "years", "years/2024/trip/new", "years/none"] {
      #expect(place("\(folder)/\(name)") == "/tmp", "\(name)")
    }
    #expect(place(folder) == folder && place("/tmp") == "/tmp" && place(nil) == "/tmp" && place("relative") == "/tmp")
    // A program that decodes a photo knows no session, and stays away from the photo.
    let photo = folder + "/years/2024/trip/a.heic"
    for name in ["years", "years/2024", "years/2024/trip/new", "way"] {
      #expect(PictureHelpers.place(for: photo, "\(folder)/\(name)") == "/tmp", "\(name)")
    }
    #expect(PictureHelpers.place(for: library + "/a.jpg", folder + "/years") == folder + "/years")
  }

  /// A library stays protected after its reading is undone.
  @Test func undoDoesNotFreeALibrary() throws {
    let run = try session()
    #expect(run("cluster \"\(library)\"\nundo").error == nil)
    for run in [run, try session()] {
      #expect(run("save [1] to \"\(library)/new.json\"").error?.contains("never writes there") == true)
    }
  }

  /// Reading one photo makes its folder a library; the photo itself is always protected.
  @Test func onePhotoProtectsItselfAndItsFolder() throws {
    #expect(
      try session()("save [1] to \"\(library)/a.jpg\" replace").error?.contains("a photo (JPEG)") == true)
    let run = try session()
    #expect(run("save [1] to \"\(library)/new.json\"; photos show \"\(library)/a.jpg\"").error == nil)
    #expect(run("save [1] to \"\(library)/a.jpg\" replace").error?.contains("never writes there") == true)
    #expect(run("save [1] to \"\(library)/other.json\"").error?.contains("never writes there") == true)
  }

  /// A home folder that was read as a whole can still be written to, but not its folders with photos.
  @Test func photoFoldersInTheHomeFolderAreLibraries() throws {
    let scan = try Scanner().scan(folder)
    #expect(LibraryFolders.folders(of: scan) == [try FilePath.resolved(folder)])
    #expect(LibraryFolders.folders(of: scan, home: folder) == [try FilePath.resolved(library)])
  }

  /// The tools that rewrite scripts do not touch the files next to a photo.
  @Test func toolsRewriteNoSidecar() throws {
    let path = library + "/a.jpg.json"
    let text = "{\"title\":   \"a.jpg\", \"photoTakenTime\": {\"timestamp\": \"1690000000\"}}\n"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let formatted = try Program.run(["fmt", path])
    #expect(formatted.status == 2, "\(formatted)")
    _ = try Program.run(["test", "--update", library + "/a.jpg"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    // As a script, this file has a mistake that could be fixed.
    let mendable = text.replacing("}\n", with: ", \"x\": null}\n")
    try mendable.write(toFile: path, atomically: false, encoding: .utf8)
    let corrected = try Program.run(["check", "--fix", path])
    #expect(corrected.status == 2 && corrected.errors.contains("is a sidecar of a photo"), "\(corrected)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == mendable)
  }
}
