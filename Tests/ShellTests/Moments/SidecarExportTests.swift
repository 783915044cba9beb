import Foundation
import Testing

@testable import Moments
@testable import MomentsWing
@testable import ShellCore

/// Exports for photos that have files of editors next to them.
@Suite final class SidecarExportTests {
  private let folder = "/tmp/storyline-sidecars-\(UInt64.random(in: 0 ... .max))"
  private var library: String { folder + "/library" }
  private var target: String { folder + "/out" }

  init() throws {
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    try picture("a.jpg", 1)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func picture(_ name: String, _ number: Int) throws {
    let photo = Package.root.appending(path: "Examples/Photos/2025-10-02/IMG_000\(number).jpg").path
    try FileManager.default.createDirectory(
      atPath: (library as NSString).appendingPathComponent((name as NSString).deletingLastPathComponent),
      withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: photo, toPath: library + "/" + name)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: library + "/" + name))
  }

  private func exported(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: target + "/" + name)), as: UTF8.self)
  }

  private var files: [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: target)) ?? []
    return paths.filter { $0.hasSuffix(".xmp") }.sorted()
  }

  /// Exports after all photos were marked as favourites; returns the lines.
  private func export(_ choosing: String = "repeat (review.total) { review next; review favorite }") -> [String] {
    let run = ScriptRun()
    #expect(run("cluster \"\(library)\"\n\(choosing)").error == nil)
    let (lines, error) = run("favorites export to \"\(target)\" as xmp")
    #expect(error == nil)
    return lines
  }

  /// Editors open a raw file and its JPEG as two photos; Lightroom reads a sidecar of the raw file only, under another name.
  @Test func rawFilesHaveStarsToo() throws {
    let raw: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    try Data(raw).write(to: URL(filePath: library + "/a.nef"))
    #expect(export() == [" 1 favourite in '\(target)', 2 files"])
    #expect(files == ["a.jpg.xmp", "a.nef.xmp"])
    try FileManager.default.removeItem(atPath: target)
    let run = ScriptRun()
    #expect(run("cluster \"\(library)\"; review next; review favorite").error == nil)
    #expect(
      run("favorites export to \"\(target)\" as xmp lightroom").lines.joined().hasSuffix(
        "1 left out, since Lightroom reads sidecars of raw files only"))
    #expect(files == ["a.xmp"])
    #expect(try exported("a.xmp") == FavoriteExport.sidecar(stars: 5))
    try FileManager.default.removeItem(atPath: library + "/a.nef")
    #expect(
      run("cluster \"\(library)\"; favorites export to \"\(target)\" as xmp lightroom").error
        == "none of the favourites is a raw file, and Lightroom reads sidecars only for raw files | try: favorites export to \(target) as xmp"
    )
    #expect(
      run("favorites export to \"\(target)\" lightroom").error
        == "`lightroom` works only with `as xmp` | try: favorites export to FOLDER as xmp lightroom")
  }

  /// A favourite with one star in its sidecar, where one star means "perhaps not", gets five.
  @Test func fewStarsAreNoFavourite() throws {
    try write("a.jpg.xmp", darktable("1"))
    #expect(export() == [" 1 favourite in '\(target)', 1 file"])
    #expect(try exported("a.jpg.xmp") == darktable("5"))
    try FileManager.default.removeItem(atPath: target)
    _ = export("set favorite-stars 1")
    #expect(files == [])
  }

  private static let lightroomDate = "\n   exif:DateTimeOriginal=\"2019-07-14T15:30:00+02:00\""

  /// Copied to its photo's folder, the export is the editor's own file with other stars.
  @Test func anEditorsFileStaysButForItsStars() throws {
    let sidecar = darktable("0")
    try write("a.jpg.xmp", sidecar)
    #expect(export() == [" 1 favourite in '\(target)', 1 file"])
    #expect(files == ["a.jpg.xmp"])
    #expect(try exported("a.jpg.xmp") == darktable("5"))
    try FileManager.default.removeItem(atPath: library + "/a.jpg.xmp")
    try FileManager.default.copyItem(atPath: target + "/a.jpg.xmp", toPath: library + "/a.jpg.xmp")
    let after = ScriptRun()
    #expect(after("cluster \"\(library)\"\nexpect (favorites)[0].rating == 5").error == nil)
    // A file that already has its stars is not written again.
    try FileManager.default.removeItem(atPath: target)
    #expect(export("print 1").last == " 1 favourite; no file was written; 1 already has stars in a sidecar")
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  /// Google's data about a photo still counts after the export is placed next to it.
  @Test func anExportBesideGooglesFileTakesNothing() throws {
    try Data(SampleJPEGs.undated).write(to: URL(filePath: library + "/gps.jpg"))
    try FileManager.default.removeItem(atPath: library + "/a.jpg")
    try write(
      "gps.jpg.json",
      "{\"photoTakenTime\": {\"timestamp\": \"1759410309\"}, \"geoData\": {\"latitude\": 37.77, \"longitude\": -122.42}}"
    )
    let before = ScriptRun()("cluster \"\(library)\"\nprint photos.clusters[0].place\nprint photos.clusters[0].start")
      .lines
    _ = export()
    #expect(files == ["gps.jpg.xmp"])
    try FileManager.default.copyItem(atPath: target + "/gps.jpg.xmp", toPath: library + "/gps.jpg.xmp")
    let after = ScriptRun()
    #expect(
      after("cluster \"\(library)\"\nprint photos.clusters[0].place\nprint photos.clusters[0].start").lines == before)
    #expect(after("expect photos.count == 1\nexpect (favorites)[0].rating == 5").error == nil)
    #expect(before.contains { $0.contains("San Francisco") })
  }

  /// If a photo has two sidecars, the one that states a rating is changed, or else the one with the full name. If
  /// either sidecar has stars already, none is changed.
  @Test(
    arguments: [
      ("0", nil, "a.jpg.xmp"), (nil, "0", "a.xmp"), (nil, nil, "a.jpg.xmp"), ("3", nil, nil), (nil, "3", nil),
      ("0", "4", nil),
    ] as [(String?, String?, String?)])
  func onlyOneOfTwoSidecarsIsChanged(full: String?, short: String?, expected: String?) throws {
    try write("a.jpg.xmp", darktable(full))
    try write("a.xmp", lightroom(short))
    let lines = export()
    let added = darktable(nil).replacing("A==\"", with: "A==\"\n   xmp:Rating=\"5\"")
    #expect(files == [expected].compactMap { $0 })
    if let expected {
      #expect(try exported(expected) == (expected == "a.xmp" ? lightroom("5") : full == nil ? added : darktable("5")))
    } else {
      #expect(lines.last == " 1 favourite; no file was written; 1 already has stars in a sidecar")
    }
  }

  @Test func unsafeSidecarsAreNamed() throws {
    let broken = String(darktable("0").dropLast(20))
    try write("a.jpg.xmp", broken)
    try picture("b.jpg", 2)
    var options = Session.Options()
    options.isPrompt = true
    let run = ScriptRun(options, width: 200)
    #expect(run("cluster \"\(library)\"\nrepeat (review.total) { review next; review favorite }").error == nil)
    #expect(
      run("favorites export to \"\(target)\" as xmp").lines == [
        "note: 'a.jpg.xmp' is not well-formed XML on line 6: its stars were not changed, and it was left out",
        " 2 favourites in '\(target)', 1 file",
      ])
    #expect(
      run("let again = favorites export to \"\(target)\" as xmp\nexpect $again.unsafe == [\"a.jpg.xmp\"]").error == nil)
    #expect(files == ["b.jpg.xmp"])
    #expect(try String(contentsOfFile: library + "/a.jpg.xmp", encoding: .utf8) == broken)
  }

  /// A rejection by hand is never overwritten, whatever was decided about the photo or about another of its files.
  @Test(arguments: [("-1", "0"), ("0", "-1"), ("-1", nil), ("-1", "4")] as [(String?, String?)])
  func rejectionsStay(full: String?, short: String?) throws {
    if let full { try write("a.jpg.xmp", darktable(full)) }
    if let short { try write("a.xmp", lightroom(short)) }
    var options = Session.Options()
    options.isPrompt = true
    let run = ScriptRun(options, width: 200)
    #expect(run("cluster \"\(library)\"\nreview\nreview favorite").error == nil)
    let rejected = full == "-1" ? "a.jpg.xmp" : "a.xmp"
    #expect(
      run("favorites export to \"\(target)\" as xmp").lines == [
        "note: '\(rejected)' rejects this file with -1 stars: its stars were not changed, and it was left out",
        " 1 favourite; no file was written",
      ])
    #expect(files == [])
  }

  /// Many disks do not distinguish IMG_1.XMP from IMG_1.xmp: the file for Lightroom is a copy of the existing one,
  /// with its settings, or is left out.
  @Test(arguments: ["a.XMP", "a.Xmp", "a.xmp"])
  func lightroomsFileIsTheOneThatIsThere(name: String) throws {
    try Data(Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]).write(to: URL(filePath: library + "/a.nef"))
    // Without a date: the raw file has none either, and is the JPEG's.
    let sidecar = lightroom("2").replacing(Self.lightroomDate, with: "")
    try write(name, sidecar)
    let run = ScriptRun()
    #expect(run("cluster \"\(library)\"; review next; review favorite").error == nil)
    #expect(run("favorites export to \"\(target)\" as xmp lightroom").error == nil)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: target)
    #expect(paths == [name])
    #expect(try exported(name) == sidecar.replacing("Rating=\"2\"", with: "Rating=\"5\""))
  }

  /// A file with that name that belongs to the JPEG, or cannot be read, is never replaced by a new one.
  @Test func lightroomsFileOfAnotherIsLeftOut() throws {
    try Data(Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]).write(to: URL(filePath: library + "/a.nef"))
    try write(
      "a.xmp",
      lightroom("2").replacing(
        "<rdf:Description",
        with:
          "<rdf:Description photoshop:SidecarForExtension='JPG' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'"))
    var options = Session.Options()
    options.isPrompt = true
    let run = ScriptRun(options, width: 200)
    #expect(run("cluster \"\(library)\"; review next; review favorite").error == nil)
    #expect(
      run("favorites export to \"\(target)\" as xmp lightroom").lines.first
        == "note: 'a.xmp' belongs to another file: its stars were not changed, and it was left out")
    #expect(files == [])
  }

  /// Two photos never write the same file, and an existing file is never replaced.
  @Test func nothingIsOverwritten() throws {
    try picture("a.png", 2)
    try picture("in/a.jpg", 8)
    try write("in/a.jpg.xmp", darktable("0"))
    _ = export()
    #expect(files == ["a.jpg.xmp", "a.png.xmp", "in/a.jpg.xmp"])
    #expect(try exported("in/a.jpg.xmp") == darktable("5"))
    try Data("mine".utf8).write(to: URL(filePath: target + "/a.png.xmp"))
    let run = ScriptRun()
    #expect(run("cluster \"\(library)\"\nrepeat 3 { review next; review favorite }").error == nil)
    #expect(
      run("favorites export to \"\(target)\" as xmp replace").error
        == "'\(target)/a.png.xmp' already exists | choose another folder")
    // A folder with photos that were never read is protected all the same, also against a sidecar's name without the
    // photo's extension.
    try FileManager.default.removeItem(atPath: target)
    try FileManager.default.createDirectory(atPath: target + "/in", withIntermediateDirectories: true)
    try write("in/a.xmp", lightroom("0"))
    try FileManager.default.removeItem(atPath: library + "/in/a.jpg.xmp")
    try FileManager.default.copyItem(atPath: library + "/in/a.jpg", toPath: target + "/in/a.jpg")
    #expect(
      run("favorites export to \"\(target)\" as xmp").error
        == "'\(target)/in/a.jpg' is a photo, and Storyline never writes next to photos | choose another folder")
    #expect(files.isEmpty)
  }

  /// A sidecar that names another file does not belong to this photo.
  @Test func aSidecarOfAnotherFileStays() throws {
    try picture("a.png", 2)
    try write(
      "a.xmp",
      lightroom("0").replacing("<crs:Look", with: "<p:x xmlns:p=\"p\"/><crs:Look").replacing(
        "exif:Date", with: "photoshop:SidecarForExtension=\"PNG\" exif:Date"
      ).replacing(
        "<rdf:Description", with: "<rdf:Description xmlns:photoshop=\"http://ns.adobe.com/photoshop/1.0/\""))
    _ = export()
    #expect(files == ["a.jpg.xmp", "a.xmp"])
    #expect(try exported("a.jpg.xmp") == FavoriteExport.sidecar(stars: 5))
  }

  /// If two photos share a sidecar, it is written once, and not at all if they need different stars.
  @Test func aSharedFileIsWrittenOnce() throws {
    try picture("a.png", 2)
    try write("a.xmp", lightroom("0"))
    _ = export()
    #expect(files == ["a.xmp"])
    #expect(try exported("a.xmp") == lightroom("5"))
  }

  private func darktable(_ stars: String?) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:darktable="http://darktable.sf.net/"
       darktable:history="gz08eJxjYGBgYAFiCQYYOOHEgAYY0QUAhAAD1A=="\(stars.map { " xmp:Rating=\"\($0)\"" } ?? "")/>
     </rdf:RDF>
    </x:xmpmeta>

    """
  }

  private func lightroom(_ stars: String?) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">\r
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\r
      <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"\(Self.lightroomDate)\(stars.map { "\n   xmp:Rating=\"\($0)\"" } ?? "")>\r
       <crs:Look xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"/>\r
      </rdf:Description>\r
     </rdf:RDF>\r
    </x:xmpmeta>\r
    """
  }
}

private enum SampleJPEGs {
  /// The shortest bytes that form a picture, without a date.
  static let undated: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9]
}
