import Foundation
import Moments
import Terminal
import Testing
import Timeline

@testable import MomentsWing
@testable import Shell
@testable import ShellCore

/// The photos that the program carries.
@Suite struct ExamplePhotosTests {
  @Test(arguments: [
    "expect (photos example | count) > 3; expect (photos.clusters)[0].place == \"Lisbon\"",
    "let days = photos example fixed 8h; expect ($days | count) == 3; expect $days[0].photos == 12 and $days[1].photos == 10 and $days[2].photos == 8",
    "photos example; review; expect review.done == 1; review next; undo 2; expect review.done == 0",
    "let moments = photos example; story play $moments[0] for 2s; wait 1s; expect story.state == playing",
    "cluster Examples/Photos; photos example; cluster; expect (photos.clusters | count) == 7",
    "photos example; undo; expect photos.clusters == []",
  ])
  func areALibraryWithoutFiles(_ script: String) { ScriptRun.passes(script) }

  /// A run that may not use files has them, too.
  @Test func aSealedRunShowsThem() {
    var options = Session.Options()
    options.isSealed = true
    #expect(ScriptRun(options)("photos example; review; expect review.done == 1").error == nil)
  }

  @Test func thereAreThirtySmallOnesWithDatesAndPlaces() throws {
    let scan = ExamplePhotos.scan
    #expect(scan.photos.count == 30 && scan.problems.isEmpty)
    #expect(scan.photos.allSatisfy { $0.position != nil && $0.taken.source == .exifOriginal })
    #expect(scan.photos.reduce(0) { $0 + $1.size } < 100_000)
    #expect(Set(scan.photos.map(\.mark)).count == 30, "all of them differ")
    for photo in scan.photos {
      let bytes = try #require(ExamplePhotos.bytes(at: scan.fullPath(of: photo.path)))
      #expect(PhotoRendering.pixels(of: bytes, fitting: (40, 30))?.width == 40)
    }
    #expect(ExamplePhotos.bytes(at: "examples:/2025-06-13/IMG_0099.jpg") == nil)
    #expect(ExamplePhotos.bytes(at: "/etc/passwd") == nil)
  }

  @Test func theyAreDrawn() throws {
    let pictures = Catalog.standard.services.pictures
    func rows() -> [StyledText]? {
      pictures.drawn(file: "examples:/2025-06-13/IMG_0001.jpg", .halfBlocks, columns: 20, rows: 6)
    }
    _ = rows()
    for _ in 0..<20 where pictures.awaitLoading() {}
    #expect(rows()?.count == 6)
    #expect(pictures.small("examples:/2025-06-13/IMG_0001.jpg")?.type == "image/jpeg")
  }

  /// The next session on the wall clock does not look for their folder.
  @Test func theyAreNoFolderToContinueWith() throws {
    let folder = "/tmp/storyline-examples-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = Session.Options()
    options.kind = .real
    for script in ["photos example; review", "expect error { cluster }; expect photos.clusters == []"] {
      let run = ScriptRun(options)
      try run.session.openState(folder)
      let (lines, error) = run(script)
      #expect(error == nil, "\(script)")
      #expect(!lines.joined().contains("could not be understood"), "\(lines)")
    }
  }
}
