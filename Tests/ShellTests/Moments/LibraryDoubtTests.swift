import Foundation
import System
import Testing

@testable import MomentsWing
@testable import ShellCore

/// A list of photo folders that is damaged or cannot be read or written protects more folders, not fewer.
@Suite final class LibraryDoubtTests {
  private let folder = "/tmp/storyline-doubt-\(UInt64.random(in: 0 ... .max))"
  private var library: String { folder + "/photos" }
  private var list: String { folder + "/home/.local/state/storyline/libraries" }
  private var home: [String: String] { ["HOME": folder + "/home", "XDG_STATE_HOME": "", "XDG_DATA_HOME": ""] }

  init() throws {
    for name in ["home/.local/state/storyline", "elsewhere"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
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

  fileprivate enum Damage: String, CaseIterable {
    case folder, pipe, zeros, empty, torn, rubbish, unwritable, dangling, danglingFolder
  }

  /// Photos may lie only in folders inside the one that is written to.
  @Test func photosDeepInAFolderAreFoundWhileTheListIsLost() throws {
    let deep = folder + "/years/2024/05/trip"
    try FileManager.default.createDirectory(atPath: FilePath.folder(of: deep), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: library, toPath: deep)
    for kind in Damage.allCases where kind != .unwritable {
      try damage(kind)
      for place in ["years", "years/2024"] {
        let refused = session(.practice)("save [1] to \"\(folder)/\(place)/x.json\"").error ?? ""
        #expect(refused.contains("which contains photos, and ") && refused.contains(list), "\(kind): \(refused)")
      }
      #expect(session(.practice)("save [1] to \"\(folder)/elsewhere/x.json\" replace").error == nil, "\(kind)")
    }
  }

  /// A folder inside a library is recognised by its identity after it was moved out of the library.
  @Test func aFolderThatWasMovedOutOfALibraryIsProtected() throws {
    let years = folder + "/years"
    try FileManager.default.createDirectory(atPath: years + "/2024", withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: library, toPath: years + "/2024/trip")
    #expect(session(.real)("cluster \"\(years)\"").error == nil)
    try FileManager.default.moveItem(atPath: years + "/2024/trip", toPath: folder + "/a")
    #expect(session(.practice)("save [1] to \"\(folder)/a/x.json\"").error?.contains("whose photos were read") == true)
    try FileManager.default.moveItem(atPath: folder + "/a", toPath: years + "/2024/trip")
    try FileManager.default.moveItem(atPath: years + "/2024", toPath: folder + "/b")
    for place in ["b", "b/trip", "b/trip/new"] {
      #expect(
        session(.practice)("save [1] to \"\(folder)/\(place)/x.json\"").error?.contains("whose photos were read")
          == true, "\(place)")
    }
    #expect(session(.practice)("save [1] to \"\(folder)/elsewhere/x.json\" replace").error == nil)
  }

  /// The program's own files are not made in a folder with photos either, wherever the environment puts them.
  @Test(arguments: ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"])
  func ownFilesAreNotMadeAmongPhotos(_ variable: String) throws {
    let before = try FileManager.default.subpathsOfDirectory(atPath: library)
    for place in [library, library + "/new"] {
      for arguments in [["--real", "-c", "timer start reading 20"], ["-c", "cluster \"\(library)\""]] {
        var environment = home
        environment[variable] = place
        let run = try Program.run(arguments, environment: environment)
        #expect(run.status == 1 && run.errors.contains("\(variable) is '\(place)', which lies in '"), "\(run)")
        #expect(run.errors.contains("set \(variable) to another folder"))
      }
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: library) == before)
  }

  /// Nor in a folder whose photos lie deeper, once it was read: the list of photo folders is elsewhere then, but the
  /// saved data knows the folder.
  @Test func theListIsNotMadeInAReadFolder() throws {
    let years = folder + "/years"
    try FileManager.default.createDirectory(atPath: years + "/2024", withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: library, toPath: years + "/2024/trip")
    let cluster = try Program.run(["--real", "-c", "cluster \"\(years)\""], environment: home)
    #expect(cluster.status == 0, "\(cluster)")
    let before = try FileManager.default.subpathsOfDirectory(atPath: years)
    for place in [years, years + "/new"] {
      let environment = home.merging(["XDG_STATE_HOME": place]) { $1 }
      let run = try Program.run(["--real", "-c", "timer start reading 20"], environment: environment)
      let errors = run.errors.replacing("\n  ", with: " ")
      #expect(
        run.status == 1
          && errors.contains("'\(place)/storyline/libraries' is in '\(years)', whose photos were read"), "\(run)")
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: years) == before)
    #expect(try Program.run(["--real", "-c", "timer start reading 20"], environment: home).status == 0)
  }

  private func damage(_ damage: Damage) throws {
    try? FileManager.default.removeItem(atPath: FilePath.folder(of: list))
    try FileManager.default.createDirectory(atPath: FilePath.folder(of: list), withIntermediateDirectories: true)
    switch damage {
    case .folder: try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: true)
    case .pipe: #expect(mkfifo(list, 0o600) == 0)
    case .zeros: try Data(count: 64).write(to: URL(filePath: list))
    case .empty: try Data().write(to: URL(filePath: list))
    case .dangling: try FileManager.default.createSymbolicLink(atPath: list, withDestinationPath: folder + "/nowhere")
    case .danglingFolder:
      try FileManager.default.removeItem(atPath: FilePath.folder(of: list))
      try FileManager.default.createSymbolicLink(
        atPath: FilePath.folder(of: list), withDestinationPath: folder + "/nowhere")
    case .torn: try Data("\"/\n".utf8).write(to: URL(filePath: list))
    case .rubbish: try Data([0xFF, 0xFE, 0x41, 0x0A]).write(to: URL(filePath: list))
    case .unwritable:
      try FileManager.default.removeItem(atPath: FilePath.folder(of: list))
      try Data().write(to: URL(filePath: FilePath.folder(of: list)))
    }
  }

  /// Commands that write a file reject any folder with photos that is not in the list, and accept other folders.
  @Test func nothingIsWrittenAmongPhotosWhileTheListIsInDoubt() throws {
    for kind in Damage.allCases {
      try damage(kind)
      for place in [library, library + "/new", library + "/new/deeper"] {
        let refused = session(.practice)("save [1] to \"\(place)/x.json\"").error ?? ""
        #expect(refused.contains("which contains photos, and ") && refused.contains(list), "\(kind): \(refused)")
      }
      #expect(session(.practice)("save [1] to \"\(folder)/elsewhere/x.json\" replace").error == nil, "\(kind)")
      #expect(!File.exists(library + "/x.json") && !File.exists(library + "/new"))
    }
  }

  /// The tools reject such folders as well, by every path.
  @Test(arguments: ["folder", "unwritable"])
  func noToolWritesAmongThem(kind: String) throws {
    try damage(try #require(Damage(rawValue: kind)))
    for (name, text) in [
      ("a.story", "print   1\n"), ("b.story", "stroy play 4\n"), ("t.md", "```story\n› print 1\n2\n```\n"),
    ] {
      try text.write(toFile: library + "/" + name, atomically: false, encoding: .utf8)
    }
    try "# Recording 1: seed 0, zone UTC, from 2026-01-05T09:00:00, 80 columns\nwait 1s\nprint 1\n".write(
      toFile: folder + "/walk.story", atomically: false, encoding: .utf8)
    let before = try FileManager.default.subpathsOfDirectory(atPath: library).sorted()
    for arguments in [
      ["fmt", library + "/a.story"], ["check", "--fix", library + "/b.story"], ["test", "--update", library + "/t.md"],
      ["render", folder + "/walk.story", "to", library + "/o.html"], ["lesson", "new", library + "/l.story"],
      ["--state", library + "/state", "-c", "print 1"], ["-c", "save [1] to \"\(library)/x.csv\""],
      ["-c", "history export to \"\(library)/x.csv\""],
    ] {
      let run = try Program.run(arguments, environment: home)
      #expect(run.status != 0 && (run.errors + run.output).contains("which contains photos"), "\(arguments): \(run)")
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: library).sorted() == before)
    #expect(try String(contentsOfFile: library + "/a.story", encoding: .utf8) == "print   1\n")
  }

  /// A user who reads photos is told that other sessions do not know of it, and what to do.
  @Test func clusterSaysThatTheListCannotBeWritten() throws {
    for (kind, words) in [
      (Damage.folder, "cannot be"), (.pipe, "cannot be"), (.unwritable, "cannot be written"),
    ] {
      try damage(kind)
      let run = try Program.run(["--real", "-c", "cluster \"\(library)\""], environment: home)
      #expect(run.status == 0 && run.errors.contains("the list of photo folders '\(list)' \(words)"), "\(kind): \(run)")
      #expect(run.errors.contains("XDG_STATE_HOME") || kind != .unwritable)
    }
    try damage(.empty)
    let run = try Program.run(["--real", "-c", "cluster \"\(library)\""], environment: home)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(KnownLibraries(path: list).folders == [library])
  }

  /// The readable part of a torn path protects the folders whose paths begin with it.
  @Test func aTornEntryProtectsWhatIsThereOfIt() throws {
    try Data("\"\(folder)/elsewh".utf8).write(to: URL(filePath: list))
    let known = KnownLibraries(path: list)
    #expect(known.library(holding: folder + "/elsewhere/x.csv") == folder + "/elsewh…")
    #expect(known.library(holding: folder + "/other/x.csv") == nil)
    // An entry without a usable path blocks only folders with photos.
    for text in ["\"/", "\"", "\"/tmp/"] {
      try Data(text.utf8).write(to: URL(filePath: list))
      #expect(KnownLibraries(path: list).library(holding: folder + "/elsewhere/x.csv") == nil, "\(text)")
      #expect(KnownLibraries(path: list).protection(of: library + "/x.csv").doubt?.folder == library, "\(text)")
    }
  }

  /// A library is still protected after it is moved or renamed; a new folder that reuses its number is not.
  @Test func aMovedLibraryIsStillProtected() throws {
    #expect(session(.real)("cluster \"\(library)\"").error == nil)
    let moved = folder + "/elsewhere/pictures"
    try FileManager.default.moveItem(atPath: library, toPath: moved)
    let refused = session(.practice)("save [1] to \"\(moved)/sub/x.json\"").error ?? ""
    #expect(refused.contains("is in '\(moved)', whose photos were read"), "\(refused)")
    #expect(session(.practice)("save [1] to \"\(folder)/elsewhere/x.json\"").error == nil)
    for name in try Folder.names(in: moved) { try FileManager.default.removeItem(atPath: "\(moved)/\(name)") }
    #expect(session(.practice)("save [1] to \"\(moved)/x.json\"").error == nil)
  }

  /// One photo that was shown protects its folder; the desktop and similar folders stay usable.
  @Test func theFolderOfAPhotoThatIsShownIsProtected() throws {
    let photo = try #require(try Folder.names(in: library).filter { $0.hasSuffix(".jpg") }.min())
    #expect(session(.real)("photos show \"\(library)/\(photo)\"").error == nil)
    let refused = session(.practice)("save [1] to \"\(library)/x.json\"").error ?? ""
    #expect(refused.contains("whose photos were read"), "\(refused)")
    let desktop = folder + "/home/Desktop"
    try FileManager.default.createDirectory(atPath: desktop, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(library)/\(photo)", toPath: "\(desktop)/\(photo)")
    for script in ["photos show \"\(desktop)/\(photo)\"", "save [1] to \"\(desktop)/x.json\""] {
      let run = try Program.run(["--real", "-c", script], environment: home)
      #expect(run.status == 0, "\(run)")
    }
  }

  /// The names, bytes and times of everything in the library.
  private func contents() throws -> [String: String] {
    var found: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: library) {
      let status = try FileStatus(library + "/" + name, followsLinks: false)
      let bytes = status.isFile ? try File.read(library + "/" + name, atMost: 1 << 24) : []
      found[name] = "\(status.kind) \(status.identity) \(status.modified) \(bytes.hashValue)"
    }
    return found
  }

  /// A folder that contains the open state folder does not become a photo folder, whichever command reads it:
  /// otherwise the session would write into it, or save nothing.
  @Test func photosAroundTheOpenStateFolderAreNotRead() throws {
    let state = library + "/state"
    let photo = try #require(try Folder.names(in: library).filter { $0.hasSuffix(".jpg") }.min())
    try FileManager.default.createSymbolicLink(atPath: folder + "/way", withDestinationPath: library)
    #expect(
      try Program.run(["--real", "--state", state, "-c", "timer start reading 20"], environment: home).status == 0)
    for kind in [["--real"], []] {
      for (named, command) in [
        (state, "cluster \"\(library)\""), (folder + "/way/state", "cluster \"\(library)\""),
        (state, "photos scan \"\(folder)/way\""), (state, "photos show \"\(library)/\(photo)\""),
        (state, "story play deck \"\(library)\""),
      ] {
        // A state folder belongs to one kind of session.
        let own = kind.isEmpty ? named + "2" : named
        let run = try Program.run(kind + ["--state", own, "-c", command], environment: home)
        #expect(
          run.status == 1
            && run.errors.contains(
              "'\(own)', where Storyline saves its own files, is inside the photo folder '\(library)', and Storyline never writes into a folder whose photos were read"
            ), "\(command): \(run)")
        #expect(run.errors.contains("move '\(own)' elsewhere while no shell is open, or read a folder that does not"))
      }
    }
    #expect(!File.exists(list))
    let run = try Program.run(["--real", "--state", state, "-c", "print timer.activity"], environment: home)
    #expect(run.status == 0 && run.output.contains("reading"), "\(run)")
    // A practice session without a state folder writes nothing, so it may read them.
    #expect(try Program.run(["-c", "cluster \"\(library)\""], environment: home).status == 0)
  }

  /// So does a folder with the history, the config script or other files of the user's sessions.
  @Test(arguments: ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"])
  func photosAroundOwnFilesAreNotRead(_ variable: String) throws {
    // A folder that exists stays in use.
    try FileManager.default.createDirectory(atPath: library + "/own/storyline", withIntermediateDirectories: true)
    let own = home.merging([variable: library + "/own"]) { $1 }
    let run = try Program.run(
      ["--real", "--state", folder + "/elsewhere/s", "-c", "cluster \"\(library)\""], environment: own)
    #expect(
      run.status == 1
        && run.errors.contains(
          "'\(library)/own/storyline', where Storyline saves its own files, is inside the photo folder '\(library)'"),
      "\(run)")
    #expect(try Folder.names(in: library + "/own/storyline") == [])
  }

  /// A state folder in a photo folder that another session has read later does not open until it is moved. Nothing is
  /// written into it, and nothing in it is lost.
  @Test func aStateFolderAmongPhotosOpensOnceItIsMoved() throws {
    let state = library + "/state"
    try FileManager.default.createSymbolicLink(atPath: folder + "/way", withDestinationPath: library)
    #expect(
      try Program.run(["--real", "--state", state, "-c", "timer start reading 20"], environment: home).status == 0)
    let elsewhere = ["--real", "--state", folder + "/elsewhere/s"]
    #expect(try Program.run(elsewhere + ["-c", "cluster \"\(library)\""], environment: home).status == 0)
    let before = try contents()
    for named in [state, folder + "/way/state", library + "/../photos/state"] {
      let run = try Program.run(["--real", "--state", named, "-c", "timer done"], environment: home)
      #expect(
        run.status == 1
          && run.errors.contains(
            "the state folder '\(named)' is in '\(library)', whose photos were read: Storyline never writes there"),
        "\(run)")
      #expect(run.errors.contains("move it elsewhere with everything in it, and pass its new path: --state FOLDER"))
    }
    let named = try Program.run(["state", "name", "kitchen", state], environment: home)
    #expect(named.status != 0, "\(named)")
    #expect(try contents() == before)
    // Also after the photo folder was moved.
    try FileManager.default.moveItem(atPath: library, toPath: folder + "/moved")
    let moved = try Program.run(["--real", "--state", folder + "/moved/state", "-c", "timer done"], environment: home)
    #expect(moved.status == 1 && moved.errors.contains("is in '\(folder)/moved', whose photos"), "\(moved)")
    try FileManager.default.moveItem(atPath: folder + "/moved/state", toPath: folder + "/elsewhere/state")
    let run = try Program.run(
      ["--real", "--state", folder + "/elsewhere/state", "-c", "print timer.activity; timer done"], environment: home)
    #expect(run.status == 0 && run.output.contains("reading"), "\(run)")
  }

  /// While the list of photo folders is damaged, saved data stays in reach.
  @Test(arguments: [Damage.folder, .rubbish, .torn])
  fileprivate func aStateFolderThatExistsOpensWhileTheListIsInDoubt(_ kind: Damage) throws {
    let arguments = ["--real", "--state", library + "/state", "-c", "post \"x\""]
    #expect(try Program.run(arguments, environment: home).status == 0)
    try damage(kind)
    let run = try Program.run(arguments, environment: home)
    #expect(run.status == 0, "\(run)")
  }
}
