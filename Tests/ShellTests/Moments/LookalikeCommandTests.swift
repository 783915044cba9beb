import Foundation
import Journal
import Testing
import Timeline

@testable import Moments
@testable import ShellCore

/// Scans of equal size on white paper: an action on one scan does not affect another one.
@Suite final class LookalikeCommandTests {
  private let folder = "/tmp/storyline-alike-\(UInt64.random(in: 0 ... .max))"
  private var library: String { folder + "/library" }

  init() throws {
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    try write("scan1.bmp", 1)
    try write("scan2.bmp", 2)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a white bitmap with one colour at a fifth of its height.
  private func write(_ name: String, _ colour: UInt8) throws {
    var bytes = Array("BM".utf8) + [UInt8](repeating: 0, count: 52) + [UInt8](repeating: 0xFF, count: 100_000)
    for place in 20_000..<21_000 { bytes[place] = colour }
    try Data(bytes).write(to: URL(filePath: library + "/" + name))
  }

  private func session() throws -> ScriptRun {
    let run = ScriptRun()
    try run.session.openState(folder + "/state")
    return run
  }

  private func expectFine(_ run: ScriptRun, _ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(run(script).error == nil, "\(script)", sourceLocation: sourceLocation)
  }

  @Test func aFavouriteIsOnePhoto() throws {
    let run = try session()
    expectFine(run, "cluster \"\(library)\"\nreview\nreview favorite\nexpect review.done == 1\nexpect review.left == 1")
    expectFine(run, "expect (favorites | count) == 1\nexpect (favorites)[0].path == \"scan1.bmp\"")
    expectFine(run, "let next = review next\nexpect $next.photo == \"scan2.bmp\"\nexpect not $next.favorite")
    expectFine(run, "expect review.done == 2")
    let later = try session()
    expectFine(later, "review status\nexpect review.done == 2\nexpect (favorites | count) == 1")
  }

  /// After renaming, moving or copying, each photo keeps its own review result and no other; a copy is the same photo.
  @Test func eachKeepsItsOwn() throws {
    expectFine(try session(), "cluster \"\(library)\"\nreview\nreview favorite")
    try FileManager.default.moveItem(atPath: library + "/scan1.bmp", toPath: library + "/z.bmp")
    try FileManager.default.copyItem(atPath: library + "/z.bmp", toPath: library + "/copy of z.bmp")
    try FileManager.default.moveItem(atPath: library, toPath: folder + "/moved")
    let run = try session()
    expectFine(run, "cluster \"\(folder)/moved\"\nexpect review.done == 1\nexpect review.favorites == 1")
    expectFine(run, "let left = review next\nexpect $left.photo == \"scan2.bmp\"\nexpect not $left.favorite")
  }

  /// A photo that is added to a library later, or has the same name in another library, counts as not yet viewed.
  @Test func laterPhotosAreNew() throws {
    try FileManager.default.removeItem(atPath: library + "/scan2.bmp")
    let run = try session()
    expectFine(run, "cluster \"\(library)\"\nreview\nreview favorite")
    try write("scan0.bmp", 9)
    expectFine(run, "cluster\nexpect review.done == 1\nexpect (favorites)[0].path == \"scan1.bmp\"")
    try FileManager.default.moveItem(atPath: library, toPath: folder + "/first")
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    try write("scan1.bmp", 8)
    for run in [run, try session()] {
      expectFine(run, "cluster \"\(library)\"\nexpect review.done == 0\nexpect review.favorites == 0")
    }
  }

  private func addPhoto(_ number: Int, as name: String, _ more: String = "") throws {
    let photo = Package.root.appending(path: "Examples/Photos/2025-10-02/IMG_000\(number).jpg")
    var data = try Data(contentsOf: photo)
    data.append(contentsOf: Array(more.utf8))
    try data.write(to: URL(filePath: library + "/" + name))
  }

  /// An edited version that appears beside a photo, is edited again or replaces it takes neither its favourite nor its
  /// review away.
  @Test(arguments: ["IMG_E0001.jpg", "IMG_0001-edited.jpg"])
  func anEditedVersionTakesNothingAway(edited: String) throws {
    try addPhoto(1, as: "IMG_0001.jpg")
    expectFine(
      try session(), "cluster \"\(library)\"\nreview 1\nexpect review.photo == \"IMG_0001.jpg\"\nreview favorite")
    try addPhoto(1, as: edited, "edited")
    func expectKept(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let run = try session()
      expectFine(
        run,
        "cluster \"\(library)\"\nexpect review.total == 3\nexpect review.done == 1\nexpect (favorites)[0].path == \"\(path)\"",
        sourceLocation: sourceLocation)
    }
    try expectKept(edited)
    let run = try session()
    #expect(run("cluster \"\(library)\"").lines[0].contains("1 file is a version of another"))
    try addPhoto(1, as: edited, "edited again")
    try expectKept(edited)
    // A decision beside the edited version is one about both.
    expectFine(try session(), "cluster \"\(library)\"\nreview 1\nreview unfavorite\nexpect review.favorites == 0")
    expectFine(try session(), "cluster \"\(library)\"\nexpect review.favorites == 0\nreview 1\nreview favorite")
    try addPhoto(1, as: edited, "a third time")
    try expectKept(edited)
    // The last version was there when the photo was chosen anew.
    expectFine(try session(), "cluster \"\(library)\"\nreview 1\nreview unfavorite\nreview favorite")
    try FileManager.default.removeItem(atPath: library + "/IMG_0001.jpg")
    expectFine(try session(), "cluster \"\(library)\"\nexpect (favorites)[0].path == \"\(edited)\"")
  }

  /// `undo` takes a decision back for all files of the photo.
  @Test func aDecisionAboutTwoFilesIsUndone() throws {
    try addPhoto(1, as: "IMG_0001.jpg")
    try addPhoto(1, as: "IMG_E0001.jpg", "edited")
    let run = try session()
    expectFine(run, "cluster \"\(library)\"\nreview 1\nreview favorite\nundo\nexpect review.favorites == 0")
    expectFine(run, "redo\nexpect review.favorites == 1\nundo")
    for file in ["IMG_0001.jpg", "IMG_E0001.jpg"] {
      expectFine(try session(), "cluster \"\(library)\"\nexpect review.favorites == 0")
      try FileManager.default.moveItem(atPath: library + "/" + file, toPath: folder + "/" + file)
      expectFine(try session(), "cluster \"\(library)\"\nexpect review.favorites == 0")
      try FileManager.default.moveItem(atPath: folder + "/" + file, toPath: library + "/" + file)
    }
  }

  /// Older journals identify a photo by its first 4 KiB alone.
  @Test func oldJournalsMeanThePhotoOfThatName() throws {
    _ = try session()
    let photo = try #require(try Scanner().scan(library + "/scan2.bmp").photos.first)
    let device = DeviceName(in: folder + "/state").device
    let journal = try Journal.open(folder: folder + "/state", kind: .practice, device: device)
    let payload: Journal.Payload = ["mark": .string(photo.mark.text), "photo": .string("old/scan2.bmp")]
    try journal.append(
      ["photo.reviewed", "photo.favorited"].map {
        Journal.Event(id: Journal.Event.ID(cause: "old", $0), type: $0, instant: .practiceStart, payload: payload)
      })
    let run = try session()
    expectFine(run, "cluster \"\(library)\"\nexpect review.done == 1\nexpect (favorites | count) == 1")
    expectFine(run, "expect (favorites)[0].path == \"scan2.bmp\"")
    // Old and new journals are read together.
    expectFine(run, "review next\nexpect review.done == 2\nexpect review.favorites == 1")
    expectFine(try session(), "review status\nexpect review.done == 2\nexpect review.favorites == 1")
  }
}
