import Foundation
import System
import Testing

@testable import MomentsWing
@testable import ShellCore

/// Photo libraries that one session has read are protected from all other sessions.
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
    PhotoProtection(run.session).know(KnownLibraries(path: list))
    return run
  }

  @Test func aScriptWritesIntoNoFolderThatAPromptHasRead() throws {
    #expect(session(.practice)("save [1] to \"\(library)/before.json\"").error == nil, "nobody has read it")
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    let refused = session(.practice)("save [1] to \"\(library)/new.json\"").error ?? ""
    #expect(
      refused.contains("is in '\(library)', whose photos were read: Storyline never writes there"), "\(refused)")
    #expect(!File.exists(library + "/new.json"))
  }

  /// Returns the lines of the list for a folder: its path, and its device and file number.
  private func lines(_ folder: String) throws -> String {
    let identity = try FileStatus(folder).identity
    return "\"\(folder)\"\n[\"\(folder)\",\(identity.device),\(identity.number)]\n"
  }

  /// Folders that a practice script reads are not recorded.
  @Test func onlyRealSessionsAddToIt() throws {
    #expect(session(.practice)("cluster \"\(library)\"").error == nil)
    #expect(!File.exists(list))
    #expect(session(.real)("cluster \"\(library)\"; photos scan \"\(library)\"").error == nil)
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    #expect(try String(contentsOfFile: list, encoding: .utf8) == lines(library))
    #expect(try FileStatus(list).permissions & 0o077 == 0, "it is the person's own")
  }

  @Test func damagedLinesOfTheListAreSkipped() throws {
    try FileManager.default.createDirectory(
      atPath: FilePath.folder(of: list), withIntermediateDirectories: true)
    try "nonsense\n\"relative\"\n3\n\"\(library)\"\n\"cut".write(toFile: list, atomically: false, encoding: .utf8)
    #expect(KnownLibraries(path: list).folders == [library])
    #expect(KnownLibraries(path: list).library(holding: library + "/a/b.jpg") == library, "a folder that would be made")
    #expect(KnownLibraries(path: list).library(holding: library + "/b.jpg") == library)
    #expect(KnownLibraries(path: list).library(holding: folder + "/b.jpg") == nil)
    #expect(KnownLibraries(path: folder + "/none").folders == [])
  }

  /// The program itself respects the list: its scripts, its tools, its state folders.
  @Test func theProgramKnowsThem() throws {
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    let home = ["HOME": folder + "/home", "XDG_STATE_HOME": ""]
    let before = try Folder.names(in: library).sorted()
    for arguments in [
      ["-c", "save [1] to \"\(library)/new.json\""], ["lesson", "new", library + "/lesson.story"],
      ["--state", library + "/state", "-c", "print 1"],
    ] {
      let run = try Program.run(arguments, environment: home)
      #expect(run.status != 0 && run.errors.contains("Storyline never writes there"), "\(arguments): \(run)")
    }
    #expect(try Folder.names(in: library).sorted() == before)
  }

  /// Every tool that writes a file, by every path: the file's name, `..`, a link, or a folder that does not exist
  /// yet.
  @Test func noToolWritesIntoThem() throws {
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    for (name, text) in [
      ("a.story", "print   1\n"), ("b.story", "stroy play 4\n"), ("t.md", "```story\n› print 1\n2\n```\n"),
    ] {
      try text.write(toFile: library + "/" + name, atomically: false, encoding: .utf8)
    }
    try "# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns\nwait 1s\nprint 1\n".write(
      toFile: folder + "/walk.story", atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: folder + "/way", withDestinationPath: library)
    let before = try contents()
    var tries: [[String]] = [
      ["fmt", library + "/a.story"], ["fmt", library], ["check", "--fix", folder + "/way/b.story"],
      ["test", "--update", library + "/t.md"], ["fmt", folder + "/way/a.story"],
    ]
    for place in [
      library, folder + "/way", folder + "/home/../photos", library + "/new/deeper", folder + "/no/../photos",
    ] {
      tries += ["html", "md", "svg", "cast"].map { ["render", folder + "/walk.story", "to", "\(place)/o.\($0)"] }
      tries += [
        ["render", folder + "/walk.story", "to", place + "/o.md", "--replace"], ["lesson", "new", place + "/l.story"],
        ["--state", place + "/state", "-c", "print 1"], ["-c", "save [1] to \"\(place)/x.json\" replace"],
        ["--real", "-c", "sync \"\(place)/shared\""],
      ]
    }
    for arguments in tries {
      let run = try Program.run(arguments, environment: ["HOME": folder + "/home", "XDG_STATE_HOME": ""])
      #expect(
        run.status != 0 && (run.errors + run.output).contains("Storyline never writes there"), "\(arguments): \(run)")
    }
    #expect(try contents() == before)
  }

  private func contents() throws -> [String: String] {
    var found: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: library) {
      let status = try FileStatus(library + "/" + name)
      found[name] = "\(status.modified) \(status.identity.number) \(status.size)"
    }
    return found
  }

  private static let canMount =
    (try? Program.run(["-m", "true"], executable: "/usr/bin/unshare"))?.status == 0

  /// The library, or a folder in it, is protected when it is mounted at another place as well.
  @Test(.enabled(if: canMount)) func bindMountsDoNotBypassProtection() throws {
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    for name in ["photos/inside", "mount", "deep mount"] {
      try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    try "# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns\nwait 1s\nprint 1\n".write(
      toFile: folder + "/walk.story", atomically: false, encoding: .utf8)
    let before = try contents()
    let script = """
      mount --bind photos mount && mount --bind photos/inside 'deep mount' || exit 9
      for place in mount mount/new 'deep mount'; do
        "$0" -c "save [1] to \\"$place/x.json\\"" && exit 1
        "$0" render walk.story to "$place/o.html" && exit 2
        "$0" --state "$place/state" -c 'print 1' && exit 3
        "$0" lesson new "$place/l.story" && exit 4
      done
      "$0" -c 'save [1] to "beside.json"' || exit 5
      """
    let run = try Program.run(
      ["-m", "/bin/sh", "-c", script, Program.path], folder: URL(filePath: folder),
      environment: ["HOME": folder + "/home", "XDG_STATE_HOME": ""], executable: "/usr/bin/unshare")
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.components(separatedBy: "Storyline never writes there").count == 13, "\(run.errors)")
    #expect(try contents() == before)
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: FilePath.folder(of: list), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: list))
  }

  /// A line that was cut off does not affect other lines, whichever program wrote after it.
  @Test func aTornLineUnprotectsNothing() throws {
    try write("\"/tmp/tor")
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    #expect(try String(contentsOfFile: list, encoding: .utf8) == "\"/tmp/tor\n" + lines(library))
    #expect(KnownLibraries(path: list).library(holding: library + "/x.csv") == library)
    // An earlier program left the list like this.
    try write("\"/tmp/tor\"\(library)\"\n\"/other\"\n")
    #expect(KnownLibraries(path: list).folders == [library, "/other"])
    for damage in ["\"/tmp/\\", "\"/tmp/\\u00", "\u{0}\u{0}", "\"", "{", "x\"/a"] {
      try write(damage + "\"\(library)\"\r\n\r\n")
      #expect(KnownLibraries(path: list).library(holding: library + "/x.csv") == library, "\(damage)")
    }
  }

  /// A warning says that a folder may be unprotected, until the folder is known again.
  @Test func aDamagedListIsReported() throws {
    let home = ["HOME": folder + "/home", "XDG_STATE_HOME": ""]
    func save() throws -> Program.Result {
      try Program.run(["-c", "save [1] to \"\(folder)/x.json\" replace"], environment: home)
    }
    #expect(try save().errors == "")
    try write("\"\(library.dropLast(3))")
    let told = try save()
    #expect(
      told.status == 0
        && told.errors
          == "note: a line in the list of photo folders '\(list)' is damaged, so '\(library.dropLast(3))…' may not be "
          + "protected: `cluster` that folder again, or delete the line\n",
      "\(told)")
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    #expect(try save().errors == "")
    try FileManager.default.removeItem(atPath: list)
    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    #expect(try save().errors.hasPrefix("note: the list of photo folders '\(list)' cannot be read: "))
  }

  /// A folder's name may contain bytes that are not text.
  @Test func aNameOfBytesIsKept() throws {
    let name = FileName.text(Array((folder + "/f").utf8) + [0xE9])
    try Folder.make(name)
    KnownLibraries(path: list).add([name, folder + "/line\nbreak \"quoted\""])
    let known = KnownLibraries(path: list)
    #expect(known.folders == [name, folder + "/line\nbreak \"quoted\""] && known.trouble == nil)
    #expect(known.library(holding: name + "/x.csv") == name)
    try write("")
    try Data([0x22] + FileName.bytes(name) + [0x22, 0x0A]).write(to: URL(filePath: list))
    #expect(KnownLibraries(path: list).library(holding: name + "/x.csv") == name)
  }
}
