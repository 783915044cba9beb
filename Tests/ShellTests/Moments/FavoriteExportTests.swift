import Foundation
import Testing

@testable import Moments
@testable import MomentsWing

@Suite final class FavoriteExportTests {
  private let folder = "/tmp/storyline-favorites-\(UInt64.random(in: 0 ... .max))"
  private var library: String { folder + "/library" }
  private var target: String { folder + "/out/inside" }

  init() throws {
    try FileManager.default.createDirectory(atPath: library + "/a", withIntermediateDirectories: true)
    let photos = Package.root.appending(path: "Examples/Photos/2025-10-02").path
    for (name, copy) in [("IMG_0001.jpg", "a/1.jpg"), ("IMG_0002.jpg", "2 ü.jpg"), ("IMG_0008.jpg", "3\n.jpg")] {
      try FileManager.default.copyItem(atPath: photos + "/" + name, toPath: library + "/" + copy)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func run() -> ScriptRun {
    let run = ScriptRun()
    #expect(run("cluster \"\(library)\"\nreview\nreview favorite\nreview next\nreview favorite").error == nil)
    return run
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: target + "/" + name, encoding: .utf8)
  }

  @Test func aListHasAPathOnEachLine() throws {
    let run = run()
    #expect(run("favorites export to \"\(target)\"").lines.last == " 2 favourites in '\(target)'")
    #expect(try text("favorites.txt") == "\(library)/2 ü.jpg\n\(library)/a/1.jpg\n")
    #expect(run("favorites export to \"\(target)\" as m3u").error == nil)
    #expect(try text("favorites.m3u") == "#EXTM3U\n#EXTENC: UTF-8\n\(library)/2 ü.jpg\n\(library)/a/1.jpg\n")
    // Repeating the same export changes nothing and needs no `replace`; a different export needs it.
    #expect(run("favorites export to \"\(target)\"").error == nil)
    #expect(run("review next\nreview favorite").error == nil)
    let more = "favorites export to \"\(target)\" as m3u"
    #expect(run(more).error == nil, "a name that cannot be listed is left out")
    #expect(run("review back\nreview unfavorite").error == nil)
    #expect(
      run(more).error == "'\(target)/favorites.m3u' already exists | add `replace` to overwrite it")
    #expect(run(more + " replace").error == nil)
    #expect(try text("favorites.m3u").hasSuffix("UTF-8\n\(library)/a/1.jpg\n"))
  }

  /// Sidecar files store the stars, which other programs read, and so does ours.
  @Test func sidecarsHaveStars() throws {
    let run = run()
    #expect(run("favorites export to \"\(target)\" as xmp").lines.joined() == " 2 favourites in '\(target)', 2 files")
    let sidecar = try Data(contentsOf: URL(filePath: target + "/a/1.jpg.xmp"))
    #expect(sidecar.withUnsafeBytes { XMPFields($0).rating } == 5)
    #expect(try LibraryFile.of(target + "/a/1.jpg.xmp") == .sidecar)
    // An existing sidecar with these stars stays; a sidecar with other stars is the user's work.
    #expect(
      run("favorites export to \"\(target)\" as xmp").lines.joined()
        == " 2 favourites in '\(target)', 2 files, 2 of them already there")
    try FavoriteExport.sidecar(stars: 2).write(
      toFile: target + "/a/1.jpg.xmp", atomically: false, encoding: .utf8)
    #expect(
      run("favorites export to \"\(target)\" as xmp replace").error
        == "'\(target)/a/1.jpg.xmp' already exists | choose another folder")
  }

  @Test(arguments: ["library", "library/new", "library/a", "out/../library"])
  func nothingIsExportedIntoALibrary(place: String) throws {
    let run = run()
    for form in ["list", "m3u", "xmp"] {
      let error = run("favorites export to \"\(folder)/\(place)\" as \(form) replace").error
      #expect(error?.contains("Storyline never writes there | choose another folder") == true, "\(error ?? "written")")
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: library).count == 4)
  }

  @Test func aFileIsNotAnExportFolder() throws {
    try "x".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
    #expect(run()("favorites export to \"\(folder)/file\"").error == "'\(folder)/file' is not a folder")
  }
}
